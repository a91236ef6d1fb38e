/** What was played day by day: as values, as text, and what it adds up to. */
export interface DailyEntry {
  readonly date: string;
  readonly is_over: boolean;
  readonly won: boolean;
}
/** As `sommet daily` keeps it. */
export interface SoloEntry extends DailyEntry {
  readonly rules: 'en' | 'fr';
  readonly moves: readonly string[];
  /** Whether the coach was asked. */
  readonly coached: boolean;
}
export interface PuzzleEntry extends DailyEntry {
  readonly number: number;
  readonly wrong: number;
  readonly hints: number;
  readonly shown: boolean;
}
export interface Diary {
  readonly solo: readonly SoloEntry[];
  readonly puzzles: readonly PuzzleEntry[];
  /** The most puzzles solved in a row: of Pylos, of Pacal. */
  readonly longestRun: number;
  readonly longestPacalRun: number;
  /** The numbers of the puzzles solved so far. */
  readonly solved: Readonly<Record<PuzzleGame, readonly number[]>>;
}
export type PuzzleGame = 'pylos' | 'pacal';
export interface Statistics {
  readonly played: number;
  readonly won: number;
  readonly streak: number;
  readonly longest: number;
}

const VERSION = 1;
const DAY_MS = 86_400_000;
/** The day of a moment, as 2026-11-15; days are those of UTC, the same for everybody. */
export const dayOf = (now_ms: number) => new Date(now_ms).toISOString().slice(0, 10);
export const EMPTY: Diary = {
  solo: [],
  puzzles: [],
  longestRun: 0,
  longestPacalRun: 0,
  solved: { pylos: [], pacal: [] },
};

const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value));
const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

function isEntry(value: unknown): value is DailyEntry & Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const { date, is_over, won } = value as Record<string, unknown>;
  return isDay(date) && typeof is_over === 'boolean' && typeof won === 'boolean';
}

function isSolo(value: unknown): value is SoloEntry {
  if (!isEntry(value)) return false;
  const { rules, moves } = value;
  return (
    (rules === 'en' || rules === 'fr') &&
    Array.isArray(moves) &&
    moves.every((move) => typeof move === 'string' && /^build \d{1,2}$/.test(move))
  );
}

function isPuzzle(value: unknown): value is PuzzleEntry {
  if (!isEntry(value)) return false;
  return isCount(value['number']) && isCount(value['wrong']) && isCount(value['hints']);
}

function isSolved(value: unknown): value is Diary['solved'] {
  if (typeof value !== 'object' || value === null) return false;
  const { pylos, pacal } = value as Record<string, unknown>;
  return [pylos, pacal].every((list) => Array.isArray(list) && list.every(isCount));
}

/** What a text holds, or null if it is not a diary. */
export function parseDiary(text: string): Diary | null {
  try {
    const read = JSON.parse(text) as Record<string, unknown>;
    if (read['sommet'] !== 'daily' || read['version'] !== VERSION) return null;
    // The last two came later: a diary without them is one, too.
    const { solo, puzzles, longestRun, longestPacalRun = 0, solved = EMPTY.solved } = read;
    if (!Array.isArray(solo) || !Array.isArray(puzzles) || !isCount(longestRun)) return null;
    if (!solo.every(isSolo) || !puzzles.every(isPuzzle)) return null;
    if (!isCount(longestPacalRun) || !isSolved(solved)) return null;
    return { solo, puzzles, longestRun, longestPacalRun, solved };
  } catch {
    return null;
  }
}

export function formatDiary(diary: Diary): string {
  return JSON.stringify({ sommet: 'daily', version: VERSION, ...diary }, null, 1);
}

/** Numbers of either list, ascending, each once. */
export const union = (ours: readonly number[], theirs: readonly number[]) =>
  [...new Set([...ours, ...theirs])].sort((a, b) => a - b);

/** Both diaries in one: of two entries for the same day the finished one stays, then our own. */
export function mergeDiaries(own: Diary, other: Diary): Diary {
  function merge<E extends DailyEntry>(
    ours: readonly E[],
    theirs: readonly E[],
    key: (e: E) => string,
  ) {
    const merged = new Map(theirs.map((entry) => [key(entry), entry]));
    for (const entry of ours)
      if (entry.is_over || !merged.get(key(entry))?.is_over) merged.set(key(entry), entry);
    return [...merged.values()].sort((a, b) => key(a).localeCompare(key(b)));
  }
  return {
    solo: merge(own.solo, other.solo, (entry) => entry.date + entry.rules),
    puzzles: merge(own.puzzles, other.puzzles, (entry) => entry.date),
    longestRun: Math.max(own.longestRun, other.longestRun),
    longestPacalRun: Math.max(own.longestPacalRun, other.longestPacalRun),
    solved: {
      pylos: union(own.solved.pylos, other.solved.pylos),
      pacal: union(own.solved.pacal, other.solved.pacal),
    },
  };
}

const dayNumber = (date: string) => Math.round(Date.parse(date) / DAY_MS);

/** As `sommet.match.daily.add_up`: an unfinished today does not break a streak. */
export function addUp(entries: readonly DailyEntry[], today: string): Statistics {
  const finished = entries.filter((entry) => entry.is_over);
  const wins = new Set(finished.filter(({ won }) => won).map(({ date }) => dayNumber(date)));
  let longest = 0;
  for (const day of wins) {
    if (wins.has(day - 1)) continue;
    let length = 0;
    while (wins.has(day + length)) length++;
    longest = Math.max(longest, length);
  }
  const now = dayNumber(today);
  const lostToday = finished.some(({ date, won }) => !won && dayNumber(date) === now);
  let streak = 0;
  if (!lostToday) for (let day = wins.has(now) ? now : now - 1; wins.has(day); day--) streak++;
  return { played: finished.length, won: wins.size, streak, longest };
}

/** Complete pyramids with covering: the number of cards used, and how often. */
export function countCards(entries: readonly SoloEntry[]): [number, number][] {
  const counts = new Map<number, number>();
  for (const { rules, won, moves } of entries)
    if (won && rules === 'en') counts.set(moves.length, (counts.get(moves.length) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a - b);
}
