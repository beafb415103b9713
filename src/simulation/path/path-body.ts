import type { TreeLayout } from '../../bvh/tree.ts';
import type { Topology } from '../../mesh/topology.ts';
import type { Made } from '../model.ts';
import type { State } from '../state.ts';
import type { World } from '../world.ts';
import { type CellBounds, cellBoundsOf } from './flood/cell-bounds.ts';
import { type BranchedEdges, createBranched, createInverted, type InvertedElements } from './balls.ts';

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
