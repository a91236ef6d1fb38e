/** Which of the 30 balls lies where: as few as possible move from one position to the next. */
import { CELLS, type Ball, type Cells } from '../geometry';

export interface PlacedBall {
  readonly colour: Ball;
  /** Index of its cell, or null in the reserve. */
  cell: number | null;
  /** Its place in the tray while it is in the reserve. */
  slot: number;
}

/** Gives each ball its cell or a place in the tray. */
export function assignBalls(balls: readonly PlacedBall[], cells: Cells): void {
  for (const colour of ['L', 'D'] as const)
    assignColour(
      balls.filter((ball) => ball.colour === colour),
      cells,
      colour,
    );
}

function assignColour(balls: readonly PlacedBall[], cells: Cells, colour: Ball): void {
  const placed = balls.filter((ball) => ball.cell !== null);
  const loose = placed.filter((ball) => cells[ball.cell!] !== colour);
  const kept = new Set(placed.filter((ball) => !loose.includes(ball)).map((ball) => ball.cell));
  for (const { index } of CELLS) {
    if (cells[index] !== colour || kept.has(index)) continue;
    // A ball taken off elsewhere was raised; else the last one of the tray comes.
    const ball = loose.shift() ?? lastInTray(balls);
    if (ball) ball.cell = index;
  }
  for (const ball of loose) {
    const taken = new Set(balls.filter(({ cell }) => cell === null).map(({ slot }) => slot));
    ball.cell = null;
    ball.slot = 0;
    while (taken.has(ball.slot)) ball.slot++;
  }
}

function lastInTray(balls: readonly PlacedBall[]): PlacedBall | undefined {
  return balls
    .filter((ball) => ball.cell === null)
    .reduce<PlacedBall | undefined>((a, b) => (a && a.slot > b.slot ? a : b), undefined);
}
