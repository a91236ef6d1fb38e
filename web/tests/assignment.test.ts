import { describe, expect, it } from 'vitest';
import { assignBalls, type PlacedBall } from '../src/games/pylos/three/assignment';
import { BALLS, cellNamed, parsePosition } from '../src/games/pylos/geometry';

const balls = (): PlacedBall[] =>
  (['L', 'D'] as const).flatMap((colour) =>
    Array.from({ length: BALLS }, (_, slot) => ({ colour, cell: null, slot })),
  );
const at = (text: string) => parsePosition(`${text} L`).cells;
const EMPTY = '..../..../..../....|.../.../...|../..|.';

describe('balls of the 3D board', () => {
  it('come from the end of the tray and go back to its gap', () => {
    const all = balls();
    assignBalls(all, at('L.../..../..../....|.../.../...|../..|.'));
    expect(all.find((ball) => ball.cell === 0)).toMatchObject({ colour: 'L', slot: 14 });
    assignBalls(all, at(EMPTY));
    const slots = all.filter((ball) => ball.colour === 'L').map((ball) => ball.slot);
    expect(new Set(slots).size).toBe(BALLS);
    expect(all.every((ball) => ball.cell === null)).toBe(true);
  });

  it('are raised rather than exchanged', () => {
    const all = balls();
    assignBalls(all, at('LD../DD../...L/....|.../.../...|../..|.'));
    const raised = all.find((ball) => ball.cell === cellNamed('1d3').index);
    const before = all.map((ball) => ball.cell);
    assignBalls(all, at('LD../DD../..../....|L../.../...|../..|.'));
    expect(raised?.cell).toBe(cellNamed('2a1').index);
    expect(all.filter((ball, i) => ball.cell !== before[i])).toEqual([raised]);
  });
});
