import { dot } from '../../math/vectors.ts';
/**
 * Sweeps a cross-section along a centre line: one copy of its vertices per layer, one prism per triangle and gap between layers,
 * three tetrahedra per prism. Uses only + - * / and square roots, so that every engine makes the same bytes.
 */
import type { TetMesh } from '../tet-mesh.ts';

/** A triangulated region of the plane (u, v), around the centre line at its origin. */
export interface CrossSection {
  /** [m], flat, 2 numbers per vertex. */
  readonly points: Float64Array;
  /** Vertex ids, 3 per triangle, counter-clockwise. */
  readonly triangles: Uint32Array;
  /** One number per vertex, different at the two ends of each edge; ranks decide the diagonals of the prisms' sides. */
  readonly ranks: Uint8Array;
  /** The vertex at the origin; undefined if there is none. */
  readonly centre: number | undefined;
}

const TETS_PER_PRISM = 3;

/** @returns number of tetrahedra between `layers` consecutive cross-sections */
export const sweptTetCount = (section: CrossSection, layers: number): number =>
  TETS_PER_PRISM * (section.triangles.length / 3) * (layers - 1);

/**
 * Sweeps a cross-section along a line.
 * @param line points of the centre line [m], flat, 3 numbers each, consecutive ones different; vertex i of layer k gets the id k * (vertices of the section) + i
 * @param scales scale of the section at each point of the line; 1 by default
 * @returns a mesh whose tetrahedra are positively oriented wherever the line's radius of curvature exceeds the section
 */
export function sweep(section: CrossSection, line: Float64Array, scales?: Float64Array): TetMesh {
  return { positions: sweptPositions(section, line, scales), tets: sweptTets(section, line.length / 3) };
}

/** Positions only [m]. The section's u axis starts along y if the line starts along x, and does not rotate around the line. */
export function sweptPositions(section: CrossSection, line: Float64Array, scales?: Float64Array): Float32Array {
  const { points } = section;
  const count = points.length / 2;
  const us = rotationMinimisingNormals(line);
  const tangent = new Float64Array(3);
  const positions = new Float32Array(count * line.length);
  for (let layer = 0, at = 0; layer < line.length / 3; layer++) {
    tangentAt(line, layer, tangent);
    const [tx, ty, tz] = tangent;
    const [ux, uy, uz] = us.subarray(3 * layer, 3 * layer + 3);
    const [vx, vy, vz] = [ty * uz - tz * uy, tz * ux - tx * uz, tx * uy - ty * ux];
    const scale = scales ? scales[layer] : 1;
    for (let i = 0; i < count; i++, at += 3) {
      const u = scale * points[2 * i];
      const v = scale * points[2 * i + 1];
      positions[at] = line[3 * layer] + u * ux + v * vx;
      positions[at + 1] = line[3 * layer + 1] + u * uy + v * vy;
      positions[at + 2] = line[3 * layer + 2] + u * uz + v * vz;
    }
  }
  return positions;
}

/**
 * The diagonal of a prism's side rises from the lower rank below to the higher rank above; in every other layer it falls. So both
 * prisms at a side agree, and no sense of rotation is preferred (with equal cuts, a rod would twist when pulled).
 */
function sweptTets(section: CrossSection, layers: number): Uint32Array {
  const { triangles, ranks } = section;
  const count = section.points.length / 2;
  const tets = new Uint32Array(4 * sweptTetCount(section, layers));
  for (let layer = 0, at = 0; layer + 1 < layers; layer++) {
    const upright = layer % 2 === 0;
    const from = count * (upright ? layer : layer + 1);
    const to = count * (upright ? layer + 1 : layer);
    for (let t = 0; t < triangles.length; t += 3) {
      // Rotate the triangle, which keeps its orientation, until the lowest rank is first; the other two are then in order or not.
      const [i, j, k] = [triangles[t], triangles[t + 1], triangles[t + 2]];
      const first = ranks[i] < ranks[j] && ranks[i] < ranks[k] ? 0 : ranks[j] < ranks[k] ? 1 : 2;
      const a = triangles[t + first];
      const next = triangles[t + ((first + 1) % 3)];
      const last = triangles[t + ((first + 2) % 3)];
      const ordered = ranks[next] < ranks[last];
      const b = ordered ? next : last;
      const c = ordered ? last : next;
      const positive = ordered === upright;
      at = writeTet(tets, at, positive, from + a, from + b, from + c, to + c);
      at = writeTet(tets, at, !positive, from + a, from + b, to + b, to + c);
      at = writeTet(tets, at, positive, from + a, to + a, to + b, to + c);
    }
  }
  return tets;
}

