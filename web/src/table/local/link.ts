/** A record within a link: what follows `#` never leaves the browser, and no server has to know the game. */

/** Longer links are cut off by some programs that people send them with. */
export const MOST_CHARACTERS = 12_000;
/** More than any record that was packed here unpacks to. */
const MOST_BYTES = 1_000_000;

const bytesThrough = (bytes: BlobPart, by: TransformStream) =>
  new Blob([bytes]).stream().pipeThrough(by as TransformStream<BufferSource, Uint8Array>);

/** The record's text, packed into characters that links may hold. */
export async function packRecord(text: string): Promise<string> {
  const packed = bytesThrough(text, new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The text that `packRecord` packed; null for anything else. */
export async function unpackRecord(packed: string): Promise<string | null> {
  try {
    const base64 = packed.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const reader = bytesThrough(bytes, new DecompressionStream('deflate-raw')).getReader();
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      text += decoder.decode(value, { stream: true });
      if (text.length > MOST_BYTES) return null;
    }
  } catch {
    return null;
  }
}
