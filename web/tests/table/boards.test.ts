import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import PacalTable from '../../src/games/pacal/PacalTable.svelte';
import SoloTable from '../../src/games/pacal/SoloTable.svelte';
import { neighbour } from '../../src/games/pacal/geometry';
import PeekTools from '../../src/games/pylos/PeekTools.svelte';
import PylosBoard from '../../src/games/pylos/PylosBoard.svelte';
import {
  pacalBuild,
  pacalMatch,
  pacalOffer,
  pacalTake,
  pylosMiddle,
  soloBoard,
} from '../../src/gallery/fixtures';
import { friends } from '../../src/gallery/snapshots';
import { settings } from '../../src/kept/settings.svelte';
import TableBoard from '../../src/table/parts/TableBoard.svelte';

let mounted: Record<string, unknown> | undefined;

function show<P extends Record<string, unknown>>(component: Component<P>, props: P) {
  mounted = mount(component, { target: document.body, props });
  flushSync();
}

const find = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`);

function click(id: string) {
  const element = find(id);
  if (!element) throw new Error(`there is no ${id}`);
  element.click();
  flushSync();
}

afterEach(async () => {
  if (mounted) await unmount(mounted);
  mounted = undefined;
  document.body.replaceChildren();
});

it('a hint is gone from the board when the game is over', async () => {
  settings.view = 'flat';
  const hint = { move: '1d4', source: null, target: '1d4', taken: [], worth: 'hint' as const };
  const at = (status: 'playing' | 'finished') => ({
    snapshot: { ...friends, status },
    board: pylosMiddle,
    bottom: 0 as const,
    names: ['Ada', 'Blaise'] as const,
    active: false,
    past: null,
    worth: [{ ...hint, certain: true, distance: null }],
    chances: null,
    advice: '★',
    onplay: vi.fn(),
    onlift: vi.fn(),
  });
  show(TableBoard, at('playing'));
  await vi.waitFor(() => expect(document.querySelector('[data-mark="1d4"]')).not.toBeNull());
  await unmount(mounted!);
  show(TableBoard, at('finished'));
  await vi.waitFor(() => expect(find('cell-1d4')).not.toBeNull());
  expect(document.querySelector('[data-mark]')).toBeNull();
});

describe('the flat Pylos board', () => {
  const onplay = vi.fn();

  function board() {
    settings.view = 'flat';
    onplay.mockClear();
    show(PylosBoard, { board: pylosMiddle, active: true, onplay });
  }

  it('names each cell for screen readers', () => {
    board();
    expect(find('cell-1d4')?.getAttribute('aria-label')).toBe('1d4, empty, a ball can go here');
    expect(find('cell-2b3')?.getAttribute('aria-label')).toBe('2b3, dark ball, last move');
    expect(find('cell-2c2')?.getAttribute('aria-label')).toBe('2c2, light ball, can be raised');
  });

  it('places with one click and raises with two', () => {
    board();
    click('cell-1d4');
    expect(onplay).toHaveBeenLastCalledWith('1d4');
    click('cell-1c4');
    expect(find('cell-1c4')?.dataset['picked']).toBe('yes');
    click('cell-2c1');
    expect(onplay).toHaveBeenLastCalledWith('1c4>2c1');
  });

  it('guides through taking back, with undo and confirm', () => {
    board();
    click('cell-3a1');
    const confirm = find('confirm-move') as HTMLButtonElement;
    expect(confirm.disabled).toBe(true);
    expect(find('cell-3a1')?.getAttribute('aria-label')).toBe('3a1, light ball, can be taken back');
    click('cell-2c2');
    expect(find('cell-2c2')?.dataset['ball']).toBe('');
    click('cell-3a1');
    click('confirm-move');
    expect(onplay).toHaveBeenLastCalledWith('3a1-2c2-3a1');
  });

  it('does nothing for whoever is not to move', () => {
    settings.view = 'flat';
    show(PylosBoard, { board: pylosMiddle, active: false, onplay });
    onplay.mockClear();
    click('cell-1d4');
    expect(onplay).not.toHaveBeenCalled();
    expect(find('cell-1d4')?.getAttribute('aria-disabled')).toBe('true');
  });

  it('has one tab stop and moves it with the arrows', () => {
    board();
    const stops = () => [...document.querySelectorAll('.cell[tabindex="0"]')];
    expect(stops().map((cell) => cell.getAttribute('data-testid'))).toEqual(['cell-1a1']);
    const press = (id: string, key: string) => {
      find(id)?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      flushSync();
    };
    press('cell-1a1', 'ArrowRight');
    press('cell-1b1', 'ArrowDown');
    press('cell-1b2', 'PageUp');
    expect(stops().map((cell) => cell.getAttribute('data-testid'))).toEqual(['cell-2b2']);
    expect(document.activeElement).toBe(find('cell-2b2'));
  });
});

describe('the Pacal table', () => {
  const onplay = vi.fn();
  const table = (board: typeof pacalBuild) => {
    onplay.mockClear();
    show(PacalTable, {
      board,
      bottom: 0 as const,
      active: true,
      names: ['Ada', 'Ben'] as const,
      match: pacalMatch,
      playing: true,
      onplay,
    });
  };

  it('offers two cards of the hand', () => {
    table(pacalOffer);
    expect((find('confirm-offer') as HTMLButtonElement).disabled).toBe(true);
    click('hand-47');
    click('hand-5');
    click('confirm-offer');
    expect(onplay).toHaveBeenCalledWith('offer 47 5');
  });

  it('shows both apex cards beside the pyramids', () => {
    table(pacalOffer);
    // They are out of play, so they lie beside the pyramids, as cards that are not built.
    for (const [seat, card] of [31, 44].entries()) {
      const apex = find(`apex-${seat}`)!;
      expect(apex.querySelector(`.dim [data-number="${card}"]`)).not.toBeNull();
      expect(apex.textContent).toContain(`Apex card ${card}, out of play`);
    }
    expect(find('own-1')?.querySelector('.dim')).toBeNull();
    expect(find('other-1')?.querySelector('.dim')).toBeNull();
  });

  it('says in few words that a card fits everywhere, and calls the viewer you', () => {
    const own = Array.from({ length: 10 }, (_, index) => index + 1);
    table({ ...pacalOffer, fits: [{ card: 1, own, other: [] }] });
    expect(find('hand-1')?.getAttribute('aria-label')).toBe('Card 1, fits everywhere');
    expect(find('markers')?.getAttribute('aria-label')).toContain('you 1, Ben 2');
  });

  it('takes a card after showing where it fits', () => {
    table(pacalTake);
    click('offer-42');
    expect(find('own-2')?.classList.contains('hint')).toBe(true);
    click('confirm-take');
    expect(onplay).toHaveBeenCalledWith('take 42');
  });

  it('says who begins, and why, before the first offer', () => {
    const start = { ...pacalOffer, built: [0, 0], apexes: [45, 2] };
    const props = { names: ['Ada', 'Sand'] as const, match: null, playing: true };
    show(PacalTable, { board: start, bottom: 0 as const, active: true, ...props });
    expect(find('pacal-table')?.textContent).toContain('Your 45 beats their 2: you begin.');
  });

  it('names its fields where moves are judged, and else as the settings say', () => {
    show(SoloTable, { board: soloBoard, active: false, last: 3, numbered: true });
    expect(document.querySelectorAll('.place')).toHaveLength(10);
    expect(find('own-3')?.classList).toContain('last');
  });

  it('builds on an allowed field and explains the others', () => {
    table(pacalBuild);
    click('own-2');
    expect(onplay).not.toHaveBeenCalled();
    expect(find('guide')?.textContent).toContain('Rule 4');
    click('own-7');
    expect(onplay).toHaveBeenCalledWith('build 7');
    expect(find('own-3')?.getAttribute('aria-label')).toContain('40 covering 37');
  });

  it('hides what it was not told', () => {
    table(pacalBuild);
    expect(document.body.textContent).toContain('8 cards in hand');
    expect(document.querySelectorAll('[data-testid^="hand-"]')).toHaveLength(8);
  });
});

describe('the solo table', () => {
  it('builds the card drawn', () => {
    const onplay = vi.fn();
    show(SoloTable, { board: soloBoard, active: true, onplay });
    click('own-8');
    expect(onplay).toHaveBeenCalledWith('build 8');
  });
});

describe('arrow keys on a pyramid', () => {
  it('follow the rows', () => {
    expect(neighbour(1, 'ArrowDown')).toBe(2);
    expect(neighbour(6, 'ArrowDown')).toBe(9);
    expect(neighbour(10, 'ArrowUp')).toBe(6);
    expect(neighbour(4, 'ArrowLeft')).toBeNull();
    expect(neighbour(5, 'ArrowRight')).toBe(6);
  });
});

it('says in words which levels each button of the 3D board shows', () => {
  show(PeekTools, { peek: 4, onreset: () => {} });
  const buttons = [...document.querySelectorAll('button[aria-pressed]')];
  expect(buttons.map((one) => one.textContent.trim())).toEqual(['1', '1–2', '1–3', 'All']);
  expect(buttons.map((one) => one.getAttribute('aria-label'))).toEqual([
    'Levels shown: 1',
    'Levels shown: 1–2',
    'Levels shown: 1–3',
    'Show all levels',
  ]);
  expect(document.querySelector('.label')?.textContent).toBe('Show levels');
});
