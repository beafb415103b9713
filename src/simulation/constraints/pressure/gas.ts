import { GAS } from '../../records.ts';
import type { Context, Stage } from '../../stage.ts';
import { sumFan } from '../../vector-area.ts';
import type { World } from '../../world.ts';

/**
 * The gas in each body, at one temperature: at the volume V it pushes outwards with p(V) = P V0 / V, P the parameter and V0 the
 * rest volume, over all of its boundary; what surrounds bodies doesn't push back. Its force on a vertex is p g, with g = dV/dx.
 *
 * XPBD with one multiplier a body, lambda [Pa s^2]: what the iterations have applied, dx = w lambda g. Converged, lambda = dt^2 p(V)
 * at the V of the end, which is implicit Euler. An iteration changes lambda by d and so V by d S, S = sum of w |g|^2, and
 * p' = -p / V: lambda + d = dt^2 (p - p d S / V), thus d = (dt^2 p - lambda) / (1 + dt^2 p S / V). The compliance V / (dt^2 p) is of
 * the V of now, so that none has to be chosen.
 * V = sum of x . g / 3, since V is homogeneous of degree 3. A body squeezed flat, or inside out, counts as LEAST_VOLUME of V0.
 *
 * Impulses of an iteration stay along the gradients of then, which turn as the shape changes: explicit, so that p dt^2 has to
 * stay below density times the square of the shortest edges (docs/method.md).
 *
 * In three phases: gradients of the surface vertices; their sums and d of the bodies, in the order of vertices whoever makes them;
 * the surface vertices move. Impulses cancel out about x, and what moment they have about x0 goes to `moments`.
 * Source: Macklin, Mueller, Chentanez 2016 (XPBD); Mueller, Heidelberger, Hennix, Ratcliff 2007, section 4.4, Cloth Balloons, for
 * the volume's gradient: theirs keeps V at a multiple of V0, this one has a gas' pressure.
 */
export const gas: Stage = {
  phases: () => PHASES.length,
  count: ({ world }, phase) => (phase === 1 ? world.bodies.length : world.surfaceVertexCount),
  run(context, begin, end, phase) {
    PHASES[phase](context, begin, end);
  },
};
const PHASES = [findGradients, expand, push];

/** Share of the rest volume that gas is squeezed to at most: a body without volume would have an infinite pressure. */
export const LEAST_VOLUME = 0.05;

/** A sixth of the faces' cross products around each vertex; of a closed surface what they have of x itself cancels out. */
function findGradients({ world, state, scratch }: Context, begin: number, end: number): void {
  const { positions, volumeGradients } = state;
  const { fan } = scratch;
  for (let s = begin; s < end; s++) {
    sumFan(fan, world, positions, s);
    for (let k = 0; k < 3; k++) volumeGradients[3 * s + k] = fan[k] / 6;
  }
}

/** Surface vertices of a body are surfaceBase to this one. */
const firstSurfaceBehind = ({ bodies, surfaceVertexCount }: World, body: number): number =>
  body + 1 < bodies.length ? bodies[body + 1].surfaceBase : surfaceVertexCount;

function expand({ world, state, parameters }: Context, begin: number, end: number): void {
  const { positions: x, volumeGradients: g, inverseMasses, gases } = state;
  const { pressure, timeStep } = parameters;
  for (let body = begin; body < end; body++) {
    const { vertexBase, surfaceBase } = world.bodies[body];
    const behind = firstSurfaceBehind(world, body);
    // From the body's first vertex, or far from the origin float32 would lose the distances.
    const origin = 3 * vertexBase;
    let volume = 0;
    let mobility = 0; // S
    for (let s = surfaceBase; s < behind; s++) {
      const i = 3 * world.surfaceVertices[s];
      const gx = g[3 * s];
      const gy = g[3 * s + 1];
      const gz = g[3 * s + 2];
      volume += (x[i] - x[origin]) * gx + (x[i + 1] - x[origin + 1]) * gy + (x[i + 2] - x[origin + 2]) * gz;
      mobility += inverseMasses[world.surfaceVertices[s]] * (gx * gx + gy * gy + gz * gz);
    }
    volume /= 3;
    const at = GAS.stride * body;
    const restVolume = gases[at + GAS.restVolume];
    const lambda = gases[at + GAS.lambda];
    const counted = Math.max(volume, LEAST_VOLUME * restVolume);
    const pushed = counted > 0 ? (timeStep * timeStep * pressure * restVolume) / counted : 0;
    const change = counted > 0 ? (pushed - lambda) / (1 + (pushed * mobility) / counted) : 0;
    gases[at + GAS.change] = change;
    gases[at + GAS.lambda] = lambda + change;
  }
}

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
    const origin = 3 * world.bodies[body].vertexBase;
    const rx = x0[i] - x0[origin];
    const ry = x0[i + 1] - x0[origin + 1];
    const rz = x0[i + 2] - x0[origin + 2];
    moments[i] += ry * fz - rz * fy;
    moments[i + 1] += rz * fx - rx * fz;
    moments[i + 2] += rx * fy - ry * fx;
  }
}

/** A step's multipliers start from 0. */
export const clearGases: Stage = {
  count: ({ world }) => world.bodies.length,
  run({ state: { gases } }, begin, end) {
    for (let body = begin; body < end; body++) gases[GAS.stride * body + GAS.lambda] = 0;
  },
};
