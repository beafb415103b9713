import { type BallGrid, createBallGrid } from './ball-grid.ts';
import type { TreeLayout } from '../../bvh/tree.ts';
import type { Topology } from '../../mesh/topology.ts';
import type { ModelData } from '../world/model.ts';
import type { State } from '../state.ts';
import type { World } from '../world/world.ts';
import { type CellBounds, cellBoundsOf } from './flood/cell-bounds.ts';

/** A body's data for the path searches. Ids are local to the body. If bodies share an array, a base says where this body's part begins. */
export interface PathBody {
  readonly topology: Topology;
  /** Positions [m], 3 per vertex. */
  readonly positions: Float32Array;
  /** Index of the body's first vertex in `positions`. */
  readonly vertexBase: number;
  /** Positions of the model's rest shape [m], 3 per vertex, from index 0 on. */
  readonly restPositions: Float32Array;
  /** BVH over the boundary faces. The layout says which parts of `boxes` and `order` belong to the body. */
  readonly tree: TreeLayout;
  readonly boxes: Float32Array;
  readonly order: Uint32Array;
  /** Per tetrahedron, a boundary face near it (near-face.ts). */
  readonly firstFaces: Uint32Array;
  /** Data of the model that is built on demand (model-data.ts). */
  readonly modelData: ModelData;

  /** One number, the current pass. It grows whenever positions may have changed. A cache is valid if it was filled in the current pass. */
  readonly passes: Uint32Array;
  /** Cache. Per surface vertex: twice the pass in which it was tested, plus 1 if it is a fold (folds.ts). */
  readonly vertexFolds: Uint32Array;
  readonly inverted: InvertedElements;
  readonly branched: BranchedEdges;
  readonly cells: CellBounds;
}

/** Creates a body with empty caches. @param parts the body's positions, tree and cells, and the model's data */
export function createPathBody(
  topology: Topology,
  restPositions: Float32Array,
  parts: Pick<
    PathBody,
    'positions' | 'vertexBase' | 'tree' | 'boxes' | 'order' | 'passes' | 'cells' | 'firstFaces' | 'modelData'
  >,
): PathBody {
  return {
    topology,
    restPositions,
    ...parts,
    vertexFolds: new Uint32Array(topology.surfaceVertexCount),
    inverted: createInverted(),
    branched: createBranched(),
  };
}

/** Bodies created so far. The key is the state that has their positions. */
export type KnownBodies = WeakMap<State, readonly PathBody[]>;

/** Returns the bodies of a world for the path searches. They are created once per state. */
export function pathBodies(known: KnownBodies, world: World, state: State): readonly PathBody[] {
  let bodies = known.get(state);
  if (!bodies) {
    const { positions, faceBoxes: boxes, faceOrder: order, pathPasses: passes } = state;
    bodies = world.bodies.map((body, i) => {
      const { topology, mesh, cells, firstFaces, modelData } = world.models[body.model];
      return createPathBody(topology, mesh.positions, {
        positions,
        vertexBase: body.vertexBase,
        tree: world.faceTrees[i],
        boxes,
        order,
        passes,
        cells: cellBoundsOf(state, body, cells),
        firstFaces,
        modelData,
      });
    });
    known.set(state, bodies);
  }
  return bodies;
}

/**
 * Bounding balls of obstacles: inverted elements or branched edges, near which culling is not proved. Obstacles are rare in a body. Each
 * block of balls has a bounding box, so that queries can skip whole blocks.
 */
export interface Balls {
  count: number;
  /** Centre and radius [m], 4 numbers per ball; the array may be longer. */
  balls: Float64Array;
  /** Bounding box of each block of BLOCK balls: lower corner, upper corner [m], 6 numbers per block. */
  blocks: Float64Array;
}

/** The inverted or flat elements of a body, with their bounding balls. */
export interface InvertedElements extends Balls {
  /** The pass in which the list was written. */
  pass: number;
  tets: Uint32Array;
  /** Finds the balls around a point. Built when it is first needed in a pass. */
  readonly grid: BallGrid;
  /** The pass in which the grid was built. */
  gridPass: number;
}

const createInverted = (): InvertedElements => ({
  pass: -1,
  count: 0,
  tets: new Uint32Array(16),
  grid: createBallGrid(),
  gridPass: -1,
  balls: new Float64Array(64),
  blocks: new Float64Array(0),
});

