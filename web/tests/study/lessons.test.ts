import { describe, expect, it } from 'vitest';
import {
  begin,
  follow,
  GAMES,
  isWon,
  LATER,
  loadLesson,
  STEPS,
  wantsRaise,
} from '../../src/learn/lessons';
import { countDone, isDone, markDone, remember, resumeAt } from '../../src/learn/progress.svelte';
import { settings } from '../../src/kept/settings.svelte';
import { blocks, blocksOf } from '../../src/rules/outline';

const step = async (game: 'pylos' | 'pacal', name: string) =>
  (await loadLesson(game)).find((each) => each.name === name)!;

describe('a lesson', () => {
  it('goes where the engine went, from one board to the next', async () => {
    const start = begin(await step('pylos', 'stack'));
    expect(start.verdict).toBe('start');
    const missed = follow(start, '1a1');
    expect([missed.verdict, missed.say]).toEqual(['off', 'off']);
    expect(missed.board).toMatchObject({ kind: 'pylos', landings: null });
    const done = follow(start, '2b2');
    expect(done.verdict).toBe('done');
    expect(done.board).toMatchObject({ last_move: { move: '2b2' } });
  });

  it('goes on where a goal takes two actions', async () => {
    const taken = follow(begin(await step('pacal', 'take')), 'take 31');
    expect(taken.verdict).toBe('on');
    expect(follow(taken, 'build 4').verdict).toBe('done');
  });

  it('knows a pair in either order, and nothing else', async () => {
    const offer = begin(await step('pacal', 'begin'));
    expect(follow(offer, 'offer 49 2')).toEqual(follow(offer, 'offer 2 49'));
    const two = begin(await step('pylos', 'two'));
    expect(follow(two, '1b3-1a2-1b2')).toEqual(follow(two, '1b3-1b2-1a2'));
    expect(() => follow(two, '4a1')).toThrow('does not know');
  });

  it('asks for a raise where only that reaches the goal, unless finding it is the task', async () => {
    const wanted = (await loadLesson('pylos')).filter(wantsRaise).map(({ name }) => name);
    expect(wanted).toEqual(['raise', 'free']);
  });

  it('teaches what every game needs before what depends on variant and rulebook', () => {
    for (const game of GAMES) expect(STEPS[game]).toContain(LATER[game]);
    const later = STEPS.pacal.slice(STEPS.pacal.indexOf(LATER.pacal));
    expect(later).toEqual(['tie', 'tie-largest', 'solo']);
  });

  it('knows what was built last and what has been won', async () => {
    const built = follow(follow(begin(await step('pacal', 'complete')), 'take 32'), 'build 4');
    expect([built.built, isWon(built.board)]).toEqual([4, true]);
    expect(isWon(follow(begin(await step('pylos', 'summit')), '4a1').board)).toBe(true);
    expect(isWon(follow(begin(await step('pylos', 'stack')), '2b2').board)).toBe(false);
  });

  it('names every step before it is fetched', async () => {
    for (const game of GAMES)
      expect((await loadLesson(game)).map(({ name }) => name)).toEqual(STEPS[game]);
  });
});

describe('progress', () => {
  it('is kept with the settings and leads on from where one left', () => {
    expect(resumeAt('pylos')).toBe('place');
    markDone('pylos', 'place');
    markDone('pylos', 'place');
    remember('pylos', 'square');
    expect([countDone('pylos'), isDone('pylos', 'place')]).toEqual([1, true]);
    expect(resumeAt('pylos')).toBe('square');
    markDone('pylos', 'square');
    expect(resumeAt('pylos')).toBe('stack');
    expect(localStorage.getItem('sommet.settings')).toContain('"at":"square"');
    settings.lessons.pylos = { done: [], at: null };
  });
});

describe('the rules', () => {
  it('find a clause with its pictures', () => {
    expect(blocksOf('pylos', 'PYL-5').map(({ kind }) => kind)).toEqual(['clause', 'picture']);
    expect(blocksOf('pacal', 'PAC-5')).toHaveLength(3);
    expect(blocksOf('pacal', 'PAC-R8')).toHaveLength(1);
    expect(blocksOf('pylos', 'PAC-1')).toEqual([]);
    expect(blocks.pylos.length).toBeGreaterThan(20);
  });
});
