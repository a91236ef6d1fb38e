import { describe, expect, it } from 'vitest';
import { Pace } from '../../src/games/pylos/three/pace';

function run(pace: Pace, frames: number, everyMs: number): number {
  let changes = 0;
  pace.rest();
  for (let i = 1; i <= frames; i++) if (pace.frame(i * everyMs)) changes++;
  return changes;
}

describe('the pace of animations', () => {
  it('leaves a device alone that keeps up', () => {
    const pace = new Pace(2);
    expect(run(pace, 500, 1000 / 60)).toBe(0);
    expect(pace.ratio).toBe(2);
  });

  it('asks a slow one for fewer pixels, down to a limit', () => {
    const pace = new Pace(2);
    expect(run(pace, 6, 40)).toBe(1);
    expect(pace.ratio).toBeCloseTo(1.6);
    run(pace, 500, 40);
    expect(pace.ratio).toBe(0.6);
    expect(run(pace, 50, 40)).toBe(0);
  });

  it('adds up late frames over short animations', () => {
    const pace = new Pace(1);
    expect([1, 2, 3].map(() => run(pace, 3, 1200))).toEqual([0, 0, 1]);
  });

  it('takes a pause for a pause, and one late frame for chance', () => {
    const pace = new Pace(1);
    expect(run(pace, 50, 4000)).toBe(0);
    pace.rest();
    let now = 1;
    for (let i = 0; i < 100; i++) expect(pace.frame((now += i % 4 === 0 ? 40 : 16))).toBe(false);
  });
});
