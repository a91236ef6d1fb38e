import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { START } from '../../src/games/pylos/choice';
import { formatPosition, parsePosition, START_POSITION } from '../../src/games/pylos/geometry';
import type { MoveWorth } from '../../src/core/coachCalls';
import type { LevelStrength } from '../../src/kept/levels';
import type { Snapshot } from '../../src/protocol/snapshot';
import {
  addUp,
  countCards,
  EMPTY,
  formatDiary,
  mergeDiaries,
  parseDiary,
  type PuzzleEntry,
  type SoloEntry,
} from '../../src/kept/diaryBook';
import { marksFor } from '../../src/games/pylos/marks';
import {
  keepResult,
  nextToBeat,
  propose,
  rate,
  readResults,
  type Result,
} from '../../src/kept/results';
import { pointing, withCells, withFields } from '../../src/study/hints/pointing.svelte';
import { actionText, narrowness, percent, reasonText, sayReason } from '../../src/study/wording';

/** How `sommet.match.daily` adds days up; tests/cli/test_cli_daily.py reads the same file. */
const statistics = JSON.parse(readFileSync('tests/records/statistics.json', 'utf8')) as {
  about: string;
  today: string;
  won: Record<string, number>;
  lost: string[];
  running: string[];
  adds_up_to: object;
  by_cards: [number, number][];
}[];

const move = (text: string, worth: MoveWorth['worth']): MoveWorth => {
  const [path = '', ...taken] = text.split('-');
  const [first = '', second] = path.split('>');
  const source = second === undefined ? null : first;
  return {
    move: text,
    source,
    target: second ?? first,
    taken,
    worth,
    certain: true,
    distance: null,
  };
};

describe('marks on the board', () => {
  const moves = [
    move('1a1', 'loss'),
    move('1b1-1c1', 'draw'),
    move('1b1-1c1-1d1', 'win'),
    move('2a1>3a1', 'win'),
    move('2a1>3b1', 'loss'),
  ];

  it('show the best that touching a cell can lead to', () => {
    expect(Object.fromEntries(marksFor(moves, START))).toEqual({
      '1a1': 'loss',
      '1b1': 'win',
      '2a1': 'win',
    });
  });

  it('follow a move in the making', () => {
    expect(Object.fromEntries(marksFor(moves, { at: 'raising', source: '2a1' }))).toEqual({
      '3a1': 'win',
      '3b1': 'loss',
    });
    const taking = { at: 'taking', source: null, target: '1b1' } as const;
    expect(Object.fromEntries(marksFor(moves, { ...taking, taken: [] }))).toEqual({
      '1c1': 'win',
      '1d1': 'win',
    });
    expect(Object.fromEntries(marksFor(moves, { ...taking, taken: ['1c1'] }))).toEqual({
      '1d1': 'win',
    });
  });
});

describe('positions', () => {
  it('are written as they are read', () => {
    for (const text of [START_POSITION, 'LDDL/DLLD/LDDL/...L|LD./.../..D|../..|. D']) {
      const { cells, side } = parsePosition(text);
      expect(formatPosition(cells, side)).toBe(text);
    }
  });
});

