/** Made-up tables for the gallery and the unit tests. */
import type { PacalBoard, PylosBoard, PyramidField, SoloBoard } from '../protocol/boards';
import type { MatchScore } from '../protocol/messages';

export const pylosMiddle: PylosBoard = {
  kind: 'pylos',
  position: 'LDLD/LLDD/DLLL/DDL.|LD./DLL/.D.|../..|. L',
  light: [],
  dark: [],
  reserves: [4, 4],
  turn: 0,
  repetitions: 1,
  last_move: { seat: 1, move: '1a4>2b3', source: null, target: '2b3', taken: [] },
  landings: [
    { source: null, target: '1d4', may_stop: true, takes: [] },
    { source: null, target: '2a3', may_stop: true, takes: [] },
    {
      source: null,
      target: '3a1',
      may_stop: false,
      takes: [
        { cell: '3a1', may_stop: true, then: ['2a1', '2b2'] },
        { cell: '2c2', may_stop: true, then: ['3a1'] },
      ],
    },
    { source: '1c4', target: '2c1', may_stop: true, takes: [] },
    { source: '2c2', target: '3a1', may_stop: true, takes: [] },
  ],
  refused: [
    { doing: 'begin', source: null, reason: 'carrying', clause: 'PYL-3', cells: ['1a1'] },
    { doing: 'raise', source: '1c4', reason: 'not-higher', clause: 'PYL-2', cells: ['1d4'] },
  ],
};

export const pylosStart: PylosBoard = {
  kind: 'pylos',
  position: '..../..../..../....|.../.../...|../..|. L',
  light: [],
  dark: [],
  reserves: [15, 15],
  turn: 0,
  repetitions: 1,
  last_move: null,
  landings: ['a', 'b', 'c', 'd'].flatMap((column) =>
    [1, 2, 3, 4].map((row) => ({
      source: null,
      target: `1${column}${row}`,
      may_stop: true,
      takes: [],
    })),
  ),
  refused: [],
};

function pyramid(cards: Record<number, [number, number?]>): PyramidField[] {
  return Array.from({ length: 10 }, (_, i) => ({
    field: i + 1,
    card: cards[i + 1]?.[0] ?? null,
    covered: cards[i + 1]?.[1] ?? null,
  }));
}

export const pacalBuild: PacalBoard = {
  kind: 'pacal',
  viewer: 0,
  phase: 'build',
  actor: 0,
  turn: 8,
  beginner: 1,
  apexes: [31, 44],
  pyramids: [
    pyramid({ 1: [48], 3: [40, 37], 5: [29], 6: [25, 27], 8: [14], 10: [3] }),
    pyramid({ 2: [43], 4: [36], 5: [33], 7: [22, 19], 9: [9] }),
  ],
  hands: [
    { size: 8, cards: [2, 8, 11, 20, 28, 35, 41, 50] },
    { size: 8, cards: null },
  ],
  offer: { by: 1, cards: [17, 42], taken: 17 },
  cards: [17, 42],
  card: 17,
  stuck: [false, false],
  declined: [false, false],
  built: [8, 6],
  choices: {
    offerable: [],
    takeable: [],
    fields: Array.from({ length: 10 }, (_, i) => ({
      field: i + 1,
      allowed: [7, 8].includes(i + 1),
      covers: i + 1 === 8,
      reason: [7, 8].includes(i + 1) ? null : i < 6 ? 'too_low' : 'too_high',
      clause: [7, 8].includes(i + 1) ? null : 'PAC-4',
    })),
    may_decline: false,
  },
  fits: [],
  outcome: null,
  commitment: { sha256: '0'.repeat(64), numbers: null, opening: null, deal: null },
  face_down: null,
};

const allFits = Array.from({ length: 50 }, (_, i) => ({ card: i + 1, own: [2, 4], other: [3] }));

export const pacalOffer: PacalBoard = {
  ...pacalBuild,
  phase: 'offer',
  card: null,
  offer: null,
  built: [0, 0],
  pyramids: [pyramid({}), pyramid({})],
  hands: [
    { size: 15, cards: [1, 5, 8, 11, 16, 19, 20, 24, 28, 33, 35, 39, 41, 47, 50] },
    { size: 15, cards: null },
  ],
  choices: {
    offerable: [1, 5, 8, 11, 16, 19, 20, 24, 28, 33, 35, 39, 41, 47, 50],
    takeable: [],
    fields: [],
    may_decline: false,
  },
  fits: allFits,
};

export const pacalTake: PacalBoard = {
  ...pacalBuild,
  phase: 'take',
  card: null,
  offer: { by: 1, cards: [17, 42], taken: null },
  choices: { offerable: [], takeable: [17, 42], fields: [], may_decline: false },
  fits: allFits,
};

export const pacalMatch: MatchScore = { target: 3, round: 3, markers: [1, 2], finished: [] };

export const soloBoard: SoloBoard = {
  kind: 'solo',
  pyramid: pacalBuild.pyramids[0]!,
  card: 17,
  pile: 31,
  used: 8,
  choices: pacalBuild.choices,
  outcome: null,
  commitment: pacalBuild.commitment,
  face_down: null,
};