function writeTet(tets: Uint32Array, at: number, positive: boolean, a: number, b: number, c: number, d: number) {
  tets[at] = a;
  tets[at + 1] = positive ? b : c;
  tets[at + 2] = positive ? c : b;
  tets[at + 3] = d;
  return at + 4;
}

/** Ids of all vertices of the first `layers` and of the last `layers` of `of` cross-sections, ascending. */
export function endVertices(section: CrossSection, of: number, layers: number): [Uint32Array, Uint32Array] {
  if (!(Number.isInteger(layers) && layers >= 1 && 2 * layers <= of))
    throw new RangeError(`${layers} layers were to be clamped, expected 1 to ${Math.floor(of / 2)}`);
  const count = section.points.length / 2;
  const first = Uint32Array.from({ length: layers * count }, (_, i) => i);
  return [first, first.map((v) => v + (of - layers) * count)];
}

/** Ids of the vertices along the axis, in order; empty if the section has no vertex at its origin. */
export function centrelineVertices(section: CrossSection, layers: number): Uint32Array {
  const { centre } = section;
  if (centre === undefined) return new Uint32Array(0);
  return Uint32Array.from({ length: layers }, (_, layer) => (layer * section.points.length) / 2 + centre);
}

/** A straight centre line along x, centred at the origin [m]. */
export function straightLine(length: number, layers: number): Float64Array {
  const line = new Float64Array(3 * layers);
  for (let layer = 0; layer < layers; layer++) line[3 * layer] = length * (layer / (layers - 1) - 0.5);
  return line;
}

/** Unit normal of the line at each point, transported without twist by double reflection (Wang et al. 2008, Computation of Rotation Minimizing Frames). */
function rotationMinimisingNormals(line: Float64Array): Float64Array {
  const us = new Float64Array(line.length);
  const [t0, t1, u, chord] = [0, 1, 2, 3].map(() => new Float64Array(3));
  tangentAt(line, 0, t0);
  // Start with y, or x if the line runs along y, minus its component along the tangent.
  const axis = Math.abs(t0[1]) < 0.9 ? 1 : 0;
  for (let k = 0; k < 3; k++) u[k] = (k === axis ? 1 : 0) - t0[axis] * t0[k];
  normalise(u);
  us.set(u);
  for (let at = 3; at < line.length; at += 3) {
    tangentAt(line, at / 3, t1);
    for (let k = 0; k < 3; k++) chord[k] = line[at + k] - line[at - 3 + k];
    reflect(u, chord);
    reflect(t0, chord);
    for (let k = 0; k < 3; k++) chord[k] = t1[k] - t0[k];
    reflect(u, chord);
    for (let k = 0; k < 3; k++) u[k] -= dot(u, t1) * t1[k]; // removes the rounding error, which would add up over a long line
    normalise(u);
    us.set(u, at);
    t0.set(t1);
  }
  return us;
}

/** Unit tangent by central differences, one-sided at the ends. */
function tangentAt(line: Float64Array, layer: number, tangent: Float64Array): void {
  const before = 3 * Math.max(layer - 1, 0);
  const after = 3 * Math.min(layer + 1, line.length / 3 - 1);
  for (let k = 0; k < 3; k++) tangent[k] = line[after + k] - line[before + k];
  normalise(tangent);
}

function normalise(a: Float64Array): void {
  const length = Math.sqrt(dot(a, a));
  for (let k = 0; k < 3; k++) a[k] /= length;
}

/** Reflects `a` at the plane through the origin with this normal, of any length; does nothing if it is 0. */
function reflect(a: Float64Array, normal: Float64Array): void {
  const squared = dot(normal, normal);
  if (squared === 0) return;
  const twice = (2 * dot(a, normal)) / squared;
  for (let k = 0; k < 3; k++) a[k] -= twice * normal[k];
}
