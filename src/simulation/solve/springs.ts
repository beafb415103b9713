import type { Context, Stage } from '../stage.ts';
import { forEachInstance } from './batch.ts';
import { countAround, displace, phasesAround, place } from './displacements.ts';

/**
 * One XPBD iteration over the distance springs C = |a - b| - rest length, a colour at a time, with
 * compliance 1 / stiffness and Rayleigh damping.
 * Source: Macklin, Mueller, Chentanez 2016, equation 26, where alpha beta is the material's damping.
 */
export const springs: Stage = {
  phases: ({ world }) => phasesAround(world.springBatches),
  count: ({ world }, phase) => countAround(world, world.springBatches, phase),
  run(context, first, last, phase) {
    const { springBatches } = context.world;
    if (phase === 0) displace(context, first, last);
    else if (phase > springBatches.length) place(context, first, last);
    else
      forEachInstance(springBatches[phase - 1], first, last, (body, begin, end) =>
        solveSprings(context, body, begin, end),
      );
  },
};

function solveSprings({ world, state, parameters }: Context, body: number, begin: number, end: number): void {
  const { positionsT0: x0, remainders: u, inverseMasses, multipliers, moments } = state;
  const { model, vertexBase, springBase } = world.bodies[body];
  const { vertices, restLengths } = world.models[model].springs;
  const dt = parameters.timeStep;
  const compliance = 1 / (parameters.springStiffness * dt * dt);
  const damping = parameters.materialDamping / dt;
  for (let s = begin; s < end; s++) {
    const va = vertexBase + vertices[2 * s];
    const vb = vertexBase + vertices[2 * s + 1];
    const wa = inverseMasses[va];
    const wb = inverseMasses[vb];
    const a = 3 * va;
    const b = 3 * vb;
    // The spring at x0 and its change since.
    const ex = x0[a] - x0[b];
    const ey = x0[a + 1] - x0[b + 1];
    const ez = x0[a + 2] - x0[b + 2];
    const ax = u[a];
    const ay = u[a + 1];
    const az = u[a + 2];
    const bx = u[b];
    const by = u[b + 1];
    const bz = u[b + 2];
    const ux = ax - bx;
    const uy = ay - by;
    const uz = az - bz;
    const dx = ex + ux;
    const dy = ey + uy;
    const dz = ez + uz;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    // A spring without length has no direction, one between held vertices nothing to move.
    if (length === 0 || wa + wb === 0) continue;
    const change = (dx * ux + dy * uy + dz * uz) / length;
    const lambda = multipliers[springBase + s];
    const step =
      (restLengths[s] - length - compliance * lambda - damping * change) / ((1 + damping) * (wa + wb) + compliance);
    multipliers[springBase + s] = lambda + step;
    const pull = step / length;
    const fx = pull * dx;
    const fy = pull * dy;
    const fz = pull * dz;
    u[a] = ax + wa * fx;
    u[a + 1] = ay + wa * fy;
    u[a + 2] = az + wa * fz;
    u[b] = bx - wb * fx;
    u[b + 1] = by - wb * fy;
    u[b + 2] = bz - wb * fz;
    moments[a] += ey * fz - ez * fy;
    moments[a + 1] += ez * fx - ex * fz;
    moments[a + 2] += ex * fy - ey * fx;
  }
}