describe('the diary', () => {
  const puzzle = (date: string, won: boolean, is_over = true): PuzzleEntry => ({
    date,
    number: 7,
    is_over,
    won,
    wrong: won ? 0 : 1,
    hints: 0,
    shown: false,
  });
  const solo = (date: string, cards: number, won: boolean): SoloEntry => ({
    date,
    rules: 'en',
    moves: Array.from({ length: cards }, (_, n) => `build ${(n % 10) + 1}`),
    coached: false,
    is_over: true,
    won,
  });

  it.each(statistics)('adds up as the command line does: $about', (one) => {
    const days = [
      ...Object.entries(one.won).map(([date, cards]) => solo(date, cards, true)),
      ...one.lost.map((date) => solo(date, 5, false)),
      ...one.running.map((date) => ({ ...solo(date, 5, false), is_over: false })),
    ];
    expect(addUp(days, one.today)).toEqual(one.adds_up_to);
    expect(countCards(days)).toEqual(one.by_cards);
  });

  it('is written and read, and refuses what is none', () => {
    const diary = { solo: [solo('2026-03-01', 12, true)], puzzles: [puzzle('2026-03-01', true)] };
    const solved = { pylos: [3], pacal: [1, 200] };
    const full = { ...diary, longestRun: 4, longestPacalRun: 2, solved };
    expect(parseDiary(formatDiary(full))).toEqual(full);
    const older = JSON.stringify({ sommet: 'daily', version: 1, ...diary, longestRun: 4 });
    expect(parseDiary(older)).toEqual({ ...EMPTY, ...diary, longestRun: 4 });
    expect(parseDiary(formatDiary(full).replace('200', '-1'))).toBeNull();
    for (const text of ['', '[]', '{}', '{"sommet":"daily","version":9}', 'null'])
      expect(parseDiary(text)).toBeNull();
    const wild = formatDiary(full).replace('build 1', 'alert(1)');
    expect(parseDiary(wild)).toBeNull();
    expect(parseDiary(formatDiary(full).replace('2026-03-01', '2026-99-01'))).toBeNull();
  });

  it('merges two machines: finished days win over open ones', () => {
    const here = { ...EMPTY, puzzles: [puzzle('2026-03-01', false, false)], longestRun: 2 };
    const there = {
      ...EMPTY,
      puzzles: [puzzle('2026-03-01', true), puzzle('2026-02-28', true)],
      longestRun: 1,
    };
    const both = mergeDiaries(here, there);
    expect(both.puzzles.map(({ date, won }) => [date, won])).toEqual([
      ['2026-02-28', true],
      ['2026-03-01', true],
    ]);
    expect(both.longestRun).toBe(2);
    expect(mergeDiaries(there, here)).toEqual(both);
    const more = { ...EMPTY, longestPacalRun: 3, solved: { pylos: [5], pacal: [2, 1] } };
    const most = mergeDiaries({ ...here, solved: { pylos: [5], pacal: [9] } }, more);
    expect([most.longestPacalRun, most.solved]).toEqual([3, { pylos: [5], pacal: [1, 2, 9] }]);
  });
});

describe('levels that suit', () => {
  const levels: LevelStrength[] = [255, 492, 693, 917, 1131, 1337, 1461, 1589].map((elo, n) => ({
    level: n + 1,
    spec: `level:${n + 1}`,
    elo,
    margin: 100,
  }));
  const games = (level: number, scores: number[]): Result[] =>
    scores.map((score, n) => ({
      id: `${level}/${n}`,
      game: 'pylos',
      preset: 'standard',
      level,
      score,
    }));

  beforeEach(() => localStorage.clear());

  it('lead on from the strongest one beaten', () => {
    const ladder: LevelStrength[] = [1, 2, 3].map((level) => ({
      level,
      spec: `level:${level}`,
      elo: level * 300,
      margin: 50,
    }));
    const game = (level: number, score: number, preset = 'standard'): Result => ({
      id: `${level}/${score}/${preset}`,
      game: 'pylos',
      preset,
      level,
      score,
    });
    const after = (...all: Result[]) => nextToBeat(all, 'pylos', 'standard', ladder);
    expect(after(game(1, 0), game(2, 0.5), game(3, 1, 'expert'))).toBeNull();
    expect(after(game(1, 1), game(2, 0))).toEqual({ beaten: 1, level: 2 });
    expect(after(game(2, 1), game(1, 1))).toEqual({ beaten: 2, level: 3 });
    expect(after(game(3, 1))).toEqual({ beaten: 3, level: 3 });
  });

  it('are proposed from results, higher after wins and lower after losses', () => {
    const even = propose(games(3, [1, 0, 1, 0, 1, 0]), 'pylos', 'standard', levels);
    expect(even?.level).toBe(3);
    expect(even?.recent).toEqual({ level: 3, won: 3, of: 6 });
    const good = propose(games(3, [1, 1, 1, 1, 1]), 'pylos', 'standard', levels);
    expect(good!.level).toBeGreaterThan(3);
    const bad = propose(games(3, [0, 0, 0, 0, 0]), 'pylos', 'standard', levels);
    expect(bad!.level).toBeLessThan(3);
    expect(propose(games(3, [1]), 'pylos', 'standard', levels)).toBeNull();
    expect(propose(games(3, [1, 1]), 'pylos', 'expert', levels)).toBeNull();
    expect(propose(games(3, [1, 1]), 'pacal', 'en', levels)).toBeNull();
  });

  it('follow the latest games more than the old ones', () => {
    const better = rate([...games(3, [0, 0, 0]), ...games(3, [1, 1, 1])], levels);
    const worse = rate([...games(3, [1, 1, 1]), ...games(3, [0, 0, 0])], levels);
    expect(better).toBeGreaterThan(worse);
  });

  it('keep a game against the computer once', () => {
    const snapshot = {
      table: 'Ab3dEf6hIj9k',
      game_number: 1,
      game: 'pylos',
      mode: 'computer',
      ply: 20,
      you: { role: 'player', seats: [1] },
      players: [{ seat: 0, kind: 'computer', opponent: 'level:4' }],
      options: { preset: 'standard' },
      outcome: { winner: 1, reason: 'summit', clause: 'PYL-6' },
    } as unknown as Snapshot;
    keepResult(snapshot);
    keepResult(snapshot);
    expect(readResults()).toMatchObject([{ level: 4, score: 1, game: 'pylos' }]);
    keepResult({ ...snapshot, game_number: 2, mode: 'friend' });
    keepResult({ ...snapshot, game_number: 3, ply: 2 });
    keepResult({ ...snapshot, game_number: 4, outcome: null });
    expect(readResults()).toHaveLength(1);
  });
});

