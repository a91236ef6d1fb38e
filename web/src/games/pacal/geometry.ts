/** Geometry and tones of the Pacal table. */

/** Fields of the pyramid by row, in reading order; 1 is the apex. */
export const ROWS: readonly (readonly number[])[] = [[1], [2, 3], [4, 5, 6], [7, 8, 9, 10]];

export const CARDS = 50;

/** From 0 for the lowest card to 1 for the highest: high cards are pale gold, low ones deep jade. */
export function tone(card: number): number {
  return (card - 1) / (CARDS - 1);
}

/** The field reached from another with an arrow key, or null at the edge. */
export function neighbour(field: number, key: string): number | null {
  const row = ROWS.findIndex((fields) => fields.includes(field));
  const fields = ROWS[row]!;
  const column = fields.indexOf(field);
  switch (key) {
    case 'ArrowLeft':
      return fields[column - 1] ?? null;
    case 'ArrowRight':
      return fields[column + 1] ?? null;
    case 'ArrowUp': {
      const above = ROWS[row - 1];
      return above ? above[Math.min(column, above.length - 1)]! : null;
    }
    case 'ArrowDown':
      return ROWS[row + 1]?.[column] ?? null;
    case 'Home':
      return 1;
    case 'End':
      return 10;
    default:
      return null;
  }
}
