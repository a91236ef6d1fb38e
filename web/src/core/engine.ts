/** The core as its worker has it: modules and files come when a question first needs them. */
import { gameOf, PLAYER_CALLS, RefusedByCore, type CallName, type Calls, type Game } from './calls';
import type { Progress } from './messages';
import type { CoreModule } from './module';
import { tableFor } from './tableCalls';

export interface Sources {
  /** The rules of one game. */
  readonly rules: (game: Game) => Promise<CoreModule>;
  readonly players: () => Promise<CoreModule>;
  readonly file: (name: string, report: (progress: Progress) => void) => Promise<Uint8Array>;
  /** Whether a file can be had without a connection. */
  readonly isKept: (name: string) => Promise<boolean>;
}

export class Engine {
  readonly #sources: Sources;
  readonly #rules = new Map<Game, Promise<CoreModule>>();
  #players: Promise<CoreModule> | null = null;
  /** The tables that the players have. */
  #tables = new Set<string>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Returns the answer, after fetching what it needs; rejects with RefusedByCore. */
  async ask<Name extends CallName>(
    name: Name,
    asked: Calls[Name]['asked'],
    report: (progress: Progress) => void = () => undefined,
  ): Promise<Calls[Name]['answer']> {
    if (!PLAYER_CALLS.has(name)) return (await this.#loadRules(gameOf(name))).ask(name, asked);
    const players = await this.#loadPlayers();
    const table = tableFor(name, asked);
    if (table !== null) await this.#loadTable(players, table);
    for (const tried = new Set<string>(); ;) {
      try {
        return players.ask(name, asked);
      } catch (error) {
        const file = error instanceof RefusedByCore ? error.refusal.params?.['file'] : undefined;
        if (typeof file !== 'string' || tried.has(file)) throw error;
        tried.add(file);
        players.load(file, await this.#sources.file(file, report));
      }
    }
  }

  /** A table is large: only one that is kept already is used. */
  async #loadTable(players: CoreModule, table: string): Promise<void> {
    if (this.#tables.has(table)) return;
    try {
      if (!(await this.#sources.isKept(table))) return;
      players.load(table, await this.#sources.file(table, () => undefined));
      this.#tables.add(table);
    } catch (error) {
      console.warn(error); // then the search answers
    }
  }

  // After a failure, for want of a connection perhaps, the next question tries again.
  #loadRules(game: Game): Promise<CoreModule> {
    const loading = this.#rules.get(game) ?? this.#sources.rules(game);
    this.#rules.set(game, loading);
    loading.catch(() => this.#rules.delete(game));
    return loading;
  }

  #loadPlayers(): Promise<CoreModule> {
    this.#players ??= this.#sources.players();
    this.#players.catch(() => (this.#players = null));
    return this.#players;
  }
}
