import { MeshFileError, oneOfVertices, plural } from '../file-mesh.ts';
import { CORNERS, type GrowingMesh, type Simple } from './growing-mesh.ts';

/** Cells of a VTK file. */
export interface CellLists {
  /** Place of the cells in the file, for messages: 'before line 7'. */
  readonly where: string;
  /** Starts of the cells' vertices in `vertices`; one entry more than cells, the last of which is the length. */
  readonly offsets: Float64Array;
  readonly vertices: Float64Array;
}

/** How a type of cells is read. */
interface CellType {
  /** How notes name cells that are left out. */
  readonly name?: string;
  /** Number of vertices, if it is always the same. */
  readonly count?: number;
  /** Kind of cells that make a mesh, whose corners come first. Those without `count` are of any order. */
  readonly kind?: Simple | 'polygon' | 'quadratic polygon' | 'strip' | 'pixel';
}

/** VTK's cell types by number. Source: vtkCellType.h of VTK 9.3. */
const TYPES: Readonly<Record<number, CellType>> = {
  0: { name: 'empty cells', count: 0 },
  1: { name: 'vertices', count: 1 },
  2: { name: 'vertices' },
  3: { name: 'lines', count: 2 },
  4: { name: 'lines' },
  5: { kind: 'triangles', count: 3 },
  6: { kind: 'strip' },
  7: { kind: 'polygon' },
  8: { kind: 'pixel', count: 4 },
  9: { kind: 'quadrilaterals', count: 4 },
  10: { kind: 'tetrahedra', count: 4 },
  11: { name: 'voxels', count: 8 },
  12: { name: 'hexahedra', count: 8 },
  13: { name: 'wedges', count: 6 },
  14: { name: 'pyramids', count: 5 },
  15: { name: 'pentagonal prisms', count: 10 },
  16: { name: 'hexagonal prisms', count: 12 },
  21: { name: 'quadratic lines', count: 3 },
  22: { kind: 'triangles', count: 6 },
  23: { kind: 'quadrilaterals', count: 8 },
  24: { kind: 'tetrahedra', count: 10 },
  25: { name: 'quadratic hexahedra', count: 20 },
  26: { name: 'quadratic wedges', count: 15 },
  27: { name: 'quadratic pyramids', count: 13 },
  28: { kind: 'quadrilaterals', count: 9 },
  29: { name: 'quadratic hexahedra', count: 27 },
  30: { kind: 'quadrilaterals', count: 6 },
  31: { name: 'quadratic wedges', count: 12 },
  32: { name: 'quadratic wedges', count: 18 },
  33: { name: 'quadratic hexahedra', count: 24 },
  34: { kind: 'triangles', count: 7 },
  35: { name: 'cubic lines', count: 4 },
  36: { kind: 'quadratic polygon' },
  37: { name: 'quadratic pyramids', count: 19 },
  42: { name: 'polyhedra' },
  61: { kind: 'triangles' },
  62: { kind: 'quadrilaterals' },
  64: { kind: 'tetrahedra' },
  68: { name: 'lines of higher order' },
  69: { kind: 'triangles' },
  70: { kind: 'quadrilaterals' },
  71: { kind: 'tetrahedra' },
  72: { name: 'hexahedra of higher order' },
  73: { name: 'wedges of higher order' },
  74: { name: 'pyramids of higher order' },
  75: { name: 'lines of higher order' },
  76: { kind: 'triangles' },
  77: { kind: 'quadrilaterals' },
  78: { kind: 'tetrahedra' },
  79: { name: 'hexahedra of higher order' },
  80: { name: 'wedges of higher order' },
  81: { name: 'pyramids of higher order' },
};
/** Greatest number of a cell type. Source: VTK_NUMBER_OF_CELL_TYPES in vtkCellType.h. */
const MOST_TYPE = 83;

/** VTK's types of the cells of polygonal data. */
export const POLYGON = 7;
export const STRIP = 6;

