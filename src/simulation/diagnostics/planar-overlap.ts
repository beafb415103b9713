import { DONE, leafBegin, nextLeafAt, nodeAfter, ROOT } from '../../bvh/walk.ts';
import { NONE } from '../../mesh/topology.ts';
import type { Stage } from '../program/stage.ts';
import { COUNTERS, INSIDE_MARGIN, type State } from '../state.ts';
import type { World } from '../world/world.ts';
import { MOST_UNITS, volumeUnits } from './overlap.ts';
import { MOST_SAMPLES } from './tables.ts';
import { signedVolume } from './volumes.ts';

/**
 * The stage `overlap` for bodies in the plane: sums the areas of the triangles whose centroid lies in another triangle that shares no vertex with them, and
 * those of all triangles that were looked at. In the plane nothing is watched, so it always looks. Boxes of faces and bodies must be refitted.
 */
export const planarOverlap: Stage = {
  chunk: 64,
  count: ({ world }) => Math.min(MOST_SAMPLES, world.faceCount),
  run({ world, state, scratch }, begin, end) {
    const { at } = scratch.detect.containing;
    const { bodies, models, faceCount } = world;
    const samples = Math.min(MOST_SAMPLES, faceCount);
    const units = volumeUnits(world);
    const most = Math.floor(MOST_UNITS / samples);
    let inside = 0;
    let sampled = 0;
    let body = 0;
    for (let i = begin; i < end; i++) {
      const triangle = Math.floor((i * faceCount) / samples);
      while (body + 1 < bodies.length && bodies[body + 1].faceBase <= triangle) body++;
      const { model, vertexBase, faceBase } = bodies[body];
      const { faces } = models[model].topology;
      const own = triangle - faceBase;
      const area = Math.abs(signedVolume(state.positions, faces, 3, own, vertexBase));
      const share = Math.min(most, Math.round(area * units));
      sampled += share;
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (let j = 0; j < 3; j++) sum += state.positions[3 * (vertexBase + faces[3 * own + j]) + k];
        at[k] = sum / 3;
      }
      if (isInAnother(world, state, body, own, at)) inside += share;
    }
    Atomics.add(state.counters, COUNTERS.overlapVolume, inside);
    Atomics.add(state.counters, COUNTERS.sampledVolume, sampled);
  },
};

/** Tests whether a point lies in a triangle that shares no vertex with triangle `own` of `ownBody`. */
function isInAnother(world: World, state: State, ownBody: number, own: number, at: Float32Array): boolean {
  const { bodyTree, faceTrees, bodies, models } = world;
  const { bodyBoxes, bodyOrder, faceBoxes, faceOrder } = state;
  for (
    let n = nextLeafAt(bodyTree, bodyBoxes, ROOT, at);
    n !== DONE;
    n = nextLeafAt(bodyTree, bodyBoxes, nodeAfter(n), at)
  )
    for (let k = leafBegin(bodyTree, n); k < leafBegin(bodyTree, n + 1); k++) {
      const body = bodyOrder[k];
      const tree = faceTrees[body];
      const { faces } = models[bodies[body].model].topology;
      for (let m = nextLeafAt(tree, faceBoxes, ROOT, at); m !== DONE; m = nextLeafAt(tree, faceBoxes, nodeAfter(m), at))
        for (let i = leafBegin(tree, m); i < leafBegin(tree, m + 1); i++) {
          const isNear = body === ownBody && shareVertex(faces, own, faceOrder[i]);
          if (!isNear && contains(world, state, body, faceOrder[i], at)) return true;
        }
    }
  return false;
}

function shareVertex(faces: Uint32Array, one: number, other: number): boolean {
  for (let i = 3 * one; i < 3 * one + 3; i++)
    for (let j = 3 * other; j < 3 * other + 3; j++) if (faces[i] === faces[j]) return true;
  return false;
}

/** Tests whether a point is inside a triangle, or on a side beyond which another triangle of the body begins. */
function contains(
  { bodies, models }: World,
  { positions: x }: State,
  body: number,
  triangle: number,
  at: Float32Array,
): boolean {
  const { model, vertexBase } = bodies[body];
  const { faces, faceEdges, edgeFaces } = models[model].topology;
  const corner = (k: number) => 3 * (vertexBase + faces[3 * triangle + (k % 3)]);
  const doubledArea = 2 * signedVolume(x, faces, 3, triangle, vertexBase);
  const sign = doubledArea < 0 ? -1 : 1;
  for (let k = 0; k < 3; k++) {
    const [a, b] = [corner(k), corner(k + 1)];
    const height = (x[b] - x[a]) * (at[1] - x[a + 1]) - (x[b + 1] - x[a + 1]) * (at[0] - x[a]);
    const edge = faceEdges[3 * triangle + k];
    const isOpen = edgeFaces[2 * edge] === NONE || edgeFaces[2 * edge + 1] === NONE;
    if (!(sign * height > (isOpen ? 1 : -1) * INSIDE_MARGIN * sign * doubledArea)) return false;
  }
  return true;
}
