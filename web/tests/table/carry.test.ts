import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Calls } from '../../src/core/calls';
import { diary } from '../../src/kept/diary.svelte';
import { readResults } from '../../src/kept/results';
import { Failed } from '../../src/protocol/api';
import { games } from '../../src/protocol/offers';
import { type BadGames, formatGames, mergeGames, parseGames } from '../../src/table/local/file';
import type { Asks, LocalTable } from '../../src/table/local/game';
import { packRecord, unpackRecord } from '../../src/table/local/link';
import { openLocal } from '../../src/table/local/open';
import { formatRecord } from '../../src/table/local/record';
import { readRecord } from '../../src/table/local/readRecord';
import { replayOf } from '../../src/table/local/replay';
import { MemoryStore } from '../../src/table/local/store';
import { exportHere, importHere } from '../../src/table/records';
import { refusalText } from '../../src/ui/notes.svelte';
import { rules } from '../rules';

const core: Asks = {
  ask: <Name extends keyof Calls>(name: Name, asked: Calls[Name]['asked']) =>
    Promise.resolve().then(() => rules.ask(name, asked)),
};
const golden = (name: string) => readFileSync(`tests/records/${name}.txt`, 'utf8');
const read = (text: string) => readRecord(core, games, 'local_link', text);

async function refusedBy(text: string): Promise<string> {
  const error: unknown = await read(text).catch((why: unknown) => why);
  if (!(error instanceof Failed)) throw error;
  return refusalText(error.refusal);
}

