import { orient2d } from 'robust-predicates';
import { type GridBox, pointCount, type Surface } from './distance-grid.ts';

/**
 * Tells which points of a grid lie inside a surface, by the winding number: each line of the grid along x is followed through the box, and
 * each triangle that it crosses on the way counts +1 where it enters and -1 where it leaves.
 *
 * A line that hits an edge or a vertex crosses exactly one of the triangles there, or as many inwards as outwards: the signs of areas in
 * the plane of y and z are exact, and where one is 0 the line counts as moved by an infinitely small amount along y, and by an infinitely
 * smaller one along z (simulation of simplicity). So a closed surface never leaks. Only a point within rounding (about 1e-16 of the
 * coordinates) of the surface itself may get either label.
 * @returns 1 per point inside, where the winding number is positive, else 0; overlapping parts of the surface don't cancel out
 */
export function labelInside({ positions: x, triangles }: Surface, box: GridBox): Uint8Array {
  const { origin, spacing, size } = box;
  const [nx, ny, nz] = size;
  const [x0, y0, z0] = origin;
  /** Change of the winding number just before each point of a line. */
  const changes = new Int16Array(pointCount(box));
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const ax = x[a];
    const ay = x[a + 1];
    const az = x[a + 2];
    const bx = x[b];
    const by = x[b + 1];
    const bz = x[b + 2];
    const cx = x[c];
    const cy = x[c + 1];
    const cz = x[c + 2];
    // One line more on each side, since these bounds are rounded; the exact signs decide.
    const firstJ = Math.max(0, Math.floor((Math.min(ay, by, cy) - y0) / spacing) - 1);
    const lastJ = Math.min(ny - 1, Math.ceil((Math.max(ay, by, cy) - y0) / spacing) + 1);
    const firstK = Math.max(0, Math.floor((Math.min(az, bz, cz) - z0) / spacing) - 1);
    const lastK = Math.min(nz - 1, Math.ceil((Math.max(az, bz, cz) - z0) / spacing) + 1);
    for (let k = firstK; k <= lastK; k++) {
      const z = z0 + k * spacing;
      for (let j = firstJ; j <= lastJ; j++) {
        const y = y0 + j * spacing;
        const areaA = orient2d(by, bz, cy, cz, y, z);
        const areaB = orient2d(cy, cz, ay, az, y, z);
        const areaC = orient2d(ay, az, by, bz, y, z);
        const side = areaA !== 0 ? areaA : sideOfMoved(by, bz, cy, cz);
        if (side === 0) continue;
        if ((areaB !== 0 ? areaB : sideOfMoved(cy, cz, ay, az)) * side <= 0) continue;
        if ((areaC !== 0 ? areaC : sideOfMoved(ay, az, by, bz)) * side <= 0) continue;
        const crossing = (areaA * ax + areaB * bx + areaC * cx) / (areaA + areaB + areaC);
        const i = Math.max(0, Math.ceil((crossing - x0) / spacing));
        // orient2d is positive for clockwise points. Seen from +x they are so where the surface faces -x, and the line enters there.
        if (i < nx) changes[i + nx * (j + ny * k)] += side > 0 ? 1 : -1;
      }
    }
  }
  const inside = new Uint8Array(changes.length);
  for (let line = 0; line < changes.length; line += nx) {
    let winding = 0;
    for (let i = line; i < line + nx; i++) {
      winding += changes[i];
      if (winding > 0) inside[i] = 1;
    }
  }
  return inside;
}

/** Returns a number with the sign of orient2d for a point on the line through (ay, az) and (by, bz), moved as labelInside tells. */
const sideOfMoved = (ay: number, az: number, by: number, bz: number): number =>
  bz !== az ? (bz > az ? 1 : -1) : by !== ay ? (by > ay ? -1 : 1) : 0;
