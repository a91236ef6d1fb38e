/** Opens the connection to a table: one of this browser, or one of the server. */
import { core } from '../core/core';
import { Live } from '../play/live.svelte';
import { thinkWith } from './computer';
import type { TableConnection } from './connection';
import { Local } from './local/local.svelte';
import { isLocal } from './local/id';
import { tableStore } from './local/store';

export function openTable(table: string, token: string | null): TableConnection {
  return isLocal(table)
    ? new Local(table, core, tableStore(), thinkWith(core))
    : new Live(table, token);
}
