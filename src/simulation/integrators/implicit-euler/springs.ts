import { displacementsOf } from '../../constraints/elastic/displacements.ts';
import type { Context } from '../../program/stage.ts';
import { materialAt } from '../../world/material.ts';
import type { World } from '../../world/world.ts';
import { kindOf } from './elements.ts';

/** Returns the end (exclusive) of a body's springs in the world's numbering. They start at springBase. */
const springEnd = ({ bodies, springCount }: World, body: number): number =>
  body + 1 < bodies.length ? bodies[body + 1].springBase : springCount;

const lengthOf = (x: number, y: number, z: number): number => Math.sqrt(x * x + y * y + z * z);

/**
 * Computes gradients and Hessians of the springs `begin` to `end` - 1 of the world. A spring's energy is stiffness/2 ((l - L)^2 + damping c^2), with
 * L the rest length and c the change of the length l in the step. The Hessian leaves out the curvature of a compressed spring, which would
 * make it indefinite.
 */
export function writeSprings(context: Context, begin: number, end: number): void {
  const { world, state, parameters, scratch } = context;
  const { springForces, springHessians, positionsT0: x0 } = state;
  const u = displacementsOf(state);
  for (let body = 0; body < world.bodies.length; body++) {
    const { springBase, model, vertexBase, material } = world.bodies[body];
    const first = Math.max(begin, springBase);
    const last = Math.min(end, springEnd(world, body));
    if (first >= last || kindOf(world.bodies[body], parameters) !== 'mass-spring') continue;
    const { vertices, restLengths } = world.models[model].springs;
    const own = materialAt(world.materials, material, parameters, scratch.elastic.material);
    const damping = own.materialDamping / parameters.timeStep;
    for (let s = first; s < last; s++) {
      const a = 3 * (vertexBase + vertices[2 * (s - springBase)]);
      const b = 3 * (vertexBase + vertices[2 * (s - springBase) + 1]);
      const ux = u[a] - u[b];
      const uy = u[a + 1] - u[b + 1];
      const uz = u[a + 2] - u[b + 2];
      const dx = x0[a] - x0[b] + ux;
      const dy = x0[a + 1] - x0[b + 1] + uy;
      const dz = x0[a + 2] - x0[b + 2] + uz;
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const inverse = length > 0 ? 1 / length : 0;
      const nx = dx * inverse;
      const ny = dy * inverse;
      const nz = dz * inverse;
      const restLength = restLengths[s - springBase];
      const change = length - lengthOf(x0[a] - x0[b], x0[a + 1] - x0[b + 1], x0[a + 2] - x0[b + 2]);
      const pull = own.springStiffness * (length - restLength + damping * change);
      springForces[3 * s] = pull * nx;
      springForces[3 * s + 1] = pull * ny;
      springForces[3 * s + 2] = pull * nz;
      const across = Math.max(0, pull * inverse);
      const along = own.springStiffness * (1 + damping) - across;
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
  const { world, state, parameters, scratch } = context;
  const { positionsT0: x0, solution: d, springHessians: h } = state;
  const u = displacementsOf(state);
  for (let body = 0; body < world.bodies.length; body++) {
    const { springBase, model, vertexBase, material } = world.bodies[body];
    const first = Math.max(begin, springBase);
    const last = Math.min(end, springEnd(world, body));
    if (first >= last || kindOf(world.bodies[body], parameters) !== 'mass-spring') continue;
    const { vertices, restLengths } = world.models[model].springs;
    const own = materialAt(world.materials, material, parameters, scratch.elastic.material);
    const damping = own.materialDamping / parameters.timeStep;
    for (let s = first; s < last; s++) {
      const a = 3 * (vertexBase + vertices[2 * (s - springBase)]);
      const b = 3 * (vertexBase + vertices[2 * (s - springBase) + 1]);
      const ux = u[a] - u[b];
      const uy = u[a + 1] - u[b + 1];
      const uz = u[a + 2] - u[b + 2];
      const px = d[a] - d[b];
      const py = d[a + 1] - d[b + 1];
      const pz = d[a + 2] - d[b + 2];
      const startLength = lengthOf(x0[a] - x0[b], x0[a + 1] - x0[b + 1], x0[a + 2] - x0[b + 2]);
      const dx = x0[a] - x0[b] + ux;
      const dy = x0[a + 1] - x0[b + 1] + uy;
      const dz = x0[a + 2] - x0[b + 2] + uz;
      const now = lengthOf(dx, dy, dz);
      const pull = own.springStiffness * (now - restLengths[s - springBase] + damping * (now - startLength));
      const along = dx * px + dy * py + dz * pz;
      const square = px * px + py * py + pz * pz;
      const stiffness = own.springStiffness * (1 + damping);
      const m = 6 * s;
      const curvature =
        px * (h[m] * px + 2 * h[m + 1] * py + 2 * h[m + 2] * pz) +
        py * (h[m + 3] * py + 2 * h[m + 4] * pz) +
        h[m + 5] * pz * pz;
      let share = 1;
      for (let n = 0; n < sums.length; n++, share /= 2) {
        const then = lengthOf(dx + share * px, dy + share * py, dz + share * pz);
        // The length's change, and what it changes more than in proportion to `share`: both without cancellation.
        const change = now + then > 0 ? (share * (2 * along + share * square)) / (now + then) : 0;
        const more = now > 0 ? (share * (share * square - (along * change) / now)) / (now + then) : change;
        sums[n] += pull * more + 0.5 * stiffness * change * change - 0.5 * share * share * curvature;
      }
    }
  }
}
