import type { Context, Stage } from '../stage.ts';
import { forEachInstance } from './batch.ts';

/**
 * One XPBD iteration over the distance springs C = |a - b| - rest length, a colour at a time, with
 * compliance 1 / stiffness and Rayleigh damping.
 * Source: Macklin, Mueller, Chentanez 2016, equation 26, where alpha beta is the material's damping.
 */
export const springs: Stage = {
  phases: ({ world }) => world.springBatches.length,
  count({ world }, phase) {
    const { begin, end, bodyCount } = world.springBatches[phase];
    return (end - begin) * bodyCount;
  },
  run(context, first, last, phase) {
    forEachInstance(context.world.springBatches[phase], first, last, (body, begin, end) =>
      solveSprings(context, body, begin, end),
    );
  },
};

function solveSprings({ world, state, parameters }: Context, body: number, begin: number, end: number): void {
  const { positions: x, positionsT0: x0, inverseMasses, multipliers } = state;
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
    const ax = x[a];
    const ay = x[a + 1];
    const az = x[a + 2];
    const bx = x[b];
    const by = x[b + 1];
    const bz = x[b + 2];
    const dx = ax - bx;
    const dy = ay - by;
    const dz = az - bz;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    // A spring without length has no direction, one between held vertices nothing to move.
    if (length === 0 || wa + wb === 0) continue;
    // Change of length since x0, along the spring.
    const change =
      (dx * (dx - x0[a] + x0[b]) + dy * (dy - x0[a + 1] + x0[b + 1]) + dz * (dz - x0[a + 2] + x0[b + 2])) / length;
    const lambda = multipliers[springBase + s];
    const step =
      (restLengths[s] - length - compliance * lambda - damping * change) / ((1 + damping) * (wa + wb) + compliance);
    multipliers[springBase + s] = lambda + step;
    const pull = step / length;
    const pa = wa * pull;
    const pb = wb * pull;
    x[a] = ax + pa * dx;
    x[a + 1] = ay + pa * dy;
    x[a + 2] = az + pa * dz;
    x[b] = bx - pb * dx;
    x[b + 1] = by - pb * dy;
    x[b + 2] = bz - pb * dz;
  }
}
