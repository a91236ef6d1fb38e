import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Calls } from '../../src/core/calls';
import { Live } from '../../src/table/live/live.svelte';
import type {
  Change,
  Refusal,
  ServerMessage,
  TableStatus,
  TableSetup,
  Welcome,
} from '../../src/protocol/messages';
import type { Asks } from '../../src/table/position';
import { rules } from '../rules';

/** The real core, without its worker. */
const core: Asks = {
  ask: <Name extends keyof Calls>(name: Name, asked: Calls[Name]['asked']) =>
    Promise.resolve().then(() => rules.ask(name, asked)),
};

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

const CHAIN = '0123456789abcdef0123456789abcdef';

const setup: TableSetup = {
  table: 'Ab3dEf6hIj9k',
  game: 'pylos',
  mode: 'friend',
  role: 'player',
  options: { preset: 'standard', rulings: [] },
  rulings: {},
  control: null,
};
const player = {
  kind: 'human' as const,
  name: null,
  opponent: null,
  connected: true,
  member: false,
};
const standing: Required<TableStatus> = {
  game_number: 1,
  status: 'playing',
  players: [player, player],
  ready: [],
  seat: 0,
  may: ['draw'],
  clock: null,
  next_deal: null,
  outcome: null,
  proposals: [],
  patience_ms: 60_000,
  seat_request: null,
};
const welcome = (more: Partial<Welcome> = {}): Welcome => ({
  type: 'welcome',
  protocol: 2,
  server: '1',
  seq: 3,
  chain: CHAIN,
  rewritten: false,
  setup,
  standing,
  moves: [],
  missed: [],
  deals: [],
  since_ms: 1000,
  watchers: 0,
  server_ms: 5000,
  ...more,
});
const change = (seq: number, more: Partial<Change>): Change => ({
  type: 'change',
  seq,
  chain: CHAIN,
  ...more,
});
const moved = (seat: 0 | 1, move: string, more: object = {}) => ({
  type: 'moved' as const,
  seat,
  move,
  ...more,
});

const refusal: Refusal = {
  code: 'stale',
  key: 'refused.stale',
  params: {},
  clause: null,
  sentence: 'x',
};

const latest = () => FakeSocket.made.at(-1)!;
/** Lets the core answer. */
const settle = async () => {
  for (let n = 0; n < 40; n++) await Promise.resolve();
};
const say = async (message: unknown) => {
  latest().say(message);
  await settle();
};

