import type { SurfaceMesh } from '../../mesh/surface-mesh.ts';

/**
 * The pattern of a T-shirt is made of squares, and all of its lengths are multiples of their side [m]. It is symmetric: x counts squares from
 * the middle outwards, y from the hem up.
 */
export const SQUARE = 0.05;
/** Outer ends of the neck, of the body, and of the sleeve. */
const [NECK, BODY, CUFF] = [2, 5, 9];
/** Height of the sleeves' undersides, and of neck and shoulders. */
const [UNDERARM, SHOULDER] = [9, 13];
/** Seams of one half: sides, undersides of the sleeves, shoulders. Each runs along an axis from (x0, y0) to (x1, y1). */
const SEAMS = [
  [BODY, 0, BODY, UNDERARM],
  [BODY, UNDERARM, CUFF, UNDERARM],
  [NECK, SHOULDER, CUFF, SHOULDER],
] as const;
/** Squares of both panels. */
const SQUARES = 2 * (2 * BODY * SHOULDER + 2 * (CUFF - BODY) * (SHOULDER - UNDERARM));
/** By how much shoulders and sleeves fall per length outwards from the neck. */
const SLOPE = 0.3;
/** Depth of the neckline in front and at the back [squares]. */
const [FRONT_DIP, BACK_DIP] = [1.7, 0.4];
/** Half the depth of a worn shirt, and the distance from a seam over which it grows to that [squares]. */
const [DEPTH, ROUNDING] = [0.9, 2];

/** A T-shirt, and the place of each vertex on its pattern. */
export interface Shirt {
  readonly mesh: SurfaceMesh;
  /** x and y [squares], 2 numbers per vertex. */
  readonly pattern: Float32Array;
}

/**
 * Makes a T-shirt in the shape that it has when it is worn: two panels, sewn together along sides, sleeves and shoulders, open at hem, cuffs and
 * neck. It stands in the xy plane, its front towards z, its hem at height 0. Normals point outwards.
 * @param triangles wanted number. Squares are cut into whole pieces, so the shirt has up to twice as many, or half of them
 */
export function tShirt(triangles: number): Shirt {
  const pieces = Math.max(1, Math.round(Math.sqrt(triangles / (2 * SQUARES))));
  const positions: number[] = [];
  const pattern: number[] = [];
  const indices: number[] = [];
  const seam = new Map<string, number>();
  for (const side of [1, -1]) {
    const panel = new Map(seam);
    /** Returns the id of the vertex at a corner of the cut pattern, and makes it if this panel doesn't have it yet. */
    const vertex = (column: number, row: number): number => {
      const key = `${column},${row}`;
      const known = panel.get(key);
      if (known !== undefined) return known;
      const [x, y] = [column / pieces, row / pieces];
      const id = pattern.length / 2;
      pattern.push(x, y);
      positions.push(...placeOf(x, y, side));
      panel.set(key, id);
      if (seamDistance(x, y) === 0) seam.set(key, id);
      return id;
    };
    for (let column = -CUFF * pieces; column < CUFF * pieces; column++)
      for (let row = 0; row < SHOULDER * pieces; row++) {
        if (row < UNDERARM * pieces && (column < -BODY * pieces || column >= BODY * pieces)) continue;
        const a = vertex(column, row);
        const b = vertex(column + 1, row);
        const c = vertex(column + 1, row + 1);
        const d = vertex(column, row + 1);
        // Diagonals alternate like a chessboard, so that the cloth has no grain along one of them.
        const halves = (column + row) % 2 === 0 ? [a, b, c, a, c, d] : [a, b, d, b, c, d];
        indices.push(...(side > 0 ? halves : halves.reverse()));
      }
  }
  return {
    mesh: { positions: Float32Array.from(positions), triangles: Uint32Array.from(indices) },
    pattern: Float32Array.from(pattern),
  };
}

/** Returns the distance of a place on the pattern from the nearest seam [squares]. */
function seamDistance(x: number, y: number): number {
  const outside = (t: number, from: number, to: number) => Math.max(from - t, 0, t - to);
  return Math.min(
    ...SEAMS.map(([x0, y0, x1, y1]) => {
      const [dx, dy] = [outside(Math.abs(x), x0, x1), outside(y, y0, y1)];
      return Math.sqrt(dx * dx + dy * dy);
    }),
  );
}

/** Returns the position of a place on the pattern [m]. @param side 1 in front, -1 at the back */
function placeOf(x: number, y: number, side: number): readonly [number, number, number] {
  const across = Math.abs(x);
  // The slope begins at the hem and is whole from the underarms up, so that no square there is bent.
  const fall = SLOPE * Math.max(across - NECK, 0) * Math.min(y / UNDERARM, 1);
  const neckline = Math.max(1 - (across / NECK) ** 2, 0) * (side > 0 ? FRONT_DIP : BACK_DIP);
  const dip = neckline * Math.max((y - UNDERARM) / (SHOULDER - UNDERARM), 0);
  const near = Math.min(seamDistance(x, y) / ROUNDING, 1);
  const depth = side * DEPTH * Math.sqrt(near * (2 - near));
  return [SQUARE * x, SQUARE * (y - fall - dip), SQUARE * depth];
}
