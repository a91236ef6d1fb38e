import { inner, outer } from '../src/app/address';
import { describe, expect, it } from 'vitest';
import { follow, parseRoute, router } from '../src/app/routes.svelte';

const at = (path: string) => parseRoute(new URL(path, 'http://localhost'));

describe('the way back', () => {
  it('leads from the rules to the lesson, and from the lesson to the game', () => {
    const fromGame = follow([], 'play', '/play/x', '/learn/pylos');
    expect(fromGame).toEqual(['/play/x']);
    const next = follow(fromGame, 'learn', '/learn/pylos/place', '/learn/pylos/stack');
    expect(next).toEqual(['/play/x']);
    const reading = follow(next, 'learn', '/learn/pylos/stack', '/rules/pylos#PYL-2');
    expect(reading).toEqual(['/play/x', '/learn/pylos/stack']);
    expect(follow(reading, 'rules', '/rules/pylos#PYL-2', '/rules/pacal')).toEqual(reading);
    const back = follow(reading, 'rules', '/rules/pylos', '/learn/pylos/stack');
    expect(back).toEqual(['/play/x']);
    expect(follow(back, 'learn', '/learn/pylos/stack', '/play/x')).toEqual([]);
    expect(follow(back, 'start', '/', '/rules/pylos')).toEqual([]);
  });
});

describe('addresses', () => {
  it('lead to their screens', () => {
    expect(at('/')).toEqual({ at: 'start' });
    expect(at('/play/Ab3dEf6hIj9k#secret')).toEqual({
      at: 'play',
      table: 'Ab3dEf6hIj9k',
      token: 'secret',
    });
    expect(at('/play/Ab3dEf6hIj9k')).toMatchObject({ token: null });
    expect(at('/join/Ab3dEf6hIj9k#inv')).toMatchObject({ at: 'join', invite: 'inv' });
    expect(at('/watch/Ab3dEf6hIj9k')).toMatchObject({ at: 'watch' });
    const replay = { at: 'replay', id: 'x', game: 2, ply: 14, record: '', seat: null };
    expect(at('/replay/x?game=2&ply=14')).toEqual({ ...replay, review: false });
    expect(at('/review/x?game=2&ply=14')).toEqual({ ...replay, review: true });
    expect(at('/review/x?game=2&ply=14&seat=1')).toEqual({ ...replay, review: true, seat: 1 });
    expect(at('/review/x?seat=2')).toMatchObject({ seat: null });
    expect(at('/explore?position=a%20L&rules=expert')).toEqual({
      at: 'explore',
      game: 'pylos',
      position: 'a L',
      rules: 'expert',
    });
    expect(at('/explore')).toMatchObject({ position: null, rules: 'standard' });
    expect(at('/daily?part=fr')).toEqual({ at: 'daily', part: 'fr' });
    const puzzles = { at: 'puzzles', game: 'pylos', lesson: null, rules: 'standard' };
    expect(at('/puzzles')).toEqual(puzzles);
    expect(at('/puzzles?game=pacal')).toEqual({ ...puzzles, game: 'pacal' });
    const trap = { ...puzzles, lesson: 'trap', rules: 'expert' };
    expect(at('/puzzles?lesson=trap&rules=expert')).toEqual(trap);
    expect(at('/replay/x?ply=-1')).toMatchObject({ ply: null });
  });

  it('lead to lessons and rules', () => {
    expect(at('/learn')).toEqual({ at: 'learn', game: null, step: null });
    expect(at('/learn/pacal')).toEqual({ at: 'learn', game: 'pacal', step: null });
    expect(at('/learn/pylos/freed')).toMatchObject({ game: 'pylos', step: 'freed' });
    expect(at('/rules/pacal?by=fr#PAC-7')).toEqual({
      at: 'rules',
      game: 'pacal',
      by: 'fr',
      clause: 'PAC-7',
    });
    for (const path of ['/rules', '/rules/chess', '/rules/pylos/x', '/learn/chess'])
      expect(at(path)).toEqual({ at: 'nowhere' });
  });

  it('lead nowhere otherwise', () => {
    for (const path of ['/nothing', '/play/', '/play/a/b', '/watch/%3Cscript%3E', '/other/x'])
      expect(at(path)).toEqual({ at: 'nowhere' });
  });
});

describe('addresses on a static host', () => {
  const page = 'https://host/some/where/';

  it('follow the folder, and lead back', () => {
    for (const path of ['/rules/pylos?by=en#PYL-5', '/replay/local_link?ply=3#abc', '/']) {
      const shown = new URL(outer(path, page + '#/learn', false), page);
      expect(shown.pathname).toBe('/some/where/');
      const { pathname, search, hash } = inner(shown, false);
      expect(pathname + search + hash).toBe(path);
    }
  });

  it('are the page’s own on a server', () => {
    expect(outer('/learn', page, true)).toBe('/learn');
    expect(inner(new URL(page), true).href).toBe(page);
  });
});

describe('noting where a screen is', () => {
  it('changes the address of that screen, and of no other', () => {
    router.go('/explore');
    router.note('/explore?position=x&rules=expert');
    expect(location.search).toBe('?position=x&rules=expert');
    // A judgement that comes after the explorer was left.
    router.go('/games');
    router.note('/explore?position=y&rules=expert');
    expect(location.pathname + location.search).toBe('/games');
  });
});
