import type { Stage } from '../stage.ts';
import type { State } from '../state.ts';
import type { World } from '../world.ts';

/**
 * Gives each free body back the angular momentum that the step has lost. XPBD's impulses act along gradients at x, where
 * their moments cancel out, but an impulse f changes the angular momentum by x0 x f / dt: as with every implicit Euler step,
 * a spin of rate w loses the share (w dt)^2. The constraints and contacts sum that up in `moments`, and the body gets
 * the rigid spin that balances it, which changes neither its momentum nor its shape. A held body's moments go to what holds it.
 * Element: a body.
 */
export const moments: Stage = {
  count: ({ world }) => world.bodies.length,
  run({ world, state, parameters }, begin, end) {
    for (let body = begin; body < end; body++) {
      const first = world.bodies[body].vertexBase;
      const last = lastVertex(world, body);
      if (!addUp(state, first, last)) continue;
      findSpin(-1 / parameters.timeStep);
      for (let v = first; v < last; v++) spinVertex(state, first, v);
    }
  },
};

/**
 * Where the determinant of a body's inertia over its trace is smaller than this, the body has none about some axis. That of a rod
 * 1000 times as long as thick is 1e-7.
 */
export const LEAST_INERTIA = 1e-9;

/** Mass, its first and second moments about the body's first vertex (xx, yy, zz, yz, zx, xy), and the sum of `moments`. */
const sums = new Float64Array(13);
const MASS = 0;
const FIRST = 1;
const SECOND = 4;
const LOST = 10;
/** Angular velocity, then the centre of mass from the first vertex. */
const spin = new Float64Array(6);

const lastVertex = ({ bodies, vertexCount }: World, body: number): number =>
  body + 1 < bodies.length ? bodies[body + 1].vertexBase : vertexCount;

/** @returns false where a vertex is held */
function addUp({ positions, inverseMasses, moments }: State, first: number, last: number): boolean {
  sums.fill(0);
  for (let v = first; v < last; v++) {
    if (inverseMasses[v] === 0) return false;
    const i = 3 * v;
    const mass = 1 / inverseMasses[v];
    const x = positions[i] - positions[3 * first];
    const y = positions[i + 1] - positions[3 * first + 1];
    const z = positions[i + 2] - positions[3 * first + 2];
    sums[MASS] += mass;
    sums[FIRST] += mass * x;
    sums[FIRST + 1] += mass * y;
    sums[FIRST + 2] += mass * z;
    sums[SECOND] += mass * x * x;
    sums[SECOND + 1] += mass * y * y;
    sums[SECOND + 2] += mass * z * z;
    sums[SECOND + 3] += mass * y * z;
    sums[SECOND + 4] += mass * z * x;
    sums[SECOND + 5] += mass * x * y;
    sums[LOST] += moments[i];
    sums[LOST + 1] += moments[i + 1];
    sums[LOST + 2] += moments[i + 2];
  }
  return true;
}

/** The spin whose angular momentum is `scale` times the sum of `moments`: Cramer's rule on the tensor of inertia. */
function findSpin(scale: number): void {
  const mass = sums[MASS];
  const cx = sums[FIRST] / mass;
  const cy = sums[FIRST + 1] / mass;
  const cz = sums[FIRST + 2] / mass;
  const xx = sums[SECOND] - mass * cx * cx;
  const yy = sums[SECOND + 1] - mass * cy * cy;
  const zz = sums[SECOND + 2] - mass * cz * cz;
  const trace = 2 * (xx + yy + zz);
  const ayz = (mass * cy * cz - sums[SECOND + 3]) / trace;
  const azx = (mass * cz * cx - sums[SECOND + 4]) / trace;
  const axy = (mass * cx * cy - sums[SECOND + 5]) / trace;
  const ax = (yy + zz) / trace;
  const ay = (zz + xx) / trace;
  const az = (xx + yy) / trace;
  const mxx = ay * az - ayz * ayz;
  const myy = az * ax - azx * azx;
  const mzz = ax * ay - axy * axy;
  const myz = axy * azx - ax * ayz;
  const mzx = ayz * axy - ay * azx;
  const mxy = azx * ayz - az * axy;
  const determinant = ax * mxx + axy * mxy + azx * mzx;
  const share = determinant > LEAST_INERTIA ? scale / (determinant * trace) : 0;
  const lx = sums[LOST] * share;
  const ly = sums[LOST + 1] * share;
  const lz = sums[LOST + 2] * share;
  spin[0] = mxx * lx + mxy * ly + mzx * lz;
  spin[1] = mxy * lx + myy * ly + myz * lz;
  spin[2] = mzx * lx + myz * ly + mzz * lz;
  spin[3] = cx;
  spin[4] = cy;
  spin[5] = cz;
}

function spinVertex({ positions, velocities }: State, first: number, v: number): void {
  const i = 3 * v;
  const x = positions[i] - positions[3 * first] - spin[3];
  const y = positions[i + 1] - positions[3 * first + 1] - spin[4];
  const z = positions[i + 2] - positions[3 * first + 2] - spin[5];
  velocities[i] += spin[1] * z - spin[2] * y;
  velocities[i + 1] += spin[2] * x - spin[0] * z;
  velocities[i + 2] += spin[0] * y - spin[1] * x;
}
