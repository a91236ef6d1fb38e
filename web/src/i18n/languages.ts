/** The languages of the page, and which one a reader most likely wants. */
export const LANGUAGES = ['en', 'fr', 'nl', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What each language calls itself: found by those who do not read the one on screen. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
  nl: 'Nederlands',
  de: 'Deutsch',
};

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language);
}

/** The first of the wanted languages (`fr-BE`, `nl`, …) that the page speaks, else English. */
export function firstLanguage(wanted: readonly string[]): Language {
  const spoken = wanted.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage);
  return spoken ?? 'en';
}
