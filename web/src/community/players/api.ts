/** Asking about people with an account. */
import { request } from '../../protocol/api';
import type { Leaderboard, PlayerPage, TableRatings } from '../../protocol/messages';

export const getLeaderboard = () => request<Leaderboard>('/api/leaderboard');
export const getPlayer = (name: string) =>
  request<PlayerPage>(`/api/players/${encodeURIComponent(name)}`);
export const getRatings = (table: string) =>
  request<TableRatings>(`/api/tables/${encodeURIComponent(table)}/ratings`);
export const pathOf = (name: string) => `/player/${encodeURIComponent(name)}`;

/** As chess players write it: a question mark where little is known yet. */
export const shown = ({ rating, provisional }: { rating: number; provisional: boolean }) =>
  `${rating}${provisional ? '?' : ''}`;
