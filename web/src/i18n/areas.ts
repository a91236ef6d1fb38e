/** The areas that the texts are split into. Each is a file per language, loaded when it is needed. */
import type account from './en/account.json';
import type ask from './en/ask.json';
import type community from './en/community.json';
import type common from './en/common.json';
import type keys from './en/keys.json';
import type levels from './en/levels.json';
import type players from './en/players.json';
import type playing from './en/playing.json';
import type study from './en/study.json';
import type learn from './en/learn.json';
import type rules from './en/rules.json';
import type settings from './en/settings.json';
import type tournaments from './en/tournaments.json';

export interface Areas {
  account: typeof account;
  ask: typeof ask;
  common: typeof common;
  community: typeof community;
  keys: typeof keys;
  levels: typeof levels;
  players: typeof players;
  playing: typeof playing;
  study: typeof study;
  learn: typeof learn;
  rules: typeof rules;
  settings: typeof settings;
  tournaments: typeof tournaments;
}

export type Area = keyof Areas;
/** Every key of every area; a key belongs to one area only. */
export type Key = { [A in Area]: keyof Areas[A] }[Area];
