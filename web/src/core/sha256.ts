/** SHA-256 of a text's UTF-8 bytes, as 64 hexadecimal digits. */
export async function sha256(text: string): Promise<string> {
  return sha256OfBytes(new TextEncoder().encode(text));
}

/** SHA-256 of bytes, as 64 hexadecimal digits. */
export async function sha256OfBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // Browsers offer WebCrypto on safe origins only; a server at home without TLS is none.
  const digest = globalThis.crypto?.subtle
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : digestPlainly(bytes);
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const isPrime = (n: number) => {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return true;
};
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && isPrime(n));
const fraction = (x: number) => ((x - Math.floor(x)) * 2 ** 32) | 0;

/** The same without WebCrypto (FIPS 180-4). */
export function digestPlainly(bytes: Uint8Array): Uint8Array {
  const rounds = PRIMES.slice(0, 64).map((p) => fraction(Math.cbrt(p)));
  const hash = PRIMES.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n));
  const w = new Int32Array(64);
  for (let start = 0; start < padded.length; start += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(start + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15]!;
      const b = w[i - 2]!;
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = hash as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    for (let i = 0; i < 64; i++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + rounds[i]! + w[i]!) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (hash[i] = (hash[i]! + value) | 0));
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((value, i) => out.setInt32(4 * i, value));
  return new Uint8Array(out.buffer);
}
