import type { TreeLayout } from '../../bvh/tree.ts';
import type { Topology } from '../../mesh/topology.ts';
import type { State } from '../state.ts';
import type { World } from '../world.ts';
import { firstFaces } from './first-face.ts';

/** What a shortest-path query sees of one body. Ids are local to the body; arrays are shared with others, from the bases on. */
export interface PathBody {
  readonly topology: Topology;
  /** [m], 3 a vertex. */
  readonly positions: Float32Array;
  readonly vertexBase: number;
  /** Tree over the boundary faces, in a forest's boxes and order. */
  readonly tree: TreeLayout;
  readonly boxes: Float32Array;
  readonly order: Uint32Array;
  /** Flags of surface vertices (their indices), made by the stage `folds`. */
  readonly foldedVertices: Uint32Array;
  readonly surfaceBase: number;
  /** A boundary face near each tetrahedron (first-face.ts). */
  readonly firstFaces: Uint32Array;
}

const known = new WeakMap<State, PathBody[]>();

/** The bodies of a world as shortest-path queries see them; made once a state. */
export function pathBodies(world: World, state: State): readonly PathBody[] {
  let bodies = known.get(state);
  if (!bodies) {
    bodies = world.bodies.map((body, i) => ({
      topology: world.models[body.model].topology,
      positions: state.positions,
      vertexBase: body.vertexBase,
      tree: world.faceTrees[i],
      boxes: state.faceBoxes,
      order: state.faceOrder,
      foldedVertices: state.foldedVertices,
      surfaceBase: body.surfaceBase,
      firstFaces: firstFaces(world.models[body.model].topology),
    }));
    known.set(state, bodies);
  }
  return bodies;
}
