import { type LeftOut, MeshFileError } from '../file-mesh.ts';

/** Cells of a VTK file. */
export interface CellLists {
  /** Where each cell's vertices begin in `vertices`; one entry more than cells, the last of which is the length. */
  readonly offsets: Float64Array;
  readonly vertices: Float64Array;
}

const TRIANGLE = 5;
const TETRAHEDRON = 10;
/** Names of VTK's other cell types, by number. Source: vtkCellType.h. */
const NAMES: Readonly<Record<number, string>> = {
  1: 'vertices',
  2: 'vertices',
  3: 'lines',
  4: 'lines',
  6: 'strips of triangles',
  7: 'polygons',
  8: 'pixels',
  9: 'quadrilaterals',
  11: 'voxels',
  12: 'hexahedra',
  13: 'wedges',
  14: 'pyramids',
  22: 'quadratic triangles',
  24: 'quadratic tetrahedra',
};

/**
 * Sorts cells into tetrahedra and triangles, and leaves out others.
 * @param types VTK's type of each cell; undefined for polygons, of which those of more than three corners are divided into fans of triangles
 * @throws MeshFileError if a cell has another number of vertices than its type
 */
export function sortCells(
  { offsets, vertices }: CellLists,
  types: Float64Array | undefined,
  leftOut: LeftOut,
): { readonly tets: Uint32Array; readonly triangles: Uint32Array } {
  const cells = offsets.length - 1;
  if (types && types.length !== cells)
    throw new MeshFileError(`The file has ${cells} cells and ${types.length} types of cells; expected as many of both`);
  const tets: number[] = [];
  const triangles: number[] = [];
  for (let cell = 0; cell < cells; cell++) {
    const first = offsets[cell];
    const count = offsets[cell + 1] - first;
    const type = types?.[cell];
    if (type === TETRAHEDRON || type === TRIANGLE) {
      const corners = type === TETRAHEDRON ? 4 : 3;
      if (count !== corners)
        throw new MeshFileError(`Cell ${cell} has ${count} vertices; expected ${corners} by its type ${type}`);
      const list = type === TETRAHEDRON ? tets : triangles;
      for (let k = 0; k < corners; k++) list.push(vertices[first + k]);
    } else if (type === undefined)
      for (let k = 2; k < count; k++) triangles.push(vertices[first], vertices[first + k - 1], vertices[first + k]);
    else leftOut.add(NAMES[type] ?? `cells of type ${type}`);
  }
  return { tets: Uint32Array.from(tets), triangles: Uint32Array.from(triangles) };
}
