/** What this server offers besides tables; asked once. */
import { request } from './api';
import type { Catalogue } from './messages';
import { hasServer } from './site';

type Parts = Omit<Catalogue, 'protocol' | 'server' | 'games' | 'clocks'>;
const nothing: Parts = {
  slow_games: false,
  lobby: false,
  accounts: false,
  bots: false,
  ratings: false,
  tournaments: false,
  greetings: false,
  push: false,
};
let known = $state.raw<Parts | null>(hasServer ? null : nothing);
let asked: Promise<Parts> | null = null;

/** Null until the server has answered. */
export const knownParts = (): Parts | null => known;

/** Rejects where the server is away; the next call asks again. */
export function serverParts(): Promise<Parts> {
  if (!hasServer) return Promise.resolve(nothing);
  asked ??= request<Catalogue>('/api/games').then(
    (found) => (known = found),
    (error: unknown) => {
      asked = null;
      throw error;
    },
  );
  return asked;
}
