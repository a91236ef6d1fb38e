/** Tables of this browser have ids of their own kind. */
export const LOCAL = 'local_';
/** The game whose record the address itself holds. */
export const LINK = `${LOCAL}link`;

export const isLocal = (table: string) => table.startsWith(LOCAL);
