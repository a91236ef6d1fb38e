/* Generated from schema/protocol.schema.json by `npm run types`: change the server, not this file. */

/**
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "ClientMessage".
 */
export type ClientMessage =
  | Hello
  | Play
  | Propose
  | Answer
  | Withdraw
  | Resign
  | NextRound
  | Claim
  | Leave
  | HandBack
  | Greet
  | Ping
  | Echo;
/**
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "ServerMessage".
 */
export type ServerMessage = Welcome | Change | Presence | Greeting | Ack | Refused | Pong | Probe;

/**
 * The Sommet protocol, version 2.
 */
export interface SommetProtocol {
  ClientMessage?: ClientMessage;
  ServerMessage?: ServerMessage;
  CreateTable?: CreateTable;
  JoinTable?: JoinTable;
  AskForSeat?: AskForSeat;
  TakeUpSeat?: TakeUpSeat;
  SeatAnswer?: SeatAnswer;
  Catalogue?: Catalogue;
  TableCreated?: TableCreated;
  TableSummary?: TableSummary;
  TableList?: TableList;
  ReplayStored?: ReplayStored;
  FindOpponent?: FindOpponent;
  TakeSeat?: TakeSeat;
  WithdrawSeat?: WithdrawSeat;
  SeatFound?: SeatFound;
  SeatWithdrawn?: SeatWithdrawn;
  AskYourGames?: AskYourGames;
  YourGames?: YourGames;
  Lobby?: Lobby;
  RunningGames?: RunningGames;
  PasskeyOptions?: PasskeyOptions;
  NewAccount?: NewAccount;
  AccountInfo?: AccountInfo;
  RecoveryCode?: RecoveryCode;
  DeviceLink?: DeviceLink;
  TakenOver?: TakenOver;
  OwnSeats?: OwnSeats;
  Holiday?: Holiday;
  Exported?: Exported;
  Leaderboard?: Leaderboard;
  PlayerPage?: PlayerPage;
  PlayedGames?: PlayedGames;
  TableRatings?: TableRatings;
  ChallengeBot?: ChallengeBot;
  Ratings?: Ratings;
  ChallengePerson?: ChallengePerson;
  ChallengeByGuest?: ChallengeByGuest;
  WelcomeGuests?: WelcomeGuests;
  Challenges?: Challenges;
  Blocked?: Blocked;
  ReportPerson?: ReportPerson;
  NewTournament?: NewTournament;
  Tournaments?: Tournaments;
  TournamentPage?: TournamentPage;
  PushKey?: PushKey;
  WantNotices?: WantNotices;
  NoticesWanted?: NoticesWanted;
  Pushed?: Pushed;
  Refusal?: Refusal;
  Health?: Health;
}
/**
 * The first message: identifies the seat by its token; without one, a spectator.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Hello".
 */
export interface Hello {
  type: 'hello';
  protocol: number;
  token?: string | null;
  /**
   * The last seq seen, after a lost connection.
   */
  resume_from?: number | null;
  /**
   * The chain that came with it, to compare histories.
   */
  resume_chain?: string | null;
}
/**
 * Play a move.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Play".
 */
export interface Play {
  /**
   * Increases with each message of a connection.
   */
  id: number;
  game_number: number;
  type: 'play';
  /**
   * Moves played so far, as the sender sees it.
   */
  ply: number;
  move: string;
}
/**
 * Ask for a takeback, a draw or a rematch. Also accepts the other's same proposal.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Propose".
 */
export interface Propose {
  /**
   * Increases with each message of a connection.
   */
  id: number;
  game_number: number;
  type: 'propose';
  what: 'takeback' | 'draw' | 'rematch';
  ply: number;
}
/**
 * Accept or decline what the other proposed.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Answer".
 */
export interface Answer {
  /**
   * Increases with each message of a connection.
   */
  id: number;
  game_number: number;
  type: 'answer';
  /**
   * The id of the proposal that is answered.
   */
  proposal: number;
  accept: boolean;
}
/**
 * Withdraw one's own proposal.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Withdraw".
 */
export interface Withdraw {
  /**
   * Increases with each message of a connection.
   */
  id: number;
  game_number: number;
  type: 'withdraw';
  /**
   * The proposal's id.
   */
  proposal: number;
}
/**
 * Resign the game.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Resign".
 */
export interface Resign {
  /**
   * Increases with each message of a connection.
   */
  id: number;
  game_number: number;
  type: 'resign';
}
/**
 * Ready for the next deal of Pacal, also the first, with the sender's part of it.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "NextRound".
 */
export interface NextRound {
  /**
   * Increases with each message of a connection.
   */
  id: number;
  game_number: number;
  type: 'next_round';
  /**
   * From next_deal, to identify the deal.
   */
  sha256: string;
  /**
   * 32 fresh random bytes; the sender checks their use.
   */
  number: string;
}
/**
 * Claim the game: the opponent has not acted within `patience_ms`. Rule TAB-5.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Claim".
 */
export interface Claim {
  /**
   * Increases with each message of a connection.
   */
  id: number;
  game_number: number;
  type: 'claim';
}
/**
 * End the game without a result, for the same reason. Rule TAB-5.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Leave".
 */
export interface Leave {
  /**
   * Increases with each message of a connection.
   */
  id: number;
  game_number: number;
  type: 'leave';
}
/**
 * Give a lost seat to the person who asks for it, or decline. Rule TAB-6.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "HandBack".
 */
export interface HandBack {
  /**
   * Increases with each message of a connection.
   */
  id: number;
  game_number: number;
  type: 'hand_back';
  /**
   * The request's id.
   */
  request: number;
  accept: boolean;
}
/**
 * Send one of the greetings, which are translated as `greeting.{what}`.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Greet".
 */
