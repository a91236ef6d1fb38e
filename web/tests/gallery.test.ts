import { expect, it } from 'vitest';
import { readGraph } from '../scripts/imports.mjs';

/** Whole screens, and what only they are made of: `make look` photographs most of them at work (scripts/pictures/screenshots.py). */
const SCREENS = [
  'app/',
  'community/account/',
  'community/players/',
  'community/tournaments/',
  'community/AtTable.svelte',
  'community/ChallengeList.svelte',
  'community/Lobby.svelte',
  'community/LobbyWait.svelte',
  'community/NextGame.svelte',
  'community/ProgramList.svelte',
  'learn/',
  'rules/',
  'start/',
  'study/daily/',
  'study/explore/',
  'study/puzzles/',
  'study/review/',
  'study/hints/HelpPanel.svelte',
  'table/Join.svelte',
  'table/LostSeat.svelte',
  'table/Table.svelte',
  'table/ask/',
  'table/parts/EarlierTable.svelte',
  'table/parts/Greet.svelte',
  'table/parts/Intents.svelte',
  'table/parts/TableBoard.svelte',
  'table/parts/TableLayout.svelte',
  'table/parts/TableSide.svelte',
  'table/verdict/Verdict.svelte',
  'ui/frame/BoardLayout.svelte',
  'ui/frame/Columns.svelte',
  'ui/frame/Page.svelte',
];

// Reads every component, which takes seconds on a busy machine.
it('shows every component that is not a whole screen', () => {
  const graph = readGraph('src');
  const shown = new Set<string>();
  const walk = (path: string) => {
    if (shown.has(path)) return;
    shown.add(path);
    for (const file of graph.get(path) ?? []) walk(file);
  };
  walk('gallery/Gallery.svelte');
  const components = [...graph.keys()].filter((path) => path.endsWith('.svelte'));
  const missing = components.filter(
    (path) => !shown.has(path) && !SCREENS.some((screen) => path.startsWith(screen)),
  );
  expect(missing).toEqual([]);
  // A list that is longer than it has to be hides what comes next.
  expect(SCREENS.filter((screen) => !components.some((path) => path.startsWith(screen)))).toEqual(
    [],
  );
  const needless = SCREENS.filter((screen) =>
    components.filter((path) => path.startsWith(screen)).every((path) => shown.has(path)),
  );
  expect(needless).toEqual([]);
}, 60_000);
