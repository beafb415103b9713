import type { Balls } from './balls.ts';
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
  /** Distances to the boundary [m] from index `vertexBase` on, for the method `distance-field`. */
  readonly fieldDistances: Float32Array;
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
    | 'positions'
    | 'vertexBase'
    | 'tree'
    | 'boxes'
    | 'order'
    | 'passes'
    | 'cells'
    | 'firstFaces'
    | 'fieldDistances'
    | 'modelData'
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
    const { positions, faceBoxes: boxes, faceOrder: order, pathPasses: passes, fieldDistances } = state;
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
        fieldDistances,
        modelData,
      });
    });
    known.set(state, bodies);
  }
  return bodies;
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
