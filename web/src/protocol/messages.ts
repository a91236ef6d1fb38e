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
  TableRatings?: TableRatings;
  ChallengePerson?: ChallengePerson;
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
 * The first message: who is there. Without a token, a spectator.
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
   * The chain that came with it, so that the histories are compared.
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
   * Rises with each message of a connection.
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
   * Rises with each message of a connection.
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
   * Rises with each message of a connection.
   */
  id: number;
  game_number: number;
  type: 'answer';
  /**
   * The proposal's id: no other one is answered.
   */
  proposal: number;
  accept: boolean;
}
/**
 * Take a proposal of one's own back.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Withdraw".
 */
export interface Withdraw {
  /**
   * Rises with each message of a connection.
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
 * Give the game up.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Resign".
 */
export interface Resign {
  /**
   * Rises with each message of a connection.
   */
  id: number;
  game_number: number;
  type: 'resign';
}
/**
 * Ready for the next cards of Pacal, also the first ones: the sender's part of the deal.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "NextRound".
 */
export interface NextRound {
  /**
   * Rises with each message of a connection.
   */
  id: number;
  game_number: number;
  type: 'next_round';
  /**
   * Of next_deal, so that both mean the same deal.
   */
  sha256: string;
  /**
   * 32 fresh random bytes; the sender checks their use.
   */
  number: string;
}
/**
 * Claim the game: the other has been waited for longer than `stall` says. Rule TAB-5.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Claim".
 */
export interface Claim {
  /**
   * Rises with each message of a connection.
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
   * Rises with each message of a connection.
   */
  id: number;
  game_number: number;
  type: 'leave';
}
/**
 * Give a lost seat to whoever asks for it, or do not. Rule TAB-6.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "HandBack".
 */
export interface HandBack {
  /**
   * Rises with each message of a connection.
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
 * Say one of the sentences that everybody has in their own language: `greeting.{what}`.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Greet".
 */
export interface Greet {
  /**
   * Rises with each message of a connection.
   */
  id: number;
  game_number: number;
  type: 'greet';
  what: 'hello' | 'good_luck' | 'well_played' | 'thanks' | 'one_moment' | 'sorry' | 'goodbye';
}
/**
 * Is anybody there? Answered by `pong`.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Ping".
 */
export interface Ping {
  type: 'ping';
  id: number;
}
/**
 * Answers a `probe`, at once; not answered itself.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Echo".
 */
export interface Echo {
  type: 'echo';
  probe: number;
}
/**
 * The answer to `hello`: the whole table, or what happened since the sender left.
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
   * Whether what was seen before is not what happened here: forget it.
   */
  rewritten: boolean;
  setup: TableSetup;
  standing: Standing;
  /**
   * Every move of the game; null for somebody who comes back and needs only `missed`.
   */
  moves: PlayedMove[] | null;
  /**
   * Events after resume_from, oldest first, for somebody who comes back.
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
   * The cards of each round; for somebody who comes back, from the first round that changed.
   */
  deals: SeenDeal[];
  /**
   * Since when whoever has to act is waited for, on the server's clock.
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
 * What stands at a table besides its moves and cards.
 *
 * All of it in a `welcome`; in a `change` only what is different from before.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Standing".
 */
export interface Standing {
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
   * The seats that wait for the next round.
   */
  ready?: (0 | 1)[];
  /**
   * The viewer's; null for a spectator.
   */
  seat?: (0 | 1) | null;
  /**
   * Wishes that would be accepted now.
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
   * Rule TAB-5: how long whoever has to act is waited for; then the other may `leave` or, once something was played, `claim`. Null while a clock runs.
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
   * bot: a program with a token of the host's. open: nobody sits there yet.
   */
  kind: 'human' | 'bot' | 'computer' | 'open';
  name: string | null;
  /**
   * For a computer: its spec, such as level:3.
   */
  opponent: string | null;
  connected: boolean;
  /**
   * Whether the name is an account's: it has a page.
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
   * Until when the running time stands still: a holiday. Rule TAB-7.
   */
  rests_until_ms?: number | null;
}
/**
 * The deal to come: the server has fixed its part, and waits for the players' numbers.
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
   * The clause or ruling that says so, such as PYL-6.
   */
  clause: string | null;
}
/**
 * Something a player asks the other for, until answered, withdrawn or overtaken by a move.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Proposal".
 */
export interface Proposal {
  /**
   * `answer` and `withdraw` name it.
   */
  id: number;
  what: 'takeback' | 'draw' | 'rematch';
  by: 0 | 1;
}
/**
 * Somebody lost a seat and asks for it; whoever sits opposite answers. Rule TAB-6.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "SeatRequest".
 */
export interface SeatRequest {
  id: number;
  seat: 0 | 1;
  /**
   * Afterwards it counts as unanswered.
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
 * A friend took the open seat.
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
 * Somebody moved.
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
 * Moves were taken back: the game stands after `ply` moves again.
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
 * A proposal was answered, or withdrawn by the one who made it.
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
 * Somebody asks for a lost seat.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "SeatAsked".
 */
export interface SeatAsked {
  type: 'seat_asked';
  seat: 0 | 1;
}
/**
 * A lost seat was handed back, or not.
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
 * Something changed: what happened, and what stands differently after it.
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
   * Absent when only what the viewer may see changed.
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
   * What is different; absent: nothing.
   */
  now?: Standing | null;
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
 * Somebody at the table says something. Has no seq: it is not part of the game, nor kept.
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
 * Done, and on disk; the table stands at `seq`.
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
   * Of the message refused, where it had a readable one.
   */
  id: number | null;
  refusal: Refusal;
  /**
   * Whether the server closes the connection: do not try again.
   */
  fatal: boolean;
}
/**
 * Why something was not done: for people (`key` + `params`, `clause`) and programs (`code`).
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
   * The clause that forbids it, where one does.
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
 * A new table, as wanted.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "CreateTable".
 */
export interface CreateTable {
  game: 'pylos' | 'pacal';
  /**
   * The only one: everything else is played in the page.
   */
  mode: 'friend';
  preset?: string | null;
  rulings?: {
    [k: string]: boolean | number | string | null;
  };
  seat?: 'light' | 'dark' | 'lot';
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
 * A slow game: days for each move, none of which can be saved up. Rule TAB-7.
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
   * Made by the client, at random. A join repeated with its key gives the same seat and token, so that a lost answer costs nothing.
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
   * Made by the client, at random: with it the seat is taken up.
   */
  key: string;
}
/**
 * Look whether a seat that was asked for has been handed back.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "TakeUpSeat".
 */
export interface TakeUpSeat {
  key: string;
}
/**
 * What became of a request for a seat.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "SeatAnswer".
 */
export interface SeatAnswer {
  /**
   * declined: also when the request was overtaken or never made.
   */
  state: 'waiting' | 'declined' | 'handed_back';
  /**
   * Once it is handed back.
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
   * Holds the seat. Keep it secret.
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
 * What people can play with each other here; everything else is played in the page.
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
   * Whether strangers can find each other here.
   */
  lobby: boolean;
  /**
   * Whether people may have a name here, kept by a passkey.
   */
  accounts: boolean;
  /**
   * Whether people with a name are rated.
   */
  ratings: boolean;
  /**
   * Whether there are tournaments.
   */
  tournaments: boolean;
  /**
   * Whether devices can be told of slow games.
   */
  push: boolean;
}
/**
 * A game that people can play with each other here.
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
  seats: ('light' | 'dark' | 'lot')[];
}
/**
 * A set of rules with a name; `rulings` holds every ruling's value in it.
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
   * Whether any whole number from 2 to 1000 is a setting too.
   */
  any_count: boolean;
  /**
   * Of the default preset.
   */
  default: boolean | number | string | null;
}
/**
 * A clock worth offering: minutes, or days for each move; neither means none.
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
   * bot: a program with a token of the host's. open: nobody sits there yet.
   */
  kind: 'human' | 'bot' | 'computer' | 'open';
  name: string | null;
  /**
   * For a computer: its spec, such as level:3.
   */
  opponent: string | null;
  connected: boolean;
  /**
   * Whether the name is an account's: it has a page.
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
   * Until when the running time stands still: a holiday. Rule TAB-7.
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
 * Proof that nobody picked the cards.
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
 * Those of the tables asked for that exist.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "TableList".
 */
