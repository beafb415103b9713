import { materialAt } from '../../world/material.ts';
import type { Context } from '../../program/stage.ts';
import { byBody, byColour, type ConstraintKind } from '../elastic/batch.ts';
import { displacementsOf } from '../elastic/displacements.ts';

const SPRINGS: ConstraintKind = {
  kind: 'mass-spring',
  batches: ({ springBatches }) => springBatches,
  batchesByOwnMaterial: ({ ownSpringBatches }) => ownSpringBatches,
  colours: ({ springs }) => springs.colourOffsets,
  solve: solveSprings,
  momentsFromDisplacements: true,
};

/**
 * One XPBD iteration over the distance springs, with C = |a - b| - rest length for the ends a and b, one colour after another
 * (Gauss-Seidel), with compliance 1 / stiffness and Rayleigh damping. The springs of a colour share no vertex, so they run in parallel.
 *
 * At the end of the step, moments.ts restores the angular momentum that a body lost. For this it needs the sum of the moments of all
 * impulses, each about its vertex's position x0 at the start of the step. For springs, the CPU computes this sum from the displacements
 * that the springs cause (sumDisplacements). The kernel springs.wgsl adds the moment of each spring instead.
 * Source: Macklin, Mueller, Chentanez 2016, equation 26. `materialDamping` [s] is the paper's alpha beta, `damping` is its gamma.
 */
export const springs = byColour(SPRINGS);
/** The iteration of `springs`, with whole bodies assigned to workers. */
export const springsByBody = byBody(SPRINGS);

/** Solves a range of springs of one body. The bit masks on indices are explained in neo-hookean.ts. */
function solveSprings({ world, state, parameters, scratch }: Context, body: number, begin: number, end: number): void {
  const { positionsT0: x0, inverseMasses, multipliers } = state;
  const u = displacementsOf(state);
  const { model, material, vertexBase, multiplierBase } = world.bodies[body];
  const { vertices, restLengths } = world.models[model].springs;
  const dt = parameters.timeStep;
  const { springStiffness, materialDamping } = materialAt(
    world.materials,
    material,
    parameters,
    scratch.elastic.material,
  );
  const compliance = 1 / (springStiffness * dt * dt);
  const damping = materialDamping / dt;
  const damped = 1 + damping;
  for (let s = begin & 0x3fffffff; s < end; s = (s + 1) & 0x3fffffff) {
    const va = (vertexBase + vertices[2 * s]) & 0x3fffffff;
    const vb = (vertexBase + vertices[2 * s + 1]) & 0x3fffffff;
    const wa = inverseMasses[va];
    const wb = inverseMasses[vb];
    const a = (3 * va) & 0x3fffffff;
    const b = (3 * vb) & 0x3fffffff;
    const ax = u[a];
    const ay = u[a + 1];
    const az = u[a + 2];
    const bx = u[b];
    const by = u[b + 1];
    const bz = u[b + 2];
    // Change of the edge vector since x0, then the current edge vector.
    const ux = ax - bx;
    const uy = ay - by;
    const uz = az - bz;
    const dx = x0[a] - x0[b] + ux;
    const dy = x0[a + 1] - x0[b + 1] + uy;
    const dz = x0[a + 2] - x0[b + 2] + uz;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    // A spring of length 0 has no direction; one between two held vertices can't move.
    if (!(length * (wa + wb) > 0)) continue;
    const inverse = 1 / length;
    const change = (dx * ux + dy * uy + dz * uz) * inverse;
    const m = (multiplierBase + s) & 0x3fffffff;
    const lambda = multipliers[m];
    const step = (restLengths[s] - length - compliance * lambda - damping * change) / (damped * (wa + wb) + compliance);
    multipliers[m] = lambda + step;
    const scale = step * inverse;
    const fx = scale * dx;
    const fy = scale * dy;
    const fz = scale * dz;
    u[a] = ax + wa * fx;
    u[a + 1] = ay + wa * fy;
    u[a + 2] = az + wa * fz;
    u[b] = bx - wb * fx;
    u[b + 1] = by - wb * fy;
    u[b + 2] = bz - wb * fz;
  }
}
