import { INDEX_MASK } from '../../bvh/tree.ts';
import { TET_FACES } from '../../mesh/tet-mesh.ts';
import { NONE } from '../../mesh/topology.ts';
import { RAY, type Ray } from './exit-faces.ts';
import type { PathBody } from './path-body.ts';
import { INVALID, UNSURE, VALID } from './outcomes.ts';
import type { Line, PathScratch, Target } from './scratch.ts';

/**
 * How far from every edge a line has to pass, as a share of the squared extent of the first element and the ray: millions of
 * times the rounding error, so that also much larger elements further on are safe. The rare lines that come closer are left to
 * the traversal that branches.
 */
const CLEARANCE = 1e-9;

/** Elements after which a walk is given up; a line through a million elements passes some hundred. */
const LONGEST_WALK = 4096;

/** The corners of the face opposite each corner, its normal outward. */
const OUTWARD = Uint8Array.from(TET_FACES.flat());

/**
 * Where the line of a ray leads, element by element, from p to an element that holds the target.
 *
 * A line that keeps clear of edges crosses exactly two faces of an element, whether that is turned inside out or not; so
 * behind one face the other follows from the one new corner, and there is no branch. Only in p's own element does
 * the orientation tell which of both leads towards s (exit-faces.ts).
 * @returns VALID, INVALID, or UNSURE
 * Source: Chen et al. 2023, section 3.5; the step from face to face as in Aman et al. 2022.
 */
export function walkLine(scratch: PathScratch, body: PathBody, ray: Ray, tet: number, target: Target): number {
  const { line, work } = scratch;
  const { across, corner } = line;
  const { positions, vertexBase } = body;
  const { tets, neighbours } = body.topology;
  const near = ray[RAY.near];
  const far = ray[RAY.far];
  let extent = far - near;
  for (let k = 0; k < 4; k++) {
    corner[k] = tets[4 * tet + k];
    extent = Math.max(extent, project(line, ray, positions, 3 * (vertexBase + corner[k]), k));
  }
  const clear = CLEARANCE * extent * extent;
  const margin = CLEARANCE * extent;
  const out = firstExit(line, clear);
  if (out < 0) return UNSURE;
  let next = neighbours[4 * tet + out] | 0;

  const px = ray[0],
    py = ray[1],
    pz = ray[2];
  const ux = ray[3],
    uy = ray[4],
    uz = ray[5];
  const vx = ray[6],
    vy = ray[7],
    vz = ray[8];
  const wx = ray[9],
    wy = ray[10],
    wz = ray[11];
  const goalTet = target.a === NONE ? target.tet : -1;
  const goalA = target.a | 0;
  const goalB = target.b | 0;
  for (let steps = 1; steps < LONGEST_WALK; steps++) {
    // The boundary; or p's own element again: around elements turned inside out a lifted line may be closed.
    if (next < 0 || next === tet) return INVALID;
    const az = across[2],
      bz = across[5],
      cz = across[8];
    if (az > far + margin && bz > far + margin && cz > far + margin) return INVALID;
    if (az < near - margin && bz < near - margin && cz < near - margin) return INVALID;
    const t = (next << 2) & INDEX_MASK;
    const i0 = tets[t] | 0,
      i1 = tets[t + 1] | 0,
      i2 = tets[t + 2] | 0,
      i3 = tets[t + 3] | 0;
    const a = corner[0],
      b = corner[1],
      c = corner[2];
    // The fourth corner.
    const d = i0 ^ i1 ^ i2 ^ i3 ^ a ^ b ^ c;
    work.tetsVisited++;
    if (next === goalTet) return VALID;
    if (d === goalA && (goalB === goalA || goalB === a || goalB === b || goalB === c)) return VALID;
    if (d === goalB && (goalA === a || goalA === b || goalA === c)) return VALID;
    const at = (3 * ((vertexBase + d) | 0)) & INDEX_MASK;
    const rx = positions[at] - px,
      ry = positions[at + 1] - py,
      rz = positions[at + 2] - pz;
    const dx = rx * ux + ry * uy + rz * uz,
      dy = rx * vx + ry * vy + rz * vz,
      dz = rx * wx + ry * wy + rz * wz;
    const da = dx * across[1] - dy * across[0],
      db = dx * across[4] - dy * across[3],
      dc = dx * across[7] - dy * across[6];
    // d takes the place of the corner that isn't beside it; chosen without branches, since it is a toss-up.
    const ofA = Number(db > clear) & Number(dc < -clear);
    const ofB = Number(dc > clear) & Number(da < -clear);
    const ofC = Number(da > clear) & Number(db < -clear);
    if ((ofA | ofB | ofC) === 0) return UNSURE;
    const k = ofB + 2 * ofC;
    const gone = corner[k];
    corner[k] = d;
    across[3 * k] = dx;
    across[3 * k + 1] = dy;
    across[3 * k + 2] = dz;
    next = neighbours[t + Number(gone === i1) + 2 * Number(gone === i2) + 3 * Number(gone === i3)] | 0;
  }
  return UNSURE;
}

/**
 * Finds the face by which the ray leaves p's element, among the four corners, and moves its corners to the front: around the line
 * they follow one another counterclockwise, and go on doing so behind it.
 * @returns the corner opposite, or -1: p lies on a face, an edge, a vertex
 */
function firstExit(line: Line, clear: number): number {
  for (let out = 0; out < 4; out++) {
    const i = OUTWARD[3 * out],
      j = OUTWARD[3 * out + 1],
      k = OUTWARD[3 * out + 2];
    if (!(turn(line, i, j) > clear && turn(line, j, k) > clear && turn(line, k, i) > clear)) continue;
    keepFace(line, i, j, k);
    return out;
  }
  return -1;
}

function keepFace(line: Line, i: number, j: number, k: number): void {
  const { across, corner, kept } = line;
  const a = corner[i],
    b = corner[j],
    c = corner[k];
  for (let axis = 0; axis < 3; axis++) {
    kept[axis] = across[3 * i + axis];
    kept[3 + axis] = across[3 * j + axis];
    kept[6 + axis] = across[3 * k + axis];
  }
  corner[0] = a;
  corner[1] = b;
  corner[2] = c;
  across.set(kept);
}

/** Writes where a vertex lies. @returns its distance from p, or somewhat more */
function project(line: Line, ray: Ray, positions: Float32Array, i: number, k: number): number {
  const { across } = line;
  const x = positions[i] - ray[0],
    y = positions[i + 1] - ray[1],
    z = positions[i + 2] - ray[2];
  for (let axis = 0; axis < 3; axis++)
    across[3 * k + axis] = x * ray[3 + 3 * axis] + y * ray[4 + 3 * axis] + z * ray[5 + 3 * axis];
  return Math.abs(x) + Math.abs(y) + Math.abs(z);
}

/** Twice the signed area of the ray and two corners, as seen along the ray. */
const turn = (line: Line, i: number, j: number): number =>
  line.across[3 * i] * line.across[3 * j + 1] - line.across[3 * i + 1] * line.across[3 * j];
