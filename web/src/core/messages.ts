/** What the page and the core's worker say to each other. */
import type { CallName, Calls, CoreRefusal } from './calls';

export interface Question<Name extends CallName = CallName> {
  readonly id: number;
  readonly name: Name;
  readonly asked: Calls[Name]['asked'];
}

/** How far the files are that an answer needs. */
export interface Progress {
  readonly doneBytes: number;
  readonly ofBytes: number;
}

export type WorkerAnswer =
  | { readonly id: number; readonly progress: Progress }
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly refusal: CoreRefusal }
  | { readonly id: number; readonly trouble: string };
