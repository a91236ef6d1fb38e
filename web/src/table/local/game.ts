/**
 * A table that this browser keeps: what was chosen, what was played, and nothing that follows from it.
 * Whose turn it is, what is allowed and how it ends is asked of the core.
 */
import type { May, RulingValue, Seat } from '../../core/calls';
import type { Clock, Ending, OptionsInForce } from '../../protocol/messages';
import { lookAtDuel, lookAtPylos, lookAtSolo, type Asks, type Position } from '../position';

export type LocalMode = 'computer' | 'hotseat' | 'solo';

export interface LocalSetup {
  readonly game: 'pylos' | 'pacal';
  readonly mode: LocalMode;
  readonly options: OptionsInForce;
  /** The rulings that differ from the preset, as the core reads them. */
  readonly rulings: Readonly<Record<string, RulingValue>>;
  /** The computer's level, as `level:3`. */
  readonly opponent: string | null;
  readonly clock: { readonly initial_ms: number; readonly increment_ms: number } | null;
  readonly name: string | null;
}

export interface LocalTurn {
  readonly seat: Seat;
  readonly move: string;
  readonly round: number;
  readonly clock_ms: number | null;
}

/** One game at the table; a rematch begins another. */
export interface LocalGame {
  readonly number: number;
  /** The seat of whoever opened the table. */
  readonly own: Seat;
  /** Pylos: the position that it began from, where that is not the empty board. */
  readonly start?: string | null;
  /** The deal of each round begun; empty for a round of a record that does not tell its cards. */
  readonly deals: readonly string[];
  /** The cards that such a round has shown besides its offers: both apexes, a last card built. */
  readonly shown?: readonly number[];
  readonly turns: readonly LocalTurn[];
  /** How each finished round ended. */
  readonly rounds: readonly Ending[];
  /** An ending from outside the rules: time, resignation, agreement. */
  readonly ending: Ending | null;
  readonly clock: Clock | null;
  /** Two on one screen: the round and the seat for which the curtain was lifted last. */
  readonly lifted: readonly [round: number, seat: Seat] | null;
}

export interface LocalTable {
  readonly id: string;
  readonly setup: LocalSetup;
  readonly created_ms: number;
  readonly updated_ms: number;
  /** Counts changes; two windows with the same table notice each other by it. */
  readonly seq: number;
  /** Whether the game on it is over, by its rules or otherwise. */
  readonly finished: boolean;
  /** How it ended then; a list of games says so without asking the core. */
  readonly outcome?: Ending | null;
  readonly game: LocalGame;
  /** A game that was read from a record and is only looked at. */
  readonly record?: {
    readonly text: string;
    readonly names: readonly string[];
    readonly date: string | null;
  };
}

export type { Asks, Position } from '../position';
export type { Board } from '../../protocol/boards';

export const roundOf = (game: LocalGame) => Math.max(1, game.deals.length);

/** What the core says of `game`, seen by `viewer` (null: by somebody who sees no hand); `open` shows all cards. */
export async function look(
  core: Asks,
  setup: LocalSetup,
  game: LocalGame,
  viewer: Seat | null,
  open = false,
): Promise<Position> {
  const rules = { preset: setup.options.preset, rulings: setup.rulings };
  const round = roundOf(game);
  const actions = game.turns.filter((turn) => turn.round === round).map(({ move }) => move);
  const over = game.ending !== null;
  if (setup.game === 'pylos')
    return lookAtPylos(core, { ...rules, start: game.start ?? null, moves: actions });
  const deal = game.deals[round - 1] ?? '';
  if (setup.mode === 'solo') return lookAtSolo(core, rules, { deal, actions, over });
  const finished = game.rounds
    .slice(0, round - 1)
    .map((outcome, index) => ({ round: index + 1, outcome, commitment: NOTHING_PROMISED }));
  const cards = deal === '' ? spectatorCards(game.shown ?? []) : { deal, viewer, open };
  return lookAtDuel(core, rules, cards, { actions, over }, finished, NOTHING_PROMISED);
}

/** What somebody who sees no hand knows of a running round. */
function spectatorCards([first = 0, second = 0, ...last]: readonly number[]) {
  return { seat: null, apexes: [first, second] as const, last };
}

/** Nobody else shuffled here, so there is nothing to have committed to. */
const NOTHING_PROMISED = { sha256: '', opening: null, deal: null, numbers: [] };

/** What the core allows `seat` to ask for besides moves; `over`: the round is. */
export function whatMay(
  core: Asks,
  { game, mode }: LocalSetup,
  played: LocalGame,
  seat: Seat,
  over: boolean,
): Promise<May> {
  const round = roundOf(played);
  const moves = played.turns.filter((turn) => turn.round === round);
  return core.ask(`${game}.may`, {
    seats: moves.map((turn) => turn.seat).join(''),
    before: played.turns.length - moves.length,
    seat,
    over,
    shared: mode === 'hotseat',
    computer: mode === 'computer',
    solo: mode === 'solo',
  });
}
