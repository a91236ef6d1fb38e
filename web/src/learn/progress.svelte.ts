/** Progress in the lessons; kept in this browser with the settings. */
import { applySettings, settings } from '../kept/settings.svelte';
import { STEPS, type Game } from './lessons';

export function isDone(game: Game, step: string): boolean {
  return settings.lessons[game].done.includes(step);
}

/** How many steps are done; a step that no longer exists does not count. */
export function countDone(game: Game): number {
  return STEPS[game].filter((step) => isDone(game, step)).length;
}

export function markDone(game: Game, step: string): void {
  if (isDone(game, step)) return;
  settings.lessons[game].done.push(step);
  applySettings();
}

export function remember(game: Game, step: string): void {
  settings.lessons[game].at = step;
  applySettings();
}

/** Where to continue: the step left last, unless all are done. */
export function resumeAt(game: Game): string {
  const { at } = settings.lessons[game];
  const steps = STEPS[game];
  if (at !== null && steps.includes(at) && !isDone(game, at)) return at;
  return steps.find((step) => !isDone(game, step)) ?? steps[0]!;
}
