/** Reads a record (docs/records.md) as a table that is only looked at. Comments and variations are passed over. */
import { RefusedByCore, type RulingValue, type Seat } from '../../core/calls';
import { Failed } from '../../protocol/api';
import type { Ending } from '../../protocol/messages';
import type { GameOffer } from '../../protocol/offers';
import type { NewTable } from '../../protocol/newTable';
import { BY_PLAYERS } from './check';
import { look, whatMay, type Asks, type LocalGame, type LocalSetup, type LocalTable } from './game';
import { optionsInForce } from './open';
import { imaginedPile } from '../position';
import { formatRuling, SEATS } from './record';

const MOST_MOVES = 2000;
const HEADER = /^\[([A-Za-z][A-Za-z0-9]*) "((?:[^"\\]|\\["\\])*)"\]$/;
const TOKEN =
  /\{[^{}]*\}|\((?:\d+:)?\d+:\d{2}(?:\.\d{1,3})?\)|[(),]|\.\.\.|\d+\.(?!\d)|[^\s(){},]+/g;

type Why = Readonly<Record<string, string | number | null>>;

function bad(reason: string, line: number | null, params: Why = {}): Failed {
  return new Failed({
    code: 'bad_record',
    key: 'refused.bad_record',
    params: { why: reason, reason, line, ...params },
    clause: null,
    sentence: `The record has an error: ${reason}.`,
  });
}

interface Move {
  readonly text: string;
  readonly clock_ms: number | null;
  readonly line: number;
}

/** The headers of a game or of a round, and the moves below them. */
interface Section {
  readonly headers: Map<string, string>;
  readonly rulings: string[];
  readonly moves: Move[];
}

function parseClock(text: string): number {
  const [seconds = 0, minutes = 0, hours = 0] = text.slice(1, -1).split(':').reverse().map(Number);
  return Math.round((hours * 3600 + minutes * 60 + seconds) * 1000);
}

function readMoves(lines: readonly (readonly [text: string, line: number])[], cards: boolean) {
  const text = lines.map(([one]) => one).join('\n');
  const lineAt = (place: number) => lines[text.slice(0, place).split('\n').length - 1]?.[1] ?? null;
  const moves: { words: string[]; clock_ms: number | null; line: number; closed: boolean }[] = [];
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const last = moves.at(-1);
    const line = lineAt(index);
    if (token.startsWith('{') || token === ',' || /^(\.\.\.|\d+\.)$/.test(token)) {
      if (last) last.closed = true;
    } else if (token === '(' || token === ')') {
      depth += token === '(' ? 1 : -1;
      if (depth < 0 || !last) throw bad('word', line, { text: token });
      last.closed = true;
    } else if (depth > 0) continue;
    else if (token.startsWith('(')) {
      if (!last || last.clock_ms !== null) throw bad('clock', line);
      last.clock_ms = parseClock(token);
      last.closed = true;
    } else if (cards && /^\d+$/.test(token) && last && !last.closed) last.words.push(token);
    else moves.push({ words: [token], clock_ms: null, line: line ?? 0, closed: false });
  }
  if (depth > 0) throw bad('word', lines.at(-1)?.[1] ?? null, { text: '(' });
  if (moves.length > MOST_MOVES) throw bad('word', null, { text: `${MOST_MOVES + 1}` });
  return moves.map(({ words, clock_ms, line }) => ({ text: words.join(' '), clock_ms, line }));
}

