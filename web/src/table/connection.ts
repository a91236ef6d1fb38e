/** What a table's screen needs of the keeper of the table: the server, or this browser. */
import type { Change, ClientMessage, Greeting, PlayedMove, Refusal } from '../protocol/messages';
import type { Board, Snapshot } from '../protocol/snapshot';

type IntentMessage = Exclude<ClientMessage, { type: 'hello' | 'ping' | 'echo' }>;
/** Two on one screen, which no server knows of: the seat to act is alone and wants to see its hand. */
interface LiftCurtain {
  type: 'lift_curtain';
  seat: 0 | 1;
}
/** What a player asks of a table, without what the connection fills in. */
export type Intent =
  | LiftCurtain
  | (IntentMessage extends infer I
      ? I extends IntentMessage
        ? Omit<I, 'id' | 'game_number'>
        : never
      : never);
export type TableEvent = NonNullable<Change['events']>[number];
export type Link = 'connecting' | 'open' | 'lost' | 'refused';

export interface TableConnection {
  readonly snapshot: Snapshot | null;
  readonly link: Link;
  readonly refusal: Refusal | null;
  /** Whether an intent is on its way. */
  readonly sending: boolean;
  /** The clock of the keeper of the table, minus ours. */
  readonly offsetMs: number;
  /** Called with what happened, for announcements. */
  onevents: (events: readonly TableEvent[]) => void;
  /** Called when what was shown turned out not to be what is kept. */
  onrewritten: () => void;
  /** Called with the greeting of a player at the table. */
  ongreeting?: (greeting: Greeting) => void;
  /** Called when the computer cannot answer for now. */
  ontrouble?: (refusal: Refusal) => void;
  /** Sends an intent; resolves to null when done, or to why not. */
  send(intent: Intent): Promise<Refusal | null>;
  play(move: string): Promise<Refusal | null>;
  /**
   * The board as it was after so many moves of this game, from what is known here; between people also
   * as it will be after one more.
   */
  boardAt(ply: number, then?: PlayedMove): Promise<Board | null>;
  close(): void;
}
