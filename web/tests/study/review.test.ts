import { describe, expect, it } from 'vitest';
import { pacalBuild, soloBoard } from '../../src/gallery/fixtures';
import type { Ending } from '../../src/protocol/messages';
import { unseenIn } from '../../src/study/review/lines';
import { roundBefore } from '../../src/study/review/rounds';
import type { Review, ReviewedMove } from '../../src/study/review/reviewGame';
import { gradeKey, isUnconfirmed, storyOf } from '../../src/study/review/story';
import { partsOf } from '../../src/study/wording';

const won = (winner: 0 | 1 | null): Ending => ({ winner, reason: 'summit', clause: null });

function reviewed(costs: readonly (readonly [0 | 1, number])[], solo = false): Review {
  const moves = costs.map(([seat, cost], index): ReviewedMove => ({
    ply: index + 1,
    seat,
    move: '1a1',
    grade: cost >= 1 ? 'blunder' : cost > 0 ? 'mistake' : 'good',
    cost,
    better: [],
    keeping: 1,
    of: 2,
    before: 0.5,
    after: 0.5,
    certain: true,
    idea: null,
    reply: null,
    reply_idea: null,
    line: [],
    reasons: [],
    win: null,
    best_win: null,
    doubts: [],
    nuance: '',
  }));
  return { game: 'pylos', solo, source: 'table', moves, tallies: [] };
}

describe('what decided a game', () => {
  const tell = (costs: readonly (readonly [0 | 1, number])[], winner: 0 | 1 | null) => {
    const story = storyOf(reviewed(costs), won(winner));
    return [story.kind, 'move' in story ? story.move.ply : null];
  };
  it('is nothing where nothing was given away', () => {
    expect(tell([[0, 0]], 0)).toEqual(['flawless', null]);
    const review = reviewed([[0, 0]]);
    expect(storyOf(review, { ...won(1), reason: 'summit' })).toMatchObject({ winner: 1 });
    expect(storyOf(review, { ...won(1), reason: 'resignation' })).toMatchObject({ winner: null });
  });
  it('is the costliest mistake of the loser', () => {
    const costs = [[0, 0], [1, 0.5], [0, 0], [1, 1]] as const; // prettier-ignore
    expect(tell(costs, 0)).toEqual(['decided', 4]);
  });
  it('is the last mistake of the loser where the lead changed hands', () => {
    const costs = [[0, 1], [1, 1], [0, 1], [1, 1], [0, 0]] as const; // prettier-ignore
    expect(tell(costs, 0)).toEqual(['swung', 4]);
  });
  it('is none of the mistakes where the loser made none', () => {
    expect(tell([[0, 0.5]], 0)).toEqual(['steady', null]);
  });
  it('is the costliest chance of a draw', () => {
    expect(tell([[0, 0.5], [1, 1]], null)).toEqual(['drawn', 2]); // prettier-ignore
  });
  it('is the own mistake in solo', () => {
    expect(storyOf(reviewed([[0, 1]], true), won(null)).kind).toBe('decided');
  });
});

it('names a loss that playing on did not confirm neither a mistake nor a little', () => {
  const graded = (['', 'slight', 'unclear'] as const).map((nuance) => {
    const move = { ...reviewed([[0, 0]]).moves[0]!, nuance };
    return [gradeKey(move), isUnconfirmed(move)];
  });
  expect(graded).toEqual([
    ['review.grade.good', false],
    ['review.slight', false],
    ['review.unclear', true],
  ]);
  expect(gradeKey(reviewed([[0, 0.29]]).moves[0]!)).toBe('review.grade.mistake');
});

describe('what a player of Pacal could know', () => {
  it('leaves out every card that lies open or in the own hand', () => {
    const unseen = unseenIn(pacalBuild);
    for (const card of [31, 44, 48, 37, 2, 50, 17, 42]) expect(unseen).not.toContain(card);
    expect(unseen).toContain(1);
    expect(unseenIn(soloBoard)).not.toContain(17);
  });
});

it('cuts a round before the move that is looked at', () => {
  const round = (actions: string[], before: number) => ({
    asked: { preset: 'en', deal: '', actions },
    before,
  });
  const rounds = [round(['a', 'b'], 0), round(['c', 'd'], 2)];
  expect(roundBefore(rounds, 2).actions).toEqual(['a']);
  expect(roundBefore(rounds, 3).actions).toEqual([]);
  expect(roundBefore(rounds, 4).actions).toEqual(['c']);
});

it('reads the parts of a move', () => {
  const move = '1a2>2b1-1c1-1d1';
  expect(partsOf(move)).toEqual({ move, source: '1a2', target: '2b1', taken: ['1c1', '1d1'] });
  expect(partsOf('1a2')).toMatchObject({ source: null, target: '1a2', taken: [] });
});