/** The branched edges of a body, with their bounding balls. The elements around such an inner edge wind around it more than once. */
export interface BranchedEdges extends Balls {
  /** The pass in which the list was written. */
  pass: number;
  /** 2 vertex ids per edge; the array may be longer. */
  edges: Uint32Array;
}

const createBranched = (): BranchedEdges => ({
  pass: -1,
  count: 0,
  edges: new Uint32Array(16),
  balls: new Float64Array(32),
  blocks: new Float64Array(0),
});

/** Number of balls per block. Elements with consecutive ids are mostly near one another, so the block's box is small. */
export const BLOCK = 16;
/** Numbers per box. */
const BOX = 6;

/** Appends a ball to the list. @returns the offset of the ball's 4 numbers in `balls`; the caller writes them */
export function addBall(list: Balls): number {
  const at = 4 * list.count++;
  if (at === list.balls.length) {
    const { balls } = list;
    list.balls = new Float64Array(2 * balls.length);
    list.balls.set(balls);
  }
  return at;
}

/** Computes the bounding boxes of the blocks. Call it when all balls have been added. */
export function boxBalls(list: Balls): void {
  const { balls, count } = list;
  const blockCount = Math.ceil(count / BLOCK);
  if (list.blocks.length < BOX * blockCount) list.blocks = new Float64Array(2 * BOX * blockCount);
  const { blocks } = list;
  for (let block = 0; block < blockCount; block++)
    for (let axis = 0; axis < 3; axis++) {
      let lower = Infinity;
      let upper = -Infinity;
      const end = 4 * Math.min(count, (block + 1) * BLOCK);
      for (let i = 4 * block * BLOCK; i < end; i += 4) {
        lower = Math.min(lower, balls[i + axis] - balls[i + 3]);
        upper = Math.max(upper, balls[i + axis] + balls[i + 3]);
      }
      blocks[BOX * block + axis] = lower;
      blocks[BOX * block + 3 + axis] = upper;
    }
}

/** Returns the squared distance [m^2] from a point to the box of a block of balls; 0 inside. */
export function squaredDistanceToBlock(
  blocks: Float64Array,
  block: number,
  px: number,
  py: number,
  pz: number,
): number {
  const i = BOX * block;
  const x = twicePositive(blocks[i] - px) + twicePositive(px - blocks[i + 3]);
  const y = twicePositive(blocks[i + 1] - py) + twicePositive(py - blocks[i + 4]);
  const z = twicePositive(blocks[i + 2] - pz) + twicePositive(pz - blocks[i + 5]);
  return 0.25 * (x * x + y * y + z * z);
}

/** Returns 2 x if x is positive, else 0. Exact, and without a branch, which would be unpredictable. */
export const twicePositive = (x: number): number => x + Math.abs(x);

/** Returns the distance [m] from a point to the nearest ball: 0 inside a ball, Infinity if no ball is nearer than `radius` [m]. */
export function distanceToBalls(
  { balls, count, blocks }: Balls,
  px: number,
  py: number,
  pz: number,
  radius: number,
): number {
  let nearest = radius;
  for (let block = 0; block * BLOCK < count; block++) {
    if (squaredDistanceToBlock(blocks, block, px, py, pz) >= nearest * nearest) continue;
    const end = 4 * Math.min(count, (block + 1) * BLOCK);
    for (let i = 4 * block * BLOCK; i < end; i += 4) {
      const x = balls[i] - px,
        y = balls[i + 1] - py,
        z = balls[i + 2] - pz;
      const distance = Math.sqrt(x * x + y * y + z * z) - balls[i + 3];
      if (distance < nearest) nearest = Math.max(0, distance);
    }
  }
  return nearest < radius ? nearest : Infinity;
}

/** Creates the counts of the work that shortest-path queries have done since `clearPathWork`. They become counters of the frame. */
export const createPathWork = () => ({
  /** Boundary faces whose closest point was computed. */
  candidates: 0,
  traversals: 0,
  tetsVisited: 0,
  /** Traversals that reached a limit and were repeated without limits. */
  overflows: 0,
  /** Candidates about which culling could prove nothing. */
  undecidedByCulling: 0,
  /** Cells visited by floods. */
  cellsVisited: 0,
});
export type PathWork = ReturnType<typeof createPathWork>;

export function clearPathWork(work: PathWork): void {
  work.candidates = 0;
  work.traversals = 0;
  work.tetsVisited = 0;
  work.overflows = 0;
  work.undecidedByCulling = 0;
  work.cellsVisited = 0;
}
