import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Snapshot } from '../src/protocol/snapshot';

const id = (number: number) => String(number).padStart(12, 'a');
const seat = (number: number) => ({ table: id(number), token: `token ${number}` });

async function fresh() {
  vi.resetModules();
  return await import('../src/kept/tables');
}

describe('seats kept in this browser', () => {
  beforeEach(() => localStorage.clear());

  it('of games that go on are never dropped for games that are over', async () => {
    const { keepTable, keptTables, noteOver, runningSeats } = await fresh();
    for (let number = 0; number < 120; number += 1)
      keepTable({ ...seat(number), invite: null, over: number >= 60 });
    expect(keptTables()).toHaveLength(60 + 40);
    expect(runningSeats()).toEqual(Array.from({ length: 60 }, (_, place) => seat(59 - place)));
    // A rematch at a table, and the end of another game.
    noteOver([
      [id(119), false],
      [id(0), true],
      ['somebody else’s', true],
    ]);
    expect(runningSeats()[0]).toEqual(seat(119));
    expect(runningSeats()).toHaveLength(60);
  });

  it('are noted as over by the table itself, in a game that one plays', async () => {
    const { keepTable, runningSeats } = await fresh();
    const { running } = await import('../src/kept/running.svelte');
    keepTable({ ...seat(1), invite: null });
    const at = (outcome: object | null) =>
      running.note({
        table: id(1),
        outcome,
        players: [],
        you: { role: 'player', seats: [0] },
      } as unknown as Snapshot);
    at({ winner: 0 });
    expect(runningSeats()).toEqual([]);
    at(null);
    expect(runningSeats()).toEqual([seat(1)]);
  });

  it('of an account come from the server, however many, and go when it signs out', async () => {
    const { keepPasses, keepTable, keptTables, ownSeats } = await fresh();
    const { account } = await import('../src/kept/account.svelte');
    account.note('Ada');
    keepTable({ ...seat(0), invite: null });
    const seats = Array.from({ length: 130 }, (_, number) => seat(number));
    keepPasses(seats.map((each) => ({ ...each, token: `before ${each.table}` })));
    keepPasses(seats);
    expect(keptTables()).toHaveLength(130);
    // A seat that was taken here keeps its own token; the others get those of this session.
    expect(new Set(keptTables().map(({ token }) => token))).toEqual(
      new Set(seats.map(({ token }) => token)),
    );
    expect(ownSeats()).toEqual([seat(0)]);
    account.note('Ada');
    expect(keptTables()).toHaveLength(130);
    account.note(null);
    expect(keptTables().map(({ table }) => table)).toEqual([id(0)]);
  });
});