let live: Live;
async function connected(first: Welcome, with_: Asks = core) {
  vi.useFakeTimers();
  FakeSocket.made = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  live = new Live('Ab3dEf6hIj9k', 'token', with_);
  latest().open();
  await say(first);
}
afterEach(() => {
  live.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the connection to a table', () => {
  beforeEach(() => connected(welcome()));

  it('says hello and shows the table with a board of its own', () => {
    expect(latest().url).toMatch(/\/ws\/Ab3dEf6hIj9k$/);
    expect(latest().sent[0]).toMatchObject({ type: 'hello', token: 'token', resume_from: null });
    expect(live.link).toBe('open');
    expect(live.snapshot).toMatchObject({ seq: 3, ply: 0, board: { kind: 'pylos', turn: 0 } });
    expect(live.snapshot?.you.can).toEqual(['play', 'resign', 'draw']);
    expect(live.snapshot?.stall).toEqual({ seat: 0, until_ms: 61_000, may_claim: false });
  });

  it('plays on with what happened, and shows moves only to whom they are', async () => {
    const seen = vi.fn();
    live.onevents = seen;
    await say(change(4, { events: [moved(0, '1a1')], now: { may: ['takeback', 'draw'] } }));
    expect(seen).toHaveBeenCalledWith([moved(0, '1a1')]);
    expect(live.snapshot?.board).toMatchObject({ light: ['1a1'], turn: 1, landings: null });
    expect(live.snapshot?.you.can).toEqual(['resign', 'takeback', 'draw']);
    expect(live.snapshot?.stall).toMatchObject({ seat: 1, may_claim: true });
    await say(change(5, { events: [moved(1, '1b1')] }));
    const { board } = live.snapshot!;
    expect(board?.kind === 'pylos' && board.landings?.length).toBe(14);
    await say(change(6, { events: [{ type: 'taken_back', seat: 0, ply: 0 }] }));
    expect(live.snapshot).toMatchObject({ ply: 0, board: { light: [], turn: 0 } });
    const outcome = { winner: 1 as const, reason: 'resignation', clause: null };
    const now = { status: 'finished' as const, outcome, may: ['rematch' as const] };
    await say(change(7, { events: [{ type: 'ended', outcome }], now }));
    expect(live.snapshot).toMatchObject({ outcome, board: { turn: null, landings: null } });
    expect(live.snapshot?.you.can).toEqual(['rematch']);
  });

  it('sends intents with rising ids and waits for each answer', async () => {
    const first = live.play('1a1');
    expect(live.sending).toBe(true);
    expect(latest().sent[1]).toMatchObject({ type: 'play', id: 1, ply: 0, move: '1a1' });
    latest().say(change(4, { events: [moved(0, '1a1')] }));
    latest().say({ type: 'ack', id: 1, seq: 4 });
    expect(await first).toBeNull();
    expect(live.snapshot?.ply).toBe(1);
    expect(live.sending).toBe(false);
    const second = live.send({ type: 'resign' });
    expect(latest().sent[2]).toMatchObject({ type: 'resign', id: 2, game_number: 1 });
    latest().say({ type: 'refused', id: 2, refusal, fatal: false });
    expect(await second).toMatchObject({ code: 'stale' });
  });

  it('answers probes at once', () => {
    latest().say({ type: 'probe', probe: 7, server_ms: 9 });
    expect(latest().sent.at(-1)).toEqual({ type: 'echo', probe: 7 });
  });

  it('comes back by itself and takes in what it missed', async () => {
    await say(change(4, { events: [moved(0, '1a1')] }));
    const lost = live.play('1a1');
    latest().close();
    expect(await lost).toMatchObject({ code: 'interrupted' });
    expect(live.link).toBe('lost');
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.made).toHaveLength(2);
    latest().open();
    expect(latest().sent[0]).toMatchObject({ type: 'hello', resume_from: 4, resume_chain: CHAIN });
    const seen = vi.fn();
    live.onevents = seen;
    await say(welcome({ seq: 5, moves: null, missed: [moved(1, '1b1')] }));
    expect(live.link).toBe('open');
    expect(live.snapshot?.seq).toBe(5);
    expect(live.snapshot?.moves.map(({ move }) => move)).toEqual(['1a1', '1b1']);
    expect(seen).toHaveBeenCalledOnce();
  });

  it('says when the history it saw is not the one that is kept', async () => {
    const changed = vi.fn();
    const events = vi.fn();
    live.onrewritten = changed;
    live.onevents = events;
    latest().close();
    vi.advanceTimersByTime(1000);
    latest().open();
    await say(welcome({ seq: 2, chain: 'f'.repeat(32), rewritten: true }));
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

  it('shows who is there', async () => {
    await say({ type: 'presence', connected: [true, false], watchers: 2 });
    expect(live.snapshot?.players[1]?.connected).toBe(false);
    expect(live.snapshot?.watchers).toBe(2);
  });
});

describe('a table of Pacal', () => {
  const sha256 = 'a'.repeat(64);
  const pacal = (more: Partial<TableStatus>): Partial<Welcome> => ({
    setup: { ...setup, game: 'pacal', options: { preset: 'en', rulings: [] } },
    standing: { ...standing, may: [], ...more },
  });
  const hand = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
  const dealt = { round: 1, sha256, numbers: ['1', '2'], apexes: [40, 30], hand };
  const next_deal = { round: 1, sha256 };

  it('asks for cards, shows its own hand, and all cards when the round is opened', async () => {
    await connected(welcome(pacal({ status: 'between_rounds', next_deal })));
    expect(live.snapshot).toMatchObject({ board: null, next_deal, match: null });
    expect(live.snapshot?.you.can).toEqual(['resign', 'next_round']);
    await say(change(4, { events: [{ type: 'ready', seat: 0 }], now: { ready: [0] } }));
    expect(live.snapshot?.you.can).toEqual(['resign']);
    expect(live.snapshot?.players[0]?.ready).toBe(true);
    expect(live.snapshot?.stall?.seat).toBe(1);
    const now = { status: 'playing' as const, ready: [], next_deal: null };
    await say(change(6, { events: [{ type: 'round_started', round: 1 }], now, deals: [dealt] }));
    const board = () => {
      const shown = live.snapshot?.board;
      if (shown?.kind !== 'pacal') throw new Error('no board of Pacal');
      return shown;
    };
    expect(board().hands).toEqual([
      { size: 15, cards: hand },
      { size: 15, cards: null },
    ]);
    expect(board().commitment).toMatchObject({ sha256, opening: null });
    expect(live.snapshot?.you.can).toEqual(['play', 'resign']);
    await say(change(7, { events: [moved(0, 'offer 1 2')] }));
    await say(change(8, { events: [moved(1, 'take 1')] }));
    expect(board().cards).toEqual([2, 1]);
    const outcome = { winner: 0 as const, reason: 'resignation', clause: null };
    const deal =
      '40 16 17 18 19 20 21 22 23 24 | 30 25 26 27 28 29 31 32 33 34 | ' +
      `${hand.join(' ')} | 35 36 37 38 39 41 42 43 44 45 46 47 48 49 50`;
    const deals = [{ round: 1, opening: `pacal secret\n${sha256}\n`, deal }];
    const ended = { status: 'finished' as const, outcome };
    await say(change(9, { events: [{ type: 'ended', outcome }], now: ended, deals }));
    expect(board().hands[1]?.cards).toHaveLength(15);
    expect(board().commitment?.opening).toContain('pacal secret');
    expect(board().face_down?.[0]?.[0]).toBe(40);
  });
});

describe('the core', () => {
  it.each(['pylos', 'pacal'] as const)('loads only %s while the other is awaited', async (game) => {
    const asked: string[] = [];
    const listening: Asks = {
      ask: (name, question) => {
        asked.push(name);
        return core.ask(name, question);
      },
    };
    const waiting = { ...standing, status: 'waiting' as const };
    const preset = game === 'pylos' ? 'standard' : 'en';
    const options = { preset, rulings: [] };
    await connected(welcome({ setup: { ...setup, game, options }, standing: waiting }), listening);
    expect(live.snapshot?.board).toBeNull();
    expect(asked.map((name) => name.split('.')[0])).toEqual([game]);
  });

  it('is tried again when it could not be loaded', async () => {
    let isThere = false;
    const late: Asks = {
      ask: (name, asked) => (isThere ? core.ask(name, asked) : Promise.reject(new Error('away'))),
    };
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await connected(welcome(), late);
    expect(live.snapshot).toBeNull();
    expect(live.link).toBe('lost');
    isThere = true;
    vi.advanceTimersByTime(1000);
    latest().open();
    expect(latest().sent[0]).toMatchObject({ resume_from: 3 });
    await say(welcome({ moves: null }));
    expect(live.link).toBe('open');
    expect(live.snapshot?.board).toMatchObject({ turn: 0 });
  });
});
