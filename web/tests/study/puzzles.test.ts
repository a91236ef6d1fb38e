import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mixed, parsePuzzles, streakOrder, tidy } from '../../src/study/puzzles/pacalPuzzles';
import { choose } from '../../src/study/puzzles/series';

const puzzles = parsePuzzles(readFileSync('../src/sommet/bots/data/puzzles-pacal.tsv', 'utf-8'));

describe('puzzles of Pacal', () => {
  it('are read from the file that the library reads', () => {
    expect(puzzles).toHaveLength(200);
    expect(puzzles[2]).toMatchObject({
      number: 3,
      preset: 'en',
      solution: 'offer 18 19',
      grade: 1,
    });
    expect(puzzles.every(({ solution }) => tidy(solution) === solution)).toBe(true);
    expect(() => parsePuzzles('en\tx')).toThrow('line 1 is no puzzle');
  });

  it('come in a row from easy to hard, each once, in an order of the seed', () => {
    const order = streakOrder(puzzles, 7);
    expect(order.slice(0, 30).map(({ grade }) => grade)).toEqual(
      Array.from({ length: 30 }, (_, place) => Math.floor(place / 6) + 1),
    );
    expect(new Set(order).size).toBe(200);
    expect(streakOrder(puzzles, 7)).toEqual(order);
    expect(streakOrder(puzzles, 8)).not.toEqual(order);
  });

  it('an offer is the same in either order', () => {
    expect(tidy('offer 42 7')).toBe('offer 7 42');
    expect(tidy('build 10')).toBe('build 10');
  });
});

describe('puzzles of one grade', () => {
  const numbers = [1, 2, 3, 4, 5];

  it('go on with what is not solved yet, and never with the one before', () => {
    for (let seed = 0; seed < 20; seed++) {
      expect([1, 2]).toContain(choose(numbers, [3, 4, 5], 0, seed));
      expect(choose(numbers, [3, 4, 5], 1, seed)).toBe(2);
      expect(choose(numbers, numbers, 2, seed)).not.toBe(2);
    }
    expect(choose([4], [4], 4, 1)).toBe(4);
  });

  it('mixing loses nothing', () => {
    for (const seed of [0, 1, 2 ** 31 - 1]) expect(mixed(numbers, seed).sort()).toEqual(numbers);
  });
});
