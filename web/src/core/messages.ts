/** What the page and the core's worker say to each other. */
import type { CallName, Calls, CoreRefusal } from './calls';

export interface Question<Name extends CallName = CallName> {
  readonly id: number;
  readonly name: Name;
  readonly asked: Calls[Name]['asked'];
}

export type WorkerAnswer =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly refusal: CoreRefusal }
  | { readonly id: number; readonly trouble: string };
