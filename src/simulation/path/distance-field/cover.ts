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

/** A grid whose points are tested, and the point's place in a tetrahedron. */
interface Rasteriser {
  readonly box: GridBox;
  readonly inside: Uint8Array;
  /** 1 for each grid point strictly inside a tetrahedron. */
  readonly isCovered: Uint8Array;
  /** Edges of a tetrahedron from its corner 3, then the grid point from there [m]. */
  readonly edges: Float64Array;
  /** First and last grid point along each axis that a tetrahedron may cover. */
  readonly first: Int32Array;
  readonly last: Int32Array;
}

/**
 * Finds which grid points the tetrahedra of a body cover. It ends at the first overlap; `inside` is then incomplete.
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
  const inside = new Uint8Array(pointCount(box));
  const rasteriser: Rasteriser = {
    box,
    inside,
    isCovered: new Uint8Array(inside.length),
    edges: new Float64Array(12),
    first: new Int32Array(3),
    last: new Int32Array(3),
  };
  for (let n = 0; n < chosen.length; n++) {
    bound(rasteriser, tets, 4 * chosen[n], positions, vertexBase);
    if (coverTet(rasteriser, positions, 3 * (vertexBase + tets[4 * chosen[n] + 3]))) return { inside, overlaps: true };
  }
  return { inside, overlaps: false };
}

/** Computes the edges of the tetrahedron at `t` in `tets`, and the grid points in its bounding box. */
function bound(
  { box, edges, first, last }: Rasteriser,
  tets: Uint32Array,
  t: number,
  positions: Float32Array,
  vertexBase: number,
): void {
  for (let k = 0; k < 3; k++) {
    const corner = positions[3 * (vertexBase + tets[t + 3]) + k];
    let low = corner;
    let high = corner;
    for (let i = 0; i < 3; i++) {
      const x = positions[3 * (vertexBase + tets[t + i]) + k];
      edges[3 * i + k] = x - corner;
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
    first[k] = Math.max(0, Math.ceil((low - box.origin[k]) / box.spacing));
    last[k] = Math.min(box.size[k] - 1, Math.floor((high - box.origin[k]) / box.spacing));
  }
}

/** Marks the grid points in a tetrahedron. @param corner offset of its corner 3 in `positions` @returns whether it overlaps another */
function coverTet(
  { box, inside, isCovered, edges: m, first, last }: Rasteriser,
  positions: Float32Array,
  corner: number,
) {
  const { origin, spacing, size } = box;
  // Minus six times the volume, since the edges run from the last corner.
  const volume = determinant(m, 0, 3, 6);
  if (volume === 0) return false;
  for (let k = first[2]; k <= last[2]; k++)
    for (let j = first[1]; j <= last[1]; j++)
      for (let i = first[0]; i <= last[0]; i++) {
        m[9] = origin[0] + i * spacing - positions[corner];
        m[10] = origin[1] + j * spacing - positions[corner + 1];
        m[11] = origin[2] + k * spacing - positions[corner + 2];
        const a = determinant(m, 9, 3, 6) / volume;
        const b = determinant(m, 0, 9, 6) / volume;
        const c = determinant(m, 0, 3, 9) / volume;
        const least = Math.min(a, b, c, 1 - a - b - c);
        if (least < GAP) continue;
        const point = i + size[0] * (j + size[1] * k);
        inside[point] = 1;
        if (least <= INSIDE_MARGIN) continue;
        if (isCovered[point] === 1 || volume > 0) return true;
        isCovered[point] = 1;
      }
  return false;
}
