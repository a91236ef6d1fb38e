import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { RefusedByCore } from '../src/core/calls';
import { Core, type WorkerLike } from '../src/core/core';
import type { Question, WorkerAnswer } from '../src/core/messages';
import { DataFiles } from '../src/core/data';
import { Engine } from '../src/core/engine';
import { CoreModule } from '../src/core/module';
import { sha256OfBytes } from '../src/core/sha256';
import { modules, rules } from './rules';

describe('the module', () => {
  it('plays a move and says what the player to move may do', () => {
    const { board, ply, outcome } = rules.ask('pylos.game', {
      preset: 'standard',
      moves: ['1b2', '1c2'],
    });
    expect(ply).toBe(2);
    expect(outcome).toBeNull();
    expect(board.turn).toBe(0);
    expect(board.landings).toHaveLength(14);
    expect(board.last_move?.target).toBe('1c2');
  });

  it('refuses with the code, key and clause that the server would send', () => {
    const play = () => rules.ask('pylos.game', { preset: 'standard', moves: ['1a1', '2a1'] });
    expect(play).toThrow(RefusedByCore);
    try {
      play();
    } catch (error) {
      const { refusal } = error as RefusedByCore;
      expect(refusal).toMatchObject({
        code: 'illegal_move',
        key: 'refused.illegal_move',
        clause: 'PYL-2',
        at: 1,
      });
      expect(refusal.params).toEqual({ move: '2a1', reason: 'unsupported' });
    }
  });

  it('deals the same solo game for a day and keeps its pile hidden', () => {
    const seed = rules.ask('pacal.daily_seed', { date: '2026-11-15' });
    const { board } = rules.ask('pacal.solo', { preset: 'en', seed, actions: [] });
    expect(board.pile).toBe(39);
    expect(board.face_down).toBeNull();
    expect(board.choices?.fields).toHaveLength(10);
  });
});

/** A worker in this thread that answers when it is told to. */
class FakeWorker implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  readonly asked: Question[] = [];
  ended = false;
  postMessage(message: Question): void {
    this.asked.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(data: WorkerAnswer): void {
    this.onmessage?.({ data } as MessageEvent<WorkerAnswer>);
  }
}

function coreWithWorkers(): { core: Core; workers: FakeWorker[] } {
  const workers: FakeWorker[] = [];
  const core = new Core(() => {
    workers.push(new FakeWorker());
    return workers.at(-1)!;
  });
  return { core, workers };
}

const asked = { seed: 1 };

describe('questions to the worker', () => {
  it('starts no worker before the first question, and asks one question at a time', async () => {
    const { core, workers } = coreWithWorkers();
    expect(workers).toHaveLength(0);
    const first = core.ask('pacal.deal', asked);
    const second = core.ask('pacal.deal', asked);
    expect(workers).toHaveLength(1);
    expect(workers[0]!.asked).toHaveLength(1);
    workers[0]!.say({ id: 1, answer: 'one' });
    workers[0]!.say({ id: 2, answer: 'two' });
    expect(await Promise.all([first, second])).toEqual(['one', 'two']);
  });

  it('never asks a question that was given up while it waited', async () => {
    const { core, workers } = coreWithWorkers();
    const giveUp = new AbortController();
    const first = core.ask('pacal.deal', asked);
    const second = core.ask('pacal.deal', asked, giveUp.signal);
    giveUp.abort();
    await expect(second).rejects.toThrow('abort');
    workers[0]!.say({ id: 1, answer: 'one' });
    expect(await first).toBe('one');
    expect(workers[0]!.asked).toHaveLength(1);
    expect(workers[0]!.ended).toBe(false);
  });

  it('lets a question that is given up end, and asks the next one after it', async () => {
    const { core, workers } = coreWithWorkers();
    const giveUp = new AbortController();
    const first = core.ask('pacal.deal', asked, giveUp.signal);
    const second = core.ask('pacal.deal', asked);
    giveUp.abort();
    await expect(first).rejects.toThrow('abort');
    expect(workers[0]!.asked).toHaveLength(1);
    workers[0]!.say({ id: 1, answer: 'one' });
    workers[0]!.say({ id: 2, answer: 'two' });
    expect(await second).toBe('two');
    expect(workers).toHaveLength(1);
  });

  it('ends the worker when a question that is given up takes long, and goes on with a new one', async () => {
    vi.useFakeTimers();
    const { core, workers } = coreWithWorkers();
    const giveUp = new AbortController();
    const first = core.ask('pacal.deal', asked, giveUp.signal);
    const second = core.ask('pacal.deal', asked);
    giveUp.abort();
    await expect(first).rejects.toThrow('abort');
    vi.runAllTimers();
    vi.useRealTimers();
    expect(workers.map(({ ended }) => ended)).toEqual([true, false]);
    workers[1]!.say({ id: 2, answer: 'two' });
    expect(await second).toBe('two');
  });

  it('passes refusals on and survives a worker that breaks', async () => {
    const { core, workers } = coreWithWorkers();
    const first = core.ask('pacal.deal', asked);
    workers[0]!.say({
      id: 1,
      refusal: { code: 'malformed', key: 'k', params: {}, clause: null, sentence: 's', at: null },
    });
    await expect(first).rejects.toBeInstanceOf(RefusedByCore);
    const second = core.ask('pacal.deal', asked);
    workers[0]!.onerror?.({ message: 'out of memory' } as ErrorEvent);
    await expect(second).rejects.toThrow('out of memory');
    const third = core.ask('pacal.deal', asked);
    workers[1]!.say({ id: 3, answer: 'three' });
    expect(await third).toBe('three');
  });
});

