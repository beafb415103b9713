import { hasVolume } from '../../../mesh/topology.ts';
import type { State } from '../../state.ts';
import type { World } from '../../world/world.ts';
import { addFaceArea, addVectorArea } from '../../world/vector-area.ts';
import type { HitScratch } from './scratch.ts';

/**
 * Two edges count as parallel if the squared sine of their angle is at most this. The direction of such edges' common perpendicular would
 * be mostly rounding error of the float32 coordinates.
 */
const PARALLEL_SQUARED = 1e-10;
/**
 * Two edges count as touching at x0 (the positions at the start of the step) if their distance is at most this share of the sum of
 * their lengths. On which side of one edge the other lies is then decided by rounding errors.
 */
const TOUCHING_DISTANCE = 1e-5;

/**
 * Sets `hit.normal` to the normal of the face hit.vertices[1..3] at the end of the step. The normal points outward. If the face is
 * two-sided (a face of a sheet), the normal points to the side on which the vertex hit.vertices[0] was at x0.
 * @returns false if the face has no area
 */
export function faceNormal(hit: HitScratch, state: State, isTwoSided: boolean): boolean {
  const { normal, vertices } = hit;
  const isBehind = isTwoSided && isBehindFace(hit, state);
  normal.fill(0);
  addVectorArea(hit.normal, state.positions, vertices[1], vertices[2], vertices[3]);
  if (!normalise(hit)) return false;
  if (isBehind) for (let k = 0; k < 3; k++) normal[k] = -normal[k];
  return true;
}

/**
 * Whether the vertex was behind the face at x0. A vertex that lay in the face's plane counts as behind if it is in front at the end of
 * the step, so that the contact pushes it back.
 */
function isBehindFace(hit: HitScratch, { positionsT0, positions }: State): boolean {
  const before = heightAbove(hit, positionsT0);
  return before === 0 ? heightAbove(hit, positions) > 0 : before < 0;
}

/** Returns the height of the vertex above the face's plane, times twice the face's area [m^3]. */
function heightAbove(hit: HitScratch, x: Float32Array): number {
  const { normal, vertices } = hit;
  normal.fill(0);
  addVectorArea(hit.normal, x, vertices[1], vertices[2], vertices[3]);
  let height = 0;
  for (let k = 0; k < 3; k++) height += normal[k] * (x[3 * vertices[0] + k] - x[3 * vertices[1] + k]);
  return height;
}

/**
 * Sets `hit.normal` for two edges that meet at time `hit.t`. The normal is perpendicular to both edges at that time. It points from edge
 * b (vertices[2..3]) to the side on which edge a (vertices[0..1]) was at x0.
 * - If the edges already touched at x0, the normal points out of b's body and into a's body.
 * - If the edges are parallel, the normal is the direction from b's contact point to a's contact point at x0.
 * @returns false if the edges are parallel and their contact points coincided at x0, so that there is no direction
 */
export function edgeNormal(
  hit: HitScratch,
  world: World,
  state: State,
  bodyA: number,
  edgeA: number,
  bodyB: number,
  edgeB: number,
): boolean {
  const { a, b, normal, separation, vertices, weights } = hit;
  setDirection(hit, a, state, vertices[0], vertices[1]);
  setDirection(hit, b, state, vertices[2], vertices[3]);
  for (let k = 0; k < 3; k++) {
    separation[k] = 0;
    for (let i = 0; i < 4; i++) separation[k] += weights[i] * state.positionsT0[3 * vertices[i] + k];
  }
  setCross(normal, a, b);
  const lengths = dot(a, a) * dot(b, b);
  if (dot(normal, normal) <= PARALLEL_SQUARED * lengths) {
    normal.set(separation);
    return normalise(hit);
  }
  normalise(hit); // succeeds for all finite positions, since parallel edges were handled above
  let side = dot(separation, normal);
  if (Math.abs(side) <= TOUCHING_DISTANCE * (Math.sqrt(dot(a, a)) + Math.sqrt(dot(b, b)))) {
    const outOfB = outwardArea(hit, world, state, bodyB, edgeB) - outwardArea(hit, world, state, bodyA, edgeA);
    if (outOfB !== 0) side = outOfB;
  }
  if (side < 0) for (let k = 0; k < 3; k++) normal[k] = -normal[k];
  return true;
}

/**
 * Sets `hit.normal` for two edges that were crossed at x0 (crossed-edges.ts). The normal is perpendicular to both edges at the end of the
 * step. It points to the side of edge b (vertices[2..3]) on which edge a (vertices[0..1]) was not at x0.
 * @returns false if the edges are parallel, or their lines met at x0
 */
export function crossedNormal(hit: HitScratch, state: State): boolean {
  const { a, b, normal, separation, vertices } = hit;
  hit.t = 0;
  setDirection(hit, a, state, vertices[0], vertices[1]);
  setDirection(hit, b, state, vertices[2], vertices[3]);
  for (let k = 0; k < 3; k++)
    separation[k] = state.positionsT0[3 * vertices[0] + k] - state.positionsT0[3 * vertices[2] + k];
  setCross(normal, a, b);
  const side = dot(separation, normal);
  if (side === 0) return false;
  hit.t = 1;
  setDirection(hit, a, state, vertices[0], vertices[1]);
  setDirection(hit, b, state, vertices[2], vertices[3]);
  setCross(normal, a, b);
  if (dot(normal, normal) <= PARALLEL_SQUARED * dot(a, a) * dot(b, b)) return false;
  if (side > 0) for (let k = 0; k < 3; k++) normal[k] = -normal[k];
  return normalise(hit);
}

/** Writes the vector from one vertex to another at time `hit.t` to `out` [m]. */
function setDirection(
  hit: HitScratch,
  out: Float64Array,
  { positionsT0, positions }: State,
  from: number,
  to: number,
): void {
  const { t } = hit;
  for (let k = 0; k < 3; k++) {
    const start = positionsT0[3 * to + k] - positionsT0[3 * from + k];
    const end = positions[3 * to + k] - positions[3 * from + k];
    out[k] = (1 - t) * start + t * end;
  }
}

/** Returns the dot product of `normal` and twice the vector area [m^2] of a boundary edge's two faces at x0; 0 if the body is a sheet. */
function outwardArea(hit: HitScratch, world: World, { positionsT0 }: State, body: number, edge: number): number {
  const { savedNormal, normal } = hit;
  const { model, vertexBase } = world.bodies[body];
  const { topology } = world.models[model];
  if (!hasVolume(topology)) return 0;
  const { faces, edgeFaces } = topology;
  savedNormal.set(normal);
  normal.fill(0);
  for (let k = 0; k < 2; k++) addFaceArea(normal, positionsT0, faces, vertexBase, edgeFaces[2 * edge + k]);
  const area = dot(normal, savedNormal);
  normal.set(savedNormal);
  return area;
}

/** Normalises `hit.normal`. @returns false if its length is 0 or not finite */
function normalise(hit: HitScratch): boolean {
  const { normal } = hit;
  const length = Math.sqrt(dot(normal, normal));
  if (!(length > 0 && length < Infinity)) return false;
  for (let k = 0; k < 3; k++) normal[k] /= length;
  return true;
}

function setCross(out: Float64Array, a: Float64Array, b: Float64Array): void {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

const dot = (x: Float64Array, y: Float64Array): number => x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
