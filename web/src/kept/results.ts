/** Games against the computer, kept in this browser, and the level that they suggest. */
import type { Snapshot } from '../protocol/snapshot';
import type { LevelStrength } from './levels';

export interface Result {
  readonly id: string;
  readonly game: string;
  readonly preset: string;
  readonly level: number;
  /** 1 won, 0.5 drawn, 0 lost. */
  readonly score: number;
}

const KEY = 'sommet.results';
const MOST = 200;
/** Older games count less: each one 0.85 of the one after it. */
const FADE = 0.85;
/** How far from the middle of the ladder a player is likely to be, in Elo. */
const SPREAD = 400;
/** Below this many games nothing is proposed. */
export const ENOUGH = 2;

export function readResults(): readonly Result[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return resultsIn(stored);
  } catch {
    return [];
  }
}

/** The entries of a list that are results; none where it is no list. */
function resultsIn(stored: unknown): readonly Result[] {
  return Array.isArray(stored)
    ? stored.filter(
        (entry): entry is Result =>
          typeof entry === 'object' &&
          entry !== null &&
          typeof (entry as Result).level === 'number' &&
          typeof (entry as Result).score === 'number',
      )
    : [];
}

function store(results: readonly Result[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(results.slice(-MOST)));
  } catch {
    // Then no level is proposed.
  }
}

/** Adds results of another browser, as games before those here. */
export function addResults(found: unknown): void {
  const own = readResults();
  const known = new Set(own.map(({ id }) => id));
  store([...resultsIn(found).filter(({ id }) => !known.has(id)), ...own]);
}

/** Keeps how a game against a level ended, once. */
export function keepResult(snapshot: Snapshot): void {
  const { outcome, mode, you } = snapshot;
  const seat = you.seats[0];
  const computer = snapshot.players.find(({ kind }) => kind === 'computer');
  const level = /^level:(\d+)$/.exec(computer?.opponent ?? '')?.[1];
  if (!outcome || mode !== 'computer' || you.role !== 'player' || seat === undefined) return;
  // A game given up at once says nothing about strength.
  if (level === undefined || snapshot.ply < 4) return;
  const id = `${snapshot.table}/${snapshot.game_number}`;
  const results = readResults();
  if (results.some((entry) => entry.id === id)) return;
  const result: Result = {
    id,
    game: snapshot.game,
    preset: snapshot.options.preset,
    level: Number(level),
    score: outcome.winner === null ? 0.5 : outcome.winner === seat ? 1 : 0,
  };
  store([...results, result]);
}

export const expected = (own: number, other: number) => 1 / (1 + 10 ** ((other - own) / 400));

export interface Proposal {
  readonly level: number;
  /** The player's rating on the levels' scale. */
  readonly rating: number;
  /** The chance to win against that level. */
  readonly chance: number;
  readonly games: number;
  /** The latest games against the level played last: won (draws half) and how many. */
  readonly recent: { readonly level: number; readonly won: number; readonly of: number };
}

/** The rating that fits the results best, with a mild guess towards the middle of the ladder. */
export function rate(results: readonly Result[], levels: readonly LevelStrength[]): number {
  const elo = new Map(levels.map((one) => [one.level, one.elo]));
  const middle = levels[Math.floor(levels.length / 3)]?.elo ?? 0;
  const games = results
    .filter(({ level }) => elo.has(level))
    .map(({ level, score }, index, all) => ({
      elo: elo.get(level)!,
      score,
      weight: FADE ** (all.length - 1 - index),
    }));
  // The slope of the likelihood falls with the rating, so halving finds where it is nought.
  let low = -1000;
  let high = 4000;
  for (let step = 0; step < 40; step++) {
    const rating = (low + high) / 2;
    const slope = games.reduce(
      (sum, game) => sum + game.weight * (game.score - expected(rating, game.elo)),
      ((middle - rating) / SPREAD ** 2) * (400 / Math.LN10),
    );
    if (slope > 0) low = rating;
    else high = rating;
  }
  return (low + high) / 2;
}

/** The level against which the player should win about every second game. */
export function propose(
  all: readonly Result[],
  game: string,
  preset: string,
  levels: readonly LevelStrength[],
): Proposal | null {
  const results = all.filter((one) => one.game === game && one.preset === preset);
  const last = results.at(-1);
  if (!last || results.length < ENOUGH || levels.length === 0) return null;
  const rating = rate(results, levels);
  const nearest = levels.reduce((best, one) =>
    Math.abs(one.elo - rating) < Math.abs(best.elo - rating) ? one : best,
  );
  const recent = results.filter(({ level }) => level === last.level).slice(-10);
  return {
    level: nearest.level,
    rating: Math.round(rating),
    chance: expected(rating, nearest.elo),
    games: results.length,
    recent: {
      level: last.level,
      won: recent.reduce((sum, { score }) => sum + score, 0),
      of: recent.length,
    },
  };
}

/** The strongest level beaten by these rules, and the one to try next: itself, where it is the last. */
export function nextToBeat(
  all: readonly Result[],
  game: string,
  preset: string,
  levels: readonly LevelStrength[],
): { readonly beaten: number; readonly level: number } | null {
  const won = all.filter((one) => one.game === game && one.preset === preset && one.score === 1);
  if (won.length === 0) return null;
  const beaten = Math.max(...won.map(({ level }) => level));
  return { beaten, level: levels.some(({ level }) => level === beaten + 1) ? beaten + 1 : beaten };
}
