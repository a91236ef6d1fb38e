/** What was played day by day, kept in this browser only. */
import {
  EMPTY,
  formatDiary,
  mergeDiaries,
  parseDiary,
  union,
  type Diary,
  type PuzzleEntry,
  type PuzzleGame,
  type SoloEntry,
} from './diaryBook';

const KEY = 'sommet.daily';

function load(): Diary {
  try {
    return parseDiary(localStorage.getItem(KEY) ?? '') ?? EMPTY;
  } catch {
    return EMPTY;
  }
}

let kept: Diary = $state.raw(load());

export const diary = {
  get now(): Diary {
    return kept;
  },
  /** Takes another tab's changes over; called before anything is changed. */
  keep(change: (now: Diary) => Diary): void {
    kept = change(mergeDiaries(kept, load()));
    try {
      localStorage.setItem(KEY, formatDiary(kept));
    } catch {
      // Private windows may refuse; the diary then lasts for this page.
    }
  },
  keepSolo(entry: SoloEntry): void {
    diary.keep((now) => ({
      ...now,
      solo: [
        ...now.solo.filter(({ date, rules }) => date !== entry.date || rules !== entry.rules),
        entry,
      ],
    }));
  },
  /** Notes a puzzle that was solved, and how many there were in a row. */
  keepSolved(game: PuzzleGame, number: number, run: number): void {
    const longest = game === 'pylos' ? 'longestRun' : 'longestPacalRun';
    diary.keep((now) => ({
      ...now,
      [longest]: Math.max(now[longest], run),
      solved: { ...now.solved, [game]: union(now.solved[game], [number]) },
    }));
  },
  keepPuzzle(entry: PuzzleEntry): void {
    diary.keep((now) => ({
      ...now,
      puzzles: [...now.puzzles.filter(({ date }) => date !== entry.date), entry],
    }));
  },
};