export interface TableList {
  tables: TableSummary[];
}
/**
 * Where an uploaded record can be stepped through.
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
 * A game wanted with any person. With an account it counts, if the other has one too.
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
   * Only people with an account whose rating is within; needs an account.
   */
  opponents?: RatingRange | null;
  /**
   * Whether it counts for an account's rating; both must want it.
   */
  rated?: boolean;
  /**
   * Made once by the client, at random, so that nobody meets themselves. Its hash is kept while the seat is open.
   */
  guest: string;
  /**
   * Made for this request, at random. The same request repeated with its key gives the same seat and token, so that a lost answer costs nothing.
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
 * A seat: at a game that begins, or one that waits in the lobby.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "SeatFound".
 */
export interface SeatFound {
  seat: TableCreated;
  /**
   * Whether somebody sits opposite; else the seat is listed.
   */
  playing: boolean;
}
/**
 * What became of a withdrawal.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "SeatWithdrawn".
 */
export interface SeatWithdrawn {
  /**
   * False: somebody sat down first, and the game is on.
   */
  withdrawn: boolean;
}
/**
 * Where is it my turn?
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
 * A seat and the token that holds it.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "HeldSeat".
 */
export interface HeldSeat {
  table: string;
  token: string;
}
/**
 * The games asked for; those that do not exist, or whose token is wrong, are left out.
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
 * A game seen from one's own seat.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "YourGame".
 */