export interface Greet {
  /**
   * Increases with each message of a connection.
   */
  id: number;
  game_number: number;
  type: 'greet';
  what: 'hello' | 'good_luck' | 'well_played' | 'thanks' | 'one_moment' | 'sorry' | 'goodbye';
}
/**
 * Answered by `pong`.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Ping".
 */
export interface Ping {
  type: 'ping';
  id: number;
}
/**
 * The immediate answer to a `probe`; gets no answer itself.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Echo".
 */
export interface Echo {
  type: 'echo';
  probe: number;
}
/**
 * The answer to `hello`: the whole table, or what a reconnecting client missed.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Welcome".
 */
export interface Welcome {
  type: 'welcome';
  protocol: number;
  /**
   * The server's version.
   */
  server: string;
  /**
   * How many changes there have been.
   */
  seq: number;
  /**
   * A hash of all that happened up to seq.
   */
  chain: string;
  /**
   * Whether the history seen before is no longer valid: discard it.
   */
  rewritten: boolean;
  setup: TableSetup;
  standing: TableStatus;
  /**
   * Every move of the game; null for a reconnecting client that needs only `missed`.
   */
  moves: PlayedMove[] | null;
  /**
   * Events after resume_from, oldest first, for a reconnecting client.
   */
  missed: (
    | Joined
    | Started
    | RoundStarted
    | Moved
    | RoundEnded
    | TakenBack
    | Proposed
    | Answered
    | Ready
    | SeatAsked
    | SeatAnswered
    | Ended
  )[];
  /**
   * The cards of each round; for a reconnecting client, from the first round that changed.
   */
  deals: SeenDeal[];
  /**
   * Since when a player has had to act, on the server's clock.
   */
  since_ms: number;
  watchers: number;
  server_ms: number;
}
/**
 * What a table was opened for; never changes.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "TableSetup".
 */
export interface TableSetup {
  table: string;
  game: 'pylos' | 'pacal';
  mode: 'computer' | 'hotseat' | 'friend' | 'solo';
  /**
   * What the receiver is here.
   */
  role: 'player' | 'spectator';
  options: OptionsInForce;
  /**
   * Those that differ from the preset.
   */
  rulings: {
    [k: string]: boolean | number | string | null;
  };
  control: Control | null;
}
/**
 * The rules a game is played by.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "OptionsInForce".
 */
export interface OptionsInForce {
  /**
   * children, standard, expert; en, nl, fr.
   */
  preset: string;
  rulings: RulingInForce[];
}
/**
 * One ruling of this game; its texts are `ruling.{game}.{name}` and `….{value}`.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "RulingInForce".
 */
export interface RulingInForce {
  name: string;
  clause: string;
  value: boolean | number | string | null;
  default: boolean | number | string | null;
  is_default: boolean;
}
/**
 * The time each player has. Rule PYL-9.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Control".
 */
export interface Control {
  initial_ms: number;
  increment_ms: number;
}
/**
 * The state of a table apart from its setup, moves and cards.
 *
 * All of it in a `welcome`; in a `change` only what is different from before.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "TableStatus".
 */
export interface TableStatus {
  /**
   * 1, then one more with each rematch.
   */
  game_number?: number;
  status?: 'waiting' | 'playing' | 'between_rounds' | 'finished';
  /**
   * By seat; one in solo.
   */
  players?: Seated[];
  /**
   * The seats that are ready for the next round.
   */
  ready?: (0 | 1)[];
  /**
   * The viewer's; null for a spectator.
   */
  seat?: (0 | 1) | null;
  /**
   * Intents that would be accepted now.
   */
  may?: ('takeback' | 'draw' | 'rematch' | 'hand_back')[];
  clock?: RunningClock | null;
  /**
   * Before each deal of Pacal; see next_round.
   */
  next_deal?: NextDeal | null;
  /**
   * How the game ended.
   */
  outcome?: Ending | null;
  proposals?: Proposal[];
  /**
   * Rule TAB-5: the time to act, after which the opponent may `leave` or, once something was played, `claim`. Null while a clock runs.
   */
  patience_ms?: number | null;
  seat_request?: SeatRequest | null;
}
/**
 * Who sits on a seat.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Seated".
 */
export interface Seated {
  /**
   * bot: a program with a token from the host. open: nobody sits there yet.
   */
  kind: 'human' | 'bot' | 'computer' | 'open';
  name: string | null;
  /**
   * For a computer: its spec, such as level:3.
   */
  opponent: string | null;
  connected: boolean;
  /**
   * Whether the player has an account, and so a page.
   */
  member: boolean;
}
/**
 * Both players' time at one moment. Rule PYL-9.
 *
 * While `running` is a seat, that seat's time now is `remaining_ms[running]` minus what has
 * passed on the server's clock since `at_ms`; the other's stands still.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "RunningClock".
 */
export interface RunningClock {
  /**
   * One per seat, as of at_ms.
   */
  remaining_ms: number[];
  running: (0 | 1) | null;
  /**
   * Server's wall clock, milliseconds since 1970.
   */
  at_ms: number;
  /**
   * Until when the running clock is stopped by a holiday. Rule TAB-7.
   */
  rests_until_ms?: number | null;
}
/**
 * The next deal: the server has committed to its part and waits for the numbers.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "NextDeal".
 */
export interface NextDeal {
  round: number;
  /**
   * The commitment to the server's part.
   */
  sha256: string;
}
/**
 * How a game, round or match ended; the sentence is `ending.{reason}` in the language files.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Ending".
 */
export interface Ending {
  /**
   * The winning seat, or null for a draw.
   */
  winner: (0 | 1) | null;
  /**
   * summit, empty-reserve, repetition, complete, stuck, difference, rounds, time, resignation, agreement, abandoned, move-limit, left (no result), …
   */
  reason: string;
  /**
   * The clause or ruling that decided, such as PYL-6.
   */
  clause: string | null;
}
/**
 * A proposal, open until it is answered or withdrawn, or a player moves.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Proposal".
 */
