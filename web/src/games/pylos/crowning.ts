/** A game that ends because one side has no ball left: the other's balls fill the pyramid, to the summit. */
import { CELLS, type Ball, type Cells } from './geometry';

/** The boards that follow when the winner sets the balls left one by one; 15 and 15 fill all 30 cells. */
export function crowning(cells: Cells, winner: Ball): readonly Cells[] {
  const boards: Cells[] = [];
  let last = cells;
  for (const { index } of CELLS) {
    if (last[index] !== null) continue;
    last = last.map((content, at) => (at === index ? winner : content));
    boards.push(last);
  }
  return boards;
}
