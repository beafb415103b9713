import { TET_FACES } from '../../mesh/tet-mesh.ts';
import { NONE } from '../../mesh/topology.ts';
import { exitFaces, INVERTED, RAY, type Ray } from './exit-faces.ts';
import type { PathBody } from './path-body.ts';
import { pathWork } from './path-work.ts';
import { INVALID, type Target, VALID } from './traversal.ts';

/** The line passes an edge or a vertex so closely that rounding could choose the wrong element: nothing is said. */
export const UNSURE = 3;

/**
 * How far from every edge a line has to pass, as a share of the squared extent of the elements around: thousands of times the
 * rounding error. The rare lines that come closer are left to the traversal that branches.
 */
const CLEARANCE = 1e-11;

/** Elements after which a walk is given up; a line through a million elements passes some hundred. */
const LONGEST_WALK = 4096;

/** The corners of the face opposite each corner, its normal outward: two bits each. */
const OUTWARD = Uint8Array.from(TET_FACES, ([i, j, k]) => i | (j << 2) | (k << 4));

/**
 * Where the line of a ray leads, element by element, from p to an element that holds the target.
 *
 * A line that keeps clear of edges crosses exactly two faces of an element, whether that is turned inside out or not; so
 * behind one face the other follows from the one new corner, and there is no branch. Only in p's own element does
 * the orientation tell which of both leads towards s (exit-faces.ts).
 * @returns VALID, INVALID, or UNSURE
 * Source: Chen et al. 2023, section 3.5; the step from face to face as in Aman et al. 2022.
 */
export function walkLine(body: PathBody, ray: Ray, tet: number, target: Target): number {
  const { positions, vertexBase } = body;
  const { tets, neighbours } = body.topology;
  const exits = exitFaces(body, ray, tet) & ~INVERTED;
  // None or several: p lies on a face, an edge, a vertex.
  if (exits === 0 || (exits & (exits - 1)) !== 0) return UNSURE;
  const out = 31 - Math.clz32(exits);
  const first = OUTWARD[out];
  let a = tets[4 * tet + (first & 3)],
    b = tets[4 * tet + ((first >> 2) & 3)],
    c = tets[4 * tet + (first >> 4)];
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
  const near = ray[RAY.near];
  const far = ray[RAY.far];
  let i = 3 * (vertexBase + a);
  let x = positions[i] - px,
    y = positions[i + 1] - py,
    z = positions[i + 2] - pz;
  let ax = x * ux + y * uy + z * uz,
    ay = x * vx + y * vy + z * vz,
    az = x * wx + y * wy + z * wz;
  i = 3 * (vertexBase + b);
  x = positions[i] - px;
  y = positions[i + 1] - py;
  z = positions[i + 2] - pz;
  let bx = x * ux + y * uy + z * uz,
    by = x * vx + y * vy + z * vz,
    bz = x * wx + y * wy + z * wz;
  i = 3 * (vertexBase + c);
  x = positions[i] - px;
  y = positions[i + 1] - py;
  z = positions[i + 2] - pz;
  let cx = x * ux + y * uy + z * uz,
    cy = x * vx + y * vy + z * vz,
    cz = x * wx + y * wy + z * wz;
  let extent = Math.abs(ax) + Math.abs(ay) + Math.abs(az);
  extent = Math.max(extent, Math.abs(bx) + Math.abs(by) + Math.abs(bz), Math.abs(cx) + Math.abs(cy) + Math.abs(cz));
  let clear = CLEARANCE * extent * extent;
  // Around the line a, b, c follow one another counterclockwise, and go on doing so.
  if (!(ax * by - ay * bx > clear && bx * cy - by * cx > clear && cx * ay - cy * ax > clear)) return UNSURE;

  for (let steps = 1; steps < LONGEST_WALK; steps++) {
    // The boundary; or p's own element again: around elements turned inside out a lifted line may be closed.
    if (next < 0 || next === tet) return INVALID;
    const rounding = CLEARANCE * extent;
    if (az > far + rounding && bz > far + rounding && cz > far + rounding) return INVALID;
    if (az < near - rounding && bz < near - rounding && cz < near - rounding) return INVALID;
    const t = 4 * next;
    const i0 = tets[t],
      i1 = tets[t + 1],
      i2 = tets[t + 2],
      i3 = tets[t + 3];
    // The fourth corner.
    const d = i0 ^ i1 ^ i2 ^ i3 ^ a ^ b ^ c;
    pathWork.tetsVisited++;
    if (target.a === NONE) {
      if (next === target.tet) return VALID;
    } else if (target.a === target.b ? d === target.a : holdsEdge(target, a, b, c, d)) return VALID;
    const at = 3 * (vertexBase + d);
    const rx = positions[at] - px,
      ry = positions[at + 1] - py,
      rz = positions[at + 2] - pz;
    const dx = rx * ux + ry * uy + rz * uz,
      dy = rx * vx + ry * vy + rz * vz,
      dz = rx * wx + ry * wy + rz * wz;
    extent = Math.max(extent, Math.abs(dx) + Math.abs(dy) + Math.abs(dz));
    clear = CLEARANCE * extent * extent;
    const da = dx * ay - dy * ax,
      db = dx * by - dy * bx,
      dc = dx * cy - dy * cx;
    // d takes the place of the corner that isn't beside it.
    let gone = 0;
    if (da > clear && db < -clear) {
      gone = c;
      c = d;
      cx = dx;
      cy = dy;
      cz = dz;
    } else if (db > clear && dc < -clear) {
      gone = a;
      a = d;
      ax = dx;
      ay = dy;
      az = dz;
    } else if (dc > clear && da < -clear) {
      gone = b;
      b = d;
      bx = dx;
      by = dy;
      bz = dz;
    } else return UNSURE;
    next = neighbours[t + (gone === i0 ? 0 : gone === i1 ? 1 : gone === i2 ? 2 : 3)] | 0;
  }
  return UNSURE;
}

/** Whether an element holds both ends of the target's edge; d is its new corner. */
function holdsEdge({ a: i, b: j }: Target, a: number, b: number, c: number, d: number): boolean {
  const other = d === i ? j : d === j ? i : NONE;
  return other !== NONE && (other === a || other === b || other === c);
}
