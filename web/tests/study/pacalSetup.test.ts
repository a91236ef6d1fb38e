import { describe, expect, it } from 'vitest';
import { pacalBuild, pacalOffer, pacalTake } from '../../src/gallery/fixtures';
import {
  EMPTY,
  formatSetup,
  laidCards,
  parseSetup,
  putDown,
  setupOf,
  takeOff,
} from '../../src/study/explore/pacalSetup';

describe('a moment of Pacal laid out by hand', () => {
  it('is written into an address and read back', () => {
    for (const board of [pacalBuild, pacalOffer, pacalTake]) {
      const setup = setupOf(board, 0)!;
      expect(parseSetup(formatSetup(setup))).toEqual(setup);
      expect(encodeURIComponent(formatSetup(setup))).toBe(formatSetup(setup));
    }
    expect(parseSetup(formatSetup(EMPTY))).toEqual(EMPTY);
  });

  it('refuses what is none', () => {
    const good = formatSetup(setupOf(pacalTake, 0)!);
    expect(() => parseSetup(good)).not.toThrow();
    for (const bad of ['', 'x', good.replace('_', ''), good.replace('17', '71'), `${good}_1`])
      expect(() => parseSetup(bad)).toThrow();
  });

  it('has each card once, wherever it is put', () => {
    let setup = putDown(EMPTY, 17, { at: 'hand' });
    setup = putDown(setup, 17, { at: 'field', seat: 1, field: 4 });
    setup = putDown(setup, 20, { at: 'field', seat: 1, field: 4 });
    expect([...laidCards(setup)]).toEqual([20, 17]);
    expect(setup.unders[1][3]).toBe(17);
    // A third card goes nowhere, and taking the upper one off shows the lower one.
    expect(putDown(setup, 21, { at: 'field', seat: 1, field: 4 })).toBe(setup);
    expect(takeOff(setup, 20).tops[1][3]).toBe(17);
  });

  it('shows no hand that is hidden', () => {
    expect(setupOf(pacalBuild, 1)).toBeNull();
  });
});
