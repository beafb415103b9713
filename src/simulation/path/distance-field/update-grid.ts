import { type GridBox, pointCount, sampleGrid, type Surface } from '../../../geometry/fast-marching/distance-grid.ts';
import { cubeRoot } from '../../../math/arithmetic.ts';
import { marchDistances } from '../../../geometry/fast-marching/march.ts';
import type { Order } from '../../../geometry/fast-marching/upwind.ts';
import { NONE, type Topology } from '../../../mesh/topology.ts';
import { coverGrid } from './cover.ts';
import { type Box, widened } from './regions.ts';

/** A body whose distances are brought up to date on a grid in space. */
export interface GridBody {
  readonly topology: Topology;
  /** [m], 3 per vertex; the body's begin at vertex `vertexBase`. */
  readonly positions: Float32Array;
  readonly vertexBase: number;
  /** Distances of all bodies' vertices [m]; this body's are read and written. */
  readonly distances: Float32Array;
  /** Length of a cell's edges [m]. */
  readonly spacing: number;
  readonly order: Order;
}

/**
 * How new distances of a region fit the old ones around it: `joined` without a step worth mention, `blended`, or `apart`. `overlapping`: the body
 * overlaps itself in the region, so that no distances in space are defined there, and none were written.
 */
export type Fit = 'joined' | 'blended' | 'apart' | 'overlapping';

/**
 * Greatest step at a region's border for which new distances stay as they are, and for which they are blended with the old ones. It is the change
 * of the field's slope in an element across the border: the difference of distances over the element's longest edge. A slope is about 1.
 */
const JOINED = 0.1;
const BLENDED = 0.5;
/** Number of grid cells around the surface that a region's margin has besides the depth of its elements. */
const MARGIN_CELLS = 2;

/** Returns the margin of a body's regions [m]: grid points in a region have their nearest boundary within it, as the old distances say. */
export const regionMargin = (greatestDistance: number, spacing: number): number =>
  greatestDistance + MARGIN_CELLS * spacing;

/**
 * Brings the distances of the vertices in a region up to date with the deformed shape: by fast marching on a second grid over the widened region.
 * Vertices in the region get the new distances; those in the margin keep the old ones, or a blend that falls off linearly.
 * @returns how they fit, and the number of grid points that marching visited
 * Source: Fisher and Lin 2001, section 4.4.2.
 */
export function updateRegion(body: GridBody, region: Box, margin: number): { fit: Fit; points: number } {
  const { topology, positions, vertexBase, distances, spacing, order } = body;
  const wide = widened(region, margin);
  const chosen = tetsIn(body, wide);
  const box = gridOver(wide, spacing);
  // A number was lost, so that there is no grid.
  if (!Number.isFinite(pointCount(box))) return { fit: 'overlapping', points: 0 };
  const { inside, overlaps } = coverGrid(box, topology.tets, chosen, positions, vertexBase);
  if (overlaps) return { fit: 'overlapping', points: 0 };
  const { grid, counts } = marchDistances(surfaceOf(body, chosen), box, { order, inside });
  /** Returns a vertex's new distance [m]; NaN if the grid doesn't tell it. */
  const sample = (v: number): number => {
    const at = 3 * (vertexBase + v);
    return Math.max(0, sampleGrid(grid, positions[at], positions[at + 1], positions[at + 2]));
  };
  const step = stepAtBorder(body, region, chosen, sample);
  if (step > BLENDED) return { fit: 'apart', points: counts.visited };
  const isBlended = step > JOINED;
  for (let v = 0; v < topology.vertexCount; v++) {
    if (topology.surfaceIndices[v] !== NONE) continue;
    const away = distanceTo(region, positions, 3 * (vertexBase + v));
    if (away > (isBlended ? margin : 0)) continue;
    const value = sample(v);
    if (Number.isNaN(value)) continue;
    const share = isBlended ? away / margin : 0;
    distances[vertexBase + v] = (1 - share) * value + share * distances[vertexBase + v];
  }
  return { fit: isBlended ? 'blended' : 'joined', points: counts.visited };
}

