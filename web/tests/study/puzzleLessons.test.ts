import { describe, expect, it } from 'vitest';
import { endingsLike, LESSONS, rulesOf } from '../../src/study/puzzles/lessons';

describe('lessons in Pylos', () => {
  it('tell how often such endings are won; traps are counted nowhere', () => {
    for (const rules of rulesOf('ahead')) {
      for (const lesson of LESSONS) {
        const like = endingsLike(lesson, rules);
        if (lesson === 'trap' || lesson === 'draw') expect(like).toBeNull();
        else expect(like!.won + like!.lost).toBeLessThanOrEqual(1);
      }
      expect(endingsLike('ahead', rules)!.won).toBeGreaterThan(endingsLike('behind', rules)!.won);
    }
    expect(endingsLike('ahead', 'blitz')).toBeNull();
  });

  it('are for all rules, but draws for the expert game alone', () => {
    for (const lesson of LESSONS)
      expect(rulesOf(lesson)).toEqual(
        lesson === 'draw' ? ['expert'] : ['children', 'standard', 'expert'],
      );
  });
});
