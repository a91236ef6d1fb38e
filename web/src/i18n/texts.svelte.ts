/** The sentences of the language in use. What reads them is drawn again when the language changes. */
import type { Area, Key } from './areas';
import { pluralOf, writeNumber } from './forms';
import type { Language } from './languages';

export type Params = Readonly<Record<string, string | number>>;
/** A sentence, or one for each plural form of `{count}`: `other` and what else the language distinguishes. */
type Message = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
type Messages = Readonly<Record<string, Message>>;

interface Spoken {
  readonly language: Language;
  readonly messages: Messages;
}

const files = import.meta.glob<Messages>('./*/*.json', { import: 'default' });

let spoken: Spoken = $state.raw({ language: 'en', messages: {} });
let wanted: Language = 'en';
let areas: readonly Area[] = ['common'];

/** Loads what is wanted and shows it all at once, however often that changes meanwhile. */
async function refresh(): Promise<void> {
  for (;;) {
    const language = wanted;
    const names = areas;
    const loaded = await Promise.all(names.map((area) => files[`./${language}/${area}.json`]!()));
    if (language !== wanted || names !== areas) continue;
    spoken = { language, messages: Object.assign({}, ...loaded) as Messages };
    document.documentElement.lang = language;
    return;
  }
}

/** The language on screen. */
export function language(): Language {
  return spoken.language;
}

/** Changes the language; where its texts cannot be fetched, the present one stays and this rejects. */
export async function loadLanguage(next: Language): Promise<void> {
  wanted = next;
  try {
    await refresh();
  } catch (error) {
    if (wanted === next) wanted = spoken.language;
    throw error;
  }
}

/** Makes the keys of a further area known, now and in every language chosen later. */
export async function loadArea(area: Area): Promise<void> {
  if (!areas.includes(area)) areas = [...areas, area];
  try {
    await refresh();
  } catch (error) {
    areas = areas.filter((name) => name !== area);
    throw error;
  }
}

/** A name in a script that runs from right to left, kept from reordering the words around it, as <bdi> does. */
export const isolated = (value: string): string =>
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(value) ? `\u2068${value}\u2069` : value;

/** The sentence for a key, `{name}` places filled in; `count` chooses between plural forms. */
export function t(key: Key, params: Params = {}): string {
  const { language, messages } = spoken;
  const message = messages[key] ?? key;
  const text =
    typeof message === 'string'
      ? message
      : (message[pluralOf(language, Number(params['count']))] ?? message.other!);
  if (!text.includes('{')) return text;
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = params[name];
    return typeof value === 'number' ? writeNumber(language, value) : isolated(value ?? place);
  });
}

/** The sentence for a key made at run time, such as an error code of the server's; else `fallback`, or nothing. */
export function tCode(
  prefix: string,
  code: string,
  fallback: Key | null,
  params: Params = {},
): string {
  const key = `${prefix}.${code}`;
  if (key in spoken.messages) return t(key as Key, params);
  return fallback === null ? '' : t(fallback, { code, ...params });
}