/** The sections of a record's first game: the game, then its rounds. */
function sectionsOf(text: string): Section[] {
  const sections: { headers: Map<string, string>; rulings: string[]; lines: [string, number][] }[] =
    [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const header = HEADER.exec(line.trim());
    if (!header) {
      if (/^\s*\[/.test(line)) throw bad('header-form', index + 1);
      if (line.trim() !== '') {
        if (sections.length === 0) throw bad('no-game', index + 1);
        sections.at(-1)!.lines.push([line, index + 1]);
      }
      continue;
    }
    const [, name = '', quoted = ''] = header;
    const value = quoted.replace(/\\(["\\])/g, '$1');
    if (name === 'Game' && sections.length > 0) break;
    if (name === 'Game' || name === 'Round')
      sections.push({ headers: new Map(), rulings: [], lines: [] });
    const section = sections.at(-1);
    if (!section) throw bad('no-game', index + 1);
    if (name === 'Ruling') section.rulings.push(value);
    else if (section.headers.has(name)) throw bad('header-twice', index + 1, { name });
    else section.headers.set(name, value);
  }
  if (sections.length === 0) throw bad('no-game', null);
  const cards = sections[0]!.headers.get('Game') !== 'pylos';
  return sections.map(({ headers, rulings, lines }) => {
    return { headers, rulings, moves: readMoves(lines, cards) };
  });
}

function needed({ headers }: Section, name: string): string {
  const value = headers.get(name);
  if (value === undefined) throw bad('header-missing', null, { name });
  return value;
}

/** The ending that the headers give; null while the game is running. `timeClause`: by which time runs out. */
function endingIn(section: Section, timeClause: string): Ending | null {
  const result = needed(section, 'Result');
  if (result === '*') return null;
  const winner = { '1-0': 0, '0-1': 1, '1/2-1/2': null }[result] as Seat | null | undefined;
  if (winner === undefined) throw bad('header-value', null, { name: 'Result' });
  const reason = needed(section, 'Reason');
  return { winner, reason, clause: (reason === 'time' && timeClause) || null };
}

function rulingsIn({ rulings }: Section, offer: GameOffer): Record<string, RulingValue> {
  const set: Record<string, RulingValue> = {};
  for (const text of rulings) {
    const [, setting = ''] = text.split('=');
    const ruling = offer.rulings.find(({ name }) =>
      text.startsWith(`${name.replaceAll('_', '-')}=`),
    );
    const choice = ruling?.choices.find((value) => formatRuling(ruling.name, value) === text);
    const isCount = ruling?.any_count && /^\d{1,4}$/.test(setting);
    if (!ruling || (choice === undefined && !isCount))
      throw bad('header-value', null, { name: 'Ruling' });
    set[ruling.name] = choice === undefined ? Number(setting) : choice;
  }
  return set;
}

/** A table with the game of `text` on it, every move checked by the core. Throws `Failed` with what is wrong. */
export async function readRecord(
  core: Asks,
  offers: Readonly<Record<'pylos' | 'pacal', GameOffer>>,
  id: string,
  text: string,
): Promise<LocalTable> {
  const [game, ...parts] = sectionsOf(text) as [Section, ...Section[]];
  const kind = needed(game, 'Game');
  if (kind !== 'pylos' && kind !== 'pacal' && kind !== 'solo')
    throw bad('header-value', null, { name: 'Game' });
  const offer = offers[kind === 'solo' ? 'pacal' : kind];
  const preset = needed(game, 'Rules');
  if (!offer.presets.some(({ name }) => name === preset))
    throw bad('header-value', null, { name: 'Rules' });
  const mode = kind === 'solo' ? 'solo' : 'hotseat';
  const rulings = rulingsIn(game, offer);
  const wanted: NewTable = { game: offer.game, mode, preset, rulings };
  const setup: LocalSetup = {
    game: offer.game,
    mode,
    options: optionsInForce(offer, wanted),
    rulings,
    opponent: null,
    clock: null,
    name: null,
  };
  const names = SEATS[kind].map((seat) => needed(game, seat));
  if (kind !== 'pacal' && parts.length > 0) throw bad('header-place', null, { name: 'Round' });
  const rounds = kind === 'pacal' ? parts : [game];
  const begun: LocalGame = {
    number: 1,
    own: 0,
    start: game.headers.get('Position') ?? null,
    deals: [],
    turns: [],
    rounds: [],
    ending: null,
    clock: null,
    lifted: null,
  };
  const { time_clause } = await whatMay(core, setup, begun, 0, false);
  const ending = endingIn(game, time_clause);
  const played = await playThrough(core, setup, begun, rounds, kind !== 'pylos');
  const isForced = ending !== null && BY_PLAYERS.has(ending.reason);
  const final: LocalGame = { ...played, ending: isForced ? ending : null };
  const { outcome } = await look(core, setup, final, null);
  if (!isForced && (outcome?.winner ?? null) !== (ending?.winner ?? null))
    throw bad('result', null);
  if (!isForced && (outcome === null) !== (ending === null)) throw bad('result', null);
  const day = Date.parse(game.headers.get('Date') ?? '') || 0;
  return {
    id,
    setup,
    created_ms: day,
    updated_ms: day,
    seq: 0,
    finished: ending !== null,
    game: final,
    record: { text, names, date: game.headers.get('Date') ?? null },
  };
}

/** The game with the cards of its next round: all of them, or those that a running one has shown. */
function withCards(game: LocalGame, section: Section, solo: boolean): LocalGame {
  if (section.headers.has('Deal') || needed(section, 'Result') !== '*')
    return { ...game, deals: [...game.deals, needed(section, 'Deal')] };
  const shown = needed(section, 'Shown').split(' ').map(Number);
  return { ...game, deals: [...game.deals, solo ? imaginedPile(shown) : ''], shown };
}

async function playThrough(
  core: Asks,
  setup: LocalSetup,
  begun: LocalGame,
  rounds: readonly Section[],
  cards: boolean,
): Promise<LocalGame> {
  let game = begun;
  for (const [index, section] of rounds.entries()) {
    if (cards) game = withCards(game, section, setup.mode === 'solo');
    let position = await look(core, setup, game, null).catch((error: unknown) => {
      throw error instanceof RefusedByCore
        ? bad(cards ? 'cards' : 'header-value', null, { name: 'Position' })
        : error;
    });
    for (const { text, clock_ms, line } of section.moves) {
      const seat = position.actor;
      if (seat === null) throw bad('word', line, { text });
      const turns = [...game.turns, { seat, move: text, round: index + 1, clock_ms }];
      try {
        position = await look(core, setup, { ...game, turns }, null);
      } catch (error) {
        if (!(error instanceof RefusedByCore)) throw error;
        throw bad('move', line, { text });
      }
      game = { ...game, turns };
    }
    if (position.roundEnding) game = { ...game, rounds: [...game.rounds, position.roundEnding] };
  }
  return game;
}
