/** A table online as its screen wants it: what the server sent of it, and what the core makes of that. */
import type { RulingValue, Seat } from '../../core/calls';
import type { Commitment, RoundResult, SeenDeal } from '../../protocol/messages';
import type { Board, Snapshot, Stall, You } from '../../protocol/snapshot';
import {
  closedBoard,
  imaginedPile,
  lookAtDuel,
  lookAtPylos,
  lookAtSolo,
  type Asks,
  type Position,
} from '../position';
import { lastCards, movesOfRound, type OnlineTable } from './fold';

const commitmentOf = (deal: SeenDeal): Commitment => ({
  sha256: deal.sha256 ?? '',
  numbers: deal.numbers ?? null,
  opening: deal.opening ?? null,
  deal: deal.deal ?? null,
});

/** What the core says of the game; null while there is none, or no cards yet. */
export async function lookOnline(core: Asks, table: OnlineTable): Promise<Position | null> {
  const { setup, standing, deals } = table;
  const rules = {
    preset: setup.options.preset,
    rulings: setup.rulings as Record<string, RulingValue>,
  };
  const actions = movesOfRound(table).map(({ move }) => move);
  const over = standing.outcome !== null;
  if (standing.status === 'waiting') return null;
  if (setup.game === 'pylos') return lookAtPylos(core, { ...rules, moves: actions });
  const dealt = deals.at(-1);
  if (!dealt) return null;
  if (setup.mode === 'solo')
    return lookAtSolo(core, rules, {
      deal: dealt.deal ?? imaginedPile(dealt.drawn ?? []),
      actions,
      over,
    });
  const finished = deals.slice(0, -1).flatMap((deal): RoundResult[] => {
    const { round, outcome } = deal;
    return outcome ? [{ round, outcome, commitment: commitmentOf(deal) }] : [];
  });
  const eyes = standing.seat;
  const [first = 0, second = 0] = dealt.apexes ?? [];
  const cards = dealt.deal
    ? { deal: dealt.deal, viewer: eyes, open: true }
    : {
        seat: eyes,
        ...(dealt.hand ? { hand: dealt.hand } : {}),
        apexes: [first, second] as const,
        last: lastCards(table),
      };
  return lookAtDuel(core, rules, cards, { actions, over }, finished, commitmentOf(dealt));
}

function boardOf(table: OnlineTable, position: Position | null): Board | null {
  if (!position) return null;
  const { standing, deals, setup } = table;
  const { board, actor } = position;
  const over = standing.outcome !== null;
  if (board.kind === 'pylos') {
    if (over) return closedBoard(board);
    return actor === standing.seat ? board : { ...board, landings: null, refused: null };
  }
  const commitment = commitmentOf(deals.at(-1)!);
  if (board.kind === 'pacal') return { ...board, commitment };
  // Until the game is over nobody knows what lies face down; and only its player may choose.
  const isOwn = standing.seat !== null && setup.role === 'player';
  return {
    ...board,
    commitment,
    choices: isOwn && !over ? board.choices : null,
    face_down: deals.at(-1)!.deal ? board.face_down : null,
  };
}

function abilities({ standing }: OnlineTable, actor: Seat | null): You['can'] {
  const { seat, status, outcome, next_deal, ready, may } = standing;
  if (seat === null || status === 'waiting') return [];
  const can: You['can'] = [];
  if (actor === seat) can.push('play');
  if (!outcome) can.push('resign');
  if (next_deal && !ready.includes(seat)) can.push('next_round');
  return [...can, ...may];
}

function stallOf({ standing, moves, since_ms }: OnlineTable, actor: Seat | null): Stall | null {
  const { patience_ms, ready } = standing;
  if (patience_ms === null) return null;
  const seat = actor ?? (ready.includes(0) ? 1 : 0);
  return { seat, until_ms: since_ms + patience_ms, may_claim: moves.length > 0 };
}

export function snapshotOnline(
  table: OnlineTable,
  position: Position | null,
  server_ms: number,
): Snapshot {
  const { setup, standing, moves } = table;
  const actor = standing.outcome ? null : (position?.actor ?? null);
  return {
    table: setup.table,
    seq: table.seq,
    game_number: standing.game_number,
    game: setup.game,
    mode: setup.mode,
    status: standing.status,
    you: {
      role: setup.role,
      seats: standing.seat === null ? [] : [standing.seat],
      seat: standing.seat,
      curtain: null,
      can: abilities(table, actor),
      takeback_is_undo: false,
    },
    players: standing.players.map((player, index) => {
      const seat = index as Seat;
      return { ...player, seat, ready: standing.ready.includes(seat) };
    }),
    options: setup.options,
    board: boardOf(table, position),
    ply: moves.length,
    moves: moves.map(({ seat, move, round, clock_ms = null }, index) => ({
      ply: index + 1,
      seat,
      move,
      round,
      clock_ms,
    })),
    clock: setup.control && standing.clock && { ...setup.control, ...standing.clock },
    match: position?.match ?? null,
    next_deal: standing.next_deal,
    outcome: standing.outcome,
    proposals: standing.proposals,
    stall: stallOf(table, actor),
    seat_request: standing.seat_request,
    thinking: null,
    watchers: table.watchers,
    server_ms,
  };
}
