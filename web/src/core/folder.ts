/** Where core-data/ is, seen from a script: built ones lie in assets/ beside it. */
export const dataFolder = (script: string) =>
  new URL(import.meta.env.DEV ? '/core-data/' : '../core-data/', script).href;
/** The cache's entry with what was taken along. The service worker looks for it as well. */
export const TAKEN = 'taken-along';
