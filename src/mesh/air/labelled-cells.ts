import { shareOut, type TessellatedSpace } from './tessellated-space.ts';

/** A box of cells, cut by planes across each axis. Cell (i, j, k) has the id i + nx * (j + ny * k). */
export interface LabelledGrid {
  /** Coordinates of the planes across x, y and z [m], ascending: one more than there are cells along the axis. */
  readonly planes: readonly [ArrayLike<number>, ArrayLike<number>, ArrayLike<number>];
  /** For each cell its body, counted from 1, or AIR. */
  readonly labels: ArrayLike<number>;
}

/** Corners of a cell's 5 tetrahedra: bit 0 of a corner is its step along x, bit 1 along y, bit 2 along z. The last one is the middle one. */
const CELL_TETS: readonly (readonly [number, number, number, number])[] = [
  [1, 3, 0, 5],
  [2, 0, 3, 6],
  [4, 5, 0, 6],
  [7, 6, 3, 5],
  [0, 3, 6, 5],
];
/** Number of tetrahedra of a cell. */
export const TETS_PER_CELL = CELL_TETS.length;

/**
 * Cuts each cell into 5 tetrahedra. The diagonals of all sides join grid points whose coordinates i + j + k have an even sum, so
 * neighbouring cells, which are mirror images, conform. Cells of one label become one body.
 * @throws Error if the number of labels is wrong, planes don't ascend, bodies share a vertex, or a point inside the box touches air alone
 */
export function labelledCells({ planes, labels }: LabelledGrid): TessellatedSpace {
  const [nx, ny, nz] = planes.map(({ length }) => length - 1);
  checkGrid(planes, labels, nx * ny * nz);
  const point = (i: number, j: number, k: number) => i + (nx + 1) * (j + (ny + 1) * k);
  const positions = new Float64Array(3 * (nx + 1) * (ny + 1) * (nz + 1));
  const onHull = new Uint8Array(positions.length / 3);
  for (let k = 0; k <= nz; k++)
    for (let j = 0; j <= ny; j++)
      for (let i = 0; i <= nx; i++) {
        positions.set([planes[0][i], planes[1][j], planes[2][k]], 3 * point(i, j, k));
        onHull[point(i, j, k)] = i % nx === 0 || j % ny === 0 || k % nz === 0 ? 1 : 0;
      }
  const tets = new Uint32Array(4 * TETS_PER_CELL * nx * ny * nz);
  let at = 0;
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) {
        const odd = (i + j + k) & 1;
        for (const corners of CELL_TETS) {
          for (const c of corners) tets[at++] = point(i + ((c & 1) ^ odd), j + ((c >> 1) & 1), k + (c >> 2));
          if (odd) [tets[at - 1], tets[at - 2]] = [tets[at - 2], tets[at - 1]]; // mirrored along x
        }
      }
  const tetLabels = Uint32Array.from({ length: tets.length / 4 }, (_, t) => labels[Math.floor(t / TETS_PER_CELL)]);
  let bodyCount = 0;
  for (const label of tetLabels) bodyCount = Math.max(bodyCount, label);
  const space = shareOut({ positions, tets, labels: tetLabels }, bodyCount, (v) => onHull[v] === 1);
  if (space.free.length > 0)
    throw new Error(
      `${space.free.length / 3} points inside the box touch cells of air alone, expected a body at each of them`,
    );
  return space;
}

function checkGrid(planes: LabelledGrid['planes'], labels: ArrayLike<number>, cells: number): void {
  if (labels.length !== cells)
    throw new Error(`Found ${labels.length} labels for ${cells} cells, expected one per cell`);
  planes.forEach((coordinates, axis) => {
    for (let n = 0; n + 1 < coordinates.length; n++)
      if (!(coordinates[n] < coordinates[n + 1]))
        throw new Error(
          `Planes across ${'xyz'[axis]} have the coordinates ${coordinates[n]}, ${coordinates[n + 1]}, expected ascending ones`,
        );
  });
}
