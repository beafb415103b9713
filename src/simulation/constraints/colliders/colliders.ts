import { materialAt } from '../../world/material.ts';
import type { Context, Stage } from '../../program/stage.ts';
import { COLLIDER, type State } from '../../state.ts';
import { vertexEnd } from '../../world/world.ts';
import { limitsColliders } from '../../contacts/regions/tables.ts';
import { shallowSpeed } from '../../contacts/regions/parting.ts';
import { type Friction, frictionShare } from '../../contacts/projection/friction.ts';
import type { ColliderCollision } from '../../contacts/projection/scratch.ts';

/**
 * Moves vertices out of the world's colliders, with Coulomb friction. The friction opposes a vertex's motion during the step, relative to
 * the collider. `colliderImpulses` has, per vertex, the sum of the displacements by one collider in this step (3 numbers), and 1 + the
 * index of that collider (0: none yet). (A displacement is an impulse times dt and inverse mass, hence the name.) The friction cone bounds
 * this sum, as in contacts.ts. If a vertex touches several colliders, the sum belongs to the first of them. For the others nothing is
 * summed: each time this stage runs (in each iteration, and once after the contacts), the cone bounds only the displacement of that run.
 * Colliders have no friction coefficients of their own; the coefficients of the body's material apply.
 *
 * With the recovery by regions, a depth that was there at the step's start is undone at a limited speed (contacts/regions/parting.ts). What falls in during a
 * step is put out whole.
 * Source: Macklin et al. 2014, section 6.1.
 */
export const colliders: Stage = {
  count: ({ world }) => world.vertexCount,
  run(context, begin, end) {
    const { world, parameters, scratch } = context;
    const { collision } = scratch.project;
    const isLimited = limitsColliders(parameters);
    if (world.materials.length === 1 && !isLimited) {
      collision.reach = Infinity;
      projectRange(context, parameters, begin, end);
      return;
    }
    for (let body = 0; body < world.bodies.length; body++) {
      const { material, vertexBase } = world.bodies[body];
      const friction = materialAt(world.materials, material, parameters, scratch.project.friction.first);
      collision.reach = isLimited ? parameters.timeStep * shallowSpeed(world, parameters, body, body) : Infinity;
      projectRange(context, friction, Math.max(begin, vertexBase), Math.min(end, vertexEnd(world, body)));
    }
  },
};

function projectRange({ world, state, scratch }: Context, friction: Friction, begin: number, end: number): void {
  const { collision } = scratch.project;
  for (let c = 0; c < world.colliders.length; c++) {
    if (state.colliders[COLLIDER.stride * c + COLLIDER.kind] === 0)
      projectOnPlane(collision, state, friction, c, begin, end);
    else for (let v = begin; v < end; v++) projectVertex(collision, state, friction, c, v);
  }
}

/**
 * Projects vertices out of a half space. Nearly all vertices are outside it and have no impulse from it. Skipping these vertices early
 * makes the stage three times as fast.
 */
function projectOnPlane(
  collision: ColliderCollision,
  state: State,
  friction: Friction,
  planeIndex: number,
  begin: number,
  end: number,
): void {
  const { positions: x, colliderImpulses: sums, colliders: words } = state;
  const at = COLLIDER.stride * planeIndex;
  const nx = words[at];
  const ny = words[at + 1];
  const nz = words[at + 2];
  const offset = words[at + COLLIDER.offset];
  for (let v = begin; v < end; v++) {
    const i = (3 * v) & 0x3fffffff;
    const depth = offset - (nx * x[i] + ny * x[i + 1] + nz * x[i + 2]);
    if (depth > 0 || sums[4 * v + 3] === planeIndex + 1) projectVertex(collision, state, friction, planeIndex, v);
  }
}

/**
 * Writes to `collision` the collider's normal, and the depth in the collider of the vertex whose position starts at x[i].
 * @param at offset of the collider's record in `words`
 */