export interface Proposal {
  /**
   * Used by `answer` and `withdraw`.
   */
  id: number;
  what: 'takeback' | 'draw' | 'rematch';
  by: 0 | 1;
}
/**
 * A request for a lost seat; the player opposite answers it. Rule TAB-6.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "SeatRequest".
 */
export interface SeatRequest {
  id: number;
  seat: 0 | 1;
  /**
   * When the request expires.
   */
  until_ms: number;
}
/**
 * One move of the game on the table.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "PlayedMove".
 */
export interface PlayedMove {
  seat: 0 | 1;
  move: string;
  /**
   * 1 in Pylos and solo.
   */
  round: number;
  /**
   * The mover's time left afterwards; absent without a clock.
   */
  clock_ms?: number | null;
  /**
   * Pacal: the last card of a hand, which only building it shows. Rule PAC-6.
   */
  card?: number | null;
}
/**
 * The second player took the open seat.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Joined".
 */
export interface Joined {
  type: 'joined';
  seat: 0 | 1;
}
/**
 * A game begins (also a rematch).
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Started".
 */
export interface Started {
  type: 'started';
  game_number: number;
}
/**
 * Cards were dealt.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "RoundStarted".
 */
export interface RoundStarted {
  type: 'round_started';
  round: number;
}
/**
 * A player moved.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Moved".
 */
export interface Moved {
  type: 'moved';
  seat: 0 | 1;
  move: string;
  /**
   * The mover's time left afterwards; absent without a clock.
   */
  clock_ms?: number | null;
  /**
   * Pacal: the last card of a hand, which only building it shows. Rule PAC-6.
   */
  card?: number | null;
}
/**
 * A round is over.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "RoundEnded".
 */
export interface RoundEnded {
  type: 'round_ended';
  round: number;
  outcome: Ending;
}
/**
 * Moves were taken back: `ply` moves are left.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "TakenBack".
 */
export interface TakenBack {
  type: 'taken_back';
  seat: 0 | 1;
  ply: number;
}
/**
 * A player asks for something.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Proposed".
 */
export interface Proposed {
  type: 'proposed';
  what: 'takeback' | 'draw' | 'rematch';
  seat: 0 | 1;
}
/**
 * A proposal was answered, or withdrawn by its author.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Answered".
 */
export interface Answered {
  type: 'answered';
  what: 'takeback' | 'draw' | 'rematch';
  seat: 0 | 1;
  answer: 'accepted' | 'declined' | 'withdrawn';
}
/**
 * A player asks for the next round.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Ready".
 */
export interface Ready {
  type: 'ready';
  seat: 0 | 1;
}
/**
 * A person asks for a lost seat.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "SeatAsked".
 */
export interface SeatAsked {
  type: 'seat_asked';
  seat: 0 | 1;
}
/**
 * A lost seat was handed back, or the request declined.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "SeatAnswered".
 */
export interface SeatAnswered {
  type: 'seat_answered';
  seat: 0 | 1;
  accepted: boolean;
}
/**
 * The game is over.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Ended".
 */
export interface Ended {
  type: 'ended';
  outcome: Ending;
}
/**
 * The cards of a round as the viewer may know them; hidden unless listed here.
 *
 * In a `change` only what is new; the rest stands.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "SeenDeal".
 */
export interface SeenDeal {
  round: number;
  /**
   * The commitment published before the deal.
   */
  sha256?: string;
  /**
   * What the players' pages added, by seat; see Commitment.
   */
  numbers?: string[] | null;
  /**
   * Shown by both at the start; null in solo. Rule PAC-2.
   */
  apexes?: number[] | null;
  /**
   * The fifteen cards dealt to the viewer's seat; null for a spectator and in solo.
   */
  hand?: number[] | null;
  /**
   * Solo: the cards drawn so far.
   */
  drawn?: number[] | null;
  /**
   * Once the round is over; see Commitment.
   */
  opening?: string | null;
  /**
   * All cards in their text form, once the round is over.
   */
  deal?: string | null;
  /**
   * How the round ended, in the duel.
   */
  outcome?: Ending | null;
}
/**
 * A change: what happened, and which fields of the status changed.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Change".
 */
export interface Change {
  type: 'change';
  seq: number;
  /**
   * A hash of all that happened up to seq.
   */
  chain: string;
  /**
   * Absent if only what the viewer may see changed.
   */
  events?: (
    | Joined
    | Started
    | RoundStarted
    | Moved
    | RoundEnded
    | TakenBack
    | Proposed
    | Answered
    | Ready
    | SeatAsked
    | SeatAnswered
    | Ended
  )[];
  /**
   * The fields that changed; absent: none.
   */
  now?: TableStatus | null;
  /**
   * Cards dealt, seen or opened; absent: none.
   */
  deals?: SeenDeal[];
}
/**
 * Who is connected. Has no seq: it is not part of the game.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Presence".
 */
export interface Presence {
  type: 'presence';
  /**
   * By seat.
   */
  connected: boolean[];
  watchers: number;
}
/**
 * A greeting by a player at the table. Has no seq, and is not stored.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Greeting".
 */
export interface Greeting {
  type: 'greeting';
  by: 0 | 1;
  what: 'hello' | 'good_luck' | 'well_played' | 'thanks' | 'one_moment' | 'sorry' | 'goodbye';
}
/**
 * Done, and on disk; the table is at `seq`.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Ack".
 */
export interface Ack {
  type: 'ack';
  id: number;
  seq: number;
}
/**
 * Not done, and nothing changed.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Refused".
 */
export interface Refused {
  type: 'refused';
  /**
   * Of the refused message, if it had a readable one.
   */
  id: number | null;
  refusal: Refusal;
  /**
   * Whether the server closes the connection: do not try again.
   */
  fatal: boolean;
}
/**
 * Why a request was refused: for people (`key`, `params`, `clause`) and programs (`code`).
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Refusal".
 */
