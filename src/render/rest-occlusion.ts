import { cross, dot } from '../math/arithmetic.ts';
import type { Model } from '../simulation/world/model.ts';

/**
 * Edge length of a grid cell, in multiples of Model.thickness, the radius of the model's thin parts. Only geometry within about this
 * distance occludes a vertex.
 */
const CELL_RADII = 3;
/** Maximum number of cells. Long, thin, coiled models would need more, so they get larger cells. */
const MAX_CELLS = 1 << 21;
/** If this share of the space in front of a vertex is filled, the vertex's occlusion is 1. */
const FULL_SHARE = 0.5;

/** A grid over the model's rest shape, with the share of each cell that the model fills. */
interface Density {
  /** Least corner of the model's bounding box [m]. */
  readonly least: readonly number[];
  /** Edge length of a cell [m]. */
  readonly cell: number;
  /** Number of cells along each axis. */
  readonly counts: readonly number[];
  /** Filled share of each cell. */
  readonly shares: Float32Array;
}

/**
 * Computes how strongly a model occludes itself in its rest shape (ambient occlusion), from how full the space in front of each vertex is.
 * Nooks between arms and between tentacles are dark, and stay dark when the body moves. The occlusion is computed once, on the CPU, and is
 * the same for every graphics API.
 * @returns per vertex, 0 (open) to 1
 */
export function restOcclusion(model: Model): Float32Array {
  const { mesh, topology } = model;
  const density = densityOf(model);
  const normals = restNormals(model);
  const occlusion = new Float32Array(topology.vertexCount);
  const at = [0, 0, 0];
  for (const v of topology.surfaceVertices) {
    for (let k = 0; k < 3; k++) at[k] = mesh.positions[3 * v + k] + density.cell * normals[3 * v + k];
    occlusion[v] = Math.min(1, shareAt(density, at) / FULL_SHARE);
  }
  return occlusion;
}

function densityOf({ mesh: { positions, tets }, thickness }: Model): Density {
  const [least, most] = boundsOf(positions);
  let cell = CELL_RADII * thickness;
  const countsOf = () => least.map((x, k) => Math.ceil((most[k] - x) / cell) + 2);
  while (countsOf().reduce((product, n) => product * n, 1) > MAX_CELLS) cell *= 1.25;
  const counts = countsOf();
  const shares = new Float32Array(counts[0] * counts[1] * counts[2]);
  const density = { least, cell, counts, shares };
  const middle = [0, 0, 0];
  for (let t = 0; t < tets.length; t += 4) {
    for (let k = 0; k < 3; k++) {
      middle[k] = 0;
      for (let i = 0; i < 4; i++) middle[k] += positions[3 * tets[t + i] + k] / 4;
    }
    const share = volumeOf(positions, tets, t) / cell ** 3;
    eachNeighbour(density, middle, (i, weight) => {
      shares[i] += weight * share;
    });
  }
  return density;
}

function shareAt(density: Density, at: readonly number[]): number {
  let share = 0;
  eachNeighbour(density, at, (i, weight) => {
    share += weight * density.shares[i];
  });
  return share;
}

/** Visits the cells around a point (at most eight), with trilinear weights. */
function eachNeighbour(
  { least, cell, counts }: Density,
  at: readonly number[],
  visit: (i: number, weight: number) => void,
) {
  const place = at.map((x, k) => (x - least[k]) / cell + 0.5);
  const first = place.map(Math.floor);
  for (let corner = 0; corner < 8; corner++) {
    let [index, weight] = [0, 1];
    for (let k = 2; k >= 0; k--) {
      const step = (corner >> k) & 1;
      const i = first[k] + step;
      if (i < 0 || i >= counts[k]) weight = 0;
      weight *= step ? place[k] - first[k] : 1 - (place[k] - first[k]);
      index = index * counts[k] + i;
    }
    if (weight > 0) visit(index, weight);
  }
}

function volumeOf(x: Float32Array, tets: Uint32Array, t: number): number {
  const [a, b, c, d] = [0, 1, 2, 3].map((i) => 3 * tets[t + i]);
  const [u, v, w] = [b, c, d].map((p) => [x[p] - x[a], x[p + 1] - x[a + 1], x[p + 2] - x[a + 2]]);
  return Math.abs(dot(u, cross(v, w))) / 6;
}

/** Computes unit normals, 3 numbers per vertex: the mean of the faces' normals, weighted by area; 0 for inner vertices. */
function restNormals({ mesh: { positions: x }, topology: { faces } }: Model): Float32Array {
  const normals = new Float32Array(x.length);
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2]];
    const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    for (const i of [a, b, c]) {
      normals[i] += uy * vz - uz * vy;
      normals[i + 1] += uz * vx - ux * vz;
      normals[i + 2] += ux * vy - uy * vx;
    }
  }
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2]);
    if (length > 0) for (let k = 0; k < 3; k++) normals[i + k] /= length;
  }
  return normals;
}

function boundsOf(positions: Float32Array): [number[], number[]] {
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    least[i % 3] = Math.min(least[i % 3], positions[i]);
    most[i % 3] = Math.max(most[i % 3], positions[i]);
  }
  return [least, most];
}
