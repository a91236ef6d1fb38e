/** Dates, numbers and lists as the language in use writes them. */
import type { Language } from './languages';
import { language } from './texts.svelte';

/** The page's English is British, so a reader who names no country gets `1 March 2026`. */
const DEFAULT_LOCALES: Partial<Record<Language, string>> = { en: 'en-GB' };

/** The language in use as the reader's own country writes it (`de-CH`), where the browser says which. */
export function locale(wanted: readonly string[] = navigator.languages): string {
  const own = wanted.find((tag) => tag.toLowerCase().startsWith(`${language()}-`));
  return own ?? DEFAULT_LOCALES[language()] ?? language();
}

/** A day or a moment as the language writes it; the text itself if it is not a date. */
export function formatDate(
  date: Date | string,
  style: Intl.DateTimeFormatOptions = { dateStyle: 'long' },
): string {
  // A day without a time is the same day everywhere: `2026-03-01` must not become February.
  const isDay = typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date);
  const moment = new Date(date);
  if (Number.isNaN(moment.getTime())) return String(date);
  return new Intl.DateTimeFormat(locale(), isDay ? { ...style, timeZone: 'UTC' } : style).format(
    moment,
  );
}

export function formatNumber(value: number, style: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(locale(), style).format(value);
}

/** `a, b and c`, as the language says it. */
export function formatList(parts: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(parts);
}