export interface YourGame {
  table: string;
  /**
   * Whether the game waits for a move, or a deal for you.
   */
  your_turn: boolean;
  /**
   * What is left of your time, where it runs.
   */
  left_ms: number | null;
}
/**
 * Who waits, and what can be watched.
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
   * The last moved first.
   */
  games: RunningGame[];
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
   * The name of the program that waits here; null: a person.
   */
  bot: string | null;
  /**
   * The name of the account that waits; null: a guest.
   */
  name: string | null;
  /**
   * Of the program or account, by these rules; null: not rated.
   */
  rating: number | null;
  /**
   * Whether too few results are known for the rating.
   */
  provisional: boolean;
  /**
   * Only accounts rated so high may sit down; null: all.
   */
  least: number | null;
  /**
   * … and not higher.
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
 * A game between players who met in the lobby: anybody may watch.
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
}
/**
 * What a browser needs to make or use a passkey; good for ten minutes, once.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "PasskeyOptions".
 */
export interface PasskeyOptions {
  /**
   * For `PublicKeyCredential.parseCreationOptionsFromJSON` to make one, or `parseRequestOptionsFromJSON` to use one.
   */
  options: {
    [k: string]: unknown;
  };
}
/**
 * A new account, with the code that is shown once.
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
   * Whether this session began on it.
   */
  current: boolean;
}
/**
 * Another recovery code; the one before opens nothing any more.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "RecoveryCode".
 */
export interface RecoveryCode {
  recovery_code: string;
}
/**
 * A link that signs another device in, once.
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
 * The tables whose seat is the account's now.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "TakenOver".
 */
export interface TakenOver {
  tables: string[];
}
/**
 * Seats of the account, for this device: running games, the last moved first.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "OwnSeats".
 */
export interface OwnSeats {
  seats: TableCreated[];
}
/**
 * A holiday of the account, and what is left for the year.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Holiday".
 */
export interface Holiday {
  /**
   * Until when it is on holiday; null: it is not.
   */
  until_ms: number | null;
  /**
   * Whole days that it may still take; days of 365 count.
   */
  days_left: number;
  days_a_year: number;
  /**
   * Tables whose deadline stays, because it was too near.
   */
  kept: string[];
}
/**
 * Everything that is kept about an account.
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
 * Who is how strong, for each game and rules that people have played.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Leaderboard".
 */
export interface Leaderboard {
  pools: Ranking[];
}
/**
 * Those who play a game by the same rules.
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
 * Somebody's rating by some rules.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "RatedPerson".
 */
export interface RatedPerson {
  name: string;
  rating: number;
  /**
   * Whether too few results are known for the rating.
   */
  provisional: boolean;
  games: number;
}
/**
 * A player as others see them. Only games that count are told of.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "PlayerPage".
 */
export interface PlayerPage {
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
   * Most games ever won in a row.
   */
  best_streak: number;
  /**
   * The most frequent first.
   */
  opponents: AgainstOne[];
  /**
   * The last 50, the last first.
   */
  games: PlayedGame[];
}
/**
 * A player's rating by some rules, and how it came about.
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
   * After each game, the first first.
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
   * Null: somebody whose account is deleted.
   */
  opponent: string | null;
  began: boolean;
  result: 'win' | 'draw' | 'loss';
  finished_ms: number;
}
/**
 * The ratings of those who sit at a table, by the rules they play by.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "TableRatings".
 */
