/** Work done by shortest-path queries since `clearPathWork`: what the figures show. */
export const createPathWork = () => ({
  /** Boundary faces whose closest point was computed. */
  candidates: 0,
  traversals: 0,
  tetsVisited: 0,
  /** Traversals that reached a limit and were answered by the version without. */
  overflows: 0,
  /** Candidates that culling couldn't judge. */
  cullingAside: 0,
  /** Cells that floods went through. */
  cellsVisited: 0,
});
export type PathWork = ReturnType<typeof createPathWork>;

export function clearPathWork(work: PathWork): void {
  work.candidates = 0;
  work.traversals = 0;
  work.tetsVisited = 0;
  work.overflows = 0;
  work.cullingAside = 0;
  work.cellsVisited = 0;
}
