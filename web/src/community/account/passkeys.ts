/** Passkeys in this browser. */

/** Why there are none here: the page is not secure, its address is a number, or the browser is old. */
export function whyNot(): 'insecure' | 'number' | 'old' | null {
  if (!isSecureContext) return 'insecure';
  if (/^[\d.]+$|^\[/.test(location.hostname)) return 'number';
  if (typeof PublicKeyCredential?.parseCreationOptionsFromJSON !== 'function') return 'old';
  return null;
}

/** The person cancelled, or the device has no such passkey. */
export class Cancelled extends Error {}

type Json = Readonly<Record<string, unknown>>;

async function ask(asked: Promise<Credential | null>): Promise<unknown> {
  let found: Credential | null;
  try {
    found = await asked;
  } catch (error) {
    if (error instanceof DOMException) throw new Cancelled(error.message, { cause: error });
    throw error;
  }
  if (!(found instanceof PublicKeyCredential)) throw new Cancelled();
  return found.toJSON();
}

export const makePasskey = (options: Json) =>
  ask(
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        options as unknown as PublicKeyCredentialCreationOptionsJSON,
      ),
    }),
  );

export const usePasskey = (options: Json) =>
  ask(
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as unknown as PublicKeyCredentialRequestOptionsJSON,
      ),
    }),
  );

const KINDS = ['Android', 'iPhone', 'iPad', 'CrOS', 'Windows', 'Mac', 'Linux'] as const;

/** What kind of device this is, so that its owner knows it again. */
export const deviceLabel = () => KINDS.find((kind) => navigator.userAgent.includes(kind)) ?? '';
