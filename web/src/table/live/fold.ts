/** A table online as this page knows it: the table as it was welcomed, and all that happened since. */
import type {
  Change,
  PlayedMove,
  Presence,
  SeenDeal,
  TableStatus,
  TableSetup,
  Welcome,
} from '../../protocol/messages';
import type { TableEvent } from '../connection';

export interface OnlineTable {
  readonly setup: TableSetup;
  readonly standing: Required<TableStatus>;
  readonly moves: readonly PlayedMove[];
  /** By round. */
  readonly deals: readonly SeenDeal[];
  readonly seq: number;
  /** A hash of all that happened up to `seq`, for coming back. */
  readonly chain: string;
  /** Since when the player who has to act is waited for, on the server's clock. */
  readonly since_ms: number;
  readonly watchers: number;
}

/** The table after a welcome: the whole one, or the one known `before` with what was missed. */
export function welcomed(before: OnlineTable | null, message: Welcome): OnlineTable {
  const { setup, seq, chain, since_ms, watchers, moves } = message;
  const standing = message.standing as Required<TableStatus>;
  const rest = { setup, seq, chain, since_ms, watchers, standing };
  if (moves || !before) return { ...rest, moves: moves ?? [], deals: message.deals };
  const { moves: played, deals } = message.missed.reduce(happened, before);
  return { ...rest, moves: played, deals: message.deals.reduce(seen, deals) };
}

/** The table after a change that came at `now_ms` of the server's clock. */
export function changed(before: OnlineTable, message: Change, now_ms: number): OnlineTable {
  const { seq, chain, events = [], now, deals = [] } = message;
  const after = events.reduce(happened, before);
  return {
    ...after,
    seq,
    chain,
    standing: { ...before.standing, ...now },
    deals: deals.reduce(seen, after.deals),
    since_ms: events.some(({ type }) => RENEWING.has(type)) ? now_ms : before.since_ms,
  };
}

export function withPresence(before: OnlineTable, { connected, watchers }: Presence): OnlineTable {
  const players = before.standing.players.map((player, seat) => ({
    ...player,
    connected: connected[seat] ?? player.connected,
  }));
  return { ...before, watchers, standing: { ...before.standing, players } };
}

/** Events after which the waiting begins anew. */
const RENEWING: ReadonlySet<TableEvent['type']> = new Set<TableEvent['type']>([
  'moved',
  'taken_back',
  'ready',
  'round_started',
  'started',
]);

function happened(table: OnlineTable, event: TableEvent): OnlineTable {
  switch (event.type) {
    case 'started':
      return { ...table, moves: [], deals: [] };
    case 'round_started':
      return { ...table, deals: seen(table.deals, { round: event.round }) };
    case 'moved': {
      const { seat, move, clock_ms = null, card = null } = event;
      const round = Math.max(1, table.deals.length);
      return { ...table, moves: [...table.moves, { seat, move, round, clock_ms, card }] };
    }
    case 'taken_back':
      return { ...table, moves: table.moves.slice(0, event.ply) };
    default:
      return table;
  }
}

/** Cards that were seen are added to what is known of their round. */
function seen(deals: readonly SeenDeal[], deal: SeenDeal): readonly SeenDeal[] {
  const known = [...deals];
  known[deal.round - 1] = { ...known[deal.round - 1], ...deal };
  return known;
}

/** The moves of the round on the table. */
export const movesOfRound = ({ moves, deals }: OnlineTable) =>
  moves.filter(({ round }) => round === Math.max(1, deals.length));

/** The cards built last, which everybody saw, in the order built. */
export const lastCards = (table: OnlineTable): number[] =>
  movesOfRound(table).flatMap(({ card }) => card ?? []);
