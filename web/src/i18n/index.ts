/** Every sentence a player sees, by key, in the language chosen: see web/README.md, "Texts". */
export type { Area, Key } from './areas';
export { LANGUAGE_NAMES, LANGUAGES, firstLanguage, isLanguage, type Language } from './languages';
export { formatDate, formatList, formatNumber, locale } from './formats';
export { isolated, language, loadArea, loadLanguage, t, tCode, type Params } from './texts.svelte';