describe('what a reason is about', () => {
  const stops = sayReason({ key: 'why.stops-square', params: { cells: ['2a1', '2b1'] } });
  const gap = sayReason({ key: 'coach.gap-closed', params: {}, about: [3, 4] });
  const open = sayReason({ key: 'coach.open', params: {}, about: [] });
  const chances = new Map([
    [3, '40%'],
    [9, '12%'],
  ]);

  it('is marked on the board beside the moves, but never instead of the coach’s own', () => {
    pointing.hold([open, stops]);
    const moves = [
      { ...move('2a1', 'win'), worth: 'hint' as const },
      move('2b1', 'loss'),
      move('1c3', 'draw'),
    ];
    expect([...marksFor(withCells(moves)!, START)].sort()).toEqual([
      ['1c3', 'draw'],
      ['2a1', 'hint'],
      ['2b1', 'about'],
    ]);
    expect(withFields(chances)).toBe(chances);
    expect(stops.about?.cells).toEqual(['2a1', '2b1']);
    expect(open.about).toBeNull();
  });

  it('is marked on the fields of the pyramid that it is about', () => {
    pointing.hold([open, gap]);
    expect([...withFields(chances)!]).toEqual([
      [3, '40% ◆'],
      [9, '12%'],
      [4, '◆'],
    ]);
    expect(withFields(chances, 1)).toBe(chances);
    expect(withCells(null)).toBeNull();
  });

  it('gives way to what is pointed at, and comes back', () => {
    pointing.hold([gap]);
    pointing.under = stops.about;
    expect(pointing.shown).toBe(stops.about);
    pointing.under = null;
    expect(pointing.shown).toBe(gap.about);
    pointing.hold([]);
    expect(pointing.shown).toBeNull();
  });
});

describe('the coach in words', () => {
  it('fills lists and numbers in', () => {
    expect(reasonText({ key: 'coach.fits-nowhere', params: { cards: [3, 17, 40] } })).toBe(
      'These cards in your hand would no longer fit anywhere: 3, 17, and 40.',
    );
    expect(reasonText({ key: 'coach.blockers', params: { count: 2, unseen: 30 } })).toContain(
      '2 of the 30',
    );
    expect(reasonText({ key: 'coach.strange', params: {} })).toContain('strange');
    const top = { above: 51, below: 41, fields: 2, cards: 1 };
    expect(reasonText({ key: 'coach.gap-closed', params: top })).toContain('the gap above 41');
    const gone = { above: 45, below: 0, cards: [7, 9] };
    expect(reasonText({ key: 'coach.gone', params: gone })).toBe(
      'For the gap below 45, these cards can no longer come: 7 and 9.',
    );
    expect(reasonText({ key: 'coach.keeps', params: { taken: 7, kept: 9 } })).toBe(
      'They would most likely take the 7, and you keep the 9.',
    );
    const cells = ['2a1', '2b1'];
    expect(reasonText({ key: 'why.leaves-square', params: { cells } })).toBe(
      'It does not stop the opponent’s square on 2a1, 2b1.',
    );
    expect(reasonText({ key: 'why.strange', params: { cells: [] } })).toContain('strange');
    expect(actionText('offer 17 42')).toBe('Offer 17 and 42');
    expect(actionText('build 5')).toBe('Build on field 5');
    expect(percent(0.634)).toBe('63%');
    expect(percent(0.004)).toBe('0.4%');
  });
});

describe('a lost position', () => {
  const lost = (light: string[]) => {
    const board = { light, dark: [], turn: 0 };
    const moves = [move('1b2', 'loss')];
    return narrowness({ board, worth: 'loss', distance: null, keeping: 1, moves } as never);
  };

  it('is called that, but nobody is put off the game before its first move', () => {
    expect(lost(['1a1'])).toBe('No move saves the game.');
    expect(lost([])).toContain('the game is wide open');
  });
});
