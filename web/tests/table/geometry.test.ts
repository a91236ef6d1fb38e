import { describe, expect, it } from 'vitest';
import { crowning } from '../../src/games/pylos/crowning';
import {
  ballCentre,
  cellNamed,
  CELLS,
  cellsOfLevel,
  formatPosition,
  parsePosition,
  reserveOf,
} from '../../src/games/pylos/geometry';

describe('the pyramid', () => {
  it('has 16 + 9 + 4 + 1 cells in bit order', () => {
    expect([1, 2, 3, 4].map((level) => cellsOfLevel(level).length)).toEqual([16, 9, 4, 1]);
    expect(CELLS[1]!.name).toBe('1b1');
    expect(CELLS[4]!.name).toBe('1a2');
    expect(CELLS[29]!.name).toBe('4a1');
    expect(() => cellNamed('5a1')).toThrow();
  });

  it('rests each ball on the four below it, touching them', () => {
    for (const cell of CELLS.filter(({ level }) => level > 1)) {
      const top = ballCentre(cell);
      const below = CELLS.filter(
        (c) =>
          c.level === cell.level - 1 &&
          [0, 1].includes(c.column - cell.column) &&
          [0, 1].includes(c.row - cell.row),
      );
      expect(below).toHaveLength(4);
      for (const support of below) {
        const at = ballCentre(support);
        expect(Math.hypot(top.x - at.x, top.y - at.y, top.z - at.z)).toBeCloseTo(1, 10);
      }
    }
  });

  it('reads positions', () => {
    const { cells, side } = parsePosition('L..D/..../..../....|.../.../...|../..|. D');
    expect(side).toBe('D');
    expect(cells[0]).toBe('L');
    expect(cells[3]).toBe('D');
    expect(reserveOf(cells, 'L')).toBe(14);
    expect(() => parsePosition('L..D L')).toThrow('not a Pylos position');
  });
});

it('lets a winner set the balls left from below, the last one on the summit', () => {
  const { cells } = parsePosition('LDLD/LDLD/DDDD/DDDL|DD./DLL/LLL|L./LD|. D');
  const boards = crowning(cells, 'L');
  expect(boards).toHaveLength(reserveOf(cells, 'L'));
  expect(boards.map((board) => formatPosition(board, 'D'))).toEqual([
    'LDLD/LDLD/DDDD/DDDL|DDL/DLL/LLL|L./LD|. D',
    'LDLD/LDLD/DDDD/DDDL|DDL/DLL/LLL|LL/LD|. D',
    'LDLD/LDLD/DDDD/DDDL|DDL/DLL/LLL|LL/LD|L D',
  ]);
});
