import { type LeftOut, MeshFileError, oneOfVertices, plural } from '../file-mesh.ts';

/** Cells of a VTK file. */
export interface CellLists {
  /** Place of the cells in the file, for messages: 'before line 7'. */
  readonly where: string;
  /** Starts of the cells' vertices in `vertices`; one entry more than cells, the last of which is the length. */
  readonly offsets: Float64Array;
  readonly vertices: Float64Array;
}

const TRIANGLE = 5;
const TETRAHEDRON = 10;
/** VTK's other cell types by number: their name, and their number of vertices if it is always the same. Source: vtkCellType.h. */
const OTHERS: Readonly<Record<number, { readonly name: string; readonly corners?: number }>> = {
  1: { name: 'vertices', corners: 1 },
  2: { name: 'vertices' },
  3: { name: 'lines', corners: 2 },
  4: { name: 'lines' },
  6: { name: 'strips of triangles' },
  7: { name: 'polygons' },
  8: { name: 'pixels', corners: 4 },
  9: { name: 'quadrilaterals', corners: 4 },
  11: { name: 'voxels', corners: 8 },
  12: { name: 'hexahedra', corners: 8 },
  13: { name: 'wedges', corners: 6 },
  14: { name: 'pyramids', corners: 5 },
  22: { name: 'quadratic triangles', corners: 6 },
  24: { name: 'quadratic tetrahedra', corners: 10 },
};
/** Greatest number of a cell type. Source: VTK_NUMBER_OF_CELL_TYPES in vtkCellType.h. */
const MOST_TYPE = 83;

/**
 * Sorts cells into tetrahedra and triangles, and leaves out others.
 * @param types VTK's type of each cell; undefined for polygons, of which those of more than three corners are divided into fans of triangles
 * @param vertexCount number of vertices of the mesh
 * @throws MeshFileError if a cell's vertices don't exist or lie outside of the list, or if it has another number of them than its type
 */
export function sortCells(
  { offsets, vertices, where }: CellLists,
  types: Float64Array | undefined,
  vertexCount: number,
  leftOut: LeftOut,
): { readonly tets: Uint32Array; readonly triangles: Uint32Array } {
  const cells = Math.max(0, offsets.length - 1);
  if (types && types.length !== cells)
    throw new MeshFileError(`The cells ${where} are ${cells}, with ${types.length} types; expected as many of both`);
  checkLists({ offsets, vertices, where }, vertexCount);
  const tets: number[] = [];
  const triangles: number[] = [];
  for (let cell = 0; cell < cells; cell++) {
    const first = offsets[cell];
    const count = offsets[cell + 1] - first;
    const type = types?.[cell];
    if (type === undefined) {
      for (let k = 2; k < count; k++) triangles.push(vertices[first], vertices[first + k - 1], vertices[first + k]);
      continue;
    }
    const corners = type === TETRAHEDRON ? 4 : type === TRIANGLE ? 3 : cornersOf(type, cell, where);
    if (corners !== undefined && count !== corners)
      throw new MeshFileError(
        `Cell ${cell}, ${where}, has ${plural(count, 'vertex', 'vertices')}; expected ${corners} by its type ${type}`,
      );
    if (type === TETRAHEDRON || type === TRIANGLE) {
      const list = type === TETRAHEDRON ? tets : triangles;
      for (let k = 0; k < count; k++) list.push(vertices[first + k]);
    } else leftOut.add(OTHERS[type]?.name ?? `cells of type ${type}`);
  }
  return { tets: Uint32Array.from(tets), triangles: Uint32Array.from(triangles) };
}

function cornersOf(type: number, cell: number, where: string): number | undefined {
  if (!(Number.isInteger(type) && type >= 0 && type <= MOST_TYPE))
    throw new MeshFileError(
      `Cell ${cell}, ${where}, is of type ${type}; expected a whole number from 0 to ${MOST_TYPE}`,
    );
  return OTHERS[type]?.corners;
}

function checkLists({ offsets, vertices, where }: CellLists, vertexCount: number): void {
  for (let cell = 0; cell < offsets.length; cell++) {
    const least = cell === 0 ? 0 : offsets[cell - 1];
    const most = cell === 0 ? 0 : vertices.length;
    const end = offsets[cell];
    if (!(Number.isInteger(end) && end >= least && end <= most))
      throw new MeshFileError(
        `The offset ${cell} of the cells, ${where}, is ${end}; expected a whole number from ${least} to ${most}`,
      );
  }
  const bad = vertices.findIndex((vertex) => !(Number.isInteger(vertex) && vertex >= 0 && vertex < vertexCount));
  if (bad >= 0)
    throw new MeshFileError(
      `Number ${bad} of the cells' vertices, ${where}, is ${vertices[bad]}; expected ${oneOfVertices(vertexCount)}`,
    );
}