export interface Refusal {
  /**
   * Stable name, such as illegal_move or not_your_turn.
   */
  code: string;
  /**
   * Key into the language files: refused.{code}.
   */
  key: string;
  params?: {
    [k: string]: string | number | null;
  };
  /**
   * The clause that forbids it, if there is one.
   */
  clause?: string | null;
  /**
   * The same in English, for clients without language files.
   */
  sentence: string;
}
/**
 * Answers `ping`.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Pong".
 */
export interface Pong {
  type: 'pong';
  id: number;
  server_ms: number;
}
/**
 * Measures the lag and keeps the connection alive: answer `echo` at once.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Probe".
 */
export interface Probe {
  type: 'probe';
  probe: number;
  server_ms: number;
}
/**
 * A new table.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "CreateTable".
 */
export interface CreateTable {
  game: 'pylos' | 'pacal';
  /**
   * The only mode: everything else is played in the page.
   */
  mode: 'friend';
  preset?: string | null;
  rulings?: {
    [k: string]: boolean | number | string | null;
  };
  seat?: 'light' | 'dark' | 'jade' | 'copper' | 'lot';
  clock?: ClockSetting | DaysPerMove | null;
  name?: string | null;
}
/**
 * Time per player: minutes to start with, seconds added after each move. Rule PYL-9.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "ClockSetting".
 */
export interface ClockSetting {
  minutes: number;
  increment_s?: number;
}
/**
 * A slow game: days for each move; unused time is not carried over. Rule TAB-7.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "DaysPerMove".
 */
export interface DaysPerMove {
  days_per_move: number;
}
/**
 * Take the open seat.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "JoinTable".
 */
export interface JoinTable {
  invite: string;
  name?: string | null;
  /**
   * Random, made by the client. Repeating a join with its key gives the same seat and token, so a lost answer does no harm.
   */
  key?: string | null;
}
/**
 * Ask for a seat whose token was lost. Rule TAB-6.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "AskForSeat".
 */
export interface AskForSeat {
  invite: string;
  seat: 0 | 1;
  /**
   * Random, made by the client; used to take up the seat.
   */
  key: string;
}
/**
 * Asks whether a requested seat has been handed back.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "TakeUpSeat".
 */
export interface TakeUpSeat {
  key: string;
}
/**
 * The answer to a request for a seat.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "SeatAnswer".
 */
export interface SeatAnswer {
  /**
   * declined: also if the request has expired or was never made.
   */
  state: 'waiting' | 'declined' | 'handed_back';
  /**
   * Once it has been handed back.
   */
  seat: TableCreated | null;
}
/**
 * The new table and its creator's seat.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "TableCreated".
 */
export interface TableCreated {
  table: string;
  /**
   * The seat's token. Keep it secret.
   */
  token: string;
  links: TableLinks;
}
/**
 * Paths below this server's address. What follows `#` is secret and never sent by browsers.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "TableLinks".
 */
export interface TableLinks {
  /**
   * /play/{table}#{token}: this seat, from any device.
   */
  play: string;
  /**
   * /join/{table}#{invite}, for one friend.
   */
  invite: string | null;
  /**
   * /watch/{table}
   */
  watch: string;
}
/**
 * What people can play on this server; everything else is played in the page.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Catalogue".
 */
export interface Catalogue {
  protocol: number;
  server: string;
  games: HostedGame[];
  clocks: ClockPreset[];
  /**
   * Whether games with days per move can be begun.
   */
  slow_games: boolean;
  /**
   * Whether strangers can find each other here.
   */
  lobby: boolean;
  /**
   * Whether people can create accounts.
   */
  accounts: boolean;
  /**
   * Whether programs play here.
   */
  bots: boolean;
  /**
   * Whether people with an account, and programs, are rated.
   */
  ratings: boolean;
  /**
   * Whether there are tournaments.
   */
  tournaments: boolean;
  /**
   * Whether players at a table may send greetings.
   */
  greetings: boolean;
  /**
   * Whether devices can get notices about slow games.
   */
  push: boolean;
}
/**
 * A game that people can play on this server.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "HostedGame".
 */
export interface HostedGame {
  game: 'pylos' | 'pacal';
  presets: Preset[];
  default_preset: string;
  rulings: Ruling[];
  /**
   * Rulings that can be read but not set.
   */
  fixed: RulingInForce[];
  /**
   * Empty where the rules decide who begins.
   */
  seats: ('light' | 'dark' | 'jade' | 'copper' | 'lot')[];
}
/**
 * A named set of rules; `rulings` has the value of every ruling.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Preset".
 */
export interface Preset {
  name: string;
  rulings: {
    [k: string]: boolean | number | string | null;
  };
}
/**
 * A ruling to choose. Texts: `ruling.{game}.{name}`, `ruling.{game}.{name}.{value}`.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Ruling".
 */
export interface Ruling {
  name: string;
  clause: string;
  /**
   * null means off.
   */
  choices: (boolean | number | string | null)[];
  /**
   * Whether any whole number from 2 to 1000 is allowed too.
   */
  any_count: boolean;
  /**
   * Of the default preset.
   */
  default: boolean | number | string | null;
}
/**
 * A suggested clock: minutes, or days for each move; neither means no clock.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "ClockPreset".
 */
export interface ClockPreset {
  name: string;
  minutes: number | null;
  increment_s: number;
  days: number | null;
}
/**
 * What anybody with the table's id may know.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "TableSummary".
 */
export interface TableSummary {
  table: string;
  game: 'pylos' | 'pacal';
  mode: 'computer' | 'hotseat' | 'friend' | 'solo';
  status: 'waiting' | 'playing' | 'between_rounds' | 'finished';
  game_number: number;
  options: OptionsInForce;
  players: Player[];
  turn: (0 | 1) | null;
  ply: number;
  clock: Clock | null;
  match: MatchScore | null;
  outcome: Ending | null;
  created_ms: number;
  updated_ms: number;
}
/**
 * Who sits on which seat.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Player".
 */
