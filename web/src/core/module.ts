/** A module of the core: text in, text out. Its memory is its own, and it imports nothing. */
import { RefusedByCore, type CallName, type Calls, type CoreRefusal } from './calls';

interface Exports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  request(size: number): number;
  answer(): number;
  answer_at(): number;
  /** Only of the players: where to write the bytes of a file. */
  bytes?(size: number): number;
}

type Answer<T> = { ok: T } | { refused: Omit<CoreRefusal, 'key'> };

export class CoreModule {
  readonly #exports: Exports;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  private constructor(instance: WebAssembly.Instance) {
    this.#exports = instance.exports as unknown as Exports;
    this.#exports._initialize();
  }

  static async load(bytes: BufferSource | Promise<Response>): Promise<CoreModule> {
    if (!(bytes instanceof Promise))
      return new CoreModule((await WebAssembly.instantiate(bytes)).instance);
    const response = await bytes;
    if (!response.ok) throw new Error(`the core could not be loaded: ${response.status}`);
    const { instance } = await WebAssembly.instantiate(await response.arrayBuffer());
    return new CoreModule(instance);
  }

  /** Returns the answer; throws RefusedByCore with the reason. */
  ask<Name extends CallName>(name: Name, asked: Calls[Name]['asked']): Calls[Name]['answer'] {
    return this.#call({ ...asked, call: name }) as Calls[Name]['answer'];
  }

  /** Hands over the bytes of a file that players need; throws RefusedByCore if it is another. */
  load(file: string, bytes: Uint8Array): void {
    const at = this.#exports.bytes!(bytes.length);
    new Uint8Array(this.#exports.memory.buffer).set(bytes, at);
    this.#call({ call: 'load', file });
  }

  #call(question: object): unknown {
    const request = this.#encoder.encode(JSON.stringify(question));
    const at = this.#exports.request(request.length);
    new Uint8Array(this.#exports.memory.buffer).set(request, at);
    const size = this.#exports.answer();
    const bytes = new Uint8Array(this.#exports.memory.buffer, this.#exports.answer_at(), size);
    const answer = JSON.parse(this.#decoder.decode(bytes)) as Answer<unknown>;
    if ('ok' in answer) return answer.ok;
    throw new RefusedByCore({ ...answer.refused, key: `refused.${answer.refused.code}` });
  }
}
