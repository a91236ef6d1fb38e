/**
 * Where the 30 cells of the pyramid are: names, levels and points in space.
 * Bit order as everywhere in Sommet: level 1 row by row, then 2, 3 and the summit.
 */
export type Ball = 'L' | 'D';
export type Cells = readonly (Ball | null)[];

export interface Cell {
  readonly index: number;
  readonly name: string;
  readonly level: number;
  readonly column: number;
  readonly row: number;
  /** Cells per side of this level. */
  readonly side: number;
}

export const LEVELS = 4;
export const BALLS = 15;

export const CELLS: readonly Cell[] = buildCells();
const byName = new Map(CELLS.map((cell) => [cell.name, cell.index]));

function buildCells(): Cell[] {
  const cells: Cell[] = [];
  for (let level = 1; level <= LEVELS; level++) {
    const side = LEVELS + 1 - level;
    for (let row = 0; row < side; row++)
      for (let column = 0; column < side; column++)
        cells.push({
          index: cells.length,
          name: `${level}${'abcd'[column]}${row + 1}`,
          level,
          column,
          row,
          side,
        });
  }
  return cells;
}

/** The cell with this name; throws for an invalid name. */
export function cellNamed(name: string): Cell {
  const index = byName.get(name);
  if (index === undefined) throw new Error(`no such cell: ${name}`);
  return CELLS[index]!;
}

export function cellsOfLevel(level: number): readonly Cell[] {
  return CELLS.filter((cell) => cell.level === level);
}

/**
 * Centre of the ball in a cell, in ball diameters; y up, board surface at 0, middle of the board at
 * x = z = 0. Touching spheres stacked on a square rise by 1/√2 per level.
 */
export function ballCentre(cell: Cell): { x: number; y: number; z: number } {
  return {
    x: cell.column - (cell.side - 1) / 2,
    y: 0.5 + (cell.level - 1) * Math.SQRT1_2,
    z: cell.row - (cell.side - 1) / 2,
  };
}

/** Contents of the cells in a position's text form; the side to move is the second value. */
export function parsePosition(text: string): { cells: Cells; side: Ball } {
  const [levels = '', side = 'L'] = text.split(' ');
  const cells = [...levels].flatMap((character) =>
    character === '.' ? [null] : character === 'L' || character === 'D' ? [character as Ball] : [],
  );
  if (cells.length !== CELLS.length) throw new Error(`not a Pylos position: ${text}`);
  return { cells, side: side === 'D' ? 'D' : 'L' };
}

export const START_POSITION = '..../..../..../....|.../.../...|../..|. L';

/** The text form of a position; the inverse of `parsePosition`. */
export function formatPosition(cells: Cells, side: Ball): string {
  const rows = (level: number) =>
    Array.from({ length: LEVELS + 1 - level }, (_, row) =>
      cellsOfLevel(level)
        .filter((cell) => cell.row === row)
        .map((cell) => cells[cell.index] ?? '.')
        .join(''),
    ).join('/');
  return `${[1, 2, 3, 4].map(rows).join('|')} ${side}`;
}

export function reserveOf(cells: Cells, ball: Ball): number {
  return BALLS - cells.filter((content) => content === ball).length;
}
