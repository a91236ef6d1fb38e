/** One question at a time: the next one gives the one before up, and so does leaving the screen. */
export class Asking {
  #last = new AbortController();

  /** The signal of a new question. */
  next(): AbortSignal {
    this.#last.abort();
    this.#last = new AbortController();
    return this.#last.signal;
  }

  /** The signal of the question asked last. */
  get signal(): AbortSignal {
    return this.#last.signal;
  }

  readonly leave = (): void => this.#last.abort();
}
