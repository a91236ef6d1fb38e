/** The clause that is being read, over whatever is on screen. */
export const clauses: {
  shown: string | null;
  /** The preset or book of the table on screen, if there is one. */
  by: string | null;
} = $state({ shown: null, by: null });

/** While the caller is on screen, clauses are read in the preset or book of its game. */
export function readBy(preset: () => string | null): void {
  $effect(() => {
    clauses.by = preset();
    return () => (clauses.by = null);
  });
}

export function showClause(id: string): void {
  clauses.shown = id;
}

/** The game that a clause belongs to. */
export function gameOf(id: string): 'pylos' | 'pacal' {
  return id.startsWith('PYL') ? 'pylos' : 'pacal';
}

/** What a clause is called beside its game: "PYL-4" is rule 4. */
export function numberOf(id: string): string {
  return id.slice(id.indexOf('-') + 1);
}
