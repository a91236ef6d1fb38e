/**
 * Addresses within the page. On a server they are the page's own paths; on a static host, which knows
 * only the folder, they follow `#`: `/sommet/#/rules/pylos#PYL-5`.
 */
import { hasServer } from '../protocol/site';

/** The address within the page that `address` leads to. */
export function inner(address: URL, isServed = hasServer): URL {
  if (isServed) return address;
  return new URL(address.hash.length > 1 ? address.hash.slice(1) : '/', address.origin);
}

/** What the browser's address bar shows for a path within the page. */
export function outer(path: string, page: string, isServed = hasServer): string {
  if (isServed) return path;
  const folder = new URL(page).pathname;
  return path === '/' ? folder : `${folder}#${path}`;
}

export const innerHere = () => inner(new URL(location.href));

/** A whole link to a path within the page, to hand to others. */
export const absolute = (path: string) => new URL(outer(path, location.href), location.href).href;
