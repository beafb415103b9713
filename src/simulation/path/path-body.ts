import type { TreeLayout } from '../../bvh/tree.ts';
import type { Topology } from '../../mesh/topology.ts';
import type { ModelData } from '../model.ts';
import type { State } from '../state.ts';
import type { World } from '../world.ts';
import { type CellBounds, cellBoundsOf } from './flood/cell-bounds.ts';

/** A body as the path searches see it. Ids are local to the body; its parts of arrays shared with other bodies begin at the bases. */
export interface PathBody {
  readonly topology: Topology;
  /** Positions [m], 3 per vertex. */
  readonly positions: Float32Array;
  readonly vertexBase: number;
  /** Positions of the model's rest shape [m], 3 per vertex; the body's part begins at 0. */
  readonly restPositions: Float32Array;
  /** BVH over the boundary faces; its parts of the shared boxes and order are given by the layout. */
  readonly tree: TreeLayout;
  readonly boxes: Float32Array;
  readonly order: Uint32Array;
  /** A boundary face near each tetrahedron (near-face.ts). */
  readonly firstFaces: Uint32Array;
  /** Model data made on demand. */
  readonly modelData: ModelData;

  /** One number, the pass: it grows whenever queries begin on positions that may be new. The caches below record their pass. */
  readonly passes: Uint32Array;
  /** Per surface vertex: 2 x pass, plus 1 if it is a fold (folds.ts). */
  readonly folds: Uint32Array;
  readonly inverted: InvertedElements;
  readonly branched: BranchedEdges;
  readonly cells: CellBounds;
}

/** Makes a body with empty caches. @param at where the body's positions, its tree and its cells lie */
export function createPathBody(
  topology: Topology,
  restPositions: Float32Array,
  at: Pick<
    PathBody,
    'positions' | 'vertexBase' | 'tree' | 'boxes' | 'order' | 'passes' | 'cells' | 'firstFaces' | 'modelData'
  >,
): PathBody {
  return {
    topology,
    restPositions,
    ...at,
    folds: new Uint32Array(topology.surfaceVertexCount),
    inverted: createInverted(),
    branched: createBranched(),
  };
}

/** Bodies made so far, by the state that holds their positions. */
export type KnownBodies = WeakMap<State, readonly PathBody[]>;

/** The bodies of a world as path searches see them; made once per state. */
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

/** Bounding balls of obstacles, which are rare in a body, with a box around each block of balls so that queries can skip blocks. */
export interface Balls {
  count: number;
  /** Centre and radius [m], 4 numbers per ball; the array may be longer. */
  balls: Float64Array;
  /** Box around each block of BLOCK balls: lower corner, upper corner [m], 6 numbers per block. */
  blocks: Float64Array;
}

/** The inverted or flat elements of a body, with a ball around each. */
export interface InvertedElements extends Balls {
  /** PathBody.passes when they were listed. */
  pass: number;
  tets: Uint32Array;
}

const createInverted = (): InvertedElements => ({
  pass: -1,
  count: 0,
  tets: new Uint32Array(16),
  balls: new Float64Array(64),
  blocks: new Float64Array(0),
});

/** The branched edges of a body: inner edges around which the elements wind more than once; with a ball around each. */
export interface BranchedEdges extends Balls {
  /** PathBody.passes when they were listed. */
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

/** Balls per block. Elements with consecutive numbers are mostly near one another, so their common box is small. */
export const BLOCK = 16;
const BOX = 6;

/** Grows the list by one ball. @returns where the ball's 4 numbers begin */
export function addBall(list: Balls): number {
  const at = 4 * list.count++;
  if (at === list.balls.length) {
    const { balls } = list;
    list.balls = new Float64Array(2 * balls.length);
    list.balls.set(balls);
  }
  return at;
}

/** Computes the blocks' boxes, after all balls have been added. */
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

/** Squared distance [m^2] from a point to the box of a block of balls; 0 inside. */
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

/** Twice the positive part of x (0 if x is negative): exact, and without a branch, which would be unpredictable. */
export const twicePositive = (x: number): number => x + Math.abs(x);

/** Distance [m] from a point to the nearest ball; 0 inside of one, Infinity if none is nearer than a radius [m]. */
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

/** Counts of the work done by shortest-path queries since `clearPathWork`, for the counters of frames. */
export const createPathWork = () => ({
  /** Boundary faces whose closest point was computed. */
  candidates: 0,
  traversals: 0,
  tetsVisited: 0,
  /** Traversals that reached a limit and were repeated without limits. */
  overflows: 0,
  /** Candidates that culling left unjudged. */
  cullingAside: 0,
  /** Cells visited by floods. */
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
