import type { TreeLayout } from '../../bvh/tree.ts';
import type { Topology } from '../../mesh/topology.ts';
import type { Made } from '../model.ts';
import type { State } from '../state.ts';
import type { World } from '../world.ts';
import { type CellBounds, cellBoundsOf } from './flood/cell-bounds.ts';

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

/** Balls around what is rare in a body, in blocks, so that a query needn't look at all of them. */
export interface Balls {
  count: number;
  /** Centre and radius [m], 4 numbers each; there may be room for more. */
  balls: Float64Array;
  /** For each block of BLOCK balls a box around them: lower corner, upper corner [m], 6 numbers. */
  blocks: Float64Array;
}

/** The elements of a body that are turned inside out or flat: a ball around each. */
export interface InvertedElements extends Balls {
  /** PathBody.passes when they were looked for. */
  pass: number;
  tets: Uint32Array;
}

export const createInverted = (): InvertedElements => ({
  pass: -1,
  count: 0,
  tets: new Uint32Array(16),
  balls: new Float64Array(64),
  blocks: new Float64Array(0),
});

/** The inner edges that a body's elements go around more than once: a ball around each. */
export interface BranchedEdges extends Balls {
  /** PathBody.passes when they were looked for. */
  pass: number;
  /** 2 vertex ids each; there may be room for more. */
  edges: Uint32Array;
}

export const createBranched = (): BranchedEdges => ({
  pass: -1,
  count: 0,
  edges: new Uint32Array(16),
  balls: new Float64Array(32),
  blocks: new Float64Array(0),
});

/** Balls that share a box: elements whose numbers follow one another mostly lie near one another. */
export const BLOCK = 16;
const BOX = 6;

/** Makes room for one more, and counts it. @returns where its 4 numbers begin */
export function addBall(list: Balls): number {
  const at = 4 * list.count++;
  if (at === list.balls.length) {
    const { balls } = list;
    list.balls = new Float64Array(2 * balls.length);
    list.balls.set(balls);
  }
  return at;
}

/** Puts boxes around the balls, when all are there. */
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

/** Twice a number, 0 for a negative one: exact, and without a branch that nobody could foretell. */
const twicePositive = (x: number): number => x + Math.abs(x);

/** Distance [m] from a point to the nearest of the balls; 0 inside of one, Infinity where none is nearer than a radius [m]. */
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

/** What a shortest-path query sees of one body. Ids are local to the body; arrays are shared with others, from the bases on. */
export interface PathBody {
  readonly topology: Topology;
  /** [m], 3 a vertex. */
  readonly positions: Float32Array;
  readonly vertexBase: number;
  /** Of the model's rest shape [m], 3 a vertex, from 0 on. */
  readonly restPositions: Float32Array;
  /** Tree over the boundary faces, in a forest's boxes and order. */
  readonly tree: TreeLayout;
  readonly boxes: Float32Array;
  readonly order: Uint32Array;
  /** A boundary face near each tetrahedron (first-face.ts). */
  readonly firstFaces: Uint32Array;
  /** The model's data that were made on demand. */
  readonly made: Made;

  /** One number: grows whenever queries begin on positions that may be new. What follows was made in the pass that it tells. */
  readonly passes: Uint32Array;
  /** For each surface vertex 2 x pass + whether it is folded (folds.ts). */
  readonly folds: Uint32Array;
  readonly inverted: InvertedElements;
  readonly branched: BranchedEdges;
  readonly cells: CellBounds;
}

/** @param at where the body's positions, its tree and its cells lie */
export function createPathBody(
  topology: Topology,
  restPositions: Float32Array,
  at: Pick<
    PathBody,
    'positions' | 'vertexBase' | 'tree' | 'boxes' | 'order' | 'passes' | 'cells' | 'firstFaces' | 'made'
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

/** Bodies that were made before, by the state that they lie in. */
export type KnownBodies = WeakMap<State, readonly PathBody[]>;

/** The bodies of a world as shortest-path queries see them; made once a state. */
export function pathBodies(known: KnownBodies, world: World, state: State): readonly PathBody[] {
  let bodies = known.get(state);
  if (!bodies) {
    const { positions, faceBoxes: boxes, faceOrder: order, pathPasses: passes } = state;
    bodies = world.bodies.map((body, i) => {
      const { topology, mesh, cells, firstFaces, made } = world.models[body.model];
      return createPathBody(topology, mesh.positions, {
        positions,
        vertexBase: body.vertexBase,
        tree: world.faceTrees[i],
        boxes,
        order,
        passes,
        cells: cellBoundsOf(state, body, cells),
        firstFaces,
        made,
      });
    });
    known.set(state, bodies);
  }
  return bodies;
}
