/** A line of moves that is shown in place of the game, and how far it has been played out. */
import { moving } from '../../kept/settings.svelte';
import type { Line } from './lines';

/** Made while a component is: where things move, a line plays itself out. */
export class LinePlayer {
  line = $state.raw<Line | null>(null);
  at = $state(0);
  readonly step = $derived(this.line?.steps[this.at] ?? null);
  readonly last = $derived((this.line?.steps.length ?? 1) - 1);

  /** `onmove` is called with each move that is shown. */
  constructor(
    private readonly onmove: (move: string) => void,
    pauseMs: number,
  ) {
    $effect(() => {
      if (!this.line || !moving() || this.at >= this.last) return;
      const timer = setTimeout(() => this.go(this.at + 1), pauseMs);
      return () => clearTimeout(timer);
    });
  }

  /** Begins a line with its first move. */
  show(line: Line): void {
    this.line = line;
    this.go(1);
  }

  go(next: number): void {
    if (!this.line) return;
    this.at = Math.max(0, Math.min(this.last, next));
    if (this.step?.move) this.onmove(this.step.move);
  }

  close(): void {
    this.line = null;
  }
}
