/** Asking about people with an account, and about programs. */
import { guestSecret } from '../../kept/guest';
import { newKey } from '../../kept/seatKeys';
import { post, request } from '../../protocol/api';
import type {
  Blocked,
  ChallengeBot,
  ChallengeByGuest,
  ChallengePerson,
  Challenges,
  Leaderboard,
  PlayedGames,
  PlayerPage,
  Ratings,
  ReportPerson,
  TableCreated,
  TableRatings,
} from '../../protocol/messages';
import { serverParts } from '../../protocol/server.svelte';

export const getLeaderboard = () => request<Leaderboard>('/api/leaderboard');
/** People with an account are rated by games with each other, and so are programs. */
export type Kind = 'players' | 'programs';
const one = (kind: Kind, name: string) => `/api/${kind}/${encodeURIComponent(name)}`;
export const getPlayer = (kind: Kind, name: string) => request<PlayerPage>(one(kind, name));
/** Games of a player, from one of them on, or only those against somebody. */
export const getGames = (kind: Kind, name: string, asked: { before?: string; against?: string }) =>
  request<PlayedGames>(`${one(kind, name)}/games?${new URLSearchParams(asked)}`);
export const getRatings = (table: string) =>
  request<TableRatings>(`/api/tables/${encodeURIComponent(table)}/ratings`);
/** How strong programs are, by game and rules; nothing where nobody is rated. */
export async function programRatings(): Promise<Ratings['pools']> {
  const { bots, ratings } = await serverParts();
  if (!bots || !ratings) return [];
  return (await request<Ratings>('/api/ratings')).pools;
}
export const challengeProgram = (wanted: Omit<ChallengeBot, 'key'>) =>
  post<TableCreated>('/api/bots/challenges', { ...wanted, key: newKey() });
export const pathOf = (name: string, kind: Kind = 'players') =>
  `/${kind === 'players' ? 'player' : 'program'}/${encodeURIComponent(name)}`;
const at = (path: string) => `/api/account/${path}`;
const seat = (table: string) => at(`challenges/${encodeURIComponent(table)}`);
export const getChallenges = () => request<Challenges>(at('challenges'));
export const challenge = (wanted: Omit<ChallengePerson, 'key'>) =>
  post<TableCreated>(at('challenges'), { ...wanted, key: newKey() });
export const challengeAsGuest = (wanted: Omit<ChallengeByGuest, 'key' | 'guest'>) =>
  post<TableCreated>('/api/lobby/challenges', { ...wanted, guest: guestSecret(), key: newKey() });
export const welcomeGuests = (welcome: boolean) =>
  post<Challenges>(at('challenges/guests'), { welcome });
export const acceptChallenge = (table: string) =>
  post<TableCreated>(`${seat(table)}/accept`, { key: newKey() });
export const declineChallenge = (table: string) => post<Challenges>(`${seat(table)}/decline`, {});
export const getBlocked = () => request<Blocked>(at('blocked'));
export const block = (name: string) => post<Blocked>(at('blocked'), { name });
export const unblock = (name: string) => post<Blocked>(at('blocked/remove'), { name });
export const report = (about: ReportPerson) => post(at('report'), about);

/** As chess players write it: a question mark where little is known yet. */
export const shown = ({ rating, provisional }: { rating: number; provisional: boolean }) =>
  `${rating}${provisional ? '?' : ''}`;
