/** A finished game under review: the core judges move by move, this puts it together. */
import type { PacalRound, Seat } from '../../core/calls';
import type { PacalReviewed, Reason, Reviewed, Source } from '../../core/coachCalls';
import { Failed } from '../../protocol/api';
import type { Replay } from '../../table/replay';
import { ask, rulesOf } from '../coach';
import { nothing, roundsOf } from './rounds';

export interface ReviewedMove extends Reviewed {
  /** Seat 0's chance before the move and after it, draws half. */
  readonly before: number;
  readonly after: number;
  readonly certain: boolean;
  /** Pylos: what the better move does, and the answer that punishes a mistake. */
  readonly idea: string | null;
  readonly reply: string | null;
  readonly reply_idea: string | null;
  readonly line: readonly string[];
  /** Pylos by a table: why it was a mistake. Pacal: what speaks for the best action. */
  readonly reasons: readonly Reason[];
  /** Pacal: the coach's chances of the action and of the best one, and what speaks against it. */
  readonly win: number | null;
  readonly best_win: number | null;
  readonly doubts: readonly Reason[];
  readonly nuance: PacalReviewed['nuance'];
}

export interface ReviewTally {
  readonly seat: Seat;
  readonly mistakes: number;
  readonly blunders: number;
  /** In wins. */
  readonly given_away: number;
}

export interface Review {
  readonly game: 'pylos' | 'pacal';
  readonly solo: boolean;
  readonly source: Source | 'coach';
  readonly moves: readonly ReviewedMove[];
  readonly tallies: readonly ReviewTally[];
}

export type Progress = (done: number, of: number) => void;
export type Enough = () => boolean;

const NO_ACTION = { win: null, best_win: null, doubts: [], nuance: '' } as const;
const NO_MOVE = { idea: null, reply: null, reply_idea: null, line: [] } as const;

/**
 * Reviews a game; `progress` receives the number of moves done, `signal` aborts it. Once `enough` says so, what
 * is judged by then is the review.
 */
export async function reviewGame(
  replay: Replay,
  progress: Progress,
  signal?: AbortSignal,
  enough: Enough = () => false,
): Promise<Review> {
  const solo = replay.frames[0]?.board.kind === 'solo';
  const played = replay.frames.flatMap(({ move }) => move ?? []);
  if (played.length === 0) throw new Failed(nothing);
  const tell = (done: number) => progress(done, played.length);
  tell(0);
  const review =
    replay.game === 'pylos'
      ? await reviewPylos(replay, tell, signal, enough)
      : { source: 'coach' as const, moves: await reviewPacal(replay, solo, tell, signal, enough) };
  const seats: readonly Seat[] = solo ? [0] : [0, 1];
  return {
    game: replay.game,
    solo,
    ...review,
    tallies: seats.map((seat) => tally(review.moves, seat)),
  };
}

function tally(moves: readonly ReviewedMove[], seat: Seat): ReviewTally {
  const own = moves.filter((move) => move.seat === seat);
  return {
    seat,
    mistakes: own.filter(({ grade }) => grade === 'mistake').length,
    blunders: own.filter(({ grade }) => grade === 'blunder').length,
    given_away: own.reduce((sum, { cost, grade }) => sum + (grade === 'good' ? 0 : cost), 0),
  };
}

type Tell = (done: number) => void;

async function reviewPylos(
  replay: Replay,
  tell: Tell,
  signal: AbortSignal | undefined,
  enough: Enough,
) {
  const board = replay.frames[0]!.board;
  const start = board.kind === 'pylos' ? board.position : null;
  const texts = replay.frames.flatMap(({ move }) => move?.move ?? []);
  const rules = rulesOf(replay.options);
  const moves: ReviewedMove[] = [];
  let source: Source = 'table';
  for (let ply = 1; ply <= texts.length && !enough(); ply++) {
    const asked = { ...rules, start, moves: texts.slice(0, ply) };
    const found = await ask('pylos.review', asked, signal);
    if (found.source === 'search') source = 'search';
    moves.push({ ...found, ...NO_ACTION });
    tell(ply);
  }
  return { source, moves };
}

async function reviewPacal(
  replay: Replay,
  solo: boolean,
  tell: Tell,
  signal: AbortSignal | undefined,
  enough: Enough,
) {
  const moves: ReviewedMove[] = [];
  for (const { asked, before } of roundsOf(replay)) {
    if (enough()) break;
    const tellOn = (done: number) => tell(before + done);
    const found = solo
      ? await reviewSolo(asked, tellOn, signal, enough)
      : await reviewRound(asked, tellOn, signal, enough);
    moves.push(...found.map((move) => ({ ...move, ply: before + move.ply })));
  }
  if (moves.length === 0) throw new Failed(nothing);
  return moves;
}

const reviewed = (found: PacalReviewed, before: number, after: number, certain: boolean) => ({
  ...found,
  ...NO_MOVE,
  before,
  after,
  certain,
});

async function reviewRound(
  asked: PacalRound,
  tell: Tell,
  signal: AbortSignal | undefined,
  enough: Enough,
) {
  const { actions } = asked;
  const moves: ReviewedMove[] = [];
  const start = await ask('pacal.review', { ...asked, actions: [] }, signal);
  let before = start.open ?? 0.5;
  for (let ply = 1; ply <= actions.length && !enough(); ply++) {
    const played = { ...asked, actions: actions.slice(0, ply) };
    const { open, decision } = await ask('pacal.review', played, signal);
    if (decision) {
      const after = open ?? before;
      moves.push(reviewed(decision, before, after, false));
      before = after;
    }
    tell(ply);
  }
  return moves;
}

async function reviewSolo(
  asked: PacalRound,
  tell: Tell,
  signal: AbortSignal | undefined,
  enough: Enough,
) {
  const { actions } = asked;
  const moves: ReviewedMove[] = [];
  let before: number | null = null;
  for (let ply = 1; ply <= actions.length && !enough(); ply++) {
    const played = { ...asked, actions: actions.slice(0, ply) };
    const { exact, ...found } = await ask('solo.review', played, signal);
    moves.push(reviewed(found, before ?? found.best_win, found.win, exact));
    before = found.win;
    tell(ply);
  }
  return moves;
}
