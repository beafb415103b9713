import { nodeAfter, DONE, leafBegin, nextLeafAt, ROOT } from '../../bvh/walk.ts';
import { tetrahedronContains } from '../../geometry/tetrahedron.ts';
import { NONE } from '../../mesh/topology.ts';
import { INSIDE_MARGIN, type State } from '../state.ts';
import type { World } from '../world.ts';

/** Called with a body and a tetrahedron, local to it, that contains the vertex. @returns whether that is enough */
export type VisitTet = (body: number, tet: number) => boolean;

/**
 * Finds the tetrahedra of all bodies that contain a surface vertex and aren't incident to it: DCD's vertex-tetrahedron pairs,
 * in the order of the trees. The trees have to be refitted to the positions (refitTets, refitBodies).
 * @param surface index among all bodies' surface vertices
 * @returns whether the visitor ended it
 */
export function visitContainingTets(world: World, state: State, surface: number, visit: VisitTet): boolean {
  const vertex = world.surfaceVertices[surface];
  const ownBody = world.surfaceBodies[surface];
  const x = state.positions[3 * vertex];
  const y = state.positions[3 * vertex + 1];
  const z = state.positions[3 * vertex + 2];
  const tree = world.bodyTree;
  let n = nextLeafAt(tree, state.bodyBoxes, ROOT, x, y, z);
  for (; n !== DONE; n = nextLeafAt(tree, state.bodyBoxes, nodeAfter(n), x, y, z)) {
    const end = leafBegin(tree, n + 1);
    for (let k = leafBegin(tree, n); k < end; k++) {
      const body = state.bodyOrder[k];
      const local = body === ownBody ? vertex - world.bodies[body].vertexBase : NONE;
      if (visitTetsOfBody(world, state, body, local, x, y, z, visit)) return true;
    }
  }
  return false;
}

/** @param vertex the body's own vertex, whose incident tetrahedra are left out, or NONE */
function visitTetsOfBody(
  world: World,
  state: State,
  body: number,
  vertex: number,
  x: number,
  y: number,
  z: number,
  visit: VisitTet,
): boolean {
  const { tetBoxes, tetOrder, positions } = state;
  const { model, vertexBase } = world.bodies[body];
  const { tets } = world.models[model].topology;
  const tree = world.tetTrees[body];
  let n = nextLeafAt(tree, tetBoxes, ROOT, x, y, z);
  for (; n !== DONE; n = nextLeafAt(tree, tetBoxes, nodeAfter(n), x, y, z)) {
    const end = leafBegin(tree, n + 1);
    for (let k = leafBegin(tree, n); k < end; k++) {
      const t = 4 * tetOrder[k];
      const a = tets[t];
      const b = tets[t + 1];
      const c = tets[t + 2];
      const d = tets[t + 3];
      if (a === vertex || b === vertex || c === vertex || d === vertex) continue;
      const base = 3 * vertexBase;
      if (
        tetrahedronContains(
          positions,
          base + 3 * a,
          base + 3 * b,
          base + 3 * c,
          base + 3 * d,
          x,
          y,
          z,
          INSIDE_MARGIN,
        ) &&
        visit(body, tetOrder[k])
      )
        return true;
    }
  }
  return false;
}
