import { materialAt } from '../../material.ts';
import type { Context, Stage } from '../../stage.ts';
import { COLLIDER, type State } from '../../state.ts';
import { firstVertexBehind } from '../../world.ts';
import { type Friction, frictionShare } from '../../contacts/projection/friction.ts';
import type { MetCollider } from '../../contacts/projection/scratch.ts';

/**
 * Moves vertices out of the world's colliders, with Coulomb friction against their displacement since x0 relative to the collider.
 * `colliderImpulses` sums a collider's displacement of a vertex over the step, and the friction cone bounds this sum, as in
 * contacts.ts. If a vertex touches several colliders, the sum belongs to the first one; for the others each pass is bounded alone.
 * Colliders have no friction coefficients of their own: those of the body's material apply.
 * Source: Macklin et al. 2014, section 6.1.
 */
export const colliders: Stage = {
  count: ({ world }) => world.vertexCount,
  run(context, begin, end) {
    const { world, parameters, scratch } = context;
    if (world.materials.length === 1) {
      projectRange(context, parameters, begin, end);
      return;
    }
    for (let body = 0; body < world.bodies.length; body++) {
      const { material, vertexBase } = world.bodies[body];
      const friction = materialAt(world.materials, material, parameters, scratch.project.friction.first);
      projectRange(context, friction, Math.max(begin, vertexBase), Math.min(end, firstVertexBehind(world, body)));
    }
  },
};

function projectRange({ world, state, scratch }: Context, friction: Friction, begin: number, end: number): void {
  const { met } = scratch.project;
  for (let c = 0; c < world.colliders.length; c++) {
    if (state.colliders[COLLIDER.stride * c + COLLIDER.kind] === 0) projectOnPlane(met, state, friction, c, begin, end);
    else for (let v = begin; v < end; v++) projectVertex(met, state, friction, c, v);
  }
}

/** Projects one vertex on a plane. Nearly all vertices are outside and have no impulse from it: testing this first takes a third of the time. */
function projectOnPlane(
  met: MetCollider,
  state: State,
  friction: Friction,
  plane: number,
  begin: number,
  end: number,
): void {
  const { positions: x, colliderImpulses: sums, colliders: words } = state;
  const at = COLLIDER.stride * plane;
  const nx = words[at];
  const ny = words[at + 1];
  const nz = words[at + 2];
  const offset = words[at + COLLIDER.offset];
  for (let v = begin; v < end; v++) {
    const i = (3 * v) & 0x3fffffff;
    const depth = offset - (nx * x[i] + ny * x[i + 1] + nz * x[i + 2]);
    if (depth > 0 || sums[4 * v + 3] === plane + 1) projectVertex(met, state, friction, plane, v);
  }
}

/** Computes the collider's normal and the depth of the vertex x[i ..] in the collider stored at word `at`. */
function meet(met: MetCollider, words: Float32Array, at: number, x: Float32Array, i: number): void {
  const px = words[at];
  const py = words[at + 1];
  const pz = words[at + 2];
  const offset = words[at + COLLIDER.offset];
  if (words[at + COLLIDER.kind] === 0) {
    met.nx = px;
    met.ny = py;
    met.nz = pz;
    met.depth = offset - (px * x[i] + py * x[i + 1] + pz * x[i + 2]);
    return;
  }
  const dx = px - x[i];
  const dy = py - x[i + 1];
  const dz = pz - x[i + 2];
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const inverse = distance > 0 ? 1 / distance : 0;
  met.nx = dx * inverse;
  met.ny = dy * inverse;
  met.nz = dz * inverse;
  const depth = distance - offset;
  // There is no contact above the rim or beyond the wall.
  met.depth =
    x[i + 1] < words[at + COLLIDER.rim] && depth < words[at + COLLIDER.thickness] ? depth : Math.min(depth, 0);
}

function projectVertex(
  met: MetCollider,
  { positions: x, positionsT0: x0, colliderImpulses: sums, colliders: words, inverseMasses }: State,
  friction: Friction,
  collider: number,
  v: number,
): void {
  if (inverseMasses[v] === 0) return; // held
  const i = 3 * v;
  const s = 4 * v;
  const at = COLLIDER.stride * collider;
  meet(met, words, at, x, i);
  const { nx, ny, nz, depth } = met;
  if (depth > 0 && sums[s + 3] === 0) sums[s + 3] = collider + 1;
  const owns = sums[s + 3] === collider + 1;
  if (!owns && !(depth > 0)) return;

  const sumX = owns ? sums[s] : 0;
  const sumY = owns ? sums[s + 1] : 0;
  const sumZ = owns ? sums[s + 2] : 0;
  const before = sumX * nx + sumY * ny + sumZ * nz;
  const push = Math.max(0, before + depth);
  const dx = x[i] - x0[i] - words[at + COLLIDER.moved];
  const dy = x[i + 1] - x0[i + 1] - words[at + COLLIDER.moved + 1];
  const dz = x[i + 2] - x0[i + 2] - words[at + COLLIDER.moved + 2];
  const along = dx * nx + dy * ny + dz * nz;
  // Tangential sum that would stop the vertex, reduced to the friction cone.
  const tx = sumX - before * nx - (dx - along * nx);
  const ty = sumY - before * ny - (dy - along * ny);
  const tz = sumZ - before * nz - (dz - along * nz);
  const keep = frictionShare(Math.sqrt(tx * tx + ty * ty + tz * tz), push, friction);
  const nextX = push * nx + keep * tx;
  const nextY = push * ny + keep * ty;
  const nextZ = push * nz + keep * tz;
  x[i] += nextX - sumX;
  x[i + 1] += nextY - sumY;
  x[i + 2] += nextZ - sumZ;
  if (!owns) return;
  sums[s] = nextX;
  sums[s + 1] = nextY;
  sums[s + 2] = nextZ;
}
