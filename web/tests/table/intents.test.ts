import { expect, it } from 'vitest';
import { flipped, waitsForTouch } from '../../src/table/intents';

it('asks for a second touch only where one touch made the move', () => {
  expect(waitsForTouch('phone', '1a1', true)).toBe(true);
  expect(waitsForTouch('phone', '1a1', false)).toBe(false);
  expect(waitsForTouch('never', '1a1', true)).toBe(false);
  expect(waitsForTouch('always', '1a1>2b1', false)).toBe(true);
  expect(waitsForTouch('always', 'build 4', false)).toBe(true);
  for (const move of ['1a1-1b1', 'offer 3 4', 'take 3', 'decline'])
    expect(waitsForTouch('always', move, true), move).toBe(false);
});

it('gives the other side the move', () => {
  expect(flipped('..../..../..../....|.../.../...|../..|. L')).toMatch(/ D$/);
  expect(flipped('..../..../..../....|.../.../...|../..|. D')).toMatch(/ L$/);
});
