/** What stands where in the rules: made from docs/rules by `python -m page_build.rulebook`. */
import type { PyramidField } from '../protocol/boards';
import outline from './outline.json';

export type Game = 'pylos' | 'pacal';

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'clause';
      readonly id: string;
      readonly text: string;
      readonly items?: readonly string[];
    }
  | {
      readonly kind: 'picture';
      readonly name: string;
      readonly text: string;
      readonly fields?: readonly PyramidField[];
      readonly card?: number;
      readonly fits?: readonly number[];
    }
  | {
      readonly kind: 'ruling';
      readonly id: string;
      readonly text: string;
      readonly default: string;
      readonly other: string | null;
    }
  | {
      readonly kind: 'table';
      readonly head: readonly (string | null)[];
      readonly rows: readonly (readonly (string | null)[])[];
    };

interface PresetRules {
  /** Clauses that the preset leaves out. */
  readonly off: readonly string[];
  /** What the book says where books differ: the keys of a question and an answer, by clause. */
  readonly says?: Readonly<Record<string, readonly [string, string]>>;
}

export const blocks = outline.blocks as Readonly<Record<Game, readonly Block[]>>;
export const presets = outline.presets as unknown as Readonly<
  Record<Game, Readonly<Record<string, PresetRules>>>
>;

/** A clause or ruling with the pictures that follow it. */
export function blocksOf(game: Game, id: string): readonly Block[] {
  const all = blocks[game];
  const start = all.findIndex((block) => 'id' in block && block.id === id);
  if (start < 0) return [];
  const rest = all.slice(start + 1);
  const end = rest.findIndex((block) => block.kind !== 'picture');
  return [all[start]!, ...rest.slice(0, end < 0 ? rest.length : end)];
}
