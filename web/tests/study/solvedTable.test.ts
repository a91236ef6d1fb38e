/** Who gets an estimate, in a hint or a puzzle, also gets the solved positions that make it certain. */
import { createRawSnippet, flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Hint, PuzzleAnswer, PuzzlePosition } from '../../src/core/coachCalls';
import type { Progress } from '../../src/core/messages';
import { pylosMiddle } from '../../src/gallery/fixtures';
import { friends, judged } from '../../src/gallery/snapshots';
import HelpPanel from '../../src/study/hints/HelpPanel.svelte';
import PuzzleBoard from '../../src/study/puzzles/PuzzleBoard.svelte';

const tables = vi.hoisted(() => ({ keep: vi.fn(), kept: vi.fn() }));
const coach = vi.hoisted(() => ({ tryPuzzle: vi.fn(), solvePuzzle: vi.fn() }));
vi.mock('../../src/core/tables', () => ({ tables }));
vi.mock('../../src/study/coach', () => coach);

let mounted: Record<string, unknown> | undefined;
/** Lets the solved positions arrive. */
let arrive: () => void;

function show<P extends Record<string, unknown>>(component: Component<P>, props: P) {
  mounted = mount(component, { target: document.body, props });
  flushSync();
}

const find = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`);
const present = (id: string) =>
  vi.waitFor(
    () => {
      const found = find(id);
      if (!found) throw new Error(`there is no ${id}`);
      return found;
    },
    { timeout: 60_000 },
  );

beforeEach(() => {
  tables.kept.mockResolvedValue({ keptBytes: 0, ofBytes: 9_000_000 });
  tables.keep.mockImplementation((_: string, report: (progress: Progress) => void) => {
    report({ doneBytes: 1_000_000, ofBytes: 9_000_000 } as Progress);
    return new Promise<void>((resolve) => (arrive = resolve));
  });
});

afterEach(async () => {
  if (mounted) await unmount(mounted);
  mounted = undefined;
  document.body.replaceChildren();
  vi.clearAllMocks();
});

describe('a hint', () => {
  const help = (opponent: string, preset = 'standard') => {
    const hint = (source: 'search' | 'table'): Hint => ({
      pylos: { ...judged, source },
      pacal: null,
    });
    const find = vi
      .fn<(table: string, signal: AbortSignal) => Promise<Hint>>(() =>
        Promise.resolve(hint('table')),
      )
      .mockResolvedValueOnce(hint('search'));
    const [own, other] = friends.players;
    const players = [own!, { ...other!, kind: 'computer' as const, opponent }];
    const options = { preset, rulings: [] };
    const snapshot = { ...friends, mode: 'computer' as const, players, options };
    show(HelpPanel, { snapshot, find, worth: null, chances: null, advice: '' });
    return find;
  };

  it('by searching fetches the table and is then judged again', async () => {
    const asked = help('level:4');
    (await present('hint')).click();
    expect((await present('solved-table')).querySelector('progress')).not.toBeNull();
    expect(tables.keep).toHaveBeenCalledExactlyOnceWith('standard', expect.any(Function));
    arrive();
    await vi.waitFor(() => expect(find('solved-table')).toBeNull(), { timeout: 60_000 });
    expect(asked).toHaveBeenCalledTimes(2);
    expect(find('gentle-hint')).not.toBeNull();
  });

  it('offers the largest table and does not fetch it unasked', async () => {
    help('level:4', 'expert');
    (await present('hint')).click();
    const button = await present('fetch-table');
    expect(tables.keep).not.toHaveBeenCalled();
    button.click();
    expect(tables.keep).toHaveBeenCalledExactlyOnceWith('expert', expect.any(Function));
  });

  it('leaves it to the table at level 8, and is given up when its screen is left', async () => {
    const asked = help('level:8');
    (await present('hint')).click();
    await present('gentle-hint');
    expect(find('solved-table')).toBeNull();
    const [, signal] = asked.mock.lastCall!;
    expect(signal.aborted).toBe(false);
    await unmount(mounted!);
    mounted = undefined;
    expect(signal.aborted).toBe(true);
  });
});

describe('a puzzle', () => {
  it('judged by searching fetches the table and is judged again', async () => {
    const puzzle = {
      number: 7,
      grade: 1,
      rules: 'children',
      aim: 'win',
      board: pylosMiddle,
    } as unknown as PuzzlePosition;
    const answer = (source: 'search' | 'table') =>
      ({
        right: false,
        worth: 'loss',
        reply: null,
        reply_idea: null,
        outcome: null,
        source,
        board: pylosMiddle,
      }) as unknown as PuzzleAnswer;
    coach.tryPuzzle.mockResolvedValue(answer('table')).mockResolvedValueOnce(answer('search'));
    const nothing = createRawSnippet(() => ({ render: () => '<span></span>' }));
    const [onwrong, onsolved] = [vi.fn(), vi.fn()];
    show(PuzzleBoard, { puzzle, onsolved, onwrong, heading: nothing, after: nothing });
    (await present('cell-1d4')).click();
    await present('puzzle-estimate');
    await present('solved-table');
    expect(tables.keep).toHaveBeenCalledExactlyOnceWith('children', expect.any(Function));
    arrive();
    await vi.waitFor(() => expect(find('puzzle-estimate')).toBeNull(), { timeout: 60_000 });
    expect(coach.tryPuzzle.mock.calls[1]).toEqual(coach.tryPuzzle.mock.calls[0]);
    expect(onwrong).toHaveBeenCalledOnce();
  });
});
