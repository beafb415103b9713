/**
 * Sweeps a cross-section along a centre line. Each layer is a copy of the cross-section's vertices. Between two layers, each triangle of
 * the cross-section makes a prism of three tetrahedra. The code uses only + - * / and square roots, so that every JavaScript engine makes
 * the same bytes.
 */
import { dot } from '../../math/arithmetic.ts';
import type { TetMesh } from '../tet-mesh.ts';

/** A triangulated region of the plane (u, v). The centre line goes through the origin of the plane. */
export interface CrossSection {
  /** Coordinates (u, v) [m], flat, 2 numbers per vertex. */
  readonly points: Float64Array;
  /** Vertex ids, 3 per triangle, counter-clockwise. */
  readonly triangles: Uint32Array;
  /** One number per vertex, different at the two ends of each edge. The ranks decide how the prisms' sides are cut. */
  readonly ranks: Uint8Array;
  /** The vertex at the origin; undefined if there is none. */
  readonly centre: number | undefined;
}

const TETS_PER_PRISM = 3;

/** Returns the number of tetrahedra of a sweep with `layers` cross-sections. */
export const sweptTetCount = (section: CrossSection, layers: number): number =>
  TETS_PER_PRISM * (section.triangles.length / 3) * (layers - 1);

/**
 * Sweeps a cross-section along a line.
 * @param line points of the centre line [m], flat, 3 numbers per point; consecutive points must differ
 * @param scales scale of the section at each point of the line; 1 by default
 * @returns a mesh in which vertex i of layer k has the id k * (number of vertices of the section) + i. Its tetrahedra are positively
 *   oriented wherever the line's radius of curvature exceeds the extent of the section
 */
export function sweep(section: CrossSection, line: Float64Array, scales?: Float64Array): TetMesh {
  return { positions: sweptPositions(section, line, scales), tets: sweptTets(section, line.length / 3) };
}

/**
 * Returns the mesh's positions [m]. If the line starts along x, the section's u axis starts along y. The u axis doesn't rotate around
 * the line.
 */
