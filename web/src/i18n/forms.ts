/**
 * Plural forms, and numbers within sentences. A browser's first of either costs it many milliseconds:
 * none is made before it is needed.
 */
import type { Language } from './languages';

const kept = new Map<Language, { plurals?: Intl.PluralRules; numbers?: Intl.NumberFormat }>();
function formsOf(language: Language) {
  const forms = kept.get(language) ?? {};
  kept.set(language, forms);
  return forms;
}
export const pluralOf = (language: Language, count: number) =>
  (formsOf(language).plurals ??= new Intl.PluralRules(language)).select(count);
/** Small whole numbers are written alike in all languages of the page. */
export const writeNumber = (language: Language, value: number) =>
  Number.isInteger(value) && value >= 0 && value < 1000
    ? String(value)
    : (formsOf(language).numbers ??= new Intl.NumberFormat(language)).format(value);
