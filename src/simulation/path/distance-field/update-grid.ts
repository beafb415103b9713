import {
  type DistanceGrid,
  type GridBox,
  pointCount,
  sampleGrid,
  type Surface,
} from '../../../geometry/fast-marching/distance-grid.ts';
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
 * How new distances of a region fit the old ones around it: `joined` without a step worth mention, `blended`, or `apart`, so that none were
 * written. `overlapping`: the body overlaps itself in the region, so that no distances in space are defined there, and none were written.
 */
export type Fit = 'joined' | 'blended' | 'apart' | 'overlapping';

/**
 * Greatest step at a region's border for which new distances stay as they are, and for which they are blended with the old ones. It is the change
 * of the field's slope in an element across the border: the difference of distances over the element's longest edge. Where distances are right,
 * the slope is 1. A step of 0.1 turns the direction by at most 6 degrees, about the median error of a field's directions (docs/methods.md); one of
 * 0.5 by up to 30, so that a blend would be as wrong as what it mends.
 */
const JOINED = 0.1;
const BLENDED = 0.5;
/** Number of grid cells that a region's margin has besides the depth: so many the interpolation and the differences of second order reach. */
const MARGIN_CELLS = 2;

/** Returns the margin of a body's regions [m]: by the old distances, the nearest boundary of any point in a region lies within it. */
export const regionMargin = (greatestDistance: number, spacing: number): number =>
  greatestDistance + MARGIN_CELLS * spacing;

/** A region that was marched on a grid. */
interface MarchedRegion {
  readonly region: Box;
  /** The region with its margin; Infinity where the body doesn't reach beyond, so that nothing nearer can lie there. */
  readonly wide: Box;
  readonly grid: DistanceGrid;
}

/**
 * Brings the distances of the vertices in a region up to date with the deformed shape: by fast marching on a second grid over the widened region.
 * Vertices in the region get the new distances; those in the margin keep the old ones, or a blend that falls off linearly.
 * @returns how they fit, and the number of grid points that marching visited
 * Source: Fisher and Lin 2001, section 4.4.2.
 */
export function updateRegion(body: GridBody, region: Box, margin: number): { fit: Fit; points: number } {
  const { topology, positions, vertexBase, spacing, order } = body;
  const wide = widened(region, margin);
  const chosen = tetsIn(body, wide);
  const box = gridOver(wide, spacing);
  // A number was lost, so that there is no grid.
  if (!Number.isFinite(pointCount(box))) return { fit: 'overlapping', points: 0 };
  const { inside, overlaps } = coverGrid(box, topology.tets, chosen, positions, vertexBase);
  if (overlaps) return { fit: 'overlapping', points: 0 };
  const { grid, counts } = marchDistances(surfaceOf(body, chosen), box, { order, inside });
  const marched = { region, wide: withoutNeedlessSides(wide, boxOfBody(body)), grid };
  const step = stepAtBorder(body, marched, chosen);
  if (step > BLENDED || !isRegionKnown(body, marched)) return { fit: 'apart', points: counts.visited };
  writeDistances(body, marched, step > JOINED ? margin : 0);
  return { fit: step > JOINED ? 'blended' : 'joined', points: counts.visited };
}

/** Moves the sides of a region that the body doesn't reach beyond to infinity. */
function withoutNeedlessSides(wide: Box, whole: Box): Box {
  return {
    low: wide.low.map((x, k) => (x <= whole.low[k] ? -Infinity : x)),
    high: wide.high.map((x, k) => (x >= whole.high[k] ? Infinity : x)),
  };
}

/**
 * Returns a vertex's new distance [m]; NaN if the grid doesn't tell it. A boundary outside of the widened region may be as near as the region's
 * border, so a greater distance is not known.
 */
function newDistance({ positions, vertexBase }: GridBody, { wide, grid }: MarchedRegion, v: number): number {
  const at = 3 * (vertexBase + v);
  const distance = Math.max(0, sampleGrid(grid, positions[at], positions[at + 1], positions[at + 2]));
  for (let k = 0; k < 3; k++)
    if (positions[at + k] - distance < wide.low[k] || positions[at + k] + distance > wide.high[k]) return Number.NaN;
  return distance;
}

/** Returns whether the grid tells the distances of all inner vertices in a region. */
function isRegionKnown(body: GridBody, marched: MarchedRegion): boolean {
  const { topology, positions, vertexBase } = body;
  for (let v = 0; v < topology.vertexCount; v++) {
    if (topology.surfaceIndices[v] !== NONE) continue;
    if (distanceTo(marched.region, positions, 3 * (vertexBase + v)) > 0) continue;
    if (Number.isNaN(newDistance(body, marched, v))) return false;
  }
  return true;
}

/** Writes the new distances in a region, and in its margin blends that fall off. @param width of the blend [m]; 0 for none */
function writeDistances(body: GridBody, marched: MarchedRegion, width: number): void {
  const { topology, positions, vertexBase, distances } = body;
  for (let v = 0; v < topology.vertexCount; v++) {
    if (topology.surfaceIndices[v] !== NONE) continue;
    const away = distanceTo(marched.region, positions, 3 * (vertexBase + v));
    if (away > width) continue;
    const distance = newDistance(body, marched, v);
    if (Number.isNaN(distance)) continue;
    const share = away > 0 ? away / width : 0;
    distances[vertexBase + v] = (1 - share) * distance + share * distances[vertexBase + v];
  }
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

/**
 * Returns the greatest step (JOINED) in the elements that have inner vertices both in the region and in its margin: by how much the change of
 * distances in the region exceeds that in the margin, which will be left out. A change in the margin that the grid doesn't tell counts as 0.
 */
function stepAtBorder(body: GridBody, marched: MarchedRegion, chosen: Uint32Array): number {
  const { topology, positions, vertexBase, distances } = body;
  const { tets, surfaceIndices } = topology;
  let step = 0;
  for (let n = 0; n < chosen.length; n++) {
    const t = 4 * chosen[n];
    let most = -Infinity;
    let least = Infinity;
    let updated = 0;
    for (let i = 0; i < 4; i++) {
      const v = tets[t + i];
      const isIn = distanceTo(marched.region, positions, 3 * (vertexBase + v)) === 0;
      if (isIn) updated++;
      if (surfaceIndices[v] !== NONE) continue;
      // Distances in the region change; those outside of it lack their change.
      const change = newDistance(body, marched, v) - distances[vertexBase + v];
      const mistake = isIn || Number.isNaN(change) ? 0 : change;
      most = Math.max(most, mistake);
      least = Math.min(least, mistake);
    }
    if (updated === 0 || updated === 4 || most < least) continue;
    step = Math.max(step, Math.max(most, -least) / longestEdge(tets, t, positions, vertexBase));
  }
  return step;
}

/** Returns the length of the longest edge of the tetrahedron at `t` in `tets` [m]. */
function longestEdge(tets: Uint32Array, t: number, x: Float32Array, vertexBase: number): number {
  let longest = 0;
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < i; j++) {
      const a = 3 * (vertexBase + tets[t + i]);
      const b = 3 * (vertexBase + tets[t + j]);
      const dx = x[a] - x[b];
      const dy = x[a + 1] - x[b + 1];
      const dz = x[a + 2] - x[b + 2];
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