/** Lists the tetrahedra whose bounding boxes reach a box. */
function tetsIn({ topology, positions, vertexBase }: GridBody, box: Box): Uint32Array {
  const { tets, tetCount } = topology;
  const found = new Uint32Array(tetCount);
  let count = 0;
  for (let t = 0; t < tetCount; t++) {
    let reaches = true;
    for (let k = 0; k < 3 && reaches; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let i = 0; i < 4; i++) {
        const x = positions[3 * (vertexBase + tets[4 * t + i]) + k];
        low = Math.min(low, x);
        high = Math.max(high, x);
      }
      reaches = low <= box.high[k] && high >= box.low[k];
    }
    if (reaches) found[count++] = t;
  }
  return found.subarray(0, count);
}

/** Returns the boundary faces of tetrahedra, at their present places. */
function surfaceOf({ topology, positions, vertexBase }: GridBody, chosen: Uint32Array): Surface {
  const isChosen = new Uint8Array(topology.tetCount);
  for (const t of chosen) isChosen[t] = 1;
  const triangles: number[] = [];
  for (let f = 0; f < topology.faceCount; f++)
    if (isChosen[topology.faceTets[f]] === 1) for (let k = 0; k < 3; k++) triangles.push(topology.faces[3 * f + k]);
  const end = vertexBase + topology.vertexCount;
  return { positions: positions.subarray(3 * vertexBase, 3 * end), triangles: Uint32Array.from(triangles) };
}

/**
 * Greatest number of points of a grid for an update: those of the paper's finest grid. An update runs in every detection, so it must take less
 * time than what is computed once for the rest shape.
 */
const MAX_UPDATE_POINTS = 60 ** 3;

/**
 * Returns the grid that covers a box, with cells of a size [m], or larger ones to stay below MAX_UPDATE_POINTS: a margin may be as large as the
 * body, and a body that was torn apart may be of any size. A box that isn't finite has no number of points.
 */
function gridOver({ low, high }: Box, least: number): GridBox {
  let spacing = least;
  for (;;) {
    const sizeAlong = (k: number) => Math.max(2, 1 + Math.ceil((high[k] - low[k]) / spacing));
    const box: GridBox = {
      origin: [low[0], low[1], low[2]],
      spacing,
      size: [sizeAlong(0), sizeAlong(1), sizeAlong(2)],
    };
    const points = pointCount(box);
    if (!(points > MAX_UPDATE_POINTS) || points === Infinity) return box;
    spacing *= 1.05 * cubeRoot(points / MAX_UPDATE_POINTS);
  }
}

/** Returns the distance from a position to a box [m], 0 inside. */
function distanceTo({ low, high }: Box, x: Float32Array, at: number): number {
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const out = Math.max(0, low[k] - x[at + k], x[at + k] - high[k]);
    squared += out * out;
  }
  return Math.sqrt(squared);
}

/** Returns the greatest step (JOINED) in the elements that have inner vertices both in the region and in its margin. */
function stepAtBorder(body: GridBody, region: Box, chosen: Uint32Array, sample: (v: number) => number): number {
  const { topology, positions, vertexBase, distances } = body;
  let step = 0;
  for (const t of chosen) {
    const corners = topology.tets.subarray(4 * t, 4 * t + 4);
    const isUpdated = Array.from(corners, (v) => distanceTo(region, positions, 3 * (vertexBase + v)) === 0);
    if (isUpdated.every((is) => is === isUpdated[0])) continue;
    const longest = longestEdge(corners, positions, vertexBase);
    corners.forEach((v, i) => {
      if (isUpdated[i] || topology.surfaceIndices[v] !== NONE) return;
      const difference = Math.abs(sample(v) - distances[vertexBase + v]);
      if (difference > step * longest) step = difference / longest;
    });
  }
  return step;
}

function longestEdge(corners: Uint32Array, x: Float32Array, vertexBase: number): number {
  let longest = 0;
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < i; j++) {
      const a = 3 * (vertexBase + corners[i]);
      const b = 3 * (vertexBase + corners[j]);
      const [dx, dy, dz] = [0, 1, 2].map((k) => x[a + k] - x[b + k]);
      longest = Math.max(longest, Math.sqrt(dx * dx + dy * dy + dz * dz));
    }
  return longest;
}

/** Returns the box around a whole body. */
export function boxOfBody({ topology, positions, vertexBase }: GridBody): Box {
  const low = new Float64Array(3).fill(Infinity);
  const high = new Float64Array(3).fill(-Infinity);
  for (let i = 3 * vertexBase; i < 3 * (vertexBase + topology.vertexCount); i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  return { low, high };
}
