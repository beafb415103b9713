import { hasVolume } from '../../../mesh/topology.ts';
import type { State } from '../../state.ts';
import type { World } from '../../world.ts';
import { addFaceArea, addVectorArea } from '../../vector-area.ts';
import type { HitScratch } from './scratch.ts';

/**
 * Two edges count as parallel if the squared sine of their angle is at most this: their common perpendicular would be dominated by the
 * rounding of the float32 coordinates.
 */
const PARALLEL_SQUARED = 1e-10;
/**
 * Edges count as touching at x0 (the start of the step) if their distance is at most this share of the sum of their lengths. The sign
 * of their distance is then noise.
 */
const TOUCHING_DISTANCE = 1e-5;

/**
 * Sets the normal of the face hit.vertices[1..3] at the end of the step. It points outward; for a two-sided face (of a sheet) it points to
 * the side on which hit.vertices[0] was at x0.
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

/** Whether the vertex was behind the face at x0. If it lay in the face's plane, it counts as behind if it ends the step in front, so as to be pushed back. */
function isBehindFace(hit: HitScratch, { positionsT0, positions }: State): boolean {
  const before = heightAbove(hit, positionsT0);
  return before === 0 ? heightAbove(hit, positions) > 0 : before < 0;
}

/** Height of the vertex above the face's plane, times twice the face's area [m^3]. */
function heightAbove(hit: HitScratch, x: Float32Array): number {
  const { normal, vertices } = hit;
  normal.fill(0);
  addVectorArea(hit.normal, x, vertices[1], vertices[2], vertices[3]);
  let height = 0;
  for (let k = 0; k < 3; k++) height += normal[k] * (x[3 * vertices[0] + k] - x[3 * vertices[1] + k]);
  return height;
}

/**
 * Sets the normal of two edges that meet at time `hit.t`. It is perpendicular to both at that time and points from edge b
 * (vertices[2..3]) to the side on which edge a (vertices[0..1]) was at x0. If the edges already touched at x0, it points out of the
 * volumes that they belong to. For parallel edges it is the direction in which they were apart at x0.
 * @returns false if there is no direction
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
  normal[0] = a[1] * b[2] - a[2] * b[1];
  normal[1] = a[2] * b[0] - a[0] * b[2];
  normal[2] = a[0] * b[1] - a[1] * b[0];
  const lengths = dot(a, a) * dot(b, b);
  if (dot(normal, normal) <= PARALLEL_SQUARED * lengths) {
    normal.set(separation);
    return normalise(hit);
  }
  normalise(hit);
  let side = dot(separation, normal);
  if (Math.abs(side) <= TOUCHING_DISTANCE * (Math.sqrt(dot(a, a)) + Math.sqrt(dot(b, b)))) {
    const ab = outwardArea(hit, world, state, bodyB, edgeB) - outwardArea(hit, world, state, bodyA, edgeA);
    if (ab !== 0) side = ab;
  }
  if (side < 0) for (let k = 0; k < 3; k++) normal[k] = -normal[k];
  return true;
}

/** Writes the direction from one vertex to another at time `hit.t` [m]. */
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

/** Dot product of `normal` and the doubled vector area [m^2] of a boundary edge's two faces at x0; 0 for a body without volume. */
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

/** Normalises `normal`. @returns false if it is zero or not finite */
function normalise(hit: HitScratch): boolean {
  const { normal } = hit;
  const length = Math.sqrt(dot(normal, normal));
  if (!(length > 0 && length < Infinity)) return false;
  for (let k = 0; k < 3; k++) normal[k] /= length;
  return true;
}

const dot = (x: Float64Array, y: Float64Array): number => x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
