/** A moment of a Pacal round laid out by hand: which card lies where. 0 stands for no card. */
import type { LaidOut } from '../../core/coachCalls';
import type { PacalBoard, PyramidField } from '../../protocol/boards';

type Two = readonly [number, number];
type Fields = readonly number[];

/** One's own things come first, everywhere. */
export type Setup = LaidOut;

export type Place =
  | { readonly at: 'hand' }
  | { readonly at: 'table' }
  | { readonly at: 'apex'; readonly seat: 0 | 1 }
  | { readonly at: 'field'; readonly seat: 0 | 1; readonly field: number };

const FIELDS = 10;
const CARDS = 50;
const none: Fields = Array.from({ length: FIELDS }, () => 0);

export const EMPTY: Setup = {
  apexes: [0, 0],
  tops: [none, none],
  unders: [none, none],
  hand: [],
  table: [0, 0],
  kept: 0,
};

/** For an address: `29-25_0-40.37-…_…_2-8-11_17!-42`; a dot stands before what is covered, ! after what one keeps. */
export function formatSetup(setup: Setup): string {
  const pyramid = (seat: 0 | 1) =>
    setup.tops[seat]
      .map((top, at) => (setup.unders[seat][at] ? `${top}.${setup.unders[seat][at]}` : `${top}`))
      .join('-');
  const table = setup.table.map((card) => `${card}${card && card === setup.kept ? '!' : ''}`);
  return [
    setup.apexes.join('-'),
    pyramid(0),
    pyramid(1),
    [...setup.hand].sort((a, b) => a - b).join('-'),
    table.join('-'),
  ].join('_');
}

function readCard(text: string | undefined): number {
  if (text === undefined || !/^\d{1,2}$/.test(text) || Number(text) > CARDS)
    throw new Error(`no card: ${text}`);
  return Number(text);
}

function readTwo(text: string): Two {
  const [first, second, ...more] = text.split('-');
  if (more.length > 0) throw new Error('more than two cards');
  return [readCard(first), readCard(second)];
}

function readPyramid(text: string): readonly [Fields, Fields] {
  const parts = text.split('-').map((part) => part.split('.'));
  if (parts.length !== FIELDS) throw new Error('a pyramid has ten fields');
  const tops = parts.map(([top]) => readCard(top));
  const unders = parts.map(([, under]) => (under === undefined ? 0 : readCard(under)));
  if (unders.some((under, at) => under > 0 && tops[at] === 0))
    throw new Error('covered by nothing');
  return [tops, unders];
}

/** Throws if the text is not a set-up; whether it can occur, the core says. */
export function parseSetup(text: string): Setup {
  const [apexes, own, other, hand, table, ...more] = text.split('_');
  if (apexes === undefined || own === undefined || other === undefined || more.length > 0)
    throw new Error('a set-up has five parts');
  if (hand === undefined || table === undefined) throw new Error('a set-up has five parts');
  const mine = readPyramid(own);
  const theirs = readPyramid(other);
  const cards = hand === '' ? [] : hand.split('-').map(readCard);
  if (new Set(cards).size < cards.length || cards.includes(0)) throw new Error('no hand');
  const marked = table.split('-').filter((part) => part.endsWith('!'));
  if (marked.length > 1) throw new Error('one card is kept');
  return {
    apexes: readTwo(apexes),
    tops: [mine[0], theirs[0]],
    unders: [mine[1], theirs[1]],
    hand: cards,
    table: readTwo(table.replace('!', '')),
    kept: marked[0] ? readCard(marked[0].slice(0, -1)) : 0,
  };
}

const withSeat = <T>(both: readonly [T, T], seat: 0 | 1, one: T): readonly [T, T] =>
  seat === 0 ? [one, both[1]] : [both[0], one];
const withField = (fields: Fields, field: number, card: number) =>
  fields.map((old, at) => (at === field - 1 ? card : old));

/** Every card that lies somewhere. */
export function laidCards({ apexes, tops, unders, hand, table }: Setup): ReadonlySet<number> {
  const cards = [...apexes, ...tops.flat(), ...unders.flat(), ...hand, ...table];
  return new Set(cards.filter((card) => card > 0));
}

/** Takes a card off, wherever it lies; what it covered is seen again. */
export function takeOff(setup: Setup, card: number): Setup {
  const off = (two: Two): Two => [two[0] === card ? 0 : two[0], two[1] === card ? 0 : two[1]];
  let { tops, unders } = setup;
  for (const seat of [0, 1] as const) {
    const at = tops[seat].indexOf(card);
    const under = unders[seat].indexOf(card);
    if (at >= 0) {
      tops = withSeat(tops, seat, withField(tops[seat], at + 1, unders[seat][at] ?? 0));
      unders = withSeat(unders, seat, withField(unders[seat], at + 1, 0));
    } else if (under >= 0) unders = withSeat(unders, seat, withField(unders[seat], under + 1, 0));
  }
  return {
    apexes: off(setup.apexes),
    tops,
    unders,
    hand: setup.hand.filter((each) => each !== card),
    table: off(setup.table),
    kept: setup.kept === card ? 0 : setup.kept,
  };
}

/** Lays a card down, from wherever it was; on a full field nothing changes. */
export function putDown(before: Setup, card: number, place: Place): Setup {
  const setup = takeOff(before, card);
  switch (place.at) {
    case 'hand':
      return { ...setup, hand: [...setup.hand, card].sort((a, b) => a - b) };
    case 'apex':
      return { ...setup, apexes: withSeat(setup.apexes, place.seat, card) };
    case 'table': {
      const [first, second] = setup.table;
      if (first > 0 && second > 0) return before;
      return { ...setup, table: first > 0 ? [first, card] : [card, second] };
    }
    case 'field': {
      const { seat, field } = place;
      const top = setup.tops[seat][field - 1] ?? 0;
      if (setup.unders[seat][field - 1]) return before;
      return {
        ...setup,
        tops: withSeat(setup.tops, seat, withField(setup.tops[seat], field, card)),
        unders: withSeat(setup.unders, seat, withField(setup.unders[seat], field, top)),
      };
    }
  }
}

/** The fields as the pyramid draws them. */
export const fieldsOf = (setup: Setup, seat: 0 | 1): PyramidField[] =>
  setup.tops[seat].map((card, at) => ({
    field: at + 1,
    card: card || null,
    covered: setup.unders[seat][at] || null,
  }));

/** What a seat sees of a board on which its hand lies open; null where it does not. */
export function setupOf(board: PacalBoard, seat: 0 | 1): Setup | null {
  const hand = board.hands[seat]?.cards;
  if (!hand) return null;
  const both = <T>(of: (at: 0 | 1) => T): readonly [T, T] => [of(seat), of((1 - seat) as 0 | 1)];
  const building = board.phase === 'build' ? (board.cards[seat] ?? 0) : 0;
  const waiting = building > 0 ? (board.cards[1 - seat] ?? 0) : 0;
  return {
    apexes: both((at) => board.apexes[at] ?? 0),
    tops: both((at) => board.pyramids[at]!.map(({ card }) => card ?? 0)),
    unders: both((at) => board.pyramids[at]!.map(({ covered }) => covered ?? 0)),
    hand: [...hand],
    table:
      board.phase === 'take' && board.offer
        ? [board.offer.cards[0]!, board.offer.cards[1]!]
        : [building, waiting],
    kept: building,
  };
}