export interface Player {
  /**
   * bot: a program with a token from the host. open: nobody sits there yet.
   */
  kind: 'human' | 'bot' | 'computer' | 'open';
  name: string | null;
  /**
   * For a computer: its spec, such as level:3.
   */
  opponent: string | null;
  connected: boolean;
  /**
   * Whether the player has an account, and so a page.
   */
  member: boolean;
  seat: 0 | 1;
  /**
   * Has asked for the next round.
   */
  ready: boolean;
}
/**
 * Both players' time. Rule PYL-9.
 *
 * While `running` is a seat, that seat's time now is `remaining_ms[running]` minus what has
 * passed on the server's clock since `at_ms`; the other's stands still. Where `initial_ms` is a
 * day or more, it is the time for each move (`DaysPerMove`).
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Clock".
 */
export interface Clock {
  initial_ms: number;
  increment_ms: number;
  /**
   * One per seat, as of at_ms.
   */
  remaining_ms: number[];
  running: (0 | 1) | null;
  /**
   * Server's wall clock, milliseconds since 1970.
   */
  at_ms: number;
  /**
   * Until when the running clock is stopped by a holiday. Rule TAB-7.
   */
  rests_until_ms?: number | null;
}
/**
 * The marker board. Rule PAC-9.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "MatchScore".
 */
export interface MatchScore {
  target: number;
  /**
   * The round on the table, from 1.
   */
  round: number;
  /**
   * Rounds won by each seat.
   */
  markers: number[];
  finished: RoundResult[];
}
/**
 * A finished round of a Pacal match, with the opening of its deal.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "RoundResult".
 */
export interface RoundResult {
  round: number;
  outcome: Ending;
  commitment: Commitment;
}
/**
 * Proof that nobody could pick the cards.
 *
 * `sha256` is published before anybody adds a number. After the round, `opening` is the text
 * whose UTF-8 bytes hash to it: a title and the server's secret, a line each. The deal follows
 * from that secret and `numbers`. Where `numbers` is null, an earlier version dealt by itself, and
 * the opening is a title, a salt and the deal.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Commitment".
 */
export interface Commitment {
  sha256: string;
  /**
   * What the players' pages added, by seat.
   */
  numbers: string[] | null;
  opening: string | null;
  /**
   * The deal in its text form, once the round is over.
   */
  deal: string | null;
}
/**
 * The requested tables, without those that do not exist.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "TableList".
 */
export interface TableList {
  tables: TableSummary[];
}
/**
 * The address of an uploaded record.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "ReplayStored".
 */
export interface ReplayStored {
  id: string;
  /**
   * /replay/{id}
   */
  link: string;
}
/**
 * A game wanted with any person. It is rated if both players have an account.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "FindOpponent".
 */
export interface FindOpponent {
  game: 'pylos' | 'pacal';
  preset?: string | null;
  rulings?: {
    [k: string]: boolean | number | string | null;
  };
  clock?: ClockSetting | DaysPerMove | null;
  /**
   * Only accounts with a rating in this range; needs an account.
   */
  opponents?: RatingRange | null;
  /**
   * Whether it counts for ratings; both players must want it.
   */
  rated?: boolean;
  /**
   * Random, made once by the client, so that nobody is paired with themselves. Its hash is stored while the seat is open.
   */
  guest: string;
  /**
   * Random, made for this request. Repeating the request with its key gives the same seat and token, so a lost answer does no harm.
   */
  key: string;
}
/**
 * Which ratings an opponent may have.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "RatingRange".
 */
export interface RatingRange {
  least?: number;
  most?: number;
}
/**
 * Take a seat from the lobby.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "TakeSeat".
 */
export interface TakeSeat {
  guest: string;
  /**
   * As in FindOpponent.
   */
  key: string;
  /**
   * As in FindOpponent.
   */
  rated?: boolean;
}
/**
 * Give up an open seat.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "WithdrawSeat".
 */
export interface WithdrawSeat {
  /**
   * The seat's own.
   */
  token: string;
}
/**
 * A seat in a game that begins, or an open one in the lobby.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "SeatFound".
 */
export interface SeatFound {
  seat: TableCreated;
  /**
   * Whether the game has begun; otherwise the seat is listed.
   */
  playing: boolean;
}
/**
 * The result of a withdrawal.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "SeatWithdrawn".
 */
export interface SeatWithdrawn {
  /**
   * False: a player sat down first, and the game has begun.
   */
  withdrawn: boolean;
}
/**
 * Asks in which games it is the sender's turn.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "AskYourGames".
 */
export interface AskYourGames {
  /**
   * @maxItems 50
   */
  seats: HeldSeat[];
}
/**
 * A seat and its token.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "HeldSeat".
 */
export interface HeldSeat {
  table: string;
  token: string;
}
/**
 * The requested games, without those that do not exist or have another token.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "YourGames".
 */
export interface YourGames {
  /**
   * Your turn first, the nearest deadline first.
   */
  games: YourGame[];
}
/**
 * A game as seen from the sender's seat.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "YourGame".
 */
export interface YourGame {
  table: string;
  /**
   * Whether the game waits for your move, or a deal for you.
   */
  your_turn: boolean;
  /**
   * Your time left, while your clock runs.
   */
  left_ms: number | null;
}
/**
 * Open seats, and games to watch.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Lobby".
 */
export interface Lobby {
  /**
   * The longest waiting first.
   */
  seats: OpenSeat[];
  /**
   * The last moved first, up to 12.
   */
  games: RunningGame[];
  /**
   * Whether more games can be watched.
   */
  more: boolean;
}
/**
 * A seat that anybody may take.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "OpenSeat".
 */