/** Cells to sort, and the vertices that they have. */
export interface CellsToSort {
  readonly cells: CellLists;
  /** VTK's type of each cell, or one for all. */
  readonly types: Float64Array | number;
  /** Of the whole mesh, 3 numbers per vertex. */
  readonly positions: Float64Array;
  /** The mesh's vertices that belong to these cells, whose ids begin at 0 in the list: the first one, and their number. */
  readonly first: number;
  readonly count: number;
}

/**
 * Sorts cells into tetrahedra and triangles, and leaves out others. Polygons, quadrilaterals and strips are divided into triangles, and cells of higher order
 * are taken by their corners.
 * @param mesh receives them
 * @throws MeshFileError if a cell's vertices don't exist or lie outside of the list, or if it has another number of them than its type
 */
export function sortCells({ cells, types, positions, first, count }: CellsToSort, mesh: GrowingMesh): void {
  const { offsets, vertices, where } = cells;
  const cellCount = Math.max(0, offsets.length - 1);
  if (typeof types !== 'number' && types.length !== cellCount)
    throw new MeshFileError(
      `The cells ${where} are ${cellCount}, with ${types.length} types; expected as many of both`,
    );
  checkLists(cells, count);
  for (let cell = 0; cell < cellCount; cell++) {
    const type = typeof types === 'number' ? types : types[cell];
    const begin = offsets[cell];
    const end = offsets[cell + 1];
    const { kind, name } = typeOf(type, end - begin, cell, where);
    if (kind === undefined) mesh.leftOut.add(name ?? `cells of type ${type}`);
    else if (kind === 'strip') mesh.addStrip(vertices, begin, end, first);
    else if (kind === 'polygon') mesh.addPolygon(vertices, begin, end, first, positions);
    else if (kind === 'quadratic polygon') {
      // The second half of the vertices are those in the middle of edges.
      const middle = begin + Math.floor((end - begin) / 2);
      mesh.addPolygon(vertices, begin, middle, first, positions);
      for (let i = middle; i < end; i++) mesh.markMiddle(first + vertices[i]);
    } else addSimple(kind, vertices.subarray(begin, end), first, positions, mesh);
  }
}

/** Adds a cell of some kind. @param ids its vertices, less `first` */
function addSimple(
  kind: Simple | 'pixel',
  ids: Float64Array,
  first: number,
  positions: Float64Array,
  mesh: GrowingMesh,
): void {
  const [a, b, c, d] = [first + ids[0], first + ids[1], first + ids[2], first + ids[3]];
  // The corners of a pixel lie in rows.
  if (kind === 'pixel') mesh.addQuadrilateral(a, b, d, c, positions);
  else if (ids.length > CORNERS[kind])
    mesh.add(
      kind,
      ids.map((id) => first + id),
      positions,
    );
  else if (kind === 'tetrahedra') mesh.addTetrahedron(a, b, c, d);
  else if (kind === 'triangles') mesh.addTriangle(a, b, c);
  else mesh.addQuadrilateral(a, b, c, d, positions);
}

/** Returns how a cell is read. @throws MeshFileError if there is no such type, or if its cells have another number of vertices */
function typeOf(type: number, count: number, cell: number, where: string): CellType {
  if (!(Number.isInteger(type) && type >= 0 && type <= MOST_TYPE))
    throw new MeshFileError(
      `Cell ${cell}, ${where}, is of type ${type}; expected a whole number from 0 to ${MOST_TYPE}`,
    );
  const found = TYPES[type] ?? {};
  const least = found.kind && Object.hasOwn(CORNERS, found.kind) ? CORNERS[found.kind as Simple] : 0;
  if (count !== (found.count ?? Math.max(count, least)))
    throw new MeshFileError(
      `Cell ${cell}, ${where}, has ${plural(count, 'vertex', 'vertices')}; expected ${found.count ?? `at least ${least}`} by its type ${type}`,
    );
  return found;
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
