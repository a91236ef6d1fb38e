/** The computer's levels with their measured strength: src/sommet/bots/level_strengths.py, compared by a test. */
import strengths from './levelStrengths.json';

export interface LevelStrength {
  readonly level: number;
  readonly spec: string;
  /** Counted from the player who moves at random. */
  readonly elo: number;
  /** Half of the 95 % interval. */
  readonly margin: number;
}

/** The levels of a game, weakest first; of the nearest rules that were measured. */
export function levelsOf(game: 'pylos' | 'pacal', preset: string): LevelStrength[] {
  const measured: Readonly<Record<string, number[][]>> = strengths[game];
  const rows = measured[preset] ?? measured[game === 'pylos' ? 'standard' : 'en'] ?? [];
  return rows.map(([elo = 0, margin = 0], index) => ({
    level: index + 1,
    spec: `level:${index + 1}`,
    elo,
    margin,
  }));
}
