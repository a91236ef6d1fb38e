/** Tables of this browser have ids of their own kind. */
export const LOCAL = 'local_';

export const isLocal = (table: string) => table.startsWith(LOCAL);
