import { srgbFromLinear } from '../read/read-numbers.ts';
import type { Field } from './written-mesh.ts';
import type { WrittenSurface } from './written-surface.ts';

/** Vertex ids in a face's list [bytes], after a byte with their number. */
const FACE = 1 + 3 * 4;

/** A column of numbers in the file. */
interface Column {
  readonly name: string;
  readonly type: 'uchar' | 'uint' | 'float' | 'double';
  readonly of: (row: number) => number;
}

const SIZES: Readonly<Record<Column['type'], number>> = { uchar: 1, uint: 4, float: 4, double: 8 };

/** More that a file of a surface can hold. */
export interface PlyExtras {
  /** 3 numbers per vertex. */
  readonly normals?: Float32Array | undefined;
  /** Fields over the vertices or the triangles. One with several components becomes several columns. */
  readonly fields?: readonly Field[];
}

/**
 * Writes a binary little-endian `.ply` file: positions, as `double` if they are float64, texture coordinates, colours in sRGB, and what else is given.
 * Materials and textures are left out.
 * Source: Turk 1994, The PLY Polygon File Format.
 */
export function writePly(
  surface: Pick<WrittenSurface, 'positions' | 'triangles' | 'uvs' | 'colours'>,
  { normals, fields = [] }: PlyExtras = {},
): Uint8Array {
  const { positions, triangles, uvs, colours } = surface;
  const vertices = [
    ...columns(['x', 'y', 'z'], positions instanceof Float64Array ? 'double' : 'float', positions),
    ...(normals ? columns(['nx', 'ny', 'nz'], 'float', normals) : []),
    // The lower left corner of the image is the origin in these files.
    ...(uvs ? columns(['s', 't'], 'float', uvs, (value, k) => (k === 0 ? value : 1 - value)) : []),
    ...(colours
      ? columns(['red', 'green', 'blue'], 'uchar', colours, (value) => Math.round(255 * srgbFromLinear(value)))
      : []),
    ...fields.filter(({ over }) => over === 'points').flatMap(columnsOf),
  ];
  const faces = fields.filter(({ over }) => over === 'cells').flatMap(columnsOf);
  const counts = { vertices: positions.length / 3, faces: triangles.length / 3 };
  const header = new TextEncoder().encode(
    [
      'ply',
      'format binary_little_endian 1.0',
      `element vertex ${counts.vertices}`,
      ...vertices.map(({ type, name }) => `property ${type} ${name}`),
      `element face ${counts.faces}`,
      'property list uchar int vertex_indices',
      ...faces.map(({ type, name }) => `property ${type} ${name}`),
      'end_header\n',
    ].join('\n'),
  );
  const sizes = { vertex: sizeOf(vertices), face: FACE + sizeOf(faces) };
  const bytes = new Uint8Array(header.length + sizes.vertex * counts.vertices + sizes.face * counts.faces);
  bytes.set(header);
  const view = new DataView(bytes.buffer);
  let at = header.length;
  for (let v = 0; v < counts.vertices; v++) at = writeRow(view, at, vertices, v);
  for (let i = 0; i < counts.faces; i++) {
    view.setUint8(at, 3);
    for (let k = 0; k < 3; k++) view.setInt32(at + 1 + 4 * k, triangles[3 * i + k], true);
    at = writeRow(view, at + FACE, faces, i);
  }
  return bytes;
}

function columns(
  names: readonly string[],
  type: Column['type'],
  values: ArrayLike<number>,
  convert: (value: number, k: number) => number = (value) => value,
): Column[] {
  return names.map((name, k) => ({ name, type, of: (row) => convert(values[names.length * row + k], k) }));
}

function columnsOf({ name, components, values }: Field): Column[] {
  // Blanks end a name.
  const plain = name.trim().replaceAll(/\s+/g, '_');
  const names = Array.from({ length: components }, (_, k) => (components === 1 ? plain : `${plain}_${k}`));
  const type = values instanceof Float32Array ? 'float' : values instanceof Float64Array ? 'double' : 'uint';
  return columns(names, type, values);
}

const sizeOf = (list: readonly Column[]): number => list.reduce((sum, { type }) => sum + SIZES[type], 0);

/** Writes a row of all columns. @returns the byte after it */
function writeRow(view: DataView, begin: number, list: readonly Column[], row: number): number {
  let at = begin;
  for (const { type, of } of list) {
    const value = of(row);
    if (type === 'float') view.setFloat32(at, value, true);
    else if (type === 'double') view.setFloat64(at, value, true);
    else if (type === 'uint') view.setUint32(at, value, true);
    else view.setUint8(at, value);
    at += SIZES[type];
  }
  return at;
}
