/** The games that were on the board in this browser and are not over, newest first. */
import type { Snapshot } from '../protocol/snapshot';
import { noteOver } from './tables';

export interface Running {
  readonly table: string;
  readonly game: Snapshot['game'];
  readonly mode: Snapshot['mode'];
  /** Which computer sits opposite, or what a person there is called; neither in a game alone. */
  readonly opponent: string | null;
  readonly name: string | null;
  readonly ply: number;
}

const KEY = 'sommet.running';
const MOST = 12;

const isRunning = (value: unknown): value is Running =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Running).table === 'string' &&
  ['pylos', 'pacal'].includes((value as Running).game) &&
  typeof (value as Running).ply === 'number';

function load(): readonly Running[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRunning) : [];
  } catch {
    return [];
  }
}

let kept: readonly Running[] = $state.raw(load());

addEventListener('storage', (event) => {
  if (event.key === KEY) kept = load();
});

function store(next: readonly Running[]): void {
  kept = next.slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Then they last for this page.
  }
}

export const running = {
  get now(): readonly Running[] {
    return kept;
  },
  /** Takes over how a game stands that one plays oneself; one that is over goes. */
  note(snapshot: Snapshot): void {
    const { table, game, mode, players, you, ply } = snapshot;
    if (you.role !== 'player') return;
    noteOver([[table, snapshot.outcome !== null]]);
    const rest = kept.filter((entry) => entry.table !== table);
    if (snapshot.outcome !== null) {
      if (rest.length < kept.length) store(rest);
      return;
    }
    if (snapshot.status === 'waiting') return;
    const other = mode === 'hotseat' ? null : players.find(({ seat }) => !you.seats.includes(seat));
    const opponent = other?.opponent ?? null;
    store([{ table, game, mode, opponent, name: other?.name ?? null, ply }, ...rest]);
  },
  /** Forgets the games that are not among those found to be running. */
  keepOnly(isKnown: (table: string) => boolean): void {
    const rest = kept.filter(({ table }) => isKnown(table));
    if (rest.length < kept.length) store(rest);
  },
};
