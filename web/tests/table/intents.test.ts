import { expect, it } from 'vitest';
import { pacalBuild } from '../../src/gallery/fixtures';
import { flipped, roundAhead, waitsForTouch } from '../../src/table/intents';

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

it('lets whoever offered prepare where the card that was left is built', () => {
  const board = { ...pacalBuild, fits: [{ card: 42, own: [1, 2], other: [] }] };
  // Seat 1 offered 17 and 42, seat 0 took 17 and builds it now.
  expect(roundAhead(board, 0)).toBeNull();
  const seat1 = { ...board, viewer: 1 as const, fits: [{ card: 42, own: [1, 2], other: [] }] };
  const ahead = roundAhead(seat1, 1);
  expect(ahead).toMatchObject({ phase: 'build', actor: 1, card: 42 });
  const allowed = ahead?.choices?.fields.filter((field) => field.allowed);
  expect(allowed).toMatchObject([
    { field: 1, covers: false },
    { field: 2, covers: true },
  ]);
  expect(roundAhead({ ...seat1, fits: [] }, 1)).toBeNull();
});

it('lets whoever chose prepare the next offer, while there is one', () => {
  const board = { ...pacalBuild, actor: 1 as const };
  const ahead = roundAhead(board, 0);
  expect(ahead).toMatchObject({ phase: 'offer', actor: 0 });
  expect(ahead?.choices?.offerable).toEqual([2, 8, 11, 20, 28, 35, 41, 50]);
  expect(roundAhead({ ...board, turn: 14 }, 0)).toBeNull();
  expect(roundAhead({ ...board, phase: 'take' }, 0)).toBeNull();
});