export interface TableRatings {
  /**
   * Whether the result counts.
   */
  rated: boolean;
  /**
   * By seat.
   */
  seats: SeatRating[];
  /**
   * The one that the game is part of.
   */
  tournament?: string | null;
}
/**
 * The rating of whoever sits at a table; null where it is a guest or a program.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "SeatRating".
 */
export interface SeatRating {
  name: string | null;
  rating: number | null;
  provisional: boolean;
  /**
   * Until when they are on holiday.
   */
  away_until_ms: number | null;
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
   * Made for this request, at random; the seat's token is from it.
   */
  key: string;
}
/**
 * Games that the account wants of others, and others of it.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Challenges".
 */
export interface Challenges {
  /**
   * The oldest first.
   */
  challenges: ChallengeInfo[];
}
/**
 * A game that somebody wants with somebody.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "ChallengeInfo".
 */
export interface ChallengeInfo {
  table: string;
  /**
   * Of the other one.
   */
  name: string;
  /**
   * Whether the account has made it; else it may accept.
   */
  mine: boolean;
  game: 'pylos' | 'pacal';
  options: OptionsInForce;
  clock: AgreedClock | null;
  rated: boolean;
  created_ms: number;
}
/**
 * Those whom the account has blocked.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "Blocked".
 */
export interface Blocked {
  names: string[];
}
/**
 * Something that the host should know about somebody.
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
 * A tournament to be made. It has no name: what is played says what it is.
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
   * Of a Swiss tournament; fewer where there are too few opponents.
   */
  rounds?: number;
  /**
   * For how long new games begin in an arena.
   */
  minutes?: number;
  /**
   * Between two rounds; nothing where moves have days.
   */
  pause_s?: number;
  /**
   * When it begins by itself; null: when the organiser says so.
   */
  start_ms?: number | null;
  /**
   * Whether results count for ratings.
   */
  rated?: boolean;
  /**
   * For programs instead of people; always rated, apart.
   */
  programs?: boolean;
}
/**
 * Tournaments that are not over, and the last ones that are.
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
   * Whether whoever asks may make one, once signed in.
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
   * Whether it is for programs; else for people.
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
   * When it begins by itself.
   */
  start_ms: number | null;
  began_ms: number | null;
  /**
   * When an arena begins no more games.
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
   * Once it is finished; several where nothing decided. Null: a deleted account.
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
   * Whether it is for programs; else for people.
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
   * When it begins by itself.
   */
  start_ms: number | null;
  began_ms: number | null;
  /**
   * When an arena begins no more games.
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
   * Once it is finished; several where nothing decided. Null: a deleted account.
   */
  winners: (string | null)[];
  /**
   * What decides between equals, in this order.
   */
  tie_breaks: string[];
  /**
   * The best first.
   */
  standings: TournamentRow[];
  /**
   * All of them; of an arena those being played, and the last ones.
   */
  games: TournamentGame[];
}
/**
 * A line of the standings.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "TournamentRow".
 */
export interface TournamentRow {
  rank: number;
  /**
   * What games call them, in the order of signing up.
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
 * A game, or what took its place.
 *
 * This interface was referenced by `SommetProtocol`'s JSON-Schema
 * via the `definition` "TournamentGame".
 */
export interface TournamentGame {
  number: number;
  round: number;
  pairing: number;
  /**
   * The number of whoever begins.
   */
  first: number;
  /**
   * Null: nobody was left, a bye.
   */
  second: number | null;
  /**
   * Of both; null while it is played.
   */
  points: number[] | null;
  how: 'played' | 'no-show' | 'walkover' | 'bye';
  table: string | null;
}
/**
 * What a browser needs to let this server, and nobody else, tell it things.
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
 * Tell this device. As `PushSubscription.toJSON()` has it, and the seats that a guest holds.
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
   * Of a guest. Whoever is signed in is told of all games of the account.
   *
   * @maxItems 50
   */
  seats?: HeldSeat[];
}
/**
 * What a device is told of.
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
 * What a device gets: encrypted for it alone, and nothing that the opponent could not see.
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
 * What happened at one table.
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
   * What the other is called; null: a guest.
   */
  opponent: string | null;
  /**
   * When the time for the move is over.
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
