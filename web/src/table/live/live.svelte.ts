/**
 * A connection to one table: folds what the server reports about it, asks the core what that makes, sends
 * intents, reconnects by itself.
 */
import { RefusedByCore } from '../../core/calls';
import type { Intent, Link, TableConnection, TableEvent } from '../connection';
import type { Asks, Position } from '../position';
import { changed, welcomed, withPresence, type OnlineTable } from './fold';
import { roundKey } from './dealing';
import { lookOnline, snapshotOnline } from './online';
import { rememberDeal } from './promises';
import type { ClientMessage, PlayedMove, Refusal, ServerMessage } from '../../protocol/messages';
import type { Board, Snapshot } from '../../protocol/snapshot';

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
  ongreeting: NonNullable<TableConnection['ongreeting']> = () => {};

  private socket: WebSocket | null = null;
  private known: OnlineTable | null = null;
  /** What the core last said, and of what. */
  private looked: readonly [OnlineTable, Position | null] | null = null;
  /** What happened and is not on the screen yet. */
  private unseen: TableEvent[] = [];
  /** What comes is shown one after the other. */
  private showing: Promise<unknown> = Promise.resolve();
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
    private readonly core: Asks,
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
  async send(intent: Intent): Promise<Refusal | null> {
    const { socket, snapshot } = this;
    if (!snapshot || socket?.readyState !== WebSocket.OPEN) return offline;
    const id = this.nextId++;
    const message = { ...intent, id, game_number: snapshot.game_number } as ClientMessage;
    this.sending = true;
    const answer = new Promise<Refusal | null>((resolve) => this.answers.set(id, resolve));
    socket.send(JSON.stringify(message));
    const refusal = await answer;
    this.sending = this.answers.size > 0;
    return refusal;
  }

  async boardAt(ply: number, then?: PlayedMove): Promise<Board | null> {
    const { boardAt } = await import('./onlineHistory');
    return this.known && boardAt(this.core, this.known, ply, then);
  }

  play(move: string): Promise<Refusal | null> {
    const { snapshot } = this;
    if (!snapshot) return Promise.resolve(offline);
    return this.send({ type: 'play', ply: snapshot.ply, move });
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
        resume_from: this.known?.seq ?? null,
        resume_chain: this.known?.chain ?? null,
      };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.listen();
      this.receive(socket, JSON.parse(event.data) as ServerMessage);
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
    for (const answer of this.answers.values()) answer(interrupted);
    this.answers.clear();
    this.sending = false;
    if (this.closed || this.link === 'refused') return;
    this.link = 'lost';
    this.retry = setTimeout(() => this.connect(), this.waitMs * (0.75 + Math.random() / 2));
    this.waitMs = Math.min(this.waitMs * 1.8, LONGEST_WAIT_MS);
  }

  private receive(socket: WebSocket, message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.waitMs = FIRST_WAIT_MS;
        this.offsetMs = message.server_ms - Date.now();
        this.known = welcomed(this.known, message);
        this.unseen.push(...message.missed);
        this.loadRules(this.known.setup.game);
        this.show();
        this.then(() => this.opened(socket, message.rewritten));
        break;
      case 'change':
        if (!this.known) break;
        this.known = changed(this.known, message, Date.now() + this.offsetMs);
        this.unseen.push(...(message.events ?? []));
        this.show();
        break;
      case 'presence':
        if (!this.known) break;
        this.known = withPresence(this.known, message);
        this.show();
        break;
      case 'greeting':
        this.ongreeting(message);
        break;
      case 'ack':
        this.then(() => this.answer(message.id, null));
        break;
      case 'refused':
        if (message.fatal) {
          this.refusal = message.refusal;
          this.link = 'refused';
        }
        this.then(() => this.answer(message.id ?? 0, message.refusal));
        break;
      case 'probe':
        this.socket?.send(JSON.stringify({ type: 'echo', probe: message.probe }));
        this.offsetMs = message.server_ms - Date.now();
        break;
      case 'pong':
        break;
    }
  }

  /** Does something when all that came before is on the screen. */
  private then(work: () => void | Promise<void>): void {
    this.showing = this.showing.then(work).catch((error: unknown) => this.fail(error));
  }

  private show(): void {
    this.then(async () => {
      const table = this.known;
      if (!table || this.closed) return;
      const position = await this.look(table);
      // What came meanwhile is shown next.
      const events = this.unseen.splice(0);
      this.snapshot = snapshotOnline(table, position, Date.now() + this.offsetMs);
      notePromise(this.snapshot);
      if (events.length > 0) this.onevents(events);
    });
  }

  /** Loads the core while one waits for the other; what goes wrong is said when a board needs it. */
  private loadRules(game: string): void {
    const asked =
      game === 'pylos'
        ? this.core.ask('pylos.moves', { preset: 'standard', moves: [] })
        : this.core.ask('pacal.match', { winners: [] });
    asked.catch(() => undefined);
  }

  private async look(table: OnlineTable): Promise<Position | null> {
    const [before, position] = this.looked ?? [null, null];
    if (before && isSame(before, table)) return position;
    const found = await lookOnline(this.core, table);
    this.looked = [table, found];
    return found;
  }

  private opened(socket: WebSocket, rewritten: boolean): void {
    if (this.socket !== socket || socket.readyState !== WebSocket.OPEN) return;
    this.link = 'open';
    if (rewritten) this.onrewritten();
  }

  /** Without the core nothing can be shown: one that could not be loaded is tried again. */
  private fail(error: unknown): void {
    console.error(error);
    if (error instanceof RefusedByCore) {
      // The server plays by other rules than this page has.
      this.refusal = error.refusal;
      this.link = 'refused';
    }
    this.socket?.close();
  }

  private answer(id: number, refusal: Refusal | null): void {
    this.answers.get(id)?.(refusal);
    this.answers.delete(id);
  }
}

/** Whether the core would say the same of both. */
function isSame(one: OnlineTable, two: OnlineTable): boolean {
  const [before, after] = [one.standing, two.standing];
  return (
    one.moves === two.moves &&
    one.deals === two.deals &&
    before.status === after.status &&
    before.outcome === after.outcome &&
    before.seat === after.seat
  );
}

const offline: Refusal = {
  code: 'offline',
  key: 'refused.offline',
  params: {},
  clause: null,
  sentence: 'Not connected.',
};

/** Sent, and not answered: whether it was kept is known once the server is back. */
const interrupted: Refusal = {
  code: 'interrupted',
  key: 'refused.interrupted',
  params: {},
  clause: null,
  sentence: 'The connection broke off before the answer.',
};

/** Remembers what the server promised of the cards on the table, while nobody has seen them all. */
function notePromise(snapshot: Snapshot): void {
  const { board, match } = snapshot;
  if (!board || board.kind === 'pylos' || !board.commitment) return;
  if (board.commitment.opening !== null) return;
  const hands = board.kind === 'pacal' ? board.hands.map(({ cards }) => cards) : [];
  rememberDeal(roundKey(snapshot, match?.round ?? 1), board.commitment.sha256, hands);
}
