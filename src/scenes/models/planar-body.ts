import { AIR_STRIDE } from '../../mesh/air/air-mesh.ts';
import { triangulateAir } from '../../mesh/air/triangulate-air.ts';
import type { TriMesh } from '../../mesh/triangles/tri-topology.ts';

/** Least distance of inner points from the outline, as a share of their spacing. */
const CLEARANCE = 0.6;

/**
 * Makes a body of the inside of an outline: a constrained Delaunay triangulation of its vertices, and of inner points if it has some.
 * @param outline [m], 2 numbers per vertex, once around it
 * @param innerSpacing distance between neighbouring inner points [m], on a lattice of triangles; by default there are none
 * @throws Error if triangulateAir throws: if the outline crosses or touches itself
 */
export function planarBody(outline: Float32Array, innerSpacing = Infinity): TriMesh {
  if (!(innerSpacing > 0))
    throw new Error(`The spacing of inner points is ${innerSpacing} m, expected a positive number`);
  const inner = innerSpacing < Infinity ? innerPoints(outline, innerSpacing) : [];
  const positions = Float32Array.from([...outline, ...inner]);
  const border = Array.from({ length: outline.length / 2 }, (_, v) => v);
  const { elements } = triangulateAir({ positions, stride: 2, border, triangles: [] });
  return { positions, triangles: elements.filter((_, i) => i % AIR_STRIDE < 3) };
}

/** Returns the points of a lattice of equilateral triangles that are inside an outline and not too near to it, 2 numbers each. */
function innerPoints(outline: Float32Array, spacing: number): number[] {
  const range = (axis: number) => {
    const values = outline.filter((_, i) => i % 2 === axis);
    return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  };
  const [[left, right], [bottom, top]] = [range(0), range(1)];
  const rise = (spacing * Math.sqrt(3)) / 2;
  const points: number[] = [];
  for (let row = 1; bottom + rise * row < top; row++)
    for (let column = 0; left + spacing * column < right; column++) {
      const x = left + spacing * (column + (row % 2) / 2);
      const y = bottom + rise * row;
      if (isInside(outline, x, y, CLEARANCE * spacing)) points.push(x, y);
    }
  return points;
}

/** Tests whether a point is inside an outline, and at least `clearance` away from it. */
function isInside(outline: Float32Array, x: number, y: number, clearance: number): boolean {
  let inside = false;
  for (let i = 0, j = outline.length - 2; i < outline.length; j = i, i += 2) {
    const [ax, ay, bx, by] = [outline[j], outline[j + 1], outline[i], outline[i + 1]];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    const [ux, uy] = [bx - ax, by - ay];
    const share = Math.min(1, Math.max(0, ((x - ax) * ux + (y - ay) * uy) / (ux * ux + uy * uy)));
    const [dx, dy] = [x - ax - share * ux, y - ay - share * uy];
    if (dx * dx + dy * dy < clearance * clearance) return false;
  }
  return inside;
}
