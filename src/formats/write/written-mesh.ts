/** A mesh to write: tetrahedra, or triangles, or both. */
export interface WrittenMesh {
  /** Positions, flat, 3 numbers per vertex. */
  readonly positions: Float32Array | Float64Array;
  /** Vertex ids, flat, 4 per tetrahedron. */
  readonly tets: Uint32Array;
  /** Vertex ids, flat, 3 per triangle. */
  readonly triangles: Uint32Array;
}

/** Error for a file that can't be written as asked, for example because its format has no room for it. The message is one sentence. */
export class ExportError extends Error {}

/** A field over the vertices or the cells of a mesh, with one or more numbers for each. Cells are the tetrahedra, then the triangles. */
export interface Field {
  readonly name: string;
  readonly over: 'points' | 'cells';
  /** Numbers per vertex or cell. */
  readonly components: number;
  readonly values: Float32Array | Float64Array | Uint32Array;
}

/** Writes rows of numbers, separated by blanks, one row per line. Each number is the shortest text that is read back to the same bits. */
export function rows(
  values: ArrayLike<number>,
  perRow: number,
  prefix: (row: number) => string = () => '',
  shift = 0,
): string[] {
  return Array.from({ length: values.length / perRow }, (_, row) => {
    let line = prefix(row);
    for (let k = 0; k < perRow; k++) line += (line === '' ? '' : ' ') + (values[perRow * row + k] + shift);
    return line;
  });
}
