/**
 * A table kept by this browser: two on one screen, alone, or against the computer. Moves are checked by
 * the core in the page, so it needs no connection; what the screen gets is what the server would send.
 */
import { RefusedByCore, type May, type Seat } from '../../core/calls';
import type { Ending, Refusal } from '../../protocol/messages';
import type { Board, Snapshot } from '../../protocol/snapshot';
import type { Intent, Link, TableConnection, TableEvent } from '../connection';
import { isOut, switchClock } from './clock';
import {
  look,
  roundOf,
  whatMay,
  type Asks,
  type LocalGame,
  type LocalTable,
  type Position,
} from './game';
import { newDeal, newGame } from './open';
import { curtainFor, outcomeOf, seatInFront, snapshotOf } from './snapshot';
import type { TableStore } from './store';

/** What a player of the computer's is asked for; resolves to a move. */
export type Think = (table: LocalTable, seat: Seat, signal: AbortSignal) => Promise<string>;

export class Local implements TableConnection {
  snapshot: Snapshot | null = $state.raw(null);
  link: Link = $state('connecting');
  refusal: Refusal | null = $state.raw(null);
  sending = $state(false);
  readonly offsetMs = 0;
  onevents: (events: readonly TableEvent[]) => void = () => {};
  onrewritten = () => {};
  ontrouble: (refusal: Refusal) => void = () => {};