export function sweptPositions(section: CrossSection, line: Float64Array, scales?: Float64Array): Float32Array {
  const { points } = section;
  const count = points.length / 2;
  const uAxes = rotationMinimisingNormals(line);
  const tangent = new Float64Array(3);
  const positions = new Float32Array(count * line.length);
  for (let layer = 0, at = 0; layer < line.length / 3; layer++) {
    tangentAt(line, layer, tangent);
    const [tx, ty, tz] = tangent;
    const [ux, uy, uz] = uAxes.subarray(3 * layer, 3 * layer + 3);
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
 * Returns the vertex ids of the mesh's tetrahedra. Each side of a prism between two layers is cut by a diagonal. A diagonal joins the
 * vertex of lower rank in an even-numbered layer with the vertex of higher rank in the layer before or after. So two prisms cut a common
 * side the same way, and no sense of rotation is preferred: if all diagonals rose to the higher rank, a rod would twist when pulled.
 */
function sweptTets(section: CrossSection, layers: number): Uint32Array {
  const { triangles, ranks } = section;
  const count = section.points.length / 2;
  const tets = new Uint32Array(4 * sweptTetCount(section, layers));
  for (let layer = 0, at = 0; layer + 1 < layers; layer++) {
    const isEven = layer % 2 === 0;
    const from = count * (isEven ? layer : layer + 1);
    const to = count * (isEven ? layer + 1 : layer);
    for (let t = 0; t < triangles.length; t += 3) {
      // Rotate the triangle until the vertex of lowest rank is first, which keeps the orientation. Then sort the other two by rank.
      const [i, j, k] = [triangles[t], triangles[t + 1], triangles[t + 2]];
      const first = ranks[i] < ranks[j] && ranks[i] < ranks[k] ? 0 : ranks[j] < ranks[k] ? 1 : 2;
      const a = triangles[t + first];
      const next = triangles[t + ((first + 1) % 3)];
      const last = triangles[t + ((first + 2) % 3)];
      const isSorted = ranks[next] < ranks[last];
      const b = isSorted ? next : last;
      const c = isSorted ? last : next;
      const isPositive = isSorted === isEven;
      at = writeTet(tets, at, isPositive, from + a, from + b, from + c, to + c);
      at = writeTet(tets, at, !isPositive, from + a, from + b, to + b, to + c);
      at = writeTet(tets, at, isPositive, from + a, to + a, to + b, to + c);
    }
  }
  return tets;
}

/**
 * Writes a tetrahedron to tets[at .. at + 4], positively oriented.
 * @param isPositive whether (a, b, c, d) is positively oriented; if not, b and c are swapped
 * @returns index for the next tetrahedron
 */
function writeTet(tets: Uint32Array, at: number, isPositive: boolean, a: number, b: number, c: number, d: number) {
  tets[at] = a;
  tets[at + 1] = isPositive ? b : c;
  tets[at + 2] = isPositive ? c : b;
  tets[at + 3] = d;
  return at + 4;
}

/**
 * Lists the vertex ids of the first `layers` and of the last `layers` cross-sections, ascending.
 * @throws RangeError if the two lists would overlap
 */
export function endVertices(section: CrossSection, layerCount: number, layers: number): [Uint32Array, Uint32Array] {
  if (!(Number.isInteger(layers) && layers >= 1 && 2 * layers <= layerCount))
    throw new RangeError(
      `${layers} layers were to be clamped at each end, expected 1 to ${Math.floor(layerCount / 2)}`,
    );
  const count = section.points.length / 2;
  const first = Uint32Array.from({ length: layers * count }, (_, i) => i);
  return [first, first.map((v) => v + (layerCount - layers) * count)];
}

/** Lists the ids of the vertices on the centre line, in order; empty if the section has no vertex at its origin. */
export function centrelineVertices(section: CrossSection, layers: number): Uint32Array {
  const { centre } = section;
  if (centre === undefined) return new Uint32Array(0);
  return Uint32Array.from({ length: layers }, (_, layer) => (layer * section.points.length) / 2 + centre);
}

/** Returns the points of a straight centre line along x, centred at the origin [m], flat, 3 numbers per point. */
export function straightLine(length: number, layers: number): Float64Array {
  const line = new Float64Array(3 * layers);
  for (let layer = 0; layer < layers; layer++) line[3 * layer] = length * (layer / (layers - 1) - 0.5);
  return line;
}

/**
 * Returns unit normals u of the line, 3 numbers per point, that don't rotate around the line. The method is double reflection (Wang et al.
 * 2008, Computation of Rotation Minimizing Frames). t0 and t1 are the unit tangents at the previous and at the current point.
 */
function rotationMinimisingNormals(line: Float64Array): Float64Array {
  const uAxes = new Float64Array(line.length);
  const [t0, t1, u, mirrorNormal] = [0, 1, 2, 3].map(() => new Float64Array(3));
  tangentAt(line, 0, t0);
  // The first u is the y axis (if the line starts nearly along y, the x axis), without its component along the tangent.
  const axis = Math.abs(t0[1]) < 0.9 ? 1 : 0;
  for (let k = 0; k < 3; k++) u[k] = (k === axis ? 1 : 0) - t0[axis] * t0[k];
  normalise(u);
  uAxes.set(u);
  for (let at = 3; at < line.length; at += 3) {
    tangentAt(line, at / 3, t1);
    for (let k = 0; k < 3; k++) mirrorNormal[k] = line[at + k] - line[at - 3 + k];
    reflect(u, mirrorNormal);
    reflect(t0, mirrorNormal);
    for (let k = 0; k < 3; k++) mirrorNormal[k] = t1[k] - t0[k];
    reflect(u, mirrorNormal);
    for (let k = 0; k < 3; k++) u[k] -= dot(u, t1) * t1[k]; // removes the rounding error, which would add up over a long line
    normalise(u);
    uAxes.set(u, at);
    t0.set(t1);
  }
  return uAxes;
}

/** Writes the line's unit tangent at a point: by a central difference, or a one-sided one at the ends of the line. */
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

/** Reflects `a` at the plane through the origin with this normal, which may have any length. Does nothing if the normal is 0. */
function reflect(a: Float64Array, normal: Float64Array): void {
  const squared = dot(normal, normal);
  if (squared === 0) return;
  const twice = (2 * dot(a, normal)) / squared;
  for (let k = 0; k < 3; k++) a[k] -= twice * normal[k];
}
