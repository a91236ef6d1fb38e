/** Connects to a table of the server. */
import { core } from '../../core/core';
import type { TableConnection } from '../connection';
import { Live } from './live.svelte';

export const connect = (table: string, token: string | null): TableConnection =>
  new Live(table, token, core);
