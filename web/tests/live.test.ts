import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Live } from '../src/table/live/live.svelte';
import type { Refusal, ServerMessage, Snapshot } from '../src/protocol/messages';

/** A socket whose other end is the test. */
class FakeSocket {
  static made: FakeSocket[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: () => void = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose: () => void = () => {};

  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.readyState = 3;
    this.onclose();
  }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  say(message: unknown) {
    this.onmessage({ data: JSON.stringify(message as ServerMessage) });
  }
}

const snapshot = (seq: number) =>
  ({
    seq,
    game_number: 1,
    ply: seq,
    you: { seats: [0], seat: 0 },
    players: [
      { seat: 0, connected: true },
      { seat: 1, connected: true },
    ],
    server_ms: 5,
  }) as unknown as Snapshot;

const refusal: Refusal = {
  code: 'stale',
  key: 'refused.stale',
  params: {},
  clause: null,
  sentence: 'x',
};

const latest = () => FakeSocket.made.at(-1)!;

const CHAIN = '0123456789abcdef0123456789abcdef';

describe('the connection to a table', () => {
  let live: Live;

  beforeEach(() => {
    vi.useFakeTimers();
    FakeSocket.made = [];
    vi.stubGlobal('WebSocket', FakeSocket);
    live = new Live('Ab3dEf6hIj9k', 'token');
    latest().open();
    latest().say({
      type: 'welcome',
      snapshot: snapshot(3),
      chain: CHAIN,
      rewritten: false,
      missed: [],
    });
  });
  afterEach(() => {
    live.close();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('says hello and takes the snapshot', () => {
    expect(latest().url).toMatch(/\/ws\/Ab3dEf6hIj9k$/);
    expect(latest().sent[0]).toMatchObject({ type: 'hello', token: 'token', resume_from: null });
    expect(live.link).toBe('open');
    expect(live.snapshot?.seq).toBe(3);
  });

  it('sends intents with rising ids and waits for each answer', async () => {
    const first = live.play('1a1');
    expect(live.sending).toBe(true);
    expect(latest().sent[1]).toMatchObject({ type: 'play', id: 1, ply: 3, move: '1a1' });
    latest().say({ type: 'ack', id: 1, seq: 4 });
    expect(await first).toBeNull();
    expect(live.sending).toBe(false);
    const second = live.wish({ type: 'resign' });
    expect(latest().sent[2]).toMatchObject({ type: 'resign', id: 2, game_number: 1 });
    latest().say({ type: 'refused', id: 2, refusal, fatal: false });
    expect(await second).toMatchObject({ code: 'stale' });
  });

  it('answers probes at once', () => {
    latest().say({ type: 'probe', probe: 7, server_ms: 9 });
    expect(latest().sent.at(-1)).toEqual({ type: 'echo', probe: 7 });
  });

  it('comes back by itself and resumes', async () => {
    const lost = live.play('1a1');
    latest().close();
    expect(await lost).toMatchObject({ code: 'offline' });
    expect(live.link).toBe('lost');
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.made).toHaveLength(2);
    latest().open();
    expect(latest().sent[0]).toMatchObject({ type: 'hello', resume_from: 3, resume_chain: CHAIN });
    const seen = vi.fn();
    live.onevents = seen;
    latest().say({
      type: 'welcome',
      snapshot: snapshot(4),
      chain: CHAIN,
      rewritten: false,
      missed: [{ type: 'moved', seat: 1, move: '1b1', ply: 4 }],
    });
    expect(live.link).toBe('open');
    expect(live.snapshot?.seq).toBe(4);
    expect(seen).toHaveBeenCalledOnce();
  });

  it('says when the history it saw is not the one that is kept', () => {
    const changed = vi.fn();
    const events = vi.fn();
    live.onrewritten = changed;
    live.onevents = events;
    latest().close();
    vi.advanceTimersByTime(1000);
    latest().open();
    latest().say({
      type: 'welcome',
      snapshot: snapshot(2),
      chain: 'f'.repeat(32),
      rewritten: true,
      missed: [],
    });
    expect(changed).toHaveBeenCalledOnce();
    expect(events).not.toHaveBeenCalled();
    expect(live.snapshot?.seq).toBe(2);
    latest().close();
    vi.advanceTimersByTime(1000);
    latest().open();
    expect(latest().sent[0]).toMatchObject({ resume_from: 2, resume_chain: 'f'.repeat(32) });
  });

  it('takes a silent line for a dead one', () => {
    vi.advanceTimersByTime(20_500);
    expect(live.link).toBe('lost');
  });

  it('does not try again when refused for good', () => {
    latest().say({ type: 'refused', id: null, refusal, fatal: true });
    latest().close();
    vi.advanceTimersByTime(60_000);
    expect(live.link).toBe('refused');
    expect(FakeSocket.made).toHaveLength(1);
  });

  it('shows who is there and who thinks', () => {
    latest().say({ type: 'presence', connected: [true, false], watchers: 2 });
    expect(live.snapshot?.players[1]?.connected).toBe(false);
    expect(live.snapshot?.watchers).toBe(2);
    latest().say({ type: 'thinking', thinking: { seat: 1, since_ms: 1 } });
    expect(live.snapshot?.thinking?.seat).toBe(1);
  });
});
