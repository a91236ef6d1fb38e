/** Made-up tables and judgements for the gallery. */
import type { MoveWorth, PacalAnalysis, PylosAnalysis } from '../core/coachCalls';
import type { Snapshot } from '../protocol/snapshot';
import type { Review, ReviewedMove } from '../study/review/reviewGame';
import type { TableConnection } from '../table/connection';
import { pacalBuild, pacalMatch, pylosMiddle } from './fixtures';

const NOW = Date.now();
const player = {
  kind: 'human',
  opponent: null,
  connected: true,
  member: false,
  ready: false,
} as const;

export const friends: Snapshot = {
  table: 'gallery',
  seq: 1,
  game_number: 1,
  game: 'pylos',
  mode: 'friend',
  status: 'playing',
  you: {
    role: 'player',
    seats: [0],
    seat: 0,
    curtain: null,
    can: ['play', 'takeback', 'draw', 'resign'],
    takeback_is_undo: false,
  },
  players: [
    { ...player, name: 'Ada', seat: 0 },
    { ...player, name: 'Blaise', seat: 1, connected: false },
  ],
  options: { preset: 'standard', rulings: [] },
  board: pylosMiddle,
  ply: 3,
  moves: ['1a1', '1b1', '1a1>2a1-1b2'].map((move, index) => ({
    ply: index + 1,
    seat: (index % 2) as 0 | 1,
    move,
    round: 1,
    clock_ms: null,
  })),
  clock: {
    initial_ms: 300_000,
    increment_ms: 3000,
    remaining_ms: [214_000, 8_300],
    running: null,
    at_ms: NOW,
  },
  match: null,
  next_deal: null,
  outcome: null,
  proposals: [],
  stall: { seat: 1, until_ms: NOW + 120_000, may_claim: true },
  seat_request: { id: 1, seat: 1, until_ms: NOW + 60_000 },
  thinking: null,
  watchers: 2,
  server_ms: NOW,
};

export const cardFriends: Snapshot = {
  ...friends,
  game: 'pacal',
  options: { preset: 'en', rulings: [] },
  board: pacalBuild,
  match: pacalMatch,
  clock: null,
  moves: ['offer 17 42', 'take 17', 'build 7', 'build 2'].map((move, index) => ({
    ply: index + 1,
    seat: ([1, 0, 0, 1] as const)[index]!,
    move,
    round: 1,
    clock_ms: null,
  })),
};

const nothing = () => Promise.resolve(null);
/** A table that allows nothing and reports nothing. */
export const still: TableConnection = {
  snapshot: friends,
  link: 'open',
  refusal: null,
  sending: false,
  offsetMs: 0,
  onevents: () => {},
  onrewritten: () => {},
  send: nothing,
  play: nothing,
  boardAt: nothing,
  close: () => {},
};

const worth = (move: string, value: MoveWorth['worth'], distance: number | null): MoveWorth => ({
  move,
  source: null,
  target: move,
  taken: [],
  worth: value,
  certain: true,
  distance,
});

export const judged: PylosAnalysis = {
  board: pylosMiddle,
  source: 'table',
  worth: 'win',
  certain: true,
  distance: 9,
  light: 0.74,
  keeping: 1,
  idea: 'raise',
  reasons: [{ key: 'why.takes-first', params: { cells: ['3a1'] } }],
  moves: [worth('3a1', 'win', 9), worth('2a3', 'draw', null), worth('1d4', 'loss', 12)],
  outcome: null,
};

export const chances: PacalAnalysis = {
  exact: false,
  keeping: 1,
  actions: [
    {
      action: 'build 7',
      win: 0.62,
      draw: 0.1,
      margin: 0.04,
      reasons: [{ key: 'coach.open', params: {} }],
    },
    {
      action: 'build 8',
      win: 0.35,
      draw: 0.1,
      margin: 0.05,
      reasons: [{ key: 'coach.covers', params: { card: 14 } }],
    },
  ],
};

const grades = ['good', 'good', 'mistake', 'good', 'blunder', 'good'] as const;
const moved: ReviewedMove[] = grades.map((grade, index) => ({
  ply: index + 1,
  seat: (index % 2) as 0 | 1,
  move: '1b2',
  grade,
  cost: grade === 'good' ? 0 : grade === 'mistake' ? 0.5 : 1,
  better: grade === 'good' ? [] : ['1c3'],
  keeping: 2,
  of: 12,
  before: [0.5, 0.5, 0.5, 0, 0, 1][index]!,
  after: [0.5, 0.5, 0, 0, 1, 1][index]!,
  certain: true,
  idea: 'raise',
  reply: '1c3',
  reply_idea: 'square',
  line: ['1c3'],
  reasons: [],
  win: null,
  best_win: null,
  doubts: [],
  nuance: '',
}));

export const reviewed: Review = {
  game: 'pylos',
  solo: false,
  source: 'table',
  moves: moved,
  tallies: [
    { seat: 0, mistakes: 1, blunders: 1, given_away: 1.5 },
    { seat: 1, mistakes: 0, blunders: 0, given_away: 0 },
  ],
};
