/** What the core makes of a game: the board, whose turn it is, how it ends. For tables here and online. */
import type { Calls, PylosGame, RulesAsked, Seat } from '../core/calls';
import type { Commitment, Ending, MatchScore, RoundResult } from '../protocol/messages';
import type { Board } from '../protocol/boards';

/** How a core is asked; tests pass one without a worker. */
export interface Asks {
  ask<Name extends keyof Calls>(
    name: Name,
    asked: Calls[Name]['asked'],
    signal?: AbortSignal,
  ): Promise<Calls[Name]['answer']>;
}

/** The game as the core sees it. */
export interface Position {
  readonly board: Board;
  /** The seat to act; null between rounds and at the end. */
  readonly actor: Seat | null;
  /** How the round on the table ended, in a game of several. */
  readonly roundEnding: Ending | null;
  /** How the game ended by its rules. */
  readonly outcome: Ending | null;
  readonly match: MatchScore | null;
}

export async function lookAtPylos(core: Asks, game: PylosGame): Promise<Position> {
  const { board, outcome } = await core.ask('pylos.game', game);
  const actor = outcome ? null : board.turn;
  return { board, actor, roundEnding: null, outcome, match: null };
}

export async function lookAtSolo(
  core: Asks,
  rules: RulesAsked,
  played: { readonly deal: string; readonly actions: readonly string[]; readonly over: boolean },
): Promise<Position> {
  const { board } = await core.ask('pacal.solo', { ...rules, ...played });
  const actor = board.outcome ? null : 0;
  return { board, actor, roundEnding: null, outcome: board.outcome, match: null };
}

/** The cards of a round: all of them, or what one seat (null: a spectator, who sees no hand) knows. */
export type DuelCards =
  | { readonly deal: string; readonly viewer: Seat | null; readonly open?: boolean }
  | {
      readonly seat: Seat | null;
      readonly hand?: readonly number[];
      readonly apexes: readonly [number, number];
      readonly last: readonly number[];
    };

export async function lookAtDuel(
  core: Asks,
  rules: RulesAsked,
  cards: DuelCards,
  played: { readonly actions: readonly string[]; readonly over: boolean },
  finished: readonly RoundResult[],
  commitment: Commitment,
): Promise<Position> {
  const asked = { ...rules, ...played };
  const { board } =
    'deal' in cards
      ? await core.ask('pacal.round', { ...asked, ...cards })
      : await core.ask('pacal.view', { ...asked, ...cards });
  const round = finished.length + 1;
  const { outcome } = board;
  const results = outcome ? [...finished, { round, outcome, commitment }] : [...finished];
  const winners = results.map((result) => result.outcome.winner);
  const match = await core.ask('pacal.match', { winners });
  return {
    board,
    actor: outcome ? null : board.actor,
    roundEnding: outcome,
    outcome: match.outcome,
    match: { target: match.target, round, markers: match.markers, finished: results },
  };
}

const FACE_DOWN = 10;
const CARDS = 50;

/** A deal alone in which the cards that were not drawn lie anyhow: nothing shown depends on them. */
export function imaginedPile(drawn: readonly number[]): string {
  const rest = Array.from({ length: CARDS }, (_, n) => n + 1).filter((n) => !drawn.includes(n));
  const pile = [...drawn, ...rest.slice(FACE_DOWN)];
  return `${rest.slice(0, FACE_DOWN).join(' ')} | ${pile.join(' ')}`;
}

/** The board of a game that is over otherwise than by its rules: nothing on it can be touched. */
export function closedBoard(board: Board): Board {
  if (board.kind !== 'pylos') return board;
  return { ...board, turn: null, landings: null, refused: null };
}
