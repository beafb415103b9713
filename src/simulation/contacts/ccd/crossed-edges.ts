import { hasVolume, type Topology } from '../../../mesh/topology.ts';
import type { Impact } from '../../../geometry/time-of-impact.ts';
import type { State } from '../../state.ts';
import type { World } from '../../world/world.ts';

/**
 * Two boundary edges of bodies with volume are crossed if each of them pierces a face beside the other one. Where two surfaces intersect
 * and no vertex of either is inside the other, there are crossed edges. Shortest paths of vertices don't see such an intersection, and CCD
 * keeps it: a contact of CCD holds an edge on the side of the other edge on which it began the step. So CCD tests for crossed edges first,
 * if the parameter crossedEdges is `part`, and their contact pushes each edge to the other side of the other one. In mode hybrid, edges with a
 * vertex inside aren't tested: shortest paths push those out.
 */

/**
 * Where steps part regions, an edge pierces a face only if both of its ends are farther from the face's plane than this share of its length. Surfaces
 * that lie on one another dip into one another by less, and parting edges there would push bodies that rest or slide. A choice: found by trials.
 */
export const LEAST_DIP = 0.01;

/**
 * Greatest number of boundary faces of a coarse body (areBroughtTogether): a cube of 3 cells a side has 108, of 2 cells 48. A choice: in 60 starts in which one body or both had
 * more faces, the rule changed the outcome of none.
 */
export const COARSE_FACES = 64;

/** Value of HIT.t in the hit of crossed edges. Crossed edges come before all hits of an edge. */
export const CROSSED = -1;

/**
 * Returns whether two edges are crossed at x0, the start of the step. If they are, writes the hit to `impact`: u and v are the parameters
 * at which the edges are nearest at the end of the step.
 * @param edgeA, edgeB local to the models of bodyA and bodyB
 * @param leavesDips whether an edge that dips into a face by less than LEAST_DIP doesn't pierce it
 */
export function findCrossed(
  impact: Impact,
  world: World,
  { positionsT0, positions }: State,
  bodyA: number,
  edgeA: number,
  bodyB: number,
  edgeB: number,
  leavesDips: boolean,
): boolean {
  const a = world.bodies[bodyA];
  const b = world.bodies[bodyB];
  const ofA = world.models[a.model].topology;
  const ofB = world.models[b.model].topology;
  if (!hasVolume(ofA) || !hasVolume(ofB)) return false;
  const p = a.vertexBase + ofA.edges[2 * edgeA];
  const q = a.vertexBase + ofA.edges[2 * edgeA + 1];
  const r = b.vertexBase + ofB.edges[2 * edgeB];
  const s = b.vertexBase + ofB.edges[2 * edgeB + 1];
  if (!piercesBeside(positionsT0, p, q, ofB, b.vertexBase, edgeB, r, s, leavesDips)) return false;
  if (!piercesBeside(positionsT0, r, s, ofA, a.vertexBase, edgeA, p, q, leavesDips)) return false;
  impact.t = CROSSED;
  setNearest(impact, positions, p, q, r, s);
  return true;
}

/**
 * Returns whether parting two crossed edges would bring their bodies together: the side of edge b to which edge a would go lies towards b's middle, seen from a's.
 * Bodies of few elements can be deep in one another with no point that detection tests inside, and their edges are crossed on all sides. Each pair of edges has its own way out;
 * all together they press the bodies flat. So between two coarse bodies only those pairs part that lead the bodies apart, and the others make no contact.
 */
export function areBroughtTogether(
  world: World,
  { positionsT0: x }: State,
  bodyA: number,
  edgeA: number,
  bodyB: number,
  edgeB: number,
): boolean {
  const a = world.bodies[bodyA];
  const b = world.bodies[bodyB];
  const ofA = world.models[a.model].topology;
  const ofB = world.models[b.model].topology;
  if (bodyA === bodyB || ofA.faceCount > COARSE_FACES || ofB.faceCount > COARSE_FACES) return false;
  const p = 3 * (a.vertexBase + ofA.edges[2 * edgeA]);
  const q = 3 * (a.vertexBase + ofA.edges[2 * edgeA + 1]);
  const r = 3 * (b.vertexBase + ofB.edges[2 * edgeB]);
  const s = 3 * (b.vertexBase + ofB.edges[2 * edgeB + 1]);
  let side = 0;
  let apart = 0;
  for (let k = 0; k < 3; k++) {
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    const normal = (x[q + i] - x[p + i]) * (x[s + j] - x[r + j]) - (x[q + j] - x[p + j]) * (x[s + i] - x[r + i]);
    side += normal * (x[p + k] - x[r + k]);
    apart += normal * (middle(x, ofA, a.vertexBase, k) - middle(x, ofB, b.vertexBase, k));
  }
  return side * apart > 0;
}