describe('the engine behind the worker', () => {
  const players = () => CoreModule.load(readFileSync('src/core/wasm/players.wasm'));

  it('loads the players and the file they ask for only when they are needed', async () => {
    const asked: string[] = [];
    const engine = new Engine({
      rules: async (game) => modules[game],
      players,
      file: async (name) => {
        asked.push(name);
        throw new Error('no connection');
      },
      isKept: async () => false,
    });
    const game = { preset: 'standard', moves: ['1b2'] };
    expect((await engine.ask('pylos.game', game)).ply).toBe(1);
    const first = await engine.ask('pylos.choose', { ...game, level: 1, choice_seed: 5 });
    expect(asked).toEqual([]);
    expect(await engine.ask('pylos.choose', { ...game, level: 1, choice_seed: '5' })).toEqual(
      first,
    );
    const seventh = engine.ask('pylos.choose', { ...game, level: 7, choice_seed: 5 });
    await expect(seventh).rejects.toThrow('no connection');
    expect(asked).toEqual(['pylos-weights-standard']);
  });

  it('uses a table once it is kept, and searches until then', async () => {
    const kept = new Set<string>();
    const read: string[] = [];
    const engine = new Engine({
      rules: async (game) => modules[game],
      players,
      file: async (name) => {
        read.push(name);
        return readFileSync(`../src/sommet/tablebase/data/${name.replace('-table', '')}.packed`);
      },
      isKept: async (name) => kept.has(name),
    });
    const game = { preset: 'children', moves: [] };
    const values = () => engine.ask('pylos.values', { ...game, nodes: 500 });
    await expect(values()).rejects.toThrow('ENOENT');
    expect(read).toEqual(['pylos-weights-children']);
    kept.add('pylos-table-children');
    const { source, value, proved, moves } = await values();
    expect([source, value, proved, moves.length]).toEqual(['table', 'loss', true, 16]);
    await values();
    expect(read).toEqual(['pylos-weights-children', 'pylos-table-children']);
  });

  it('keeps pieces without putting them together, and tells how much is kept', async () => {
    const parts = [new Uint8Array([1, 2, 3]), new Uint8Array([4, 5])];
    const pieces = await Promise.all(
      parts.map(async (part, i) => ({
        file: `some-${i}.bin`,
        bytes: part.length,
        sha256: await sha256OfBytes(part),
      })),
    );
    const index = { some: { bytes: 5, packed_bytes: 5, deflated: false, pieces } };
    const fetched: string[] = [];
    const cached = new Map<string, Response>();
    vi.stubGlobal('fetch', async (address: string) => {
      fetched.push(address);
      const i = Number(/-(\d)\.bin/.exec(address)?.[1] ?? -1);
      return new Response(i < 0 ? JSON.stringify(index) : parts[i]!);
    });
    const cache = {
      match: async (address: string) => cached.get(address)?.clone(),
      put: async (address: string, response: Response) => void cached.set(address, response),
      keys: async () => [...cached.keys()].map((url) => ({ url })),
    };
    vi.stubGlobal('caches', { open: async () => cache });
    const files = new DataFiles('http://host/core-data/');
    expect(await files.kept('some')).toEqual({ keptBytes: 0, ofBytes: 5 });
    const progress: number[] = [];
    await files.keep('some', ({ doneBytes }) => progress.push(doneBytes));
    expect(progress).toEqual([3, 5]);
    expect(await files.kept('some')).toEqual({ keptBytes: 5, ofBytes: 5 });
    const before = fetched.length;
    expect([...(await files.read('some', () => undefined))]).toEqual([1, 2, 3, 4, 5]);
    await files.keep('some', () => undefined);
    expect(fetched).toHaveLength(before);
    vi.stubGlobal('caches', undefined);
    vi.unstubAllGlobals();
  });

  it('puts pieces together, refuses damaged ones, and tells how far it is', async () => {
    const plain = new Uint8Array(5000).map((_, i) => i % 251);
    const packed = new Uint8Array(deflateSync(plain));
    const half = packed.length >> 1;
    const parts = [packed.slice(0, half), packed.slice(half)];
    const pieces = await Promise.all(
      parts.map(async (part, i) => ({
        file: `some-${i}.bin`,
        bytes: part.length,
        sha256: await sha256OfBytes(part),
      })),
    );
    const index = {
      some: { bytes: plain.length, packed_bytes: packed.length, deflated: true, pieces },
    };
    const served: Record<string, BodyInit> = {
      'http://host/core-data/index.json': JSON.stringify(index),
      'http://host/core-data/some-0.bin': parts[0]!,
      'http://host/core-data/some-1.bin': parts[1]!,
    };
    vi.stubGlobal('fetch', async (address: string) =>
      address in served ? new Response(served[address]) : new Response('', { status: 404 }),
    );
    const progress: number[] = [];
    const read = () =>
      new DataFiles('http://host/core-data/').read('some', ({ doneBytes }) =>
        progress.push(doneBytes),
      );
    expect(await read()).toEqual(plain);
    expect(progress).toEqual([half, packed.length]);
    served['http://host/core-data/some-1.bin'] = new Uint8Array(parts[1]!.length);
    await expect(read()).rejects.toThrow('arrived damaged');
    delete served['http://host/core-data/some-1.bin'];
    await expect(read()).rejects.toThrow('404');
    await expect(new DataFiles('http://host/core-data/').read('other', () => 0)).rejects.toThrow(
      'there is no file other',
    );
    vi.unstubAllGlobals();
  });
});
