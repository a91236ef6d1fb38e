/** A table as a player wants it: with a friend on the server, any other in this browser. */
import type { CreateTable } from './messages';
import type { Mode } from './offers';

export interface NewTable extends Omit<CreateTable, 'mode'> {
  mode: Mode;
  /** Against the computer: its spec, such as level:3. */
  opponent?: string | null;
}
