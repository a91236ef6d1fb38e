/**
 * The core in the page: the rules and players of both games, the same code as on the server, running
 * in a worker. It needs no connection once it is loaded.
 *
 *     const { board, outcome } = await core.ask('pylos.game', { preset: 'standard', moves: ['1b2'] });
 *
 * An answer is a promise; a refusal (a move that is not allowed, a text that cannot be read) rejects it
 * with RefusedByCore, which holds the same Refusal that the server would send.
 */
import { RefusedByCore, type CallName, type Calls } from './calls';
import type { Progress, Question, WorkerAnswer } from './messages';

/** What a worker looks like from here; tests pass their own. */
export interface WorkerLike {
  postMessage(message: Question): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<WorkerAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

interface Waiting {
  readonly question: Question;
  readonly resolve: (answer: never) => void;
  readonly reject: (why: unknown) => void;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

/** No move takes longer on a slow phone (docs/core-in-the-page.md); a download may. */
const GRACE_MS = 400;

export class Core {
  readonly #start: () => WorkerLike;
  #worker: WorkerLike | null = null;
  #next = 1;
  /** In the order asked; the first is being worked on. */
  readonly #waiting: Waiting[] = [];

  constructor(start: () => WorkerLike) {
    this.#start = start;
  }

  /**
   * Asks and returns the answer. Questions are answered in turn. With a signal a question can be given
   * up: one that waits is never asked. One being worked on has a moment to end, because a new worker
   * would be longer in coming; after that the worker is stopped and starts anew.
   * `onProgress` receives the download progress of the files that the answer needs.
   */
  ask<Name extends CallName>(
    name: Name,
    asked: Calls[Name]['asked'],
    signal?: AbortSignal,
    onProgress?: (progress: Progress) => void,
  ): Promise<Calls[Name]['answer']> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const question: Question = { id: this.#next++, name, asked };
      const waiting: Waiting = { question, resolve, reject, signal, onProgress };
      signal?.addEventListener('abort', () => this.#giveUp(waiting), { once: true });
      this.#waiting.push(waiting);
      if (this.#waiting.length === 1) this.#askFirst();
    });
  }

  #askFirst(): void {
    const first = this.#waiting[0];
    if (!first) return;
    this.#worker ??= this.#begin();
    this.#worker.postMessage(first.question);
  }

  #begin(): WorkerLike {
    const worker = this.#start();
    worker.onmessage = ({ data }) => this.#finish(data);
    worker.onerror = (event) => this.#fail(new Error(`the core has failed: ${event.message}`));
    return worker;
  }

  #finish(message: WorkerAnswer): void {
    const first = this.#waiting[0];
    if (first?.question.id !== message.id) return;
    if ('progress' in message) return first.onProgress?.(message.progress);
    this.#waiting.shift();
    this.#askFirst();
    if ('answer' in message) first.resolve(message.answer as never);
    else if ('refusal' in message) first.reject(new RefusedByCore(message.refusal));
    else first.reject(new Error(message.trouble));
  }

  #fail(why: unknown): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#waiting.shift()?.reject(why);
    this.#askFirst();
  }

  #giveUp(waiting: Waiting): void {
    const why: unknown = waiting.signal?.reason;
    const place = this.#waiting.indexOf(waiting);
    if (place > 0) this.#waiting.splice(place, 1);
    if (place === 0) setTimeout(() => waiting === this.#waiting[0] && this.#fail(why), GRACE_MS);
    waiting.reject(why);
  }
}

/** The page's one core; its worker starts with the first question. */
export const core = new Core(
  () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }) as WorkerLike,
);
