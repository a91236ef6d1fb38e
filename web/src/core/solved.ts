/** Which rules of Pylos have a solved table: those for which one ships. */
import type { OptionsInForce } from '../protocol/messages';
import { decidingRulings } from '../protocol/offers';

/** Whether there is a table for these rules. */
export const hasTable = ({ preset, rulings }: OptionsInForce) =>
  isSolved(
    preset,
    rulings.flatMap(({ name, is_default }) => (is_default ? [] : name)),
  );

/** The same, from the names of the rulings that differ from the preset. */
export const isSolved = (preset: string, changed: readonly string[]) =>
  !changed.some((name) => decidingRulings[preset]?.includes(name));
