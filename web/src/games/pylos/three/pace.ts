/**
 * Keeps animations at 60 frames a second where the device cannot draw every pixel in time: after a
 * few late frames in a row it asks for fewer pixels, and it never asks for more than `most`.
 */
const LATE_MS = 21;
/** A gap this long is a pause (another tab, a breakpoint), not a slow frame. */
const PAUSE_MS = 3000;
const IN_A_ROW = 5;
const LEAST = 0.6;
const STEP = 0.8;

export class Pace {
  private last = 0;
  private late = 0;
  private factor = 1;

  constructor(readonly most: number) {}

  /** Pixels drawn for each of the page's. */
  get ratio(): number {
    return Math.max(LEAST, this.most * this.factor);
  }

  /** An animation begins or has ended: the time until the next frame says nothing. */
  rest(): void {
    this.last = 0;
  }

  /** Takes note of a frame of an animation; true when the ratio has changed. */
  frame(now: number): boolean {
    const took = now - this.last;
    const isFirst = this.last === 0 || took > PAUSE_MS;
    this.last = now;
    if (isFirst) return false;
    this.late = took > LATE_MS ? this.late + 1 : 0;
    if (this.late < IN_A_ROW || this.ratio === LEAST) return false;
    this.late = 0;
    this.factor *= STEP;
    return true;
  }
}
