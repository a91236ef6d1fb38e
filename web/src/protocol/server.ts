/** What this server offers besides tables; asked once. */
import { request } from './api';
import type { Catalogue } from './messages';
import { hasServer } from './site';

type Parts = Omit<Catalogue, 'protocol' | 'server' | 'games' | 'clocks'>;
const nothing: Parts = {
  lobby: false,
  accounts: false,
  bots: false,
  ratings: false,
  tournaments: false,
  greetings: false,
  push: false,
};
let asked: Promise<Parts> | null = null;

/** Rejects where the server is away; the next call asks again. */
export function serverParts(): Promise<Parts> {
  if (!hasServer) return Promise.resolve(nothing);
  asked ??= request<Catalogue>('/api/games').catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}
