/**
 * A table as its screen wants it: what the server or this browser knows of it, with the board that the
 * core makes of the moves.
 */
import type { Board } from './boards';
import type {
  Clock,
  Ending,
  MatchScore,
  NextDeal,
  OptionsInForce,
  Player,
  Proposal,
  SeatRequest,
} from './messages';

export type { Board };

/** One move or action as played. */
export interface MoveEntry {
  /** 1 for the first of the game. */
  ply: number;
  seat: 0 | 1;
  move: string;
  /** 1 in Pylos and solo. */
  round: number;
  /** The mover's time left afterwards. */
  clock_ms: number | null;
}

export type Ability =
  'play' | 'takeback' | 'draw' | 'resign' | 'rematch' | 'next_round' | 'hand_back';

/** What the player at this screen may do. */
export interface You {
  role: 'player' | 'spectator';
  /** Both, when two play on one screen. */
  seats: (0 | 1)[];
  /** The seat to draw at the bottom and to act for now. */
  seat: 0 | 1 | null;
  /** Two on one screen, hidden hands: the seat that must lift the curtain first. */
  curtain: 0 | 1 | null;
  /** Intents that would be accepted now. */
  can: Ability[];
  /** Whether a takeback needs nobody's consent. */
  takeback_is_undo: boolean;
}

/** A player has to act and no clock limits how long that takes. Rule TAB-5. */
export interface Stall {
  seat: 0 | 1;
  /** From this moment of the server's clock on, the other may leave or claim. */
  until_ms: number;
  /** Not while nothing has been played. */
  may_claim: boolean;
}

/** The computer is choosing. */
export interface Thinking {
  seat: 0 | 1;
  since_ms: number;
}

export interface Snapshot {
  table: string;
  seq: number;
  /** 1, then one more with each rematch. */
  game_number: number;
  game: 'pylos' | 'pacal';
  mode: 'computer' | 'hotseat' | 'friend' | 'solo';
  status: 'waiting' | 'playing' | 'between_rounds' | 'finished';
  you: You;
  /** By seat; one in solo. */
  players: Player[];
  options: OptionsInForce;
  /** Null while waiting for a friend or for the first cards. */
  board: Board | null;
  /** Moves played so far. */
  ply: number;
  moves: MoveEntry[];
  clock: Clock | null;
  match: MatchScore | null;
  next_deal: NextDeal | null;
  outcome: Ending | null;
  proposals: Proposal[];
  stall: Stall | null;
  seat_request: SeatRequest | null;
  thinking: Thinking | null;
  watchers: number;
  /** The clock of the keeper of the table. */
  server_ms: number;
}
