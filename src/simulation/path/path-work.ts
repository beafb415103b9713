/** Work done by shortest-path queries since `clearPathWork`: what the figures show. */
export const pathWork = {
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
};

export function clearPathWork(): void {
  pathWork.candidates = 0;
  pathWork.traversals = 0;
  pathWork.tetsVisited = 0;
  pathWork.overflows = 0;
  pathWork.cullingAside = 0;
  pathWork.cellsVisited = 0;
}
