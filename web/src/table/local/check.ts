/** Whether a game that was kept elsewhere can have been played like that: the core plays all of it again. */
import { RefusedByCore, type May, type Seat } from '../../core/calls';
import type { Clock, Ending } from '../../protocol/messages';
import {
  look,
  roundOf,
  whatMay,
  type Asks,
  type LocalGame,
  type LocalTable,
  type Position,
} from './game';

/** Endings that do not follow from the moves. */
export const BY_PLAYERS = new Set(['resignation', 'agreement', 'time', 'abandoned', 'move-limit']);

type Unknown = Readonly<Record<string, unknown>>;
export const isObject = (value: unknown): value is Unknown =>
  typeof value === 'object' && value !== null;
export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;
export const isText = (value: unknown): value is string => typeof value === 'string';
export const isSeat = (value: unknown): value is Seat => value === 0 || value === 1;

const isAlike = (one: Ending | undefined, other: Ending) =>
  one?.winner === other.winner && one.reason === other.reason;

/** By time, resignation or agreement; the rules' own endings are not stored. */
function isForced(ending: unknown, may: May): boolean {
  if (!isObject(ending) || !BY_PLAYERS.has(String(ending['reason']))) return false;
  const { winner, reason, clause } = ending;
  const due = (reason === 'time' && may.time_clause) || null;
  const isAllowed = reason !== 'agreement' || (may.draw && winner === null);
  return isAllowed && (winner === null || isSeat(winner)) && clause === due;
}

/** The clock of `setup`, running for the seat to act or, before its first move, for nobody. */
function isClock({ setup, record }: LocalTable, clock: Clock | null, actor: Seat | null): boolean {
  if (clock === null) return setup.clock === null || record !== undefined;
  if (!isObject(clock) || !setup.clock) return false;
  const { initial_ms, increment_ms, remaining_ms, running, at_ms } = clock;
  return (
    initial_ms === setup.clock.initial_ms &&
    increment_ms === setup.clock.increment_ms &&
    Array.isArray(remaining_ms) &&
    remaining_ms.length === 2 &&
    remaining_ms.every(isCount) &&
    isCount(at_ms) &&
    (running === null || running === actor)
  );
}

function isLifted(lifted: unknown, rounds: number): boolean {
  if (lifted === null) return true;
  const [round, seat] = Array.isArray(lifted) ? (lifted as unknown[]) : [];
  return isCount(round) && round <= rounds && isSeat(seat);
}

/** The position after a round of `game`, whose moves are asked for one by one; null where a seat is wrong. */
async function playRound(
  core: Asks,
  { setup, game }: LocalTable,
  round: number,
): Promise<Position | null> {
  const turns = game.turns.filter((turn) => turn.round === round);
  const begun: LocalGame = {
    ...game,
    deals: game.deals.slice(0, round),
    rounds: game.rounds.slice(0, round - 1),
    ending: null,
  };
  let position = await look(core, setup, { ...begun, turns: [] }, null);
  for (const [index, { seat }] of turns.entries()) {
    if (position.actor !== seat) return null;
    position = await look(core, setup, { ...begun, turns: turns.slice(0, index + 1) }, null);
  }
  return position;
}

async function isPlayed(core: Asks, table: LocalTable): Promise<boolean> {
  const { setup, game, finished } = table;
  const last = roundOf(game);
  const dealt = setup.game === 'pylos' ? 0 : setup.mode === 'solo' ? 1 : last;
  if (game.deals.length !== dealt) return false;
  if (game.turns.some(({ round }, at) => round < (game.turns[at - 1]?.round ?? 1))) return false;
  if (game.turns.some(({ round }) => round > last)) return false;
  for (let round = 1; ; round++) {
    const position = await playRound(core, table, round);
    if (!position) return false;
    const { actor, roundEnding, outcome } = position;
    const stored = game.rounds[round - 1];
    if (roundEnding ? !isAlike(stored, roundEnding) : stored !== undefined) return false;
    if (round < last) {
      if (!roundEnding || outcome) return false;
      continue;
    }
    const isOver = outcome !== null || game.ending !== null;
    const may = await whatMay(core, setup, game, game.own, isOver);
    return (
      game.rounds.length <= last &&
      finished === isOver &&
      (game.ending === null || (outcome === null && isForced(game.ending, may))) &&
      isClock(table, game.clock, isOver ? null : actor) &&
      isLifted(game.lifted, last)
    );
  }
}

/** Whether the core allows all that was played, and nothing but that follows from it. */
export async function isSound(core: Asks, table: LocalTable): Promise<boolean> {
  try {
    return await isPlayed(core, table);
  } catch (error) {
    if (!(error instanceof RefusedByCore)) throw error;
    return false;
  }
}
