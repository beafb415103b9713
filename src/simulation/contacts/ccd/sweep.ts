import type { State } from '../../state.ts';
import { type ElementForest, refitBodyTree, refitForest } from '../../detect/forest.ts';

/**
 * Error of the coordinates that the narrow phase is told of. They are float32, so that it is larger by far, but what matters
 * here is that it isn't 0: what float64 can't decide counts as a hit, instead of being asked again in integers of any size. At
 * rest thousands of points touch a face to the last bit, and that cost a tenth of the step. It misses nothing; of queries made
 * to be hard (the benchmark of Wang et al. 2021) one in 26 that don't touch is taken for a hit.
 */
export const ROUNDED = Number.MIN_VALUE;

/** Sets one corner, 0 to 3, of a query of the narrow phase. @param motion corners at x0, then at x */
export function setCorner(
  motion: Float64Array,
  corner: number,
  { positionsT0, positions }: State,
  vertex: number,
): void {
  const at = 3 * corner;
  const from = 3 * vertex;
  motion[at] = positionsT0[from];
  motion[at + 1] = positionsT0[from + 1];
  motion[at + 2] = positionsT0[from + 2];
  motion[at + 12] = positions[from];
  motion[at + 13] = positions[from + 1];
  motion[at + 14] = positions[from + 2];
}

const FACES: ElementForest = {
  trees: (world) => world.faceTrees,
  order: (state) => state.faceOrder,
  boxes: (state) => state.sweptFaceBoxes,
  elements: (topology) => topology.faces,
  corners: 3,
};
const EDGES: ElementForest = {
  trees: (world) => world.edgeTrees,
  order: (state) => state.edgeOrder,
  boxes: (state) => state.sweptEdgeBoxes,
  elements: (topology) => topology.edges,
  corners: 2,
};

/** Boxes over the whole step, x0 to x: of boundary faces, of boundary edges, and, after those of faces, of bodies. */
export const sweepFaces = refitForest(FACES, true);
export const sweepEdges = refitForest(EDGES, true);
export const sweepBodies = refitBodyTree(FACES, (state) => state.sweptBodyBoxes);
