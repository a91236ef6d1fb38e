/**
 * What a move sounds and feels like. Nothing is heard before the first touch or key, and nothing is
 * loaded for it either.
 */
import { settings } from '../kept/settings.svelte';
import type { Feeling } from './feelings';
import type * as Sounds from './sound';

/** Milliseconds of vibration, pauses between. */
const TICKS: Readonly<Record<Feeling, readonly number[]>> = {
  place: [12],
  raise: [12],
  take: [8, 40, 8],
  card: [10],
  turn: [18],
  win: [20, 60, 20, 60, 40],
  lose: [40],
  refused: [30, 40, 30],
  hurry: [25, 80, 25],
};

/** Loaded once, so that sounds are heard in their order. */
let sounds: Promise<typeof Sounds> | undefined;
let touched = false;
const touch = () => {
  touched = true;
};
for (const kind of ['pointerdown', 'keydown'])
  addEventListener(kind, touch, { once: true, capture: true, passive: true });

/** Whether this device can vibrate under a finger. */
export function hasHaptics(): boolean {
  return 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches;
}

/** What calls a player back who looks at another tab; the rest plays only while the page is visible. */
const HEARD_WHILE_HIDDEN: ReadonlySet<Feeling> = new Set(['turn', 'win', 'lose', 'hurry']);

/** What a move of a game sounds like. */
export function soundOf(game: 'pylos' | 'pacal', move: string): Feeling {
  if (game === 'pacal') return 'card';
  return move.includes('-') ? 'take' : move.includes('>') ? 'raise' : 'place';
}

/** Lets a moment be heard and felt, as far as the settings allow. */
export function feel(what: Feeling): void {
  const hidden = document.visibilityState === 'hidden';
  if (!touched || (hidden && !HEARD_WHILE_HIDDEN.has(what))) return;
  if (!hidden && settings.haptics && hasHaptics()) navigator.vibrate([...TICKS[what]]);
  const { volume } = settings;
  if (volume === 0) return;
  sounds ??= import('./sound');
  void sounds.then(
    ({ play }) => play(what, volume),
    () => {
      // A sound that cannot be loaded must not disturb the game.
      sounds = undefined;
    },
  );
}
