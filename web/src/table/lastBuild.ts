/** The card built last in the round that is being played. */
export function lastBuild(
  moves: readonly { readonly seat: number; readonly round: number; readonly move: string }[],
): { readonly seat: number; readonly field: number } | null {
  const round = moves.at(-1)?.round;
  const built = moves.findLast((entry) => entry.round === round && entry.move.startsWith('build '));
  return built ? { seat: built.seat, field: Number(built.move.slice(6)) } : null;
}
