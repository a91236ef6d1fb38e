import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RefusedByCore } from '../src/core/calls';
import { Core, type WorkerLike } from '../src/core/core';
import type { Question, WorkerAnswer } from '../src/core/messages';
import { CoreModule } from '../src/core/module';

const rules = await CoreModule.load(readFileSync('src/core/wasm/rules.wasm'));

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
    const second = core.ask('pacal.deal', asked, { signal: giveUp.signal });
    giveUp.abort();
    await expect(second).rejects.toThrow('abort');
    workers[0]!.say({ id: 1, answer: 'one' });
    expect(await first).toBe('one');
    expect(workers[0]!.asked).toHaveLength(1);
    expect(workers[0]!.ended).toBe(false);
  });

  it('ends the worker when the question being worked on is given up, and goes on with a new one', async () => {
    const { core, workers } = coreWithWorkers();
    const giveUp = new AbortController();
    const first = core.ask('pacal.deal', asked, { signal: giveUp.signal });
    const second = core.ask('pacal.deal', asked);
    giveUp.abort();
    await expect(first).rejects.toThrow('abort');
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
