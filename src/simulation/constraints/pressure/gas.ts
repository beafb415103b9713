import { GAS } from '../../tables/records.ts';
import type { Context, Stage } from '../../program/stage.ts';
import { sumFan } from '../../world/vector-area.ts';
import type { World } from '../../world/world.ts';

/**
 * Gas in each body, at constant temperature. At volume V its pressure is p(V) = P V0 / V, with P the parameter `pressure` and V0 the
 * rest volume. It acts outwards on the whole boundary; no outside pressure acts against it. The force on a vertex is p g, g = dV/dx.
 *
 * XPBD solves it with one multiplier per body, lambda [Pa s^2]. An iteration that changes lambda by c moves each vertex by c w g (w:
 * inverse mass). At convergence lambda = dt^2 p(V) at the final V, as in implicit Euler. To first order, a change of lambda by c changes
 * V by c S, with S = sum of w |g|^2, and p by -c S p / V. So lambda + c = dt^2 (p - c S p / V), hence
 * c = (dt^2 p - lambda) / (1 + dt^2 p S / V).
 * The compliance V / (dt^2 p) follows from the current V and is no parameter.
 * V = sum of x . g / 3, since V is homogeneous of degree 3. If V is below MIN_VOLUME_SHARE times V0, as in a body that is flat or inside
 * out, the value MIN_VOLUME_SHARE times V0 is used instead.
 *
 * Later iterations change the shape and so the gradients, but they don't turn the impulses of earlier iterations. In this respect the
 * method is explicit: p dt^2 must stay below density times the square of the shortest edges (docs/method.md).
 *
 * The stage has three phases. The first computes the gradients of all surface vertices. The second computes V, S and c per body, with
 * sums in the order of the vertices, so that they have the same bits for any number of workers. The third moves the surface vertices.
 * The impulses' moments about the current positions x cancel out. Their moments about x0, the positions at the step's start, need not: the
 * stage adds these to `moments`, and moments.ts restores the angular momentum that the body loses by them.
 * Source: Macklin, Mueller, Chentanez 2016 (XPBD); Mueller, Heidelberger, Hennix, Ratcliff 2007, section 4.4, Cloth Balloons, for
 * the volume's gradient. Their constraint keeps V at a multiple of V0; this one applies a gas pressure.
 */
export const gas: Stage = {
  phases: () => PHASES.length,
  count: ({ world }, phase) => (phase === 1 ? world.bodies.length : world.surfaceVertexCount),
  run(context, begin, end, phase) {
    PHASES[phase](context, begin, end);
  },
};
const PHASES = [findGradients, updateMultipliers, push];

/** Minimum volume in the gas law, as a share of the rest volume. Without it, a body without volume would have infinite pressure. */
export const MIN_VOLUME_SHARE = 0.05;

/**
 * Computes the gradient of the volume with respect to each surface vertex's position. The gradient is a third of the vector area of the
 * faces around the vertex, hence a sixth of the sum that sumFan returns. (On a closed surface the terms that contain the vertex's own
 * position cancel out.)
 */
export function findGradients({ world, state, scratch }: Context, begin: number, end: number): void {
  const { positions, volumeGradients } = state;
  const { fan } = scratch;
  for (let s = begin; s < end; s++) {
    sumFan(fan, world, positions, s);
    for (let k = 0; k < 3; k++) volumeGradients[3 * s + k] = fan[k] / 6;
  }
}

/** Returns the index after a body's last surface vertex. The first one has the index surfaceBase. */
export const surfaceEnd = ({ bodies, surfaceVertexCount }: World, body: number): number =>
  body + 1 < bodies.length ? bodies[body + 1].surfaceBase : surfaceVertexCount;

/** Updates each body's multiplier. */
function updateMultipliers({ world, state, parameters }: Context, begin: number, end: number): void {
  const { positions: x, volumeGradients: g, inverseMasses, gases } = state;
  const { pressure, timeStep } = parameters;
  for (let body = begin; body < end; body++) {
    const { vertexBase, surfaceBase } = world.bodies[body];
    const afterLast = surfaceEnd(world, body);
    // Positions are taken relative to the body's first vertex, since float32 would lose small differences far from the origin.
    const reference = 3 * vertexBase;
    let volume = 0;
    let mobility = 0; // S
    for (let s = surfaceBase; s < afterLast; s++) {
      const i = 3 * world.surfaceVertices[s];
      const gx = g[3 * s];
      const gy = g[3 * s + 1];
      const gz = g[3 * s + 2];
      volume += (x[i] - x[reference]) * gx + (x[i + 1] - x[reference + 1]) * gy + (x[i + 2] - x[reference + 2]) * gz;
      mobility += inverseMasses[world.surfaceVertices[s]] * (gx * gx + gy * gy + gz * gz);
    }
    volume /= 3;
    const at = GAS.stride * body;
    const restVolume = gases[at + GAS.restVolume];
    const lambda = gases[at + GAS.lambda];
    const countedVolume = Math.max(volume, MIN_VOLUME_SHARE * restVolume);
    const targetLambda = countedVolume > 0 ? (timeStep * timeStep * pressure * restVolume) / countedVolume : 0; // dt^2 p(V)
    const change = countedVolume > 0 ? (targetLambda - lambda) / (1 + (targetLambda * mobility) / countedVolume) : 0; // c
    gases[at + GAS.change] = change;
    gases[at + GAS.lambda] = lambda + change;
  }
}

/** Moves the surface vertices by the impulses that the change of their body's multiplier causes. */
function push({ world, state }: Context, begin: number, end: number): void {
  const { positions, positionsT0: x0, remainders, inverseMasses, moments, volumeGradients, gases } = state;
  for (let s = begin; s < end; s++) {
    const body = world.surfaceBodies[s];
    const change = gases[GAS.stride * body + GAS.change];
    const w = inverseMasses[world.surfaceVertices[s]];
    if (change === 0 || w === 0) continue;
    const i = 3 * world.surfaceVertices[s];
    const fx = change * volumeGradients[3 * s];
    const fy = change * volumeGradients[3 * s + 1];
    const fz = change * volumeGradients[3 * s + 2];
    const nextX = positions[i] + remainders[i] + w * fx;
    const nextY = positions[i + 1] + remainders[i + 1] + w * fy;
    const nextZ = positions[i + 2] + remainders[i + 2] + w * fz;
    positions[i] = nextX;
    positions[i + 1] = nextY;
    positions[i + 2] = nextZ;
    remainders[i] = nextX - positions[i];
    remainders[i + 1] = nextY - positions[i + 1];
    remainders[i + 2] = nextZ - positions[i + 2];
    const reference = 3 * world.bodies[body].vertexBase;
    const rx = x0[i] - x0[reference];
    const ry = x0[i + 1] - x0[reference + 1];
    const rz = x0[i + 2] - x0[reference + 2];
    moments[i] += ry * fz - rz * fy;
    moments[i + 1] += rz * fx - rx * fz;
    moments[i + 2] += rx * fy - ry * fx;
  }
}

/** Sets the multipliers of all bodies' gas to 0 at a step's start. */
export const clearGases: Stage = {
  count: ({ world }) => world.bodies.length,
  run({ state: { gases } }, begin, end) {
    for (let body = begin; body < end; body++) gases[GAS.stride * body + GAS.lambda] = 0;
  },
};
