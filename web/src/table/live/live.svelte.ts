/** A connection to one table: keeps the latest snapshot, sends intents, comes back by itself. */
import type { Link, TableConnection, TableEvent, Wish } from '../connection';
import type { ClientMessage, Refusal, ServerMessage, Snapshot } from '../../protocol/messages';

export const PROTOCOL = 2;

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4000;
/** The server probes every few seconds: silence for this long means that the line is dead. */
const SILENCE_MS = 20_000;

export class Live implements TableConnection {
  snapshot: Snapshot | null = $state.raw(null);
  link: Link = $state('connecting');
  refusal: Refusal | null = $state.raw(null);
  /** Whether an intent is on its way. */
  sending = $state(false);
  /** Server's clock minus ours. */
  offsetMs = $state(0);
  /** Called with what happened, for announcements. */
  onevents: (events: readonly TableEvent[]) => void = () => {};
  /** Called when what was seen before is not what happened: a server was restored. */
  onrewritten: () => void = () => {};

  private socket: WebSocket | null = null;
  /** A hash of all that happened up to the snapshot, for coming back. */
  private chain: string | null = null;
  private nextId = 1;
  private waitMs = FIRST_WAIT_MS;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  // Nothing on screen follows these.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  private readonly answers = new Map<number, (refusal: Refusal | null) => void>();

  constructor(
    readonly table: string,
    private readonly token: string | null,
  ) {
    addEventListener('online', this.hurry);
    document.addEventListener('visibilitychange', this.hurry);
    this.connect();
  }

  close(): void {
    this.closed = true;
    removeEventListener('online', this.hurry);
    document.removeEventListener('visibilitychange', this.hurry);
    clearTimeout(this.retry);
    clearTimeout(this.watchdog);
    this.socket?.close();
  }

  /** Sends an intent; resolves to null when done, or to why not. */
  async wish(wish: Wish): Promise<Refusal | null> {
    const { socket, snapshot } = this;
    if (!snapshot || socket?.readyState !== WebSocket.OPEN) return offline;
    const id = this.nextId++;
    const message = { ...wish, id, game_number: snapshot.game_number } as ClientMessage;
    this.sending = true;
    const answer = new Promise<Refusal | null>((resolve) => this.answers.set(id, resolve));
    socket.send(JSON.stringify(message));
    const refusal = await answer;
    this.sending = this.answers.size > 0;
    return refusal;
  }

  play(move: string): Promise<Refusal | null> {
    const { snapshot } = this;
    if (!snapshot) return Promise.resolve(offline);
    const both = snapshot.you.seats.length > 1;
    const seat = both ? snapshot.you.seat : null;
    return this.wish({ type: 'play', ply: snapshot.ply, move, seat });
  }

  private readonly hurry = () => {
    if (document.visibilityState === 'hidden' || this.link !== 'lost') return;
    clearTimeout(this.retry);
    this.connect();
  };

  private connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.table}`);
    this.socket = socket;
    socket.onopen = () => {
      this.nextId = 1;
      const hello: ClientMessage = {
        type: 'hello',
        protocol: PROTOCOL,
        token: this.token,
        resume_from: this.snapshot?.seq ?? null,
        resume_chain: this.chain,
      };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.listen();
      this.receive(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lose();
    };
    this.listen();
  }

  private listen(): void {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.socket?.close(), SILENCE_MS);
  }

  private lose(): void {
    clearTimeout(this.watchdog);
    for (const answer of this.answers.values()) answer(offline);
    this.answers.clear();
    this.sending = false;
    if (this.closed || this.link === 'refused') return;
    this.link = 'lost';
    this.retry = setTimeout(() => this.connect(), this.waitMs * (0.75 + Math.random() / 2));
    this.waitMs = Math.min(this.waitMs * 1.8, LONGEST_WAIT_MS);
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.link = 'open';
        this.waitMs = FIRST_WAIT_MS;
        this.take(message, message.missed);
        if (message.rewritten) this.onrewritten();
        break;
      case 'state':
        this.take(message, message.events);
        break;
      case 'presence':
        if (this.snapshot)
          this.snapshot = {
            ...this.snapshot,
            watchers: message.watchers,
            players: this.snapshot.players.map((player) => ({
              ...player,
              connected: message.connected[player.seat] ?? player.connected,
            })),
          };
        break;
      case 'thinking':
        if (this.snapshot) this.snapshot = { ...this.snapshot, thinking: message.thinking };
        break;
      case 'ack':
        this.answer(message.id, null);
        break;
      case 'refused':
        if (message.fatal) {
          this.refusal = message.refusal;
          this.link = 'refused';
        }
        if (message.id !== null) this.answer(message.id, message.refusal);
        break;
      case 'probe':
        this.socket?.send(JSON.stringify({ type: 'echo', probe: message.probe }));
        this.offsetMs = message.server_ms - Date.now();
        break;
      case 'pong':
        break;
    }
  }

  private take(
    { snapshot, chain }: { readonly snapshot: Snapshot; readonly chain: string },
    events: readonly TableEvent[],
  ): void {
    this.offsetMs = snapshot.server_ms - Date.now();
    this.snapshot = snapshot;
    this.chain = chain;
    if (events.length > 0) this.onevents(events);
  }

  private answer(id: number, refusal: Refusal | null): void {
    this.answers.get(id)?.(refusal);
    this.answers.delete(id);
  }
}

const offline: Refusal = {
  code: 'offline',
  key: 'refused.offline',
  params: {},
  clause: null,
  sentence: 'Not connected.',
};
