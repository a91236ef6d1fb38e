/** Which cells or fields the reason that is pointed at is about, for whichever board shows them. */
import { SvelteMap } from 'svelte/reactivity';
import type { Marked } from '../../games/pylos/marks';
import type { About, Said } from '../wording';

class Pointing {
  /** Touched, or the first of a hint just given: marked until something else is. */
  held = $state.raw<About | null>(null);
  /** Under the pointer or in focus. */
  under = $state.raw<About | null>(null);
  readonly shown = $derived(this.under ?? this.held);

  /** Marks what the first of the reasons is about that is about anything. */
  hold(said: readonly Said[]): void {
    this.held = said.find(({ about }) => about !== null)?.about ?? null;
    this.under = null;
  }
}
export const pointing = new Pointing();

/** The moves to mark on a board of Pylos, with the cells pointed at. */
export function withCells(moves: readonly Marked[] | null): readonly Marked[] | null {
  const cells = pointing.shown?.cells ?? [];
  if (cells.length === 0) return moves;
  const one = { source: null, taken: [], worth: 'about', certain: true, distance: null } as const;
  return [...cells.map((cell) => ({ ...one, move: cell, target: cell })), ...(moves ?? [])];
}

const SIGN = '◆';

/** What to write on the fields of a pyramid, with the fields pointed at; `seat` where it is not one's own. */
export function withFields(
  chances: ReadonlyMap<number, string> | null,
  seat: 0 | 1 | null = null,
): ReadonlyMap<number, string> | null {
  const about = pointing.shown;
  if (!about || about.fields.length === 0 || about.seat !== seat) return chances;
  const signed = about.fields.map(
    (field) => [field, [chances?.get(field), SIGN].filter(Boolean).join(' ')] as const,
  );
  return new SvelteMap([...(chances ?? []), ...signed]);
}
