import { closestPointOnTriangle, createClosestPoint } from '../closest-point.ts';
import { type GridBox, pointCount, type Surface } from './distance-grid.ts';

/**
 * Length by which a triangle's box is grown before it is rounded to whole cells [cells]: far above the rounding errors of coordinates, so
 * that both ends of every edge of the grid that the surface crosses have a distance.
 */
const ROUNDING = 1e-6;

/**
 * Computes the exact distance between each triangle and the grid points of its axis-aligned box, grown to whole cells. (Without growing,
 * a wall between two planes of the grid would reach no point.) Triangles whose boxes lie outside the grid cost next to nothing.
 *
 * A triangle that is less than a cell away from a point passes through a cell at that point, and so has it in its box. Hence distances up
 * to a cell are those to the whole surface. Larger ones can be too large, because a nearer triangle's box may not hold the point.
 * @returns per point the least distance to the triangles whose boxes hold it [m]; Infinity where there are none
 */
export function distancesInBoxes({ positions: x, triangles }: Surface, box: GridBox): Float64Array {
  const { origin, spacing, size } = box;
  const [nx, ny] = size;
  const distances = new Float64Array(pointCount(box)).fill(Infinity);
  const closest = createClosestPoint();
  const { triangle } = closest;
  const first = new Int32Array(3);
  const last = new Int32Array(3);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    for (let axis = 0; axis < 3; axis++) {
      const low = Math.min(x[a + axis], x[b + axis], x[c + axis]);
      const high = Math.max(x[a + axis], x[b + axis], x[c + axis]);
      first[axis] = Math.max(0, Math.floor((low - origin[axis]) / spacing - ROUNDING));
      last[axis] = Math.min(size[axis] - 1, Math.ceil((high - origin[axis]) / spacing + ROUNDING));
    }
    for (let k = first[2]; k <= last[2]; k++) {
      const pz = origin[2] + k * spacing;
      for (let j = first[1]; j <= last[1]; j++) {
        const py = origin[1] + j * spacing;
        for (let i = first[0]; i <= last[0]; i++) {
          const px = origin[0] + i * spacing;
          triangle[0] = x[a] - px;
          triangle[1] = x[a + 1] - py;
          triangle[2] = x[a + 2] - pz;
          triangle[3] = x[b] - px;
          triangle[4] = x[b + 1] - py;
          triangle[5] = x[b + 2] - pz;
          triangle[6] = x[c] - px;
          triangle[7] = x[c + 1] - py;
          triangle[8] = x[c + 2] - pz;
          closestPointOnTriangle(closest);
          const distance = Math.sqrt(closest.distanceSquared);
          const at = i + nx * (j + ny * k);
          if (distance < distances[at]) distances[at] = distance;
        }
      }
    }
  }
  return distances;
}
