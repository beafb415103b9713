/** Work done by 2D shortest-path queries since `clearPathWork2d`: what the figures show. */
export const createPathWork2d = () => ({
  /** Boundary segments whose closest point was computed. */
  candidates: 0,
  traversals: 0,
  trianglesVisited: 0,
  /** Traversals that reached a limit and were answered by the version without. */
  overflows: 0,
  /** Candidates that culling couldn't judge. */
  cullingAside: 0,
});
export type PathWork2d = ReturnType<typeof createPathWork2d>;

export function clearPathWork2d(work: PathWork2d): void {
  work.candidates = 0;
  work.traversals = 0;
  work.trianglesVisited = 0;
  work.overflows = 0;
  work.cullingAside = 0;
}
