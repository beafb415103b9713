import type { State } from '../../state.ts';
import { type ElementForest, refitBodyTree, refitForest } from '../../detect/forest.ts';

/**
 * Passed to the narrow phase as `inputError`. It isn't an estimate of the error: any value above 0 makes the narrow phase count cases
 * that float64 can't decide as hits. With 0 it would decide them in arbitrary-precision integers: at rest thousands of points touch a
 * face to the last bit, and deciding those exactly took a tenth of the step. No hit is missed; but in the benchmark of Wang et al.
 * 2021, whose queries are hard on purpose, one in 26 queries without a hit is counted as a hit.
 */
export const NONZERO_INPUT_ERROR = Number.MIN_VALUE;

/**
 * Writes one corner (0 to 3) of a narrow-phase query to `motion`: the four corners at x0, the start of the step, then the four at x,
 * its end [m].
 */
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

/** Stages that refit boxes over the whole step, x0 to x: of boundary faces, of boundary edges, and (after faces) of bodies. */
export const sweepFaces = refitForest(FACES, true);
export const sweepEdges = refitForest(EDGES, true);
export const sweepBodies = refitBodyTree(FACES, (state) => state.sweptBodyBoxes);
