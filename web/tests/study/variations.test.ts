import { beforeEach, describe, expect, it } from 'vitest';
import { marksOf } from '../../src/games/pylos/marks';
import {
  beginAt,
  goOn,
  goTo,
  keep,
  kept,
  nodeAt,
  pathTo,
  stretches,
} from '../../src/study/explore/variations';

function tried() {
  let all = goOn(goOn(goOn(beginAt('start'), 'a', 'A'), 'b', 'AB'), 'c', 'ABC');
  all = goOn(goTo(all, 1), 'd', 'AD');
  return goOn(all, 'e', 'ADE');
}

describe('variations', () => {
  it('keep every move that was tried', () => {
    const all = tried();
    expect(nodeAt(all).position).toBe('ADE');
    expect(pathTo(all)).toEqual([0, 1, 4, 5]);
    expect(
      stretches(all).map(({ depth, nodes }) => [depth, nodes.map(({ move }) => move).join('')]),
    ).toEqual([
      [0, 'ab'],
      [1, 'de'],
      [0, 'c'],
    ]);
  });

  it('go where a move led before', () => {
    const again = goOn(goTo(tried(), 0), 'a', 'A');
    expect(again.at).toBe(1);
    expect(again.nodes).toHaveLength(6);
  });

  beforeEach(() => sessionStorage.clear());
  it('are found again in the same tab under the same rules', () => {
    keep('standard', tried());
    expect(kept('standard', 'AB')).toMatchObject({ at: 2 });
    expect(kept('expert', 'AB')).toBeNull();
    expect(kept('standard', 'elsewhere')).toBeNull();
  });
});

it('draws a move as a whole', () => {
  const marks = marksOf({ move: '', source: '1a1', target: '2a1', taken: ['1b1'] });
  expect([...marks]).toEqual([
    ['2a1', 'hint'],
    ['1a1', 'from'],
    ['1b1', 'back'],
  ]);
});
