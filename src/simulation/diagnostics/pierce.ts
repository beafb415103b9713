import { segmentPierces } from '../../geometry/segment-pierces.ts';
import { nodeAfter, DONE, leafBegin, nextLeafIn, ROOT } from '../../bvh/walk.ts';
import type { State } from '../state.ts';
import type { World } from '../world/world.ts';

/** Receives an edge, by its ends p and q, and a face a, b, c that it crosses. */
export type PiercingVisitor = (p: number, q: number, a: number, b: number, c: number) => void;

/**
 * Counts those of the boundary edges begin .. end (world ids, `end` exclusive) that cross a boundary face. The face may belong to any
 * body, but must share no vertex with the edge. An edge crosses a face if it passes through the face's interior, with its ends strictly
 * on opposite sides. Touching the face or lying in its plane doesn't count. The count is exact for the float32 positions. The boxes of
 * faces and bodies must be refitted to these positions before (refitFaces, refitBodySurfaces).
 * @param edgeBox 6 numbers, overwritten
 * @param visit receives the world ids of each edge's ends and of the corners of every face that it crosses; without it, an edge's first face decides
 */
export function countPiercingEdges(
  world: World,
  state: State,
  begin = 0,
  end = world.edgeCount,
  edgeBox: Float32Array = new Float32Array(6),
  visit?: PiercingVisitor,
): number {
  let count = 0;
  let body = 0;
  for (let e = begin; e < end; e++) {
    while (body + 1 < world.bodies.length && world.bodies[body + 1].edgeBase <= e) body++;
    if (pierces(edgeBox, world, state, body, e - world.bodies[body].edgeBase, visit)) count++;
  }
  return count;
}

/** Returns true if an edge of the body `ownBody` crosses a face of any body. @param edge id of the edge, local to its model */
function pierces(
  edgeBox: Float32Array,
  world: World,
  state: State,
  ownBody: number,
  edge: number,
  visit?: PiercingVisitor,
): boolean {
  const { model, vertexBase } = world.bodies[ownBody];
  const { edges } = world.models[model].topology;
  // Vertices of the edge.
  const p = vertexBase + edges[2 * edge];
  const q = vertexBase + edges[2 * edge + 1];
  for (let k = 0; k < 3; k++) {
    edgeBox[k] = Math.min(state.positions[3 * p + k], state.positions[3 * q + k]);
    edgeBox[k + 3] = Math.max(state.positions[3 * p + k], state.positions[3 * q + k]);
  }
  const tree = world.bodyTree;
  const boxes = state.bodyBoxes;
  let found = false;
  for (let n = nextLeafIn(tree, boxes, ROOT, edgeBox); n !== DONE; n = nextLeafIn(tree, boxes, nodeAfter(n), edgeBox)) {
    const end = leafBegin(tree, n + 1);
    for (let k = leafBegin(tree, n); k < end; k++)
      if (piercesBody(edgeBox, world, state, state.bodyOrder[k], p, q, visit)) {
        if (!visit) return true;
        found = true;
      }
  }
  return found;
}

/** Returns true if the edge between the vertices p and q crosses a face of a body. @param edgeBox bounding box of the edge */
function piercesBody(
  edgeBox: Float32Array,
  world: World,
  state: State,
  body: number,
  p: number,
  q: number,
  visit?: PiercingVisitor,
): boolean {
  const { model, vertexBase } = world.bodies[body];
  const { faces } = world.models[model].topology;
  const tree = world.faceTrees[body];
  const boxes = state.faceBoxes;
  let found = false;
  for (let n = nextLeafIn(tree, boxes, ROOT, edgeBox); n !== DONE; n = nextLeafIn(tree, boxes, nodeAfter(n), edgeBox)) {
    const end = leafBegin(tree, n + 1);
    for (let k = leafBegin(tree, n); k < end; k++) {
      const f = 3 * state.faceOrder[k];
      const a = vertexBase + faces[f];
      const b = vertexBase + faces[f + 1];
      const c = vertexBase + faces[f + 2];
      // Skip faces that share a vertex with the edge. Ids are the world's, so vertices of different bodies are never equal.
      if (a === p || b === p || c === p || a === q || b === q || c === q) continue;
      if (!segmentPierces(state.positions, p, q, a, b, c)) continue;
      if (!visit) return true;
      visit(p, q, a, b, c);
      found = true;
    }
  }
  return found;
}
