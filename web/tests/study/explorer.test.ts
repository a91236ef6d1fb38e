import { expect, it, vi } from 'vitest';
import { Explorer } from '../../src/study/explore/explorer.svelte';

const coach = vi.hoisted(() => ({ analysePylos: vi.fn(), ask: vi.fn() }));
vi.mock('../../src/study/coach', () => coach);

it('gives a position up when another one is asked about, and when the screen is left', () => {
  coach.analysePylos.mockReturnValue(new Promise(() => {}));
  const at = new Explorer('standard');
  at.begin(null);
  at.set('L.../..../..../....|.../.../...|../..|. D');
  const signals = coach.analysePylos.mock.calls.map(([, signal]) => signal as AbortSignal);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  at.leave();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});
