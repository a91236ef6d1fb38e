import { describe, expect, it } from 'vitest';
import { isSolved } from '../../src/core/solved';
import { PRESETS } from '../../src/core/tableCalls';
import { decidingRulings, games } from '../../src/protocol/offers';

describe('rules with a solved table', () => {
  it('are those for which one ships', () => {
    expect(decidingRulings).toEqual({
      children: ['reserve'],
      standard: ['takeback', 'reserve'],
      expert: ['takeback', 'reserve'],
    });
    expect(games.pylos.presets.map(({ name }) => name)).toEqual([...PRESETS]);
    expect(isSolved('children', ['takeback', 'repetition'])).toBe(true);
    expect(isSolved('expert', ['takeback'])).toBe(false);
    expect(isSolved('standard', [])).toBe(true);
  });
});
