import { describe, expect, it } from 'vitest';
import {
  choices,
  preview,
  refusalOf,
  START,
  touch,
  undo,
  type Step,
} from '../../src/games/pylos/choice';
import { cellNamed, parsePosition } from '../../src/games/pylos/geometry';
import type { Landing } from '../../src/protocol/boards';

const landings: Landing[] = [
  { source: null, target: '1d4', may_stop: true, takes: [] },
  {
    source: null,
    target: '1b2',
    may_stop: false,
    takes: [
      { cell: '1b2', may_stop: true, then: ['1a1', '1d1'] },
      { cell: '1a1', may_stop: true, then: ['1d1'] },
      { cell: '2a1', may_stop: true, then: ['1c3'] },
    ],
  },
  { source: '1d1', target: '2b2', may_stop: true, takes: [] },
];

function step(from: Step, cell: string): Step {
  const next = touch(landings, from, cell);
  if ('play' in next) throw new Error(`played ${next.play}`);
  return next.step;
}

describe('a move in the making', () => {
  it('places at once where nothing is taken back', () => {
    expect(touch(landings, START, '1d4')).toEqual({ play: '1d4' });
  });

  it('raises by picking a ball up and choosing its place', () => {
    const raising = step(START, '1d1');
    expect(raising).toEqual({ at: 'raising', source: '1d1' });
    expect([...choices(landings, raising).places]).toEqual(['2b2']);
    expect(touch(landings, raising, '2b2')).toEqual({ play: '1d1>2b2' });
    expect(step(raising, '1d1')).toEqual(START);
  });

  it('marks no places for the reserve where a raise is wanted, and lets one be placed', () => {
    const { dots, places } = choices(landings, START, true);
    expect([[...dots], [...places]]).toEqual([[], ['1d4', '1b2']]);
    expect([...choices(landings, step(START, '1d1'), true).dots]).toEqual(['2b2']);
    expect([...choices(landings, START).dots]).toEqual(['1d4', '1b2']);
  });

  it('asks for balls where taking back is compulsory', () => {
    const taking = step(START, '1b2');
    expect(choices(landings, taking).confirms).toBeNull();
    expect([...choices(landings, taking).takeable]).toEqual(['1b2', '1a1', '2a1']);
    const one = step(taking, '1a1');
    expect(choices(landings, one).confirms).toBe('1b2-1a1');
    // The pair 1b2, 1a1 is listed in the other order only.
    expect([...choices(landings, one).takeable].sort()).toEqual(['1b2', '1d1']);
    expect(choices(landings, step(one, '1b2')).confirms).toBe('1b2-1b2-1a1');
    expect(choices(landings, step(one, '1d1')).confirms).toBe('1b2-1a1-1d1');
  });

  it('frees a second ball by taking the first', () => {
    const taking = step(START, '1b2');
    expect(choices(landings, taking).takeable.has('1c3')).toBe(false);
    const one = step(taking, '2a1');
    expect(choices(landings, one).takeable.has('1c3')).toBe(true);
    expect(choices(landings, step(one, '1c3')).takeable.size).toBe(0);
  });

  it('undoes step by step', () => {
    const two = step(step(step(START, '1b2'), '2a1'), '1c3');
    expect(undo(two)).toMatchObject({ at: 'taking', taken: ['2a1'] });
    expect(undo(undo(two))).toMatchObject({ at: 'taking', taken: [] });
    expect(undo(undo(undo(two)))).toEqual(START);
  });

  it('ignores cells that mean nothing now', () => {
    expect(touch(landings, START, '4a1')).toEqual({ step: START });
  });

  it('shows the board with the move half made', () => {
    const { cells } = parsePosition('L.../..../..../....|.../.../...|../..|. L');
    const shown = preview(cells, 'L', {
      at: 'taking',
      source: '1a1',
      target: '1b1',
      taken: ['1b1'],
    });
    expect(shown[cellNamed('1a1').index]).toBeNull();
    expect(shown[cellNamed('1b1').index]).toBeNull();
    expect(cells[0]).toBe('L');
  });

  it('says why a cell is no choice, at each point of the turn', () => {
    const refused = [
      { doing: 'begin', source: null, reason: 'carrying', clause: 'PYL-3', cells: ['1a1'] },
      { doing: 'raise', source: '1c4', reason: 'not-higher', clause: 'PYL-2', cells: ['1d4'] },
      { doing: 'take', source: null, reason: 'not-own-takeback', clause: 'PYL-5', cells: ['1b1'] },
    ] as const;
    const list = refused.map((each) => ({ ...each, cells: [...each.cells] }));
    const raising = { at: 'raising', source: '1c4' } as const;
    expect(refusalOf(list, START, '1a1')?.reason).toBe('carrying');
    expect(refusalOf(list, START, '1d4')).toBeNull();
    expect(refusalOf(list, raising, '1d4')?.reason).toBe('not-higher');
    expect(refusalOf(list, raising, '1a1')?.reason).toBe('carrying');
    const taking = { at: 'taking', source: null, target: '1a2', taken: [] } as const;
    expect(refusalOf(list, taking, '1b1')?.clause).toBe('PYL-5');
    expect(refusalOf(list, taking, '1a1')).toBeNull();
  });
});
