/** A table of this browser as its screen wants it. */
import type { May, Seat } from '../../core/calls';
import type { Ending, Player, TableSummary } from '../../protocol/messages';
import type { Snapshot, You } from '../../protocol/snapshot';
import { closedBoard } from '../position';
import { roundOf, type LocalTable, type Position } from './game';

/** The seat that acts for whoever sits here: on one screen the one whose turn it is. */
export function seatInFront(table: LocalTable, actor: Seat | null): Seat {
  if (table.setup.mode === 'solo') return 0;
  if (table.setup.mode === 'computer') return table.game.own;
  return actor ?? table.game.turns.at(-1)?.seat ?? 0;
}

/** The seat that must lift the curtain first, where two hands are hidden on one screen. */
export function curtainFor(table: LocalTable, actor: Seat | null): Seat | null {
  const { setup, game } = table;
  if (setup.game !== 'pacal' || setup.mode !== 'hotseat' || actor === null) return null;
  const [round, seat] = game.lifted ?? [0, 0];
  return round === roundOf(game) && seat === actor ? null : actor;
}

export const outcomeOf = (table: LocalTable, position: Position): Ending | null =>
  table.game.ending ?? position.outcome;

function abilities(table: LocalTable, position: Position, may: May, seat: Seat): You['can'] {
  const outcome = outcomeOf(table, position);
  if (outcome) return ['rematch'];
  const can: You['can'] = [];
  if (position.actor === seat) can.push('play');
  can.push('resign');
  if (position.roundEnding) can.push('next_round');
  else if (may.takeback !== null) can.push('takeback');
  if (may.draw) can.push('draw');
  return can;
}

function players({ setup, game }: LocalTable): Player[] {
  const seats: Seat[] = setup.mode === 'solo' ? [0] : [0, 1];
  return seats.map((seat) => {
    const computer = setup.mode === 'computer' && seat !== game.own;
    return {
      seat,
      kind: computer ? 'computer' : 'human',
      name: !computer && seat === game.own ? setup.name : null,
      opponent: computer ? setup.opponent : null,
      connected: true,
      member: false,
      ready: false,
    };
  });
}

export function snapshotOf(
  table: LocalTable,
  position: Position,
  may: May,
  now_ms: number,
  thinkingSince: number | null,
): Snapshot {
  const { setup, game } = table;
  const outcome = outcomeOf(table, position);
  const actor = outcome ? null : position.actor;
  const seat = seatInFront(table, actor);
  const shared = setup.mode === 'hotseat';
  return {
    table: table.id,
    seq: table.seq,
    game_number: game.number,
    game: setup.game,
    mode: setup.mode,
    status: outcome ? 'finished' : position.roundEnding ? 'between_rounds' : 'playing',
    you: {
      role: 'player',
      seats: shared ? [0, 1] : [seat],
      seat,
      curtain: curtainFor(table, actor),
      can: abilities(table, position, may, seat),
      takeback_is_undo: true,
    },
    players: players(table),
    options: setup.options,
    board: withLastMove(table, position),
    ply: game.turns.length,
    moves: game.turns.map((turn, index) => ({ ply: index + 1, ...turn })),
    clock: game.clock,
    match: position.match,
    outcome,
    proposals: [],
    stall: null,
    seat_request: null,
    next_deal: null,
    thinking: thinkingSince === null ? null : { seat: (1 - seat) as Seat, since_ms: thinkingSince },
    watchers: 0,
    server_ms: now_ms,
  };
}

/** A game that was given up is over on the board too: nothing on it can be touched. */
function withLastMove(table: LocalTable, { board }: Position): Snapshot['board'] {
  return table.game.ending === null ? board : closedBoard(board);
}

/** A table in the list of games: what can be said without asking the core. */
export function summaryOf(table: LocalTable): TableSummary {
  const { setup, game } = table;
  return {
    table: table.id,
    game: setup.game,
    mode: setup.mode,
    status: table.finished ? 'finished' : 'playing',
    game_number: game.number,
    options: setup.options,
    players: players(table),
    turn: null,
    ply: game.turns.length,
    clock: game.clock,
    match: null,
    outcome: table.outcome ?? game.ending,
    created_ms: table.created_ms,
    updated_ms: table.updated_ms,
  };
}
