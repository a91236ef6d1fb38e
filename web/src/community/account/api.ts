/** Asking the server about the player's account. */
import { account } from '../../kept/account.svelte';
import { keepPasses, ownSeats } from '../../kept/tables';
import { inParts, post, request } from '../../protocol/api';
import type {
  AccountInfo,
  DeviceLink,
  Exported,
  Holiday,
  NewAccount,
  OwnSeats,
  PasskeyOptions,
  RecoveryCode,
  TakenOver,
} from '../../protocol/messages';
import { deviceLabel, makePasskey, usePasskey } from './passkeys';

const at = (path: string) => `/api/account${path}`;

async function signedIn(asked: Promise<AccountInfo>): Promise<AccountInfo> {
  const info = await asked;
  account.note(info.name);
  await fetchSeats();
  return info;
}

export async function register(name: string): Promise<NewAccount> {
  const { options } = await post<PasskeyOptions>(at('/register/options'), { name });
  const credential = await makePasskey(options);
  const made = await post<NewAccount>(at('/register'), { credential, label: deviceLabel() });
  account.note(made.account.name);
  return made;
}

export async function signIn(): Promise<AccountInfo> {
  const { options } = await post<PasskeyOptions>(at('/sign-in/options'), {});
  const credential = await usePasskey(options);
  return signedIn(post<AccountInfo>(at('/sign-in'), { credential }));
}

export const recover = (code: string) => signedIn(post<AccountInfo>(at('/recover'), { code }));
export const takeLink = (token: string) => signedIn(post<AccountInfo>(at('/link/use'), { token }));

export const whoAmI = () => request<AccountInfo>(at(''));
export const makeLink = () => post<DeviceLink>(at('/link'), {});
export const newCode = () => post<RecoveryCode>(at('/recovery-code'), {});
export const exportAll = () => request<Exported>(at('/export'));

export async function addDevice(): Promise<AccountInfo> {
  const { options } = await post<PasskeyOptions>(at('/devices/options'), {});
  const credential = await makePasskey(options);
  return post<AccountInfo>(at('/devices'), { credential, label: deviceLabel() });
}

export const removeDevice = (device: string) =>
  post<AccountInfo>(at('/devices/remove'), { device });

export async function signOut(): Promise<void> {
  await post(at('/sign-out'), {});
  account.note(null);
}

export async function deleteAccount(name: string): Promise<void> {
  await post(at('/delete'), { name });
  account.note(null);
}

/** Makes the games that were begun here as a guest the account's; says how many there were. */
export async function takeOver(): Promise<number> {
  const taken = await inParts(
    ownSeats(),
    async (seats) => (await post<TakenOver>(at('/take-over'), { seats })).tables,
  );
  return taken.length;
}

/** Brings the account's running games to this device. */
export async function fetchSeats(): Promise<OwnSeats['seats']> {
  const { seats } = await post<OwnSeats>(at('/seats'), {});
  keepPasses(seats);
  return seats;
}

export const getHoliday = () => request<Holiday>('/api/account/holiday');

export const takeHoliday = (days: number) => post<Holiday>('/api/account/holiday', { days });

export const endHoliday = () => post<Holiday>('/api/account/holiday/end', {});