export interface OpenSeat {
  table: string;
  game: 'pylos' | 'pacal';
  options: OptionsInForce;
  clock: AgreedClock | null;
  opened_ms: number;
  /**
   * The name of the program in this seat; null: a person.
   */
  bot: string | null;
  /**
   * The name of the account in this seat; null: a guest.
   */
  name: string | null;
  /**
   * Of the program or account under these rules; null: not rated.
   */
  rating: number | null;
  /**
   * Whether the rating is based on too few results.
   */
  provisional: boolean;
  /**
   * The lowest rating that may sit down; null: all.
   */
  least: number | null;
  /**
   * The highest rating that may sit down; null: all.
   */
  most: number | null;
}
/**
 * The clock a game is played with.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "AgreedClock".
 */
export interface AgreedClock {
  initial_ms: number;
  increment_ms: number;
}
/**
 * A game that anybody may watch: from the lobby, of a tournament, or a rated challenge.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "RunningGame".
 */
export interface RunningGame {
  table: string;
  game: 'pylos' | 'pacal';
  options: OptionsInForce;
  clock: AgreedClock | null;
  ply: number;
  watchers: number;
  /**
   * The names of the programs that play; empty: people.
   */
  bots: string[];
  /**
   * The names of the accounts that play.
   */
  names: string[];
  /**
   * Of Pylos, in its fixed text form.
   */
  position: string | null;
  /**
   * Of Pacal, by seat: the visible card on each field, the apex first.
   */
  pyramids: (number | null)[][] | null;
}
/**
 * Games that anybody may watch.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "RunningGames".
 */
export interface RunningGames {
  /**
   * The last moved first, up to 60.
   */
  games: RunningGame[];
}
/**
 * What a browser needs to create or use a passkey; valid once, for ten minutes.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "PasskeyOptions".
 */
export interface PasskeyOptions {
  /**
   * For `PublicKeyCredential.parseCreationOptionsFromJSON` to create one, or `parseRequestOptionsFromJSON` to use one.
   */
  options: {
    [k: string]: unknown;
  };
}
/**
 * A new account, with the recovery code, which is shown once.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "NewAccount".
 */
export interface NewAccount {
  account: AccountInfo;
  recovery_code: string;
}
/**
 * An account as its owner sees it.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "AccountInfo".
 */
export interface AccountInfo {
  name: string;
  created_ms: number;
  devices: Device[];
}
/**
 * A device with a passkey of the account.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Device".
 */
export interface Device {
  device: string;
  label: string;
  created_ms: number;
  used_ms: number;
  /**
   * Whether it is the device of this session.
   */
  current: boolean;
}
/**
 * A new recovery code; the previous one is no longer valid.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "RecoveryCode".
 */
export interface RecoveryCode {
  recovery_code: string;
}
/**
 * A link that signs in another device, once.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "DeviceLink".
 */
export interface DeviceLink {
  /**
   * /account#{token}. What follows # is secret.
   */
  link: string;
  expires_ms: number;
}
/**
 * The tables whose seats now belong to the account.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "TakenOver".
 */
export interface TakenOver {
  tables: string[];
}
/**
 * Seats of the account in running games, for this device; the last moved first.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "OwnSeats".
 */
export interface OwnSeats {
  seats: TableCreated[];
}
/**
 * The account's holiday, and how many days are left.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Holiday".
 */
export interface Holiday {
  /**
   * When the holiday ends; null: not on holiday.
   */
  until_ms: number | null;
  /**
   * Whole days left, counted over the last 365 days.
   */
  days_left: number;
  days_a_year: number;
  /**
   * Whether there are slow games here: they can be begun, or one of the account's is running.
   */
  matters: boolean;
  /**
   * Tables whose deadline did not move, because it was too near.
   */
  kept: string[];
}
/**
 * Everything that is stored about an account.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Exported".
 */
export interface Exported {
  account: {
    [k: string]: unknown;
  };
}
/**
 * People by rating, for each game and set of rules that was played.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Leaderboard".
 */
export interface Leaderboard {
  pools: Ranking[];
}
/**
 * The players of a game under the same rules, by rating.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Ranking".
 */
export interface Ranking {
  game: 'pylos' | 'pacal';
  options: OptionsInForce;
  /**
   * The strongest first; at the end those whose rating is provisional.
   */
  players: RatedPerson[];
}
/**
 * A person's rating under some rules.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "RatedPerson".
 */
export interface RatedPerson {
  name: string;
  rating: number;
  /**
   * Whether the rating is based on too few results.
   */
  provisional: boolean;
  games: number;
}
/**
 * A person or a program as others see them; only rated games are included.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "PlayerPage".
 */
export interface PlayerPage {
  /**
   * The last first, up to 50.
   */
  games: PlayedGame[];
  /**
   * Asks for the games before these; null: there are none.
   */
  more: string | null;
  name: string;
  created_ms: number;
  ratings: OwnRating[];
  wins: number;
  draws: number;
  losses: number;
  /**
   * Games won in a row at the moment; negative: lost in a row.
   */
  streak: number;
  /**
   * Most games won in a row, of the last 10,000.
   */
  best_streak: number;
  /**
   * The 100 most frequent, those first.
   */
  opponents: AgainstOne[];
}
/**
 * A game that counts, as one player sees it.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "PlayedGame".
 */
export interface PlayedGame {
  table: string;
  game_number: number;
  game: 'pylos' | 'pacal';
  /**
   * Null: a deleted account, or a program that is no longer admitted.
   */
  opponent: string | null;
  /**
   * Whether they made the first move, in Pacal of the first round, in which the cards decide; null where an earlier version did not store it.
   */
  began: boolean | null;
  result: 'win' | 'draw' | 'loss';
  finished_ms: number;
}
/**
 * A player's rating under some rules, with its history.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "OwnRating".
 */
