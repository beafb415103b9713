import { type GridBox, pointCount } from '../../../geometry/fast-marching/distance-grid.ts';
import { determinant } from '../../../geometry/tetrahedron.ts';
import { INSIDE_MARGIN } from '../../state.ts';

/** Barycentric weights down to this count as inside a tetrahedron, so that rounding leaves no gap between two of them. */
const GAP = -1e-9;

/** The grid points that a deformed body covers. */
export interface Cover {
  /** 1 for each grid point inside the body, else 0. */
  readonly inside: Uint8Array;
  /** Whether two tetrahedra cover the same grid point, or an inverted one covers any: no distance in space is defined there. */
  readonly overlaps: boolean;
}

/**
 * Finds which grid points the tetrahedra of a body cover.
 * @param chosen the tetrahedra that may reach the grid
 * @param positions [m], 3 per vertex; the body's begin at vertex `vertexBase`
 */
export function coverGrid(
  box: GridBox,
  tets: Uint32Array,
  chosen: ArrayLike<number>,
  positions: Float32Array,
  vertexBase: number,
): Cover {
  const { origin, spacing, size } = box;
  const inside = new Uint8Array(pointCount(box));
  const isCovered = new Uint8Array(inside.length);
  // Edges from corner 3, then the grid point from there [m].
  const m = new Float64Array(12);
  let overlaps = false;
  for (let n = 0; n < chosen.length; n++) {
    const t = 4 * chosen[n];
    const last = 3 * (vertexBase + tets[t + 3]);
    const range = [0, 1, 2].map((k) => {
      const xs = [0, 1, 2, 3].map((i) => positions[3 * (vertexBase + tets[t + i]) + k]);
      for (let i = 0; i < 3; i++) m[3 * i + k] = xs[i] - xs[3];
      return [
        Math.max(0, Math.ceil((Math.min(...xs) - origin[k]) / spacing)),
        Math.min(size[k] - 1, Math.floor((Math.max(...xs) - origin[k]) / spacing)),
      ];
    });
    // Minus six times the volume, since the edges run from the last corner.
    const volume = determinant(m, 0, 3, 6);
    if (volume === 0) continue;
    for (let k = range[2][0]; k <= range[2][1]; k++)
      for (let j = range[1][0]; j <= range[1][1]; j++)
        for (let i = range[0][0]; i <= range[0][1]; i++) {
          m[9] = origin[0] + i * spacing - positions[last];
          m[10] = origin[1] + j * spacing - positions[last + 1];
          m[11] = origin[2] + k * spacing - positions[last + 2];
          const a = determinant(m, 9, 3, 6) / volume;
          const b = determinant(m, 0, 9, 6) / volume;
          const c = determinant(m, 0, 3, 9) / volume;
          const least = Math.min(a, b, c, 1 - a - b - c);
          if (least < GAP) continue;
          const point = i + size[0] * (j + size[1] * k);
          inside[point] = 1;
          if (least <= INSIDE_MARGIN) continue;
          if (isCovered[point] === 1 || volume > 0) overlaps = true;
          isCovered[point] = 1;
        }
  }
  return { inside, overlaps };
}
