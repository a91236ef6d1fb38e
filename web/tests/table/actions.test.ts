import { expect, it } from 'vitest';
import { pacalBuild } from '../../src/gallery/fixtures';
import { cardsOnTable, whatToDo, type Turn } from '../../src/games/pacal/turn';
import { loadLanguage } from '../../src/i18n';
import type { PacalBoard } from '../../src/protocol/boards';
import { builtCards, moveSentence, moveSentenceBy, soloCards } from '../../src/table/announcements';

const played = (...moves: readonly [0 | 1, string][]) =>
  moves.map(([seat, move], index) => ({ ply: index + 1, seat, move }));

it('knows which card was built: the one taken, then the one left', () => {
  const moves = played(
    [0, 'offer 17 42'],
    [1, 'take 42'],
    [1, 'build 3'],
    [0, 'build 7'],
    [1, 'offer 5 9'],
    [0, 'take 5'],
    [0, 'build 10'],
    [1, 'build 9'],
  );
  expect([...builtCards(moves)]).toEqual([
    [3, '42'],
    [4, '17'],
    [7, '5'],
    [8, '9'],
  ]);
});

it('tells the last card, which comes from the hand, by the pyramid that shows it', async () => {
  await loadLanguage('en');
  const moves = played(
    [0, 'offer 1 2'],
    [1, 'take 1'],
    [1, 'build 9'],
    [0, 'build 10'],
    [1, 'build 8'],
  );
  const move = moves[4]!;
  const pyramids = [...pacalBuild.pyramids];
  pyramids[1] = pyramids[1]!.map((one) => (one.field === 8 ? { ...one, card: 7 } : one));
  const board: PacalBoard = { ...pacalBuild, pyramids, built: [14, 15] };
  const say = (table: Parameters<typeof moveSentence>[0]['board'], round = 1) =>
    moveSentence(
      { game: 'pacal', moves: moves.map((each) => ({ ...each, round })), board: table },
      move,
    );
  expect(say(board)).toBe('builds 7 on field 8');
  // Where the pyramid is not there, as of an earlier round, it is called what it is.
  expect(say(null)).toBe('builds the last card on field 8');
  expect(say({ ...board, built: [0, 0] })).toBe('builds the last card on field 8');
});

it('says that a last card that fits nowhere loses nothing', async () => {
  await loadLanguage('en');
  const fields = pacalBuild.choices!.fields.map((field) => ({ ...field, allowed: false }));
  const choices = { ...pacalBuild.choices!, fields, may_decline: true };
  const turn = { bottom: 0, active: true, names: ['Ada', 'Blaise'], playing: true } as const;
  const board: PacalBoard = { ...pacalBuild, phase: 'last', card: 7, choices };
  const say = (phase: 'last' | 'build') =>
    whatToDo({ ...turn, board: { ...board, phase }, chosen: [], now: 'build' });
  expect(say('last')).toBe('Your last card, the 7, fits nowhere. That is no loss: leave it.');
  expect(say('build')).toBe('The 7 fits nowhere.');
});

it('names the card that was built, for those who hear the game', async () => {
  await loadLanguage('en');
  const moves = played([0, 'offer 17 42'], [1, 'take 42'], [1, 'build 3'], [0, 'build 7']);
  const words = moves.map((move) => moveSentence({ game: 'pacal', moves, board: null }, move));
  expect(words).toEqual([
    'offers 17 and 42',
    'takes 42',
    'builds 42 on field 3',
    'builds 17 on field 7',
  ]);
});

it('names the card that is covered, of the same round and the same pyramid', async () => {
  await loadLanguage('en');
  const moves = played(
    [0, 'offer 17 42'],
    [1, 'take 42'],
    [1, 'build 3'],
    [0, 'build 7'],
    [1, 'offer 5 9'],
    [0, 'take 5'],
    [0, 'build 7'],
    [1, 'build 7'],
  );
  const say = (round: number, seat: 0 | 1) =>
    moveSentence(
      {
        game: 'pacal',
        moves: moves.map((move) => ({ ...move, round: move.ply > 4 ? round : 1 })),
        board: null,
      },
      { seat, move: 'build 7' },
    );
  expect(say(1, 0)).toBe('builds 5 on field 7, over the 17');
  expect(say(1, 1)).toBe('builds 9 on field 7');
  expect(say(2, 0)).toBe('builds 5 on field 7');
});

it('knows the cards of a solo game from the pyramid: the one below was built first', () => {
  const moves = played([0, 'build 1'], [0, 'build 4'], [0, 'build 1']);
  const empty = { card: null, covered: null };
  const pyramid = [{ card: 47, covered: 31 }, empty, empty, { card: 20, covered: null }];
  expect([...soloCards(moves, pyramid)]).toEqual([
    [1, '31'],
    [2, '20'],
    [3, '47'],
  ]);
});

it.each([
  ['en', 'You take 42', 'You raise the ball on 1b2 to 2a1 and take back 2a1'],
  ['de', 'Du nimmst 42', 'Du setzt die Kugel von 1b2 hoch auf 2a1 und nimmst 2a1 zurück'],
  ['fr', 'Tu prends le 42', 'Tu montes la bille de 1b2 en 2a1 et reprends 2a1'],
  ['nl', 'Je neemt 42', 'Je legt de bal van 1b2 hoger op 2a1 en neemt 2a1 terug'],
] as const)('tells you your own moves as yours (%s)', async (language, took, raised) => {
  await loadLanguage(language);
  const table = (game: string) => ({ game, moves: [], board: null });
  expect(moveSentenceBy(table('pacal'), { seat: 0, move: 'take 42' }, null)).toBe(took);
  expect(moveSentenceBy(table('pylos'), { seat: 0, move: '1b2>2a1-2a1' }, null)).toBe(raised);
  expect(moveSentenceBy(table('pylos'), { seat: 0, move: '1b2' }, 'Ada')).toMatch(
    /^Ada \w+ \w+ \w+ (?:\w+ )?1b2$/u,
  );
});

it.each([
  ['en', 'for you'],
  ['de', 'für dich'],
  ['fr', 'pour toi'],
  ['nl', 'voor jou'],
] as const)('says whose a card is as one says it (%s)', async (language, yours) => {
  await loadLanguage(language);
  const offer = { by: 1 as const, cards: [17, 42], taken: 17 };
  const board: PacalBoard = { ...pacalBuild, offer, stuck: [false, false] };
  const turn: Turn = {
    board,
    bottom: 0,
    active: true,
    names: ['Ada', 'Blaise'],
    playing: true,
    chosen: [],
    now: 'build',
  };
  const cards = cardsOnTable(turn);
  expect(cards.map(({ note }) => note)).toContain(yours);
});
