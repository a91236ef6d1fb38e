export type Graph = ReadonlyMap<string, readonly string[]>;
export const LAYERS: readonly (readonly string[])[];
export function readGraph(root: string): Graph;
export function complain(graph: Graph, layers?: readonly (readonly string[])[]): string[];
