import { sixVolumes } from '../../../geometry/tetrahedron.ts';
import { triangleAngle } from '../../../geometry/winding-number.ts';
import { hasVolume } from '../../../mesh/topology.ts';
import { countPiercingEdges } from '../../diagnostics/pierce.ts';
import type { Stage } from '../../program/stage.ts';
import { COUNTERS, type State } from '../../state.ts';
import { isSheet, type World } from '../../world/world.ts';
import { FREEDOM, GUARD, TANGLE } from './arrays.ts';
import { isUnknown } from './rounds.ts';
import { connectedSurfaces } from './surfaces.ts';

/**
 * Stage: finds out whether a step begins free: no boundary edge crosses a boundary face, and no surface lies inside of another one. (A pair that touches is only seen later in the
 * step, by the first look.) What an earlier step has left free needs no test. The freedom of a state is forgotten by a step without the guarantee, and by whoever writes positions
 * from outside.
 */
export const beginFreedom: Stage = {
  count: () => 1,
  run({ state: { freedom, guard, counters, tangles } }, begin, end) {
    if (begin === end) return;
    const now = counters[COUNTERS.step] + 1;
    guard.fill(0);
    guard[GUARD.isFree] = Number(freedom[FREEDOM.free] === now);
    guard[GUARD.isPositive] = Number(guard[GUARD.isFree] === 1 && freedom[FREEDOM.positive] === now);
    if (guard[GUARD.isFree] === 0) tangles.fill(0);
  },
};

/** Stage: counts the edges that cross faces, and what lies inside of something else. The boxes of faces and bodies must be refitted (refitFaces, refitBodySurfaces). */
export const findFreedom: Stage = {
  chunk: 128,
  phases: (context) => (isUnknown(context) ? 2 : 0),
  count: ({ world, state }, phase) => (phase === 0 ? world.edgeCount : Number(state.guard[GUARD.crossings] === 0)),
  run({ world, state, scratch }, begin, end, phase) {
    if (phase === 0) {
      const { tangles } = state;
      const count = countPiercingEdges(world, state, begin, end, scratch.detect.edgeBox, (p, q, a, b, c) => {
        for (const v of [p, q, a, b, c]) tangles[v] = TANGLE.crosses; // each worker that gets here writes the same
      });
      if (count > 0) Atomics.add(state.guard, GUARD.crossings, count);
    } else if (begin < end) state.guard[GUARD.nested] = Number(isAnyNested(world, state, scratch.guarantee.face));
  },
};

/** Stage: counts inverted elements in a free state. Once there are none, volumes are held, and none appears again. An element is a tetrahedron of the world. */
export const findInverted: Stage = {
  phases: ({ state: { guard } }) => (guard[GUARD.isFree] === 1 && guard[GUARD.isPositive] === 0 ? 2 : 0),
  count: ({ world }, phase) => (phase === 0 ? world.tetCount : 1),
  run({ world, state }, begin, end, phase) {
    const { guard, positions } = state;
    if (phase === 1) {
      if (begin < end) guard[GUARD.isPositive] = Number(guard[GUARD.inverted] === 0);
      return;
    }
    let count = 0;
    for (let body = 0; body < world.bodies.length; body++) {
      const { model, tetBase, vertexBase } = world.bodies[body];
      const { vertices, restVolumes } = world.models[model].elasticTets;
      const last = Math.min(end - tetBase, restVolumes.length);
      for (let t = Math.max(0, begin - tetBase); t < last; t++) {
        const [a, b, c, d] = [0, 1, 2, 3].map((k) => 3 * (vertexBase + vertices[4 * t + k]));
        if (!(sixVolumes(positions, a, b, c, d) > 0)) count++;
      }
    }
    if (count > 0) Atomics.add(guard, GUARD.inverted, count);
  },
};

/**
 * Whether a connected surface lies inside of another one. Without crossings it does as a whole or not at all, so that one of its vertices decides: by the winding number of
 * all other surfaces around it. A cavity's surface, which is inside out, lies inside of one; any other lies inside of none. Sheets bound nothing.
 */
function isAnyNested(world: World, state: State, face: Float64Array): boolean {
  for (let body = 0; body < world.bodies.length; body++) {
    const { model, vertexBase } = world.bodies[body];
    const { faces, faceCount, vertexCount } = world.models[model].topology;
    if (faceCount === 0) continue;
    const roots = connectedSurfaces(faces, faceCount, vertexCount);
    for (let v = 0; v < vertexCount; v++) {
      if (roots[v] !== v) continue;
      const from = 3 * (vertexBase + v);
      const own = isSheet(world, body) ? 0 : enclosedVolume(state.positions, world, body, roots, v);
      const turns = windingOfOthers(face, world, state, body, roots, v, from) / (4 * Math.PI);
      if (Math.round(turns) !== Number(own < 0)) return true;
    }
  }
  return false;
}

/** Returns a number of the sign of the volume inside of a connected surface. */
function enclosedVolume(x: Float32Array, world: World, body: number, roots: Uint32Array, root: number): number {
  const { model, vertexBase } = world.bodies[body];
  const { faces, faceCount } = world.models[model].topology;
  const o = 3 * (vertexBase + root);
  let sum = 0;
  for (let f = 0; f < 3 * faceCount; f += 3)
    if (roots[faces[f]] === root)
      sum += sixVolumes(
        x,
        o,
        3 * (vertexBase + faces[f]),
        3 * (vertexBase + faces[f + 1]),
        3 * (vertexBase + faces[f + 2]),
      );
  return sum;
}

/** Returns the solid angle of all surfaces of bodies with a volume, except the vertex's own one, seen from it. @param from offset of the vertex's position */
function windingOfOthers(
  corners: Float64Array,
  world: World,
  { positions: x, faceBoxes }: State,
  ownBody: number,
  roots: Uint32Array,
  root: number,
  from: number,
): number {
  let sum = 0;
  for (let body = 0; body < world.bodies.length; body++) {
    const { model, vertexBase } = world.bodies[body];
    const { topology } = world.models[model];
    if (!hasVolume(topology)) continue;
    if (body !== ownBody && !isInBox(faceBoxes, 8 * world.faceTrees[body].nodeBase, x, from)) continue;
    const { faces, faceCount } = topology;
    for (let f = 0; f < 3 * faceCount; f += 3) {
      if (body === ownBody && roots[faces[f]] === root) continue;
      for (let k = 0; k < 3; k++)
        for (let j = 0; j < 3; j++) corners[3 * k + j] = x[3 * (vertexBase + faces[f + k]) + j];
      sum += triangleAngle(corners, 0, x[from], x[from + 1], x[from + 2]);
    }
  }
  return sum;
}

/** Whether a position is in a box. @param at the box's offset */
function isInBox(boxes: Float32Array, at: number, x: Float32Array, from: number): boolean {
  for (let k = 0; k < 3; k++) if (!(x[from + k] >= boxes[at + k] && x[from + k] <= boxes[at + 4 + k])) return false;
  return true;
}
