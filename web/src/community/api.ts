/** Asking the server's lobby. */
import { guestSecret } from '../kept/guest';
import { newKey } from '../kept/seatKeys';
import { post, request } from '../protocol/api';
import type {
  FindOpponent,
  Lobby,
  RunningGames,
  SeatFound,
  SeatWithdrawn,
} from '../protocol/messages';

/** The browser asks with the last answer's tag by itself, so an unchanged lobby is not sent again. */
export const getLobby = () => request<Lobby>('/api/lobby');

export const getRunning = () => request<RunningGames>('/api/lobby/games');

export type Wanted = Omit<FindOpponent, 'guest' | 'key'>;

/** Keys of requests that may not have been answered: repeated, they give the same seat. */
const keys = new Map<string, string>();

async function withKey(what: string, ask: (key: string) => Promise<SeatFound>): Promise<SeatFound> {
  const key = keys.get(what) ?? newKey();
  keys.set(what, key);
  const found = await ask(key);
  keys.delete(what);
  return found;
}

export const findOpponent = (wanted: Wanted) =>
  withKey(JSON.stringify(wanted), (key) =>
    post<SeatFound>('/api/lobby/find', { ...wanted, guest: guestSecret(), key }),
  );

export const takeSeat = (table: string, rated = true) =>
  withKey(table, (key) =>
    post<SeatFound>(`/api/lobby/seats/${encodeURIComponent(table)}/take`, {
      guest: guestSecret(),
      key,
      rated,
    }),
  );

export const withdrawSeat = (table: string, token: string) =>
  post<SeatWithdrawn>(`/api/lobby/seats/${encodeURIComponent(table)}/withdraw`, { token });
