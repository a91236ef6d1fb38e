/** The clause that is being read, over whatever is on screen. */
export const clauses: { shown: string | null } = $state({ shown: null });

export function showClause(id: string): void {
  clauses.shown = id;
}

/** The game that a clause belongs to. */
export function gameOf(id: string): 'pylos' | 'pacal' {
  return id.startsWith('PYL') ? 'pylos' : 'pacal';
}
