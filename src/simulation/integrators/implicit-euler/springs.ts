import { displacementsOf } from '../../constraints/elastic/displacements.ts';
import type { Context } from '../../program/stage.ts';
import { type Material, materialAt } from '../../world/material.ts';
import type { World } from '../../world/world.ts';
import { kindOf } from './elements.ts';
import type { SpringScratch } from './scratch.ts';

/** Returns the end (exclusive) of a body's springs in the world's numbering. They start at springBase. */
const springEnd = ({ bodies, springCount }: World, body: number): number =>
  body + 1 < bodies.length ? bodies[body + 1].springBase : springCount;

const lengthOf = (x: number, y: number, z: number): number => Math.sqrt(x * x + y * y + z * z);

/** Loads spring `s` of a body's model into the scratch. */
function loadSpring(
  spring: SpringScratch,
  { world, state, parameters }: Context,
  own: Material,
  body: number,
  s: number,
): void {
  const { model, vertexBase } = world.bodies[body];
  const { vertices, restLengths } = world.models[model].springs;
  const { positionsT0: x0 } = state;
  const { difference } = spring;
  const u = displacementsOf(state);
  const a = 3 * (vertexBase + vertices[2 * s]);
  const b = 3 * (vertexBase + vertices[2 * s + 1]);
  for (let k = 0; k < 3; k++) difference[k] = x0[a + k] - x0[b + k] + (u[a + k] - u[b + k]);
  const length = lengthOf(difference[0], difference[1], difference[2]);
  const change = length - lengthOf(x0[a] - x0[b], x0[a + 1] - x0[b + 1], x0[a + 2] - x0[b + 2]);
  const damping = own.materialDamping / parameters.timeStep;
  spring.a = a;
  spring.b = b;
  spring.length = length;
  spring.pull = own.springStiffness * (length - restLengths[s] + damping * change);
  spring.stiffness = own.springStiffness * (1 + damping);
}

/**
 * Computes gradients and Hessians of the springs `begin` to `end` - 1 of the world. A spring's energy is stiffness/2 ((l - L)^2 + damping c^2), with
 * L the rest length and c the change of the length l in the step. The Hessian leaves out the curvature of a compressed spring, which would
 * make it indefinite.
 */
export function writeSprings(context: Context, begin: number, end: number): void {
  const { world, state, parameters, scratch } = context;
  const { spring } = scratch.implicitEuler;
  const { springForces, springHessians } = state;
  for (let body = 0; body < world.bodies.length; body++) {
    const { springBase } = world.bodies[body];
    const first = Math.max(begin, springBase);
    const last = Math.min(end, springEnd(world, body));
    if (first >= last || kindOf(world.bodies[body], parameters) !== 'mass-spring') continue;
    const own = materialAt(world.materials, world.bodies[body].material, parameters, scratch.elastic.material);
    for (let s = first; s < last; s++) {
      loadSpring(spring, context, own, body, s - springBase);
      const { length, pull, stiffness, difference } = spring;
      const inverse = length > 0 ? 1 / length : 0;
      const nx = difference[0] * inverse;
      const ny = difference[1] * inverse;
      const nz = difference[2] * inverse;
      springForces[3 * s] = pull * nx;
      springForces[3 * s + 1] = pull * ny;
      springForces[3 * s + 2] = pull * nz;
      const across = Math.max(0, pull * inverse);
      const along = stiffness - across;
      springHessians[6 * s] = across + along * nx * nx;
      springHessians[6 * s + 1] = along * nx * ny;
      springHessians[6 * s + 2] = along * nx * nz;
      springHessians[6 * s + 3] = across + along * ny * ny;
      springHessians[6 * s + 4] = along * ny * nz;
      springHessians[6 * s + 5] = across + along * nz * nz;
    }
  }
}

/** Multiplies the Hessians of the springs `begin` to `end` - 1 of the world with a direction. */
export function multiplySprings(
  { world, state, parameters }: Context,
  begin: number,
  end: number,
  p: Float32Array,
): void {
  const { springForces, springHessians: k } = state;
  for (let body = 0; body < world.bodies.length; body++) {
    const { springBase, model, vertexBase } = world.bodies[body];
    const first = Math.max(begin, springBase);
    const last = Math.min(end, springEnd(world, body));
    if (first >= last || kindOf(world.bodies[body], parameters) !== 'mass-spring') continue;
    const { vertices } = world.models[model].springs;
    for (let s = first; s < last; s++) {
      const a = 3 * (vertexBase + vertices[2 * (s - springBase)]);
      const b = 3 * (vertexBase + vertices[2 * (s - springBase) + 1]);
      const x = p[a] - p[b];
      const y = p[a + 1] - p[b + 1];
      const z = p[a + 2] - p[b + 2];
      const m = 6 * s;
      springForces[3 * s] = k[m] * x + k[m + 1] * y + k[m + 2] * z;
      springForces[3 * s + 1] = k[m + 1] * x + k[m + 3] * y + k[m + 4] * z;
      springForces[3 * s + 2] = k[m + 2] * x + k[m + 4] * y + k[m + 5] * z;
    }
  }
}

/** Does the same as addRemainders (elements.ts) for the springs `begin` to `end` - 1 of the world. */
export function addSpringRemainders(context: Context, begin: number, end: number, sums: Float64Array): void {
  const { world, parameters, scratch } = context;
  for (let body = 0; body < world.bodies.length; body++) {
    const { springBase, material } = world.bodies[body];
    const first = Math.max(begin, springBase);
    const last = Math.min(end, springEnd(world, body));
    if (first >= last || kindOf(world.bodies[body], parameters) !== 'mass-spring') continue;
    const own = materialAt(world.materials, material, parameters, scratch.elastic.material);
    for (let s = first; s < last; s++) {
      loadSpring(scratch.implicitEuler.spring, context, own, body, s - springBase);
      addSpringRemainder(context, 6 * s, sums);
    }
  }
}

/** Does the same for the loaded spring, whose Hessian starts at m. */
function addSpringRemainder({ state, scratch }: Context, m: number, sums: Float64Array): void {
  const { solution: d, springHessians: h } = state;
  const { a, b, difference, length: now, pull, stiffness } = scratch.implicitEuler.spring;
  const dx = difference[0];
  const dy = difference[1];
  const dz = difference[2];
  const px = d[a] - d[b];
  const py = d[a + 1] - d[b + 1];
  const pz = d[a + 2] - d[b + 2];
  const along = dx * px + dy * py + dz * pz;
  const square = px * px + py * py + pz * pz;
  const curvature =
    px * (h[m] * px + 2 * h[m + 1] * py + 2 * h[m + 2] * pz) +
    py * (h[m + 3] * py + 2 * h[m + 4] * pz) +
    h[m + 5] * pz * pz;
  let share = 1;
  for (let n = 0; n < sums.length; n++, share /= 2) {
    const both = now + lengthOf(dx + share * px, dy + share * py, dz + share * pz);
    // The length's change, and what it changes more than in proportion to `share`: both without cancellation.
    const change = both > 0 ? (share * (2 * along + share * square)) / both : 0;
    const more = now > 0 ? (share * (share * square - (along * change) / now)) / both : change;
    sums[n] += pull * more + 0.5 * stiffness * change * change - 0.5 * share * share * curvature;
  }
}
