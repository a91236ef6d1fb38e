/** What could have been played instead, and how a mistake is answered, board by board. */
import type { Seat } from '../../core/calls';
import type { PacalAnalysis, Reason } from '../../core/coachCalls';
import type { Replay } from '../../table/replay';
import type { Board } from '../../protocol/snapshot';
import { ask, rulesOf } from '../coach';
import type { ReviewedMove } from './reviewGame';
import { roundBefore, roundsOf } from './rounds';

/** The better move played out, or the mistake and its answer. */
export type LineKind = 'better' | 'answer';

export interface LineStep {
  /** Null where the line begins. */
  readonly move: string | null;
  readonly seat: Seat | null;
  readonly board: Board;
}

export interface Line {
  readonly kind: LineKind;
  /** The move under review. */
  readonly ply: number;
  readonly steps: readonly LineStep[];
  /** Why its first move is good, if the core knows. */
  readonly reasons: readonly Reason[];
}

/** How many moves follow the better one. */
const ONWARD = 3;

/** A line to step through; it begins where the move under review was made. */
export function lineOf(
  replay: Replay,
  move: ReviewedMove,
  kind: LineKind,
  signal?: AbortSignal,
): Promise<Line> {
  return replay.game === 'pylos'
    ? pylosLine(replay, move, kind, signal)
    : pacalLine(replay, move, kind, signal);
}

async function pylosLine(
  replay: Replay,
  move: ReviewedMove,
  kind: LineKind,
  signal?: AbortSignal,
): Promise<Line> {
  const first = replay.frames[0]!.board;
  const start = first.kind === 'pylos' ? first.position : null;
  const played = replay.frames.flatMap((frame) => frame.move?.move ?? []).slice(0, move.ply - 1);
  const asked = (line: readonly string[]) => ({
    ...rulesOf(replay.options),
    start,
    moves: [...played, ...line],
  });
  const line = kind === 'better' ? move.better.slice(0, 1) : [move.move, ...move.line];
  let reasons: readonly Reason[] = [];
  if (kind === 'better') {
    const here = await ask('pylos.analysis', asked([]), signal);
    if (here.moves[0]?.move === line[0]) reasons = here.reasons;
    for (let more = 0; more < ONWARD; more++) {
      const next = (await ask('pylos.analysis', asked(line), signal)).moves[0];
      if (!next) break;
      line.push(next.move);
    }
  }
  const steps: LineStep[] = [];
  for (let count = 0; count <= line.length; count++) {
    const { board } = await ask('pylos.game', asked(line.slice(0, count)), signal);
    const seat = count === 0 ? null : (((move.seat + count - 1) % 2) as Seat);
    steps.push({ move: line[count - 1] ?? null, seat, board });
  }
  return { kind, ply: move.ply, steps, reasons };
}

/** As the player saw it: what was hidden from them stays hidden. */
async function pacalLine(
  replay: Replay,
  move: ReviewedMove,
  kind: LineKind,
  signal?: AbortSignal,
): Promise<Line> {
  const solo = replay.frames[0]?.board.kind === 'solo';
  const before = roundBefore(roundsOf(replay), move.ply);
  const asked = (line: readonly string[]) => ({ ...before, actions: [...before.actions, ...line] });
  const look = async (line: readonly string[]): Promise<Board> =>
    solo
      ? (await ask('pacal.solo', asked(line), signal)).board
      : (await ask('pacal.round', { ...asked(line), viewer: move.seat }, signal)).board;
  const advise = (line: readonly string[]) =>
    ask(solo ? 'solo.advice' : 'pacal.advice', asked(line), signal);
  const line: string[] = [];
  const steps: LineStep[] = [{ move: null, seat: null, board: await look([]) }];
  let reasons: readonly Reason[] = [];
  for (let count = 0; count <= ONWARD; count++) {
    const board = steps.at(-1)!.board;
    if (board.kind === 'pylos' || board.outcome) break;
    const first = kind === 'better' ? move.better[0] : move.move;
    const next = count === 0 && first ? first : (await advise(line)).actions[0]?.action;
    if (next === undefined) break;
    if (count === 0 && kind === 'better') ({ reasons } = move);
    const seat = board.kind === 'pacal' ? board.actor : 0;
    line.push(next);
    steps.push({ move: next, seat, board: await look(line) });
  }
  return { kind, ply: move.ply, steps, reasons };
}

/** What a player of Pacal could know when choosing. */
export interface Knowledge {
  readonly analysis: PacalAnalysis;
  /** Cards that lay face down or in the opponent's hand. */
  readonly unseen: readonly number[];
  /** How many of them the opponent held. */
  readonly held: number;
}

export async function knownAt(
  replay: Replay,
  move: ReviewedMove,
  signal?: AbortSignal,
): Promise<Knowledge> {
  const before = roundBefore(roundsOf(replay), move.ply);
  if (replay.frames[0]?.board.kind === 'solo') {
    const analysis = await ask('solo.advice', before, signal);
    const { board } = await ask('pacal.solo', before, signal);
    return { analysis, unseen: unseenIn(board), held: 0 };
  }
  const analysis = await ask('pacal.advice', before, signal);
  const { board } = await ask('pacal.round', { ...before, viewer: move.seat }, signal);
  return { analysis, unseen: unseenIn(board), held: board.hands[1 - move.seat]?.size ?? 0 };
}

const CARDS = 50;

/** The cards that a board does not show to its viewer. */
export function unseenIn(board: Board): number[] {
  const seen = new Set<number | null>();
  if (board.kind === 'pylos') return [];
  const pyramids = board.kind === 'solo' ? [board.pyramid] : board.pyramids;
  for (const { card, covered } of pyramids.flat()) seen.add(card).add(covered);
  seen.add(board.card);
  if (board.kind === 'pacal') {
    for (const card of [...board.apexes, ...board.cards, ...(board.offer?.cards ?? [])])
      seen.add(card);
    for (const { cards } of board.hands) for (const card of cards ?? []) seen.add(card);
  }
  return Array.from({ length: CARDS }, (_, i) => i + 1).filter((card) => !seen.has(card));
}
