/** Names of things the server lists by key: opponents, presets, rulings, clocks, players. */
import { t, tCode } from '../i18n';
import type { ClockPreset, OptionsInForce, Player, RulingInForce } from '../protocol/messages';
import type { Snapshot } from '../protocol/snapshot';

type RulingValue = RulingInForce['value'];

/** What to call a computer: the level's own name (`Forest`) where the texts of the levels are loaded. */
export function opponentName(game: string, spec: string): string {
  const level = /^level:(\d+)$/.exec(spec)?.[1];
  return level === undefined
    ? tCode('opponent', spec, 'opponent.other', { spec })
    : tCode(`level.${game}.${level}`, 'name', 'opponent.level', { level });
}

/** A player as a record names them: `computer level:3`, `level:3` or a person's own name. */
export function recordedName(game: string, given: string | null | undefined, seat: number): string {
  if (!given) return seatName(game, seat);
  const spec = computerIn(given);
  return spec === null ? given : opponentName(game, spec);
}

/** Which computer a record's player is; null for a person. */
export function computerIn(given: string): string | null {
  return /^computer (\S+)$/.exec(given)?.[1] ?? /^level:\d+$/.exec(given)?.[0] ?? null;
}

export function presetName(game: string, preset: string): string {
  return tCode(`preset.${game}`, preset, 'preset.other', { preset });
}

/** The same below a heading that says what they are: `English` of the rulebooks. */
export function presetChoice(game: string, preset: string): string {
  return game === 'pacal'
    ? tCode(`preset.${game}.${preset}`, 'short', 'preset.other', { preset })
    : presetName(game, preset);
}

/** What sets these rules apart, in a sentence. */
export function presetAbout(game: string, preset: string): string {
  return tCode(`preset.${game}.${preset}`, 'about', 'rules.noPresetText');
}

export function rulingQuestion(game: string, name: string): string {
  return tCode(`ruling.${game}`, name, 'ruling.other', { name });
}

export function rulingSetting(game: string, name: string, value: RulingValue): string {
  const word = value === null ? 'off' : String(value);
  if (typeof value === 'number')
    return tCode(`ruling.${game}.${name}`, 'count', 'ruling.setting', { value });
  return tCode(`ruling.${game}.${name}`, word, 'ruling.setting', { value: word });
}

export function clockName(clock: ClockPreset): string {
  if (typeof clock.days === 'number') return t('clock.days', { count: clock.days });
  return clock.minutes === null
    ? t('clock.none')
    : clock.increment_s > 0
      ? t('clock.increment', { minutes: clock.minutes, seconds: clock.increment_s })
      : t('clock.plain', { minutes: clock.minutes });
}

export function seatName(game: string, seat: number): string {
  if (game === 'pylos') return t(seat === 0 ? 'seat.light' : 'seat.dark');
  return t(seat === 0 ? 'seat.jade' : 'seat.copper');
}

/** What to call a player: their name, the computer's level, or the seat. Programs are called that. */
export function playerName(game: string, player: Player | undefined, seat: number): string {
  if (!player) return seatName(game, seat);
  if (player.kind === 'computer') return opponentName(game, player.opponent ?? '');
  if (player.kind === 'bot') return t('player.bot', { name: player.name ?? '' });
  return player.name ?? seatName(game, seat);
}

export function playerNames(table: Pick<Snapshot, 'game' | 'players'>): readonly [string, string] {
  const name = (seat: number) =>
    playerName(
      table.game,
      table.players.find((player) => player.seat === seat),
      seat,
    );
  return [name(0), name(1)];
}

export function differing(options: OptionsInForce): RulingInForce[] {
  return options.rulings.filter((ruling) => !ruling.is_default);
}

/** The rules of a running game, and what differs from them; who plays light was settled before it. */
export function rulesLine({ game, options }: Pick<Snapshot, 'game' | 'options'>): string {
  const changed = differing(options).filter(({ name }) => name !== 'light');
  return [
    presetName(game, options.preset),
    ...changed.map(
      ({ name, value }) => `${rulingQuestion(game, name)} ${rulingSetting(game, name, value)}`,
    ),
  ].join(' · ');
}
