/** The server's HTTP interface. Every failure is a `Failed` with a refusal to show. */
import type {
  AskForSeat,
  CreateTable,
  JoinTable,
  Refusal,
  SeatAnswer,
  TableCreated,
  TableList,
  TableSummary,
} from './messages';

import { hasServer } from './site';

export class Failed extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.sentence);
  }
}

const unreachable: Refusal = {
  code: 'unreachable',
  key: 'refused.unreachable',
  params: {},
  clause: null,
  sentence: 'The server cannot be reached.',
};

const noServer: Refusal = {
  code: 'no_server',
  key: 'refused.no_server',
  params: {},
  clause: null,
  sentence: 'This page has no server. What needs one is not here.',
};

async function respond(path: string, init?: RequestInit): Promise<Response> {
  if (!hasServer) throw new Failed(noServer);
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Failed(unreachable);
  }
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  const isRefusal = typeof body === 'object' && body !== null && 'code' in body;
  throw new Failed(isRefusal ? (body as Refusal) : unreachable);
}

export async function request<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await respond(path, init);
  return (await response.json().catch(() => null)) as T;
}

export const post = <T>(path: string, body: unknown) =>
  request<T>(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

export const createTable = (wanted: CreateTable) => post<TableCreated>('/api/tables', wanted);

export const joinTable = (table: string, body: JoinTable) =>
  post<TableCreated>(`/api/tables/${encodeURIComponent(table)}/join`, body);

export const getTable = (table: string) =>
  request<TableSummary>(`/api/tables/${encodeURIComponent(table)}`);

export const askForSeat = (table: string, body: AskForSeat) =>
  post<SeatAnswer>(`/api/tables/${encodeURIComponent(table)}/seat/ask`, body);

export const takeUpSeat = (table: string, key: string) =>
  post<SeatAnswer>(`/api/tables/${encodeURIComponent(table)}/seat/take-up`, { key });

/** As many tables or seats as one request may name. */
const AT_ONCE = 50;

/** Asks about many, some at a time. */
export async function inParts<A, B>(
  all: readonly A[],
  ask: (part: readonly A[]) => Promise<readonly B[]>,
): Promise<B[]> {
  const found: B[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE)
    found.push(...(await ask(all.slice(from, from + AT_ONCE))));
  return found;
}

/** What anybody may know of some tables, without those that do not exist. */
export const listTables = (ids: readonly string[]) =>
  inParts(ids, async (some) => {
    const query = some.map((id) => `id=${encodeURIComponent(id)}`).join('&');
    return (await request<TableList>(`/api/tables?${query}`)).tables;
  });

/** The record of an upload, or of a table's game: the server knows which `id` is. */
export async function getRecord(id: string, game: number | null): Promise<string> {
  const query = game === null ? '' : `?game=${game}`;
  const answer = await respond(`/api/replays/${encodeURIComponent(id)}/record${query}`);
  return answer.text();
}
