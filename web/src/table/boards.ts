/** The boards of both games, each loaded when a table first shows it. */
export const boards = {
  pylos: () => import('../games/pylos/PylosBoard.svelte'),
  pacal: () => import('../games/pacal/PacalTable.svelte'),
  solo: () => import('../games/pacal/SoloTable.svelte'),
} as const;
