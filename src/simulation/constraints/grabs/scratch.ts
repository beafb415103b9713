/** Changes of velocity that a grab causes [m/s]: of a vertex of weight 1 by the pull, and of a vertex of weight 1 by being carried. */
export interface GrabScratch {
  readonly pull: Float64Array;
  readonly carry: Float64Array;
}

export const createGrabScratch = (): GrabScratch => ({ pull: new Float64Array(3), carry: new Float64Array(3) });
