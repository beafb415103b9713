import { AIR_STRIDE } from '../../../mesh/air/air-mesh.ts';
import { AIR_COLOURS } from '../../../mesh/air/colour-elements.ts';
import type { Context, Stage } from '../../program/stage.ts';
import type { State } from '../../state.ts';
import { AIR_TALLY } from './arrays.ts';

/** At most this number of elements are projected by one worker, without a barrier between colours. */
export const FEW_ELEMENTS = 1024;

const isSmall = ({ airTally }: State): boolean => airTally[AIR_TALLY.elements] <= FEW_ELEMENTS;

/**
 * Projects the inverted elements of air, `airIterations` times. A tetrahedron's constraint is C = det(b - a, c - a, d - a) >= 0, a triangle's
 * C = (b - a) x (c - a) >= 0 (equations 1 and 2; equation 1 needs the sign). An element with C < 0 moves its corners along the gradients g_i of
 * C, each in proportion to its inverse mass w_i, by -w_i g_i C / (sum of w_i |g_i|^2). So momentum is conserved. An element with C >= 0 does
 * nothing.
 *
 * Elements are projected colour by colour (Gauss-Seidel). The elements of a colour share no vertex. Those of the class behind the colours run
 * one after another.
 * Source: Mueller, Chentanez, Kim, Macklin 2015, section 3.2; Mueller, Heidelberger, Hennix, Ratcliff 2007 (PBD).
 */
export const air: Stage = {
  phases: ({ state, parameters }) =>
    isSmall(state) ? 1 : parameters.airIterations * state.airTally[AIR_TALLY.classes],
  count({ state }, phase) {
    if (isSmall(state)) return 1;
    const { airOffsets, airTally } = state;
    const colour = phase % airTally[AIR_TALLY.classes];
    const size = airOffsets[colour + 1] - airOffsets[colour];
    return colour === AIR_COLOURS ? Math.min(size, 1) : size;
  },
  run(context, begin, end, phase) {
    const { state, parameters } = context;
    const { airOffsets, airTally } = state;
    if (isSmall(state)) {
      for (let sweep = 0; sweep < parameters.airIterations; sweep++)
        projectElements(context, 0, airTally[AIR_TALLY.elements]);
      return;
    }
    const colour = phase % airTally[AIR_TALLY.classes];
    const first = airOffsets[colour];
    projectElements(context, first + begin, colour === AIR_COLOURS ? airOffsets[colour + 1] : first + end);
  },
};

function projectElements({ world, state }: Context, begin: number, end: number): void {
  if (world.dimension === 2) for (let e = begin; e < end; e++) projectTriangle(state, AIR_STRIDE * e);
  else for (let e = begin; e < end; e++) projectTet(state, AIR_STRIDE * e);
}

function projectTriangle(state: State, at: number): void {
  const { positions: x, positionsT0: x0, inverseMasses, moments, airElements } = state;
  const va = airElements[at];
  const vb = airElements[at + 1];
  const vc = airElements[at + 2];
  const a = 3 * va;
  const b = 3 * vb;
  const c = 3 * vc;
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const vx = x[c] - x[a];
  const vy = x[c + 1] - x[a + 1];
  const measure = ux * vy - uy * vx;
  if (!(measure < 0)) return;
  const ax = uy - vy;
  const ay = vx - ux;
  const mobility =
    inverseMasses[va] * (ax * ax + ay * ay) +
    inverseMasses[vb] * (vx * vx + vy * vy) +
    inverseMasses[vc] * (ux * ux + uy * uy);
  if (!(mobility > 0)) return;
  const scale = -measure / mobility;
  push(state, va, scale * ax, scale * ay, 0);
  push(state, vb, scale * vy, -scale * vx, 0);
  push(state, vc, -scale * uy, scale * ux, 0);
  const moment = (scale / 3) * (momentZ(x0, a, b, vy, -vx) + momentZ(x0, a, c, -uy, ux));
  moments[a + 2] += moment;
  moments[b + 2] += moment;
  moments[c + 2] += moment;
}

/** Returns the moment about point `a` of the force (fx, fy) at point `i`. @param x positions    @param a offset in `x`, as `i` */
const momentZ = (x: Float32Array, a: number, i: number, fx: number, fy: number): number =>
  (x[i] - x[a]) * fy - (x[i + 1] - x[a + 1]) * fx;

