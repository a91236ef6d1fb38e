/** Every sentence a player sees, by key. Other languages are further files with the same keys. */
import en from './en.json';

export type Key = keyof typeof en;
export type Params = Readonly<Record<string, string | number>>;

const messages: Readonly<Record<string, string>> = en;

/** The sentence for a key, `{name}` places filled in. */
export function t(key: Key, params: Params = {}): string {
  return messages[key]!.replace(/\{(\w+)\}/g, (place, name: string) =>
    name in params ? String(params[name]) : place,
  );
}

/** The sentence for a key made at run time, such as an error code of the server's; else `fallback`. */
export function tCode(prefix: string, code: string, fallback: Key, params: Params = {}): string {
  const key = `${prefix}.${code}`;
  return key in messages ? t(key as Key, params) : t(fallback, { code, ...params });
}