describe('records', () => {
  it.each(['pylos', 'pylos-dark', 'pacal', 'solo'])('reads what it wrote: %s', async (name) => {
    const text = golden(name);
    const table = await read(text);
    expect(table.finished).toBe(true);
    const { names, date } = table.record!;
    const { outcome, frames, players } = await replayOf(core, table, names);
    expect(formatRecord(table, outcome, names, date)).toBe(text);
    expect(frames.at(-1)?.ply).toBe(table.game.turns.length);
    expect(players).toEqual(names);
  });

  const pylos = (moves: string, result = '*', more = '') =>
    `[Game "pylos"]\n[Rules "standard"]\n${more}[Light "A"]\n[Dark "B"]\n[Result "${result}"]\n${
      result === '*' ? '' : '[Reason "resignation"]\n'
    }\n${moves}\n`;

  it('passes over comments and variations, and keeps clocks', async () => {
    const { game } = await read(
      pylos('{Short.} 1. 1b2 (4:58) {so (or} (1. 1a1 (1. ... 1c1) 1b1) 1c3\n2. 1c2', '0-1'),
    );
    expect(game.turns.map(({ move }) => move)).toEqual(['1b2', '1c3', '1c2']);
    expect(game.turns[0]?.clock_ms).toBe(298_000);
    expect(game.ending).toMatchObject({ winner: 1, reason: 'resignation' });
  });

  it('reads rulings and a position to begin from', async () => {
    const position = 'LD../..../..../....|.../.../...|../..|. L';
    const more = `[Ruling "takeback=optional"]\n[Position "${position}"]\n`;
    const { setup, game } = await read(pylos('1. 1c1', '*', more));
    expect(setup.rulings).toEqual({ takeback: 'optional' });
    expect(game.start).toBe(position);
  });

  it('says what is wrong, and where', async () => {
    expect(await refusedBy('hello')).toContain('line 1, no line such as [Game');
    expect(await refusedBy(pylos('1. 1b2 1b2'))).toContain('line 7, 1b2 is not allowed');
    expect(await refusedBy(pylos('1. 1b2 (1. 1a1'))).toContain('“(” is out of place');
    expect(await refusedBy(golden('solo').replace('"0-1"', '"1-0"'))).toContain('end differently');
    expect(await refusedBy(golden('pacal').replace(/\[Deal.*\n/, ''))).toContain('header Deal');
  });
});

describe('links', () => {
  it('hold a record, and are short', async () => {
    const text = golden('pacal').replace('Ada', 'Ağda 🂡');
    const packed = await packRecord(text);
    expect(packed).toMatch(/^[\w-]+$/);
    expect(packed.length).toBeLessThan(text.length);
    expect(await unpackRecord(packed)).toBe(text);
  });

  it('that are broken hold nothing', async () => {
    const packed = await packRecord(golden('pylos'));
    expect(await unpackRecord(packed.slice(0, -9))).toBeNull();
    expect(await unpackRecord('')).toBeNull();
    expect(await unpackRecord('%%%')).toBeNull();
    // A little text that unpacks to far too much.
    expect(await unpackRecord(await packRecord('x'.repeat(3_000_000)))).toBeNull();
  });
});

describe('files of games', () => {
  async function kept(): Promise<{ store: MemoryStore; table: LocalTable }> {
    const store = new MemoryStore();
    const id = await openLocal(core, store, games.pacal, { game: 'pacal', mode: 'solo' }, 1000);
    return { store, table: (await store.get(id))! };
  }

  it('bring games to another browser, and older ones replace nothing', async () => {
    const { store, table } = await kept();
    const text = formatGames(await store.list());
    const other = new MemoryStore();
    const tables = await parseGames(core, text);
    expect(await mergeGames(other, tables)).toBe(1);
    expect(await other.get(table.id)).toEqual(table);
    const further = { ...table, seq: 5 };
    await other.put(further, table.seq);
    expect(await mergeGames(other, tables)).toBe(0);
    expect(await other.get(table.id)).toEqual(further);
  });

  it('are played again from the first round on', async () => {
    const table = await read(golden('pacal'));
    const { game } = table;
    const refused = async (changed: object) => {
      const broken = { ...table, game: { ...game, ...changed } } as LocalTable;
      const read = parseGames(core, formatGames([table, broken]));
      await expect(read, JSON.stringify(changed)).rejects.toMatchObject({ number: 2 });
    };
    expect(await parseGames(core, formatGames([table]))).toHaveLength(1);
    const [first, ...deals] = game.deals;
    await refused({ deals: [deals[0], ...deals] });
    await refused({ deals: [first] });
    await refused({ turns: game.turns.slice(1) });
    await refused({ turns: game.turns.map((turn) => ({ ...turn, seat: 0 })) });
    await refused({
      turns: game.turns.map((turn, at) => ({ ...turn, round: at ? turn.round : 9 })),
    });
    await refused({ rounds: [{}, ...game.rounds.slice(1)] });
    await refused({ rounds: [...game.rounds, game.rounds[0]] });
    await refused({ ending: { winner: 0, reason: 'resignation', clause: null } });
    await refused({ clock: { running: 0 } });
    await refused({ lifted: [9, 0] });
    await refused({ start: 'LD../..../..../....|.../.../...|../..|. L' });
    // Broken off in its first round: it may have been resigned, but not drawn or lost by Pylos's clock.
    const turns = game.turns.filter(({ round }) => round === 1).slice(0, -1);
    const begun = { deals: [first], rounds: [], turns };
    const resigned = { winner: 0, reason: 'resignation', clause: null } as const;
    const given = { ...table, game: { ...game, ...begun, ending: resigned } } as LocalTable;
    expect(await parseGames(core, formatGames([given]))).toHaveLength(1);
    await refused({ ...begun, ending: { ...resigned, winner: null, reason: 'agreement' } });
    await refused({ ...begun, ending: { ...resigned, reason: 'time', clause: 'PYL-9' } });
    const unfinished = formatGames([{ ...table, finished: false }]);
    await expect(parseGames(core, unfinished)).rejects.toMatchObject({ number: 1 });
  });

  it('bring the diary and the results against levels along', async () => {
    const result = { id: 'local_1/1', game: 'pylos', preset: 'standard', level: 4, score: 1 };
    localStorage.setItem('sommet.results', JSON.stringify([result]));
    diary.keepSolved('pylos', 112, 1);
    const text = await exportHere();
    localStorage.removeItem('sommet.results');
    expect(await importHere(text.replace('112', '113'))).toBe(0);
    await importHere(text);
    expect(readResults()).toEqual([result]);
    expect(diary.now.solved.pylos).toEqual([112, 113]);
  });

  it('that are something else are refused', async () => {
    const { table } = await kept();
    const reasonOf = (text: string) =>
      parseGames(core, text).then(
        () => null,
        (error: BadGames) => [error.reason, error.number],
      );
    const illegal = {
      ...table,
      game: { ...table.game, turns: [{ seat: 0, move: 'build 99', round: 1, clock_ms: null }] },
    } as LocalTable;
    const formless = { ...table, id: 'local_../x' };
    expect(await reasonOf('no JSON')).toEqual(['notGames', 0]);
    expect(await reasonOf('{"tables": []}')).toEqual(['notGames', 0]);
    expect(await reasonOf(formatGames([]).replace('1', '2'))).toEqual(['newer', 0]);
    expect(await reasonOf(formatGames([table, illegal]))).toEqual(['broken', 2]);
    expect(await reasonOf(formatGames([formless]))).toEqual(['broken', 1]);
  });
});