export function collide(
  collision: ColliderCollision,
  words: Float32Array,
  at: number,
  x: Float32Array,
  i: number,
): void {
  // Normal of a plane, or centre of a bowl.
  const px = words[at];
  const py = words[at + 1];
  const pz = words[at + 2];
  const offset = words[at + COLLIDER.offset];
  if (words[at + COLLIDER.kind] === 0) {
    collision.nx = px;
    collision.ny = py;
    collision.nz = pz;
    collision.depth = offset - (px * x[i] + py * x[i + 1] + pz * x[i + 2]);
    return;
  }
  // The collider is a bowl: a hollow sphere with radius `offset`, cut off at its rim.
  const dx = px - x[i];
  const dy = py - x[i + 1];
  const dz = pz - x[i + 2];
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const inverse = distance > 0 ? 1 / distance : 0;
  collision.nx = dx * inverse;
  collision.ny = dy * inverse;
  collision.nz = dz * inverse;
  const depth = distance - offset;
  // There is no contact above the rim or beyond the wall.
  collision.depth =
    x[i + 1] < words[at + COLLIDER.rim] && depth < words[at + COLLIDER.thickness] ? depth : Math.min(depth, 0);
}

/**
 * Returns how deep a vertex may still be at the step's end [m]: 0 if it was outside at the start, relative to the collider; else its depth then, less what the
 * step may undo (collision.reach). Changes the normal and depth in `collision`.
 * @param x0 positions at the step's start
 */
function depthLeft(collision: ColliderCollision, words: Float32Array, at: number, x0: Float32Array, i: number): number {
  const { before, reach } = collision;
  if (reach === Infinity) return 0;
  for (let k = 0; k < 3; k++) before[k] = x0[i + k] + words[at + COLLIDER.moved + k];
  collide(collision, words, at, before, 0);
  return Math.max(0, collision.depth - reach);
}

function projectVertex(
  collision: ColliderCollision,
  { positions: x, positionsT0: x0, colliderImpulses: sums, colliders: words, inverseMasses }: State,
  friction: Friction,
  collider: number,
  v: number,
): void {
  if (inverseMasses[v] === 0) return; // held
  const i = 3 * v;
  const sumAt = 4 * v;
  const at = COLLIDER.stride * collider;
  collide(collision, words, at, x, i);
  const { nx, ny, nz } = collision;
  const depth = collision.depth > 0 ? collision.depth - depthLeft(collision, words, at, x0, i) : collision.depth;
  if (depth > 0 && sums[sumAt + 3] === 0) sums[sumAt + 3] = collider + 1;
  const owns = sums[sumAt + 3] === collider + 1;
  if (!owns && !(depth > 0)) return;

  const sumX = owns ? sums[sumAt] : 0;
  const sumY = owns ? sums[sumAt + 1] : 0;
  const sumZ = owns ? sums[sumAt + 2] : 0;
  const normalBefore = sumX * nx + sumY * ny + sumZ * nz;
  const push = Math.max(0, normalBefore + depth);
  const dx = x[i] - x0[i] - words[at + COLLIDER.moved];
  const dy = x[i + 1] - x0[i + 1] - words[at + COLLIDER.moved + 1];
  const dz = x[i + 2] - x0[i + 2] - words[at + COLLIDER.moved + 2];
  const along = dx * nx + dy * ny + dz * nz;
  // (tx, ty, tz): the tangential sum that would stop all sliding. The factor `share` reduces it to the friction cone.
  const tx = sumX - normalBefore * nx - (dx - along * nx);
  const ty = sumY - normalBefore * ny - (dy - along * ny);
  const tz = sumZ - normalBefore * nz - (dz - along * nz);
  const share = frictionShare(Math.sqrt(tx * tx + ty * ty + tz * tz), push, friction);
  const nextX = push * nx + share * tx;
  const nextY = push * ny + share * ty;
  const nextZ = push * nz + share * tz;
  x[i] += nextX - sumX;
  x[i + 1] += nextY - sumY;
  x[i + 2] += nextZ - sumZ;
  if (!owns) return;
  sums[sumAt] = nextX;
  sums[sumAt + 1] = nextY;
  sums[sumAt + 2] = nextZ;
}