export interface OwnRating {
  game: 'pylos' | 'pacal';
  options: OptionsInForce;
  rating: number;
  provisional: boolean;
  games: number;
  /**
   * After each game, the first first; of many games about 500, evenly spread.
   */
  history: RatedMoment[];
}
/**
 * A rating after a game.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "RatedMoment".
 */
export interface RatedMoment {
  at_ms: number;
  rating: number;
}
/**
 * Results against one opponent.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "AgainstOne".
 */
export interface AgainstOne {
  opponent: string | null;
  wins: number;
  draws: number;
  losses: number;
}
/**
 * Games of a player that count.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "PlayedGames".
 */
export interface PlayedGames {
  /**
   * The last first, up to 50.
   */
  games: PlayedGame[];
  /**
   * Asks for the games before these; null: there are none.
   */
  more: string | null;
}
/**
 * The players at a table with an account and the programs, and their ratings by its rules.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "TableRatings".
 */
export interface TableRatings {
  /**
   * Whether the result counts; null: nobody is rated here.
   */
  rated: boolean | null;
  /**
   * By seat.
   */
  seats: SeatRating[];
  /**
   * The tournament that the game is part of.
   */
  tournament?: string | null;
}
/**
 * A player at a table, and their rating; null for a guest, and where nobody is rated.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "SeatRating".
 */
export interface SeatRating {
  /**
   * Of the account in this seat.
   */
  name: string | null;
  /**
   * Of the program in this seat.
   */
  bot: string | null;
  rating: number | null;
  provisional: boolean;
  /**
   * Until when they are on holiday.
   */
  away_until_ms: number | null;
}
/**
 * A game wanted with one program.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "ChallengeBot".
 */
export interface ChallengeBot {
  game: 'pylos' | 'pacal';
  preset?: string | null;
  rulings?: {
    [k: string]: boolean | number | string | null;
  };
  clock?: ClockSetting | DaysPerMove | null;
  /**
   * Its name; every program has another one.
   */
  bot: string;
  /**
   * Random, made for this request; repeating it gives the same seat.
   */
  key: string;
}
/**
 * Programs by rating.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Ratings".
 */
export interface Ratings {
  pools: RatedPool[];
}
/**
 * A game and its rules, with the programs that play it, with any clock.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "RatedPool".
 */
export interface RatedPool {
  game: 'pylos' | 'pacal';
  options: OptionsInForce;
  /**
   * The strongest first.
   */
  bots: RatedBot[];
}
/**
 * A program's rating by its games against other programs.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "RatedBot".
 */
export interface RatedBot {
  name: string;
  /**
   * 1500 for a new player; 400 points mean odds of ten to one.
   */
  rating: number;
  /**
   * Whether there are too few results.
   */
  provisional: boolean;
  games: number;
}
/**
 * A game wanted with one person.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "ChallengePerson".
 */
export interface ChallengePerson {
  game: 'pylos' | 'pacal';
  preset?: string | null;
  rulings?: {
    [k: string]: boolean | number | string | null;
  };
  clock?: ClockSetting | DaysPerMove | null;
  /**
   * Latin letters, digits, and single `-` or `_` between them.
   */
  name: string;
  /**
   * Whether it counts for both ratings.
   */
  rated?: boolean;
  /**
   * Random, made for this request; the seat's token derives from it.
   */
  key: string;
}
/**
 * A game that a guest wants with one person; it never counts.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "ChallengeByGuest".
 */
export interface ChallengeByGuest {
  game: 'pylos' | 'pacal';
  preset?: string | null;
  rulings?: {
    [k: string]: boolean | number | string | null;
  };
  clock?: ClockSetting | DaysPerMove | null;
  /**
   * Latin letters, digits, and single `-` or `_` between them.
   */
  name: string;
  /**
   * The browser's secret, as in FindOpponent.
   */
  guest: string;
  /**
   * Random, made for this request; the seat's token derives from it.
   */
  key: string;
}
/**
 * Whether guests may challenge the account; those that wait are declined if not.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "WelcomeGuests".
 */
export interface WelcomeGuests {
  welcome: boolean;
}
/**
 * Challenges by the account and to it.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Challenges".
 */
export interface Challenges {
  /**
   * The oldest first.
   */
  challenges: ChallengeInfo[];
  /**
   * Whether guests may challenge the account.
   */
  guests: boolean;
}
/**
 * A challenge.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "ChallengeInfo".
 */
export interface ChallengeInfo {
  table: string;
  /**
   * Of the other player; empty for a guest.
   */
  name: string;
  /**
   * Whether it was made by a guest.
   */
  guest: boolean;
  /**
   * Whether the account made it; otherwise it may accept.
   */
  mine: boolean;
  game: 'pylos' | 'pacal';
  options: OptionsInForce;
  clock: AgreedClock | null;
  rated: boolean;
  created_ms: number;
}
/**
 * The accounts that the account has blocked.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Blocked".
 */
export interface Blocked {
  names: string[];
}
/**
 * A report about a player, for the host.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "ReportPerson".
 */
export interface ReportPerson {
  /**
   * Latin letters, digits, and single `-` or `_` between them.
   */
  name: string;
  reason: 'name' | 'cheating' | 'abandoning' | 'greetings';
  /**
   * Where it happened.
   */
  table?: string | null;
}
/**
 * A new tournament. It has no name.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "NewTournament".
 */
export interface NewTournament {
  kind: 'round-robin' | 'swiss' | 'arena';
  game: 'pylos' | 'pacal';
  preset?: string | null;
  rulings?: {
    [k: string]: boolean | number | string | null;
  };
  clock: ClockSetting | DaysPerMove;
  /**
   * Of a Swiss tournament; fewer if there are too few opponents.
   */
  rounds?: number;
  /**
   * How long an arena starts new games.
   */
  minutes?: number;
  /**
   * Between two rounds; ignored with days per move.
   */
  pause_s?: number;
  /**
   * When it begins; null: when the organiser starts it.
   */
  start_ms?: number | null;
  /**
   * Whether results count for ratings.
   */
  rated?: boolean;
  /**
   * For programs instead of people; always rated, separately.
   */
  programs?: boolean;
}
/**
 * Unfinished tournaments, and the latest finished ones.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Tournaments".
 */
