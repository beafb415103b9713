import type { State } from '../state.ts';
import type { World } from '../world.ts';

/** The unit normal that the functions below leave. */
export const normal = new Float64Array(3);

/** Squared sine of the angle below which two edges have no common perpendicular that float32 coordinates could tell. */
const PARALLEL_SQUARED = 1e-10;
/** Edges that were this close at x0, as a share of their lengths, were touching: the sign of their distance is noise. */
const TOUCHING = 1e-5;

/** Sets the outward normal of the face vertices[1..3] at the end of the step. @returns false where it has no area */
export function faceNormal(positions: Float32Array, vertices: Uint32Array): boolean {
  normal.fill(0);
  addVectorArea(positions, vertices[1], vertices[2], vertices[3]);
  return normalise();
}

/** When the edges at hand meet; not an argument, since a number would be boxed for a call that isn't inlined. */
export const meeting = { t: 0.5 };
const a = new Float64Array(3);
const b = new Float64Array(3);
/** From edge b's point of contact to edge a's, at x0. */
const separation = new Float64Array(3);

/**
 * Sets the normal of two edges that meet at `meeting.t`: perpendicular to both at that time, pointing from edge b (vertices[2..3])
 * to the side where edge a (vertices[0..1]) was at x0; where they touched already, to the outside of their surfaces. Parallel
 * edges take the direction that they were apart in.
 * @returns false where nothing tells a direction
 */
export function edgeNormal(
  world: World,
  state: State,
  vertices: Uint32Array,
  weights: Float64Array,
  bodyA: number,
  edgeA: number,
  bodyB: number,
  edgeB: number,
): boolean {
  setDirection(a, state, vertices[0], vertices[1]);
  setDirection(b, state, vertices[2], vertices[3]);
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
    return normalise();
  }
  normalise();
  let side = dot(separation, normal);
  if (Math.abs(side) <= TOUCHING * (Math.sqrt(dot(a, a)) + Math.sqrt(dot(b, b)))) {
    const ab = outwardArea(world, state, bodyB, edgeB) - outwardArea(world, state, bodyA, edgeA);
    if (ab !== 0) side = ab;
  }
  if (side < 0) for (let k = 0; k < 3; k++) normal[k] = -normal[k];
  return true;
}

function setDirection(out: Float64Array, { positionsT0, positions }: State, from: number, to: number): void {
  const { t } = meeting;
  for (let k = 0; k < 3; k++) {
    const start = positionsT0[3 * to + k] - positionsT0[3 * from + k];
    const end = positions[3 * to + k] - positions[3 * from + k];
    out[k] = (1 - t) * start + t * end;
  }
}

const kept = new Float64Array(3);

/** How far the surface at a boundary edge faces along `normal` at x0: its two faces' vector areas (doubled) times it. */
function outwardArea(world: World, { positionsT0 }: State, body: number, edge: number): number {
  const { model, vertexBase } = world.bodies[body];
  const { faces, edgeFaces } = world.models[model].topology;
  kept.set(normal);
  normal.fill(0);
  for (let k = 0; k < 2; k++) {
    const f = 3 * edgeFaces[2 * edge + k];
    addVectorArea(positionsT0, vertexBase + faces[f], vertexBase + faces[f + 1], vertexBase + faces[f + 2]);
  }
  const area = dot(normal, kept);
  normal.set(kept);
  return area;
}

/** Adds twice a triangle's vector area [m^2] to `normal`. */
function addVectorArea(x: Float32Array, i: number, j: number, k: number): void {
  const ux = x[3 * j] - x[3 * i];
  const uy = x[3 * j + 1] - x[3 * i + 1];
  const uz = x[3 * j + 2] - x[3 * i + 2];
  const vx = x[3 * k] - x[3 * i];
  const vy = x[3 * k + 1] - x[3 * i + 1];
  const vz = x[3 * k + 2] - x[3 * i + 2];
  normal[0] += uy * vz - uz * vy;
  normal[1] += uz * vx - ux * vz;
  normal[2] += ux * vy - uy * vx;
}

/** @returns false for a vector without direction, or one that isn't finite */
function normalise(): boolean {
  const length = Math.sqrt(dot(normal, normal));
  if (!(length > 0 && length < Infinity)) return false;
  for (let k = 0; k < 3; k++) normal[k] /= length;
  return true;
}

const dot = (x: Float64Array, y: Float64Array): number => x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