  #table: LocalTable | null = null;
  #position: Position | null = null;
  #may: May | null = null;
  /** What is asked for is done one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #thinking: AbortController | null = null;
  #closed = false;

  constructor(
    readonly id: string,
    private readonly core: Asks,
    private readonly store: Promise<TableStore>,
    private readonly think: Think | null = null,
    private readonly now: () => number = Date.now,
  ) {
    void this.#inTurn(() => this.#load());
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#retry);
    this.#thinking?.abort();
  }

  play(move: string): Promise<Refusal | null> {
    return this.send({ type: 'play', ply: this.snapshot?.ply ?? 0, move });
  }

  async boardAt(ply: number): Promise<Board | null> {
    const { boardAt } = await import('./localHistory');
    return this.#table && boardAt(this.core, this.#table, ply);
  }

  send(intent: Intent): Promise<Refusal | null> {
    this.sending = true;
    return this.#inTurn(async () => {
      try {
        return await this.#do(intent);
      } catch (error) {
        if (error instanceof RefusedByCore) return error.refusal;
        throw error;
      } finally {
        this.sending = false;
      }
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work, work);
    this.#last = next;
    return next;
  }

  async #load(): Promise<void> {
    try {
      const table = await (await this.store).get(this.id);
      if (!table) return this.#refuseAll('no_table', 'There is no such table in this browser.');
      this.#table = table;
      await this.#show([]);
      this.link = 'open';
    } catch (error) {
      console.error(error);
      this.#refuseAll('core', 'The table could not be opened. Load the page again.');
    }
  }

  #refuseAll(code: string, sentence: string): void {
    this.refusal = refused(code, sentence);
    this.link = 'refused';
  }

  async #do(intent: Intent): Promise<Refusal | null> {
    const table = this.#table;
    const position = this.#position;
    const may = this.#may;
    if (!table || !position || !may) return refused('waiting', 'The table is not open yet.');
    const outcome = outcomeOf(table, position);
    const actor = outcome ? null : position.actor;
    const seat = seatInFront(table, actor);
    if (intent.type === 'propose' && intent.what === 'rematch')
      return outcome ? this.#rematch(table) : refused('game_running', 'The game is not over.');
    if (outcome) return refused('game_over', 'The game is over.');
    switch (intent.type) {
      case 'play':
        return this.#play(table, position, seat, intent);
      case 'lift_curtain':
        return this.#change({ ...table.game, lifted: [roundOf(table.game), intent.seat] }, []);
      case 'next_round':
        return this.#nextRound(table, position);
      case 'resign':
        return this.#end(ending((1 - seat) as Seat, 'resignation'));
      case 'propose':
        if (intent.what === 'takeback') return this.#takeBack(table, may, seat);
        if (!may.draw) return refused('no_draw', 'There are no draws by agreement here.');
        return this.#end(ending(null, 'agreement'));
      default:
        return refused('no_proposal', 'Nothing was proposed.');
    }
  }

  async #play(
    table: LocalTable,
    position: Position,
    seat: Seat,
    intent: Extract<Intent, { type: 'play' }>,
  ): Promise<Refusal | null> {
    const { game } = table;
    if (intent.ply !== game.turns.length) return refused('stale', 'The game has gone on.');
    if (position.actor === null) return refused('round_over', 'The round is over.');
    if (position.actor !== seat) return refused('not_your_turn', 'It is not your turn.');
    if (curtainFor(table, position.actor) !== null)
      return refused('curtain', 'Lift the curtain first.');
    return this.#move(table, position.actor, intent.move);
  }

  async #move(table: LocalTable, seat: Seat, move: string): Promise<Refusal | null> {
    const { setup, game } = table;
    const at = this.now();
    if (await isOut(this.core, setup, game.clock, at)) return this.#runOut(seat);
    const turn = { seat, move, round: roundOf(game), clock_ms: null };
    const moved: LocalGame = { ...game, turns: [...game.turns, turn] };
    // Raises what the core refuses.
    const after = await look(this.core, setup, moved, null);
    let next = moved;
    if (game.clock) {
      const clock = await switchClock(this.core, setup, game.clock, after.actor, at, true);
      const turns = [...game.turns, { ...turn, clock_ms: clock.remaining_ms[seat] ?? null }];
      next = { ...moved, clock, turns };
    }
    const events: TableEvent[] = [{ type: 'moved', seat, move }];
    if (after.roundEnding) {
      next = { ...next, rounds: [...next.rounds, after.roundEnding] };
      events.push({ type: 'round_ended', round: turn.round, outcome: after.roundEnding });
    }
    if (after.outcome) events.push({ type: 'ended', outcome: after.outcome });
    return this.#change(next, events);
  }

  async #takeBack(
    { setup, game }: LocalTable,
    { takeback: ply, running }: May,
    seat: Seat,
  ): Promise<Refusal | null> {
    if (setup.mode === 'solo')
      return refused('no_takeback', 'Moves cannot be taken back in this game.');
    if (ply === null) return refused('nothing_to_take_back', 'There is nothing to take back.');
    const turns = game.turns.slice(0, ply);
    // Time spent stays spent.
    const clock =
      game.clock && (await switchClock(this.core, setup, game.clock, running, this.now()));
    return this.#change({ ...game, turns, clock }, [{ type: 'taken_back', seat, ply }]);
  }

  async #nextRound(table: LocalTable, position: Position): Promise<Refusal | null> {
    if (!position.roundEnding) return refused('round_running', 'The round is still going on.');
    const { game } = table;
    const deals = [...game.deals, await newDeal(this.core, false)];
    return this.#change({ ...game, deals, lifted: null }, [
      { type: 'round_started', round: deals.length },
    ]);
  }

  async #rematch(table: LocalTable): Promise<Refusal | null> {
    const { setup, game } = table;
    const own = (setup.mode === 'solo' ? 0 : 1 - game.own) as Seat;
    const next = await newGame(this.core, setup, game.number + 1, own, this.now());
    return this.#change(next, [{ type: 'started', game_number: next.number }]);
  }

  async #end(outcome: Ending): Promise<Refusal | null> {
    const { setup, game } = this.#table!;
    const clock = game.clock && (await switchClock(this.core, setup, game.clock, null, this.now()));
    return this.#change({ ...game, ending: outcome, clock }, [{ type: 'ended', outcome }]);
  }

  #runOut(loser: Seat): Promise<Refusal | null> {
    const clause = this.#may?.time_clause || null;
    return this.#end({ ...ending((1 - loser) as Seat, 'time'), clause });
  }

  /** Keeps the game as it is now and shows it; what another window did meanwhile goes first. */
  async #change(game: LocalGame, events: readonly TableEvent[]): Promise<Refusal | null> {
    const before = this.#table!;
    const ended = events.find((event) => event.type === 'ended');
    const began = events.some(({ type }) => type === 'started');
    const outcome = ended?.outcome ?? (began ? null : (before.outcome ?? null));
    const finished = ended !== undefined || (before.finished && !began);
    const seq = before.seq + 1;
    const table = { ...before, game, finished, outcome, seq, updated_ms: this.now() };
    const store = await this.store;
    if (!(await store.put(table, before.seq))) {
      this.#table = (await store.get(this.id)) ?? before;
      await this.#show([]);
      return refused('stale', 'The game has gone on in another window.');
    }
    this.#table = table;
    await this.#show(events);
    return null;
  }

  async #show(events: readonly TableEvent[]): Promise<void> {
    const table = this.#table!;
    const { setup, game } = table;
    this.#thinking?.abort();
    this.#thinking = null;
    clearTimeout(this.#timer);
    clearTimeout(this.#retry);
    // Who acts decides whose hand is shown, so on one screen that is asked first.
    let position = await look(this.core, setup, game, setup.mode === 'computer' ? game.own : null);
    const outcome = outcomeOf(table, position);
    const actor = outcome ? null : position.actor;
    const isHidden = curtainFor(table, actor) !== null;
    if (setup.game === 'pacal' && setup.mode === 'hotseat' && !isHidden)
      position = await look(this.core, setup, game, seatInFront(table, actor));
    const may = await whatMay(
      this.core,
      setup,
      game,
      seatInFront(table, actor),
      position.roundEnding !== null,
    );
    if (this.#closed) return;
    this.#position = position;
    this.#may = may;
    const computer = setup.mode === 'computer' && actor !== null && actor !== game.own;
    this.snapshot = snapshotOf(table, position, may, this.now(), computer ? this.now() : null);
    if (events.length > 0) this.onevents(events);
    this.#watchClock(table);
    if (computer) this.#answer(table, actor);
  }

  #watchClock({ setup, game: { clock } }: LocalTable): void {
    if (!clock || clock.running === null) return;
    const seat = clock.running;
    const left = clock.at_ms + (clock.remaining_ms[seat] ?? 0) - this.now();
    this.#timer = setTimeout(
      () =>
        void this.#inTurn(async () => {
          const shown = this.#table!.game.clock;
          if (await isOut(this.core, setup, shown, this.now())) await this.#runOut(seat);
        }),
      Math.max(0, left) + 1,
    );
  }

  /** Lets the computer move; what the player does meanwhile calls it off. */
  #answer(table: LocalTable, seat: Seat): void {
    if (!this.think || this.#table !== table) return;
    const thinking = new AbortController();
    this.#thinking = thinking;
    this.think(table, seat, thinking.signal).then(
      (move) =>
        void this.#inTurn(async () => {
          if (!thinking.signal.aborted && this.#table === table)
            await this.#move(table, seat, move);
        }),
      (error: unknown) => {
        if (thinking.signal.aborted) return;
        console.warn(error);
        this.ontrouble(notHere);
        this.#retry = setTimeout(() => this.#answer(table, seat), ASK_AGAIN_MS);
      },
    );
  }
}

/** Files that the computer judges with may be there by then. */
const ASK_AGAIN_MS = 5000;

const ending = (winner: Seat | null, reason: string): Ending => ({ winner, reason, clause: null });

export const notHere: Refusal = {
  code: 'not_here',
  key: 'refused.not_here',
  params: {},
  clause: null,
  sentence: 'The computer player is not on this device yet.',
};

export const refused = (code: string, sentence: string): Refusal => ({
  code,
  key: `refused.${code}`,
  params: {},
  clause: null,
  sentence,
});
