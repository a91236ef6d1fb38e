/** The moves that were tried from a position, as a tree; nothing that was tried gets lost. */
export interface Tried {
  readonly id: number;
  readonly parent: number | null;
  /** The move that led here; null where it began. */
  readonly move: string | null;
  readonly position: string;
}

export interface Variations {
  readonly nodes: readonly Tried[];
  /** The one on the board. */
  readonly at: number;
}

export const beginAt = (position: string): Variations => ({
  nodes: [{ id: 0, parent: null, move: null, position }],
  at: 0,
});

export const nodeAt = ({ nodes, at }: Variations): Tried => nodes[at]!;

/** Continues with a move: to where it led before, or to a new end. */
export function goOn(tried: Variations, move: string, position: string): Variations {
  const known = tried.nodes.find((node) => node.parent === tried.at && node.move === move);
  if (known) return { ...tried, at: known.id };
  const id = tried.nodes.length;
  return { nodes: [...tried.nodes, { id, parent: tried.at, move, position }], at: id };
}

export const goTo = (tried: Variations, at: number): Variations => ({ ...tried, at });

/** From where it began to the one on the board. */
export function pathTo(tried: Variations): readonly number[] {
  const path: number[] = [];
  for (let id: number | null = tried.at; id !== null; id = tried.nodes[id]!.parent)
    path.unshift(id);
  return path;
}

/** A stretch of moves one after the other; `depth` says of how many lines it is a side line. */
export interface Stretch {
  readonly depth: number;
  readonly nodes: readonly Tried[];
}

/** Everything that was tried, line by line: a side line comes before the rest of its main line. */
export function stretches(tried: Variations): readonly Stretch[] {
  const found: Stretch[] = [];
  const children = (id: number) => tried.nodes.filter(({ parent }) => parent === id);
  function write(first: Tried, depth: number) {
    let nodes: Tried[] = [first];
    for (let [next, ...others] = children(first.id); next; [next, ...others] = children(next.id)) {
      nodes.push(next);
      if (others.length === 0) continue;
      found.push({ depth, nodes });
      nodes = [];
      for (const other of others) write(other, depth + 1);
    }
    if (nodes.length > 0) found.push({ depth, nodes });
  }
  const [first, ...others] = children(0);
  if (!first) return [];
  write(first, 0);
  for (const other of others) write(other, 1);
  return found;
}

const KEY = 'sommet.variations';

/** Keeps what was tried for this tab, so that looking elsewhere and reloading lose nothing. */
export function keep(rules: string, tried: Variations): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ rules, tried }));
  } catch {
    // Then for this page only.
  }
}

/** What was tried in this tab, if a position occurs in it under the same rules. */
export function kept(rules: string, position: string): Variations | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as {
      rules: string;
      tried: Variations;
    } | null;
    if (found?.rules !== rules) return null;
    const { nodes, at } = found.tried;
    const here =
      nodes[at]?.position === position
        ? nodes[at]
        : nodes.find((node) => node.position === position);
    return here ? { nodes, at: here.id } : null;
  } catch {
    return null;
  }
}