/** Returns a coordinate of the mean of all corners of a body's boundary faces [m]. */
function middle(x: Float32Array, { faces, faceCount }: Topology, vertexBase: number, axis: number): number {
  let sum = 0;
  for (let i = 0; i < 3 * faceCount; i++) sum += x[3 * (vertexBase + faces[i]) + axis];
  return sum / (3 * faceCount);
}

/**
 * Whether the segment pq pierces one of the two faces beside an edge of a body. Vertices are those of the world.
 * @param edge local to the body's model    @param r, s the edge's ends
 */
function piercesBeside(
  x: Float32Array,
  p: number,
  q: number,
  { faces, edgeFaces }: Topology,
  vertexBase: number,
  edge: number,
  r: number,
  s: number,
  leavesDips: boolean,
): boolean {
  for (let k = 2 * edge; k < 2 * edge + 2; k++) {
    const f = 3 * edgeFaces[k];
    const third = 3 * vertexBase + faces[f] + faces[f + 1] + faces[f + 2] - r - s;
    if (third !== p && third !== q && pierces(x, 3 * p, 3 * q, 3 * r, 3 * s, 3 * third, leavesDips)) return true;
  }
  return false;
}

/** Whether the segment pq passes through the inside of the triangle abc. @param p, q, a, b, c offsets in `x` */
function pierces(x: Float32Array, p: number, q: number, a: number, b: number, c: number, leavesDips: boolean): boolean {
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = x[c] - x[a];
  const vy = x[c + 1] - x[a + 1];
  const vz = x[c + 2] - x[a + 2];
  const px = x[p] - x[a];
  const py = x[p + 1] - x[a + 1];
  const pz = x[p + 2] - x[a + 2];
  const dx = x[q] - x[p];
  const dy = x[q + 1] - x[p + 1];
  const dz = x[q + 2] - x[p + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const heightP = nx * px + ny * py + nz * pz;
  const rise = nx * dx + ny * dy + nz * dz;
  if (heightP > 0 ? heightP + rise >= 0 : heightP === 0 || heightP + rise <= 0) return false;
  if (leavesDips) {
    const dip = Math.min(Math.abs(heightP), Math.abs(heightP + rise));
    const least = LEAST_DIP * LEAST_DIP * (nx * nx + ny * ny + nz * nz) * (dx * dx + dy * dy + dz * dz);
    if (dip * dip <= least) return false;
  }
  // Barycentric weights of the point in which the line pq meets the plane, times `whole` (Moeller, Trumbore 1997).
  const sign = rise > 0 ? -1 : 1;
  const whole = sign * -rise;
  const cx = py * dz - pz * dy;
  const cy = pz * dx - px * dz;
  const cz = px * dy - py * dx;
  const ofB = sign * (vx * cx + vy * cy + vz * cz);
  const ofC = -sign * (ux * cx + uy * cy + uz * cz);
  return ofB > 0 && ofC > 0 && ofB + ofC < whole;
}

/** Sets impact.u and impact.v to the parameters of the points in which the edges' lines are nearest, moved to the edges' ends if beyond. */
function setNearest(impact: Impact, x: Float32Array, p: number, q: number, r: number, s: number): void {
  let aa = 0;
  let ab = 0;
  let bb = 0;
  let ac = 0;
  let bc = 0;
  for (let k = 0; k < 3; k++) {
    const a = x[3 * q + k] - x[3 * p + k];
    const b = x[3 * s + k] - x[3 * r + k];
    const c = x[3 * r + k] - x[3 * p + k];
    aa += a * a;
    ab += a * b;
    bb += b * b;
    ac += a * c;
    bc += b * c;
  }
  const determinant = aa * bb - ab * ab;
  impact.u = determinant > 0 ? between(0, (ac * bb - ab * bc) / determinant, 1) : 0.5;
  impact.v = determinant > 0 ? between(0, (ab * ac - aa * bc) / determinant, 1) : 0.5;
}

const between = (least: number, x: number, greatest: number): number => Math.min(Math.max(x, least), greatest);