export interface Tournaments {
  /**
   * The newest first.
   */
  tournaments: TournamentInfo[];
  /**
   * Whether the sender may create one, once signed in.
   */
  may_make: boolean;
}
/**
 * A tournament in a list.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "TournamentInfo".
 */
export interface TournamentInfo {
  id: string;
  kind: 'round-robin' | 'swiss' | 'arena';
  game: 'pylos' | 'pacal';
  options: OptionsInForce;
  clock: AgreedClock;
  /**
   * Whether it is for programs; otherwise for people.
   */
  programs: boolean;
  rated: boolean;
  state: 'open' | 'running' | 'finished' | 'cancelled';
  /**
   * Null: that account is deleted.
   */
  organiser: string | null;
  created_ms: number;
  /**
   * When it begins, if that was set.
   */
  start_ms: number | null;
  began_ms: number | null;
  /**
   * When an arena stops starting games.
   */
  ends_ms: number | null;
  /**
   * When the next round begins.
   */
  next_ms: number | null;
  ended_ms: number | null;
  round: number;
  /**
   * Null for an arena, and until a round robin begins.
   */
  rounds: number | null;
  /**
   * Of an arena.
   */
  minutes: number | null;
  entrants: number;
  /**
   * Once it is finished; several if tied. Null: a deleted account.
   */
  winners: (string | null)[];
}
/**
 * A tournament with its standings and games.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "TournamentPage".
 */
export interface TournamentPage {
  id: string;
  kind: 'round-robin' | 'swiss' | 'arena';
  game: 'pylos' | 'pacal';
  options: OptionsInForce;
  clock: AgreedClock;
  /**
   * Whether it is for programs; otherwise for people.
   */
  programs: boolean;
  rated: boolean;
  state: 'open' | 'running' | 'finished' | 'cancelled';
  /**
   * Null: that account is deleted.
   */
  organiser: string | null;
  created_ms: number;
  /**
   * When it begins, if that was set.
   */
  start_ms: number | null;
  began_ms: number | null;
  /**
   * When an arena stops starting games.
   */
  ends_ms: number | null;
  /**
   * When the next round begins.
   */
  next_ms: number | null;
  ended_ms: number | null;
  round: number;
  /**
   * Null for an arena, and until a round robin begins.
   */
  rounds: number | null;
  /**
   * Of an arena.
   */
  minutes: number | null;
  entrants: number;
  /**
   * Once it is finished; several if tied. Null: a deleted account.
   */
  winners: (string | null)[];
  /**
   * In the order in which they apply.
   */
  tie_breaks: string[];
  /**
   * The best first.
   */
  standings: TournamentRow[];
  /**
   * All games; of an arena the running and the latest ones.
   */
  games: TournamentGame[];
  /**
   * Whether the sender may start and cancel it: its organiser, or a host.
   */
  may_run?: boolean;
}
/**
 * A row of the standings.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "TournamentRow".
 */
export interface TournamentRow {
  rank: number;
  /**
   * Used in games; in the order of signing up.
   */
  number: number;
  /**
   * Null: a deleted account.
   */
  name: string | null;
  points: number;
  tie_breaks: number[];
  wins: number;
  draws: number;
  losses: number;
  absent: boolean;
  withdrawn: boolean;
}
/**
 * A game, a bye or a forfeit.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "TournamentGame".
 */
export interface TournamentGame {
  number: number;
  round: number;
  pairing: number;
  /**
   * The number of the player in the first seat, who begins in Pylos; in Pacal the cards decide.
   */
  first: number;
  /**
   * Null: a bye.
   */
  second: number | null;
  /**
   * Of both players; null while the game is running.
   */
  points: number[] | null;
  how: 'played' | 'no-show' | 'walkover' | 'bye';
  table: string | null;
}
/**
 * What a browser needs to accept notices from this server only.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "PushKey".
 */
export interface PushKey {
  /**
   * The server's public key, as `applicationServerKey`.
   */
  key: string;
}
/**
 * Subscribes a device: `PushSubscription.toJSON()`, and the seats of a guest.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "WantNotices".
 */
export interface WantNotices {
  endpoint: string;
  p256dh: string;
  auth: string;
  language?: 'en' | 'fr' | 'nl' | 'de';
  /**
   * Of a guest. With an account, notices are about all its games.
   *
   * @maxItems 50
   */
  seats?: HeldSeat[];
}
/**
 * What a device gets notices about.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "NoticesWanted".
 */
export interface NoticesWanted {
  /**
   * All slow games of the account, challenges and tournaments.
   */
  account: boolean;
  /**
   * Slow games of a guest.
   */
  tables: string[];
}
/**
 * What a device is sent, encrypted; contains nothing hidden from the opponent.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Pushed".
 */
export interface Pushed {
  language: string;
  /**
   * In how many slow games it is the player's turn.
   */
  waiting: number;
  /**
   * The latest first.
   */
  notices: PushedNotice[];
}
/**
 * A notice about one table.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "PushedNotice".
 */
export interface PushedNotice {
  /**
   * round: a game of a tournament begins.
   */
  kind: 'move' | 'deadline' | 'challenge' | 'round';
  table: string;
  game: 'pylos' | 'pacal';
  /**
   * The opponent's name; null: a guest.
   */
  opponent: string | null;
  /**
   * The deadline of the move.
   */
  due_ms: number | null;
}
/**
 * Whether the server can do its work.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Health".
 */
export interface Health {
  status: 'ok' | 'draining' | 'no_database';
  version: string;
}