function projectTet(state: State, at: number): void {
  const { positions: x, inverseMasses, airElements } = state;
  const va = airElements[at];
  const vb = airElements[at + 1];
  const vc = airElements[at + 2];
  const vd = airElements[at + 3];
  const a = 3 * va;
  const b = 3 * vb;
  const c = 3 * vc;
  const d = 3 * vd;
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = x[c] - x[a];
  const vy = x[c + 1] - x[a + 1];
  const vz = x[c + 2] - x[a + 2];
  const wx = x[d] - x[a];
  const wy = x[d + 1] - x[a + 1];
  const wz = x[d + 2] - x[a + 2];
  // Gradients: at b v x w, at c w x u, at d u x v, and at a minus their sum.
  const bx = vy * wz - vz * wy;
  const by = vz * wx - vx * wz;
  const bz = vx * wy - vy * wx;
  const measure = ux * bx + uy * by + uz * bz;
  if (!(measure < 0)) return;
  const cx = wy * uz - wz * uy;
  const cy = wz * ux - wx * uz;
  const cz = wx * uy - wy * ux;
  const dx = uy * vz - uz * vy;
  const dy = uz * vx - ux * vz;
  const dz = ux * vy - uy * vx;
  const ax = -bx - cx - dx;
  const ay = -by - cy - dy;
  const az = -bz - cz - dz;
  const mobility =
    inverseMasses[va] * (ax * ax + ay * ay + az * az) +
    inverseMasses[vb] * (bx * bx + by * by + bz * bz) +
    inverseMasses[vc] * (cx * cx + cy * cy + cz * cz) +
    inverseMasses[vd] * (dx * dx + dy * dy + dz * dz);
  if (!(mobility > 0)) return;
  const scale = -measure / mobility;
  push(state, va, scale * ax, scale * ay, scale * az);
  push(state, vb, scale * bx, scale * by, scale * bz);
  push(state, vc, scale * cx, scale * cy, scale * cz);
  push(state, vd, scale * dx, scale * dy, scale * dz);
  addMoments(state, at, scale, bx, by, bz, cx, cy, cz, dx, dy, dz);
}

/**
 * Moves a vertex by an impulse.
 * @param fx the impulse times dt [kg m], as fy and fz
 */
function push(
  { positions, remainders, inverseMasses }: State,
  vertex: number,
  fx: number,
  fy: number,
  fz: number,
): void {
  const w = inverseMasses[vertex];
  if (w === 0) return;
  const i = 3 * vertex;
  const nextX = positions[i] + remainders[i] + w * fx;
  const nextY = positions[i + 1] + remainders[i + 1] + w * fy;
  const nextZ = positions[i + 2] + remainders[i + 2] + w * fz;
  positions[i] = nextX;
  positions[i + 1] = nextY;
  positions[i + 2] = nextZ;
  remainders[i] = nextX - positions[i];
  remainders[i + 1] = nextY - positions[i + 1];
  remainders[i + 2] = nextZ - positions[i + 2];
}

/**
 * Adds the moment about x0 of a tetrahedron's impulses to `moments`, a quarter at each corner. The impulses have no moment about the current
 * positions, but moments.ts needs the one about the positions at the step's start.
 * @param scale factor of the gradients    @param bx gradient at corner b, as by and bz; the others are those at c and d
 */
function addMoments(
  { positionsT0: x0, moments, airElements }: State,
  at: number,
  scale: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
  dx: number,
  dy: number,
  dz: number,
): void {
  const a = 3 * airElements[at];
  const b = 3 * airElements[at + 1];
  const c = 3 * airElements[at + 2];
  const d = 3 * airElements[at + 3];
  const ux = x0[b] - x0[a];
  const uy = x0[b + 1] - x0[a + 1];
  const uz = x0[b + 2] - x0[a + 2];
  const vx = x0[c] - x0[a];
  const vy = x0[c + 1] - x0[a + 1];
  const vz = x0[c + 2] - x0[a + 2];
  const wx = x0[d] - x0[a];
  const wy = x0[d + 1] - x0[a + 1];
  const wz = x0[d + 2] - x0[a + 2];
  const share = scale / 4;
  const mx = share * (uy * bz - uz * by + vy * cz - vz * cy + wy * dz - wz * dy);
  const my = share * (uz * bx - ux * bz + vz * cx - vx * cz + wz * dx - wx * dz);
  const mz = share * (ux * by - uy * bx + vx * cy - vy * cx + wx * dy - wy * dx);
  for (let k = 0; k < AIR_STRIDE; k++) {
    const i = 3 * airElements[at + k];
    moments[i] += mx;
    moments[i + 1] += my;
    moments[i + 2] += mz;
  }
}
