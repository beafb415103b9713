/** Work done by 2D shortest-path queries since `clearPathWork2d`: what the figures show. */
export const pathWork2d = {
  /** Boundary segments whose closest point was computed. */
  candidates: 0,
  traversals: 0,
  trianglesVisited: 0,
  /** Traversals that reached a limit and were answered by the version without. */
  overflows: 0,
  /** Candidates that culling couldn't judge. */
  cullingAside: 0,
};

export function clearPathWork2d(): void {
  pathWork2d.candidates = 0;
  pathWork2d.traversals = 0;
  pathWork2d.trianglesVisited = 0;
  pathWork2d.overflows = 0;
  pathWork2d.cullingAside = 0;
}

export type PathWork2d = typeof pathWork2d;
