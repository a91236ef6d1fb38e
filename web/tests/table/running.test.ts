import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Snapshot } from '../../src/protocol/snapshot';

const at = (table: string, ply: number, more: object = {}) =>
  ({
    table,
    game: 'pylos',
    mode: 'computer',
    status: 'playing',
    outcome: null,
    ply,
    players: [
      { seat: 0, kind: 'human', name: null },
      { seat: 1, kind: 'computer', opponent: 'level:3', name: null },
    ],
    you: { role: 'player', seats: [0] },
    ...more,
  }) as unknown as Snapshot;

async function fresh() {
  vi.resetModules();
  return (await import('../../src/kept/running.svelte')).running;
}

describe('games that go on', () => {
  beforeEach(() => localStorage.clear());

  it('are kept, the newest first, and go when they are over', async () => {
    const running = await fresh();
    running.note(at('a', 3));
    running.note(at('b', 1));
    running.note(at('a', 5));
    expect(running.now.map(({ table, ply }) => [table, ply])).toEqual([
      ['a', 5],
      ['b', 1],
    ]);
    expect(running.now[0]).toMatchObject({ opponent: 'level:3', mode: 'computer' });
    running.note(at('a', 9, { outcome: { winner: 0 } }));
    expect((await fresh()).now.map(({ table }) => table)).toEqual(['b']);
  });

  it('are only those that one plays, and that have begun', async () => {
    const running = await fresh();
    running.note(at('watched', 3, { you: { role: 'spectator', seats: [] } }));
    running.note(at('open', 0, { status: 'waiting' }));
    expect(running.now).toEqual([]);
  });

  it('are forgotten where they are not found any more', async () => {
    const running = await fresh();
    running.note(at('a', 3));
    running.note(at('b', 1));
    running.keepOnly((table) => table === 'a');
    expect((await fresh()).now.map(({ table }) => table)).toEqual(['a']);
  });

  it('survive what somebody else wrote there', async () => {
    localStorage.setItem('sommet.running', '[{"table": 7}, null, "x"]');
    expect((await fresh()).now).toEqual([]);
    localStorage.setItem('sommet.running', '{');
    expect((await fresh()).now).toEqual([]);
  });
});
