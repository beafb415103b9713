import { buildOrder } from '../../bvh/build.ts';
import { fitTree } from '../../bvh/refit.ts';
import { BOX_STRIDE, layoutForest, LEAF_SIZE, nodeCount, type TreeLayout } from '../../bvh/tree.ts';
import type { TriTopology } from '../../mesh/triangles/tri-topology.ts';
import { branchedVertices, firstSegments, invertedCircles, markFolds2d } from './preparations.ts';

/**
 * A planar body with the data that the 2D path searches need. Path queries and pictures use it; the simulation has no contacts in the
 * plane.
 */
export interface PathBody2d {
  readonly topology: TriTopology;
  /** Positions [m], 2 per vertex. When they change, call `refitPathBody2d`. */
  readonly positions: Float32Array;
  /** Layout of the BVH over the boundary segments. It is a 3D BVH whose boxes all lie at z = 0. */
  readonly tree: TreeLayout;
  /** Boxes of the BVH's nodes, BOX_STRIDE numbers each. */
  readonly boxes: Float32Array;
  /** Boundary segments in the order of the BVH's leaves. */
  readonly order: Uint32Array;
  /** Per vertex: 1 for a boundary vertex whose interior angle exceeds 2 pi, else 0 (markFolds2d). */
  readonly folded: Uint32Array;
  /** Bounding circles of the inverted triangles: x, y and radius each (invertedCircles). */
  inverted: Float64Array;
  /** Inner vertices around which the triangles wind more than once (branchedVertices). */
  branched: Uint32Array;
  /** Per triangle: a boundary segment few triangles away, where a search for a first path starts (firstSegments). */
  readonly firstSegments: Uint32Array;
}

/**
 * Makes a body for 2D shortest-path queries.
 * @param positions deformed positions [m], 2 per vertex; the body keeps this array, not a copy
 */
export function createPathBody2d(topology: TriTopology, positions: Float32Array): PathBody2d {
  const [tree] = layoutForest([topology.segmentCount], LEAF_SIZE);
  const body: PathBody2d = {
    topology,
    positions,
    tree,
    boxes: new Float32Array(BOX_STRIDE * nodeCount(tree)),
    order: new Uint32Array(topology.segmentCount),
    folded: new Uint32Array(topology.vertexCount),
    inverted: new Float64Array(0),
    branched: new Uint32Array(0),
    firstSegments: firstSegments(topology),
  };
  buildOrder(tree, segmentCentres(topology, positions), body.order);
  refitPathBody2d(body);
  return body;
}

/** Updates boxes, folds, inverted triangles and branched vertices to the current positions. */
export function refitPathBody2d(body: PathBody2d): void {
  const { topology, positions, tree, boxes, order, folded } = body;
  const primitives = { vertices: topology.segments, corners: 2, vertexBase: 0, stride: 3 };
  fitTree(tree, order, primitives, liftPositions(positions), boxes);
  markFolds2d(topology, positions, folded);
  body.inverted = invertedCircles(topology, positions);
  body.branched = branchedVertices(topology, positions);
}

/** Returns the positions as 3D points with z = 0, 3 per vertex. */
function liftPositions(positions: Float32Array): Float32Array {
  const lifted = new Float32Array((3 * positions.length) / 2);
  for (let v = 0; 2 * v < positions.length; v++) {
    lifted[3 * v] = positions[2 * v];
    lifted[3 * v + 1] = positions[2 * v + 1];
  }
  return lifted;
}

/** Returns the midpoints of the boundary segments as 3D points with z = 0, 3 per segment. */
function segmentCentres({ segments, segmentCount }: TriTopology, positions: Float32Array): Float32Array {
  const centres = new Float32Array(3 * segmentCount);
  for (let s = 0; s < segmentCount; s++)
    for (let axis = 0; axis < 2; axis++)
      centres[3 * s + axis] = 0.5 * (positions[2 * segments[2 * s] + axis] + positions[2 * segments[2 * s + 1] + axis]);
  return centres;
}
