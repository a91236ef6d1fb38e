/** What the core answers by the solved tables of Pylos, where they are kept in this browser. */
import type { PylosGame, PylosMoveParts } from './asked';

/** The presets of Pylos; a test holds them to the core's. */
export const PRESETS = ['children', 'standard', 'expert'] as const;
export type Preset = (typeof PRESETS)[number];
/** What a move was chosen or judged by; only a search can be wrong. */
export type By = 'table' | 'search';

export interface ValuedMove extends PylosMoveParts {
  value: 'win' | 'draw' | 'loss';
  /** False for an estimate of the search. */
  proved: boolean;
  /** Moves to the end, this one included; null where unknown. */
  distance: number | null;
  /** The search's, in hundredths of a logit; null from a table. */
  score: number | null;
}

export interface PylosValues {
  source: By;
  value: 'win' | 'draw' | 'loss';
  proved: boolean;
  /** In the order of the rules. */
  moves: ValuedMove[];
}

export interface TableCalls {
  /** The value of every move: the table's where it is kept, else a search's that visits `nodes`. */
  'pylos.values': { asked: PylosGame & { readonly nodes?: number }; answer: PylosValues };
}

export const tableFile = (preset: string) => `pylos-table-${preset}`;
/** A table and what the perfect player needs beside it. */
export const tableFiles = (preset: string) => [tableFile(preset), `pylos-player-${preset}`];

const PERFECT_LEVEL = 8;

/** The table that would answer this better than a search, or null. */
export function tableFor(name: string, asked: object): string | null {
  const game = asked as Partial<PylosGame> & { readonly level?: number };
  const judges =
    name === 'pylos.values' ||
    name === 'pylos.analysis' ||
    name === 'pylos.review' ||
    name === 'puzzles.try' ||
    (name === 'pylos.choose' && game.level === PERFECT_LEVEL);
  return judges && game.preset !== undefined ? tableFile(game.preset) : null;
}
