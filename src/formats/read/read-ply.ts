import { LeftOut, MeshFileError } from '../file-mesh.ts';
import type { FileSurface } from '../file-surface.ts';
import { PlyBody } from './ply-body.ts';
import { PlyFaces, STRIPS } from './ply-faces.ts';
import { type PlyElement, type PlyHeader, type PlyProperty, readPlyHeader } from './ply-header.ts';
import { coordinate, linearFromSrgb, NO_COLOURS, NO_UVS, replaceRows } from './read-numbers.ts';
import { tidySurface } from './raw-surface.ts';
import { TextReader } from './text-reader.ts';

const POSITION = ['x', 'y', 'z'];
const COLOUR = ['red', 'green', 'blue'];
/** Names of texture coordinates, as Blender, MeshLab and others write them. */
const UVS = [
  ['u', 'v'],
  ['s', 't'],
  ['texture_u', 'texture_v'],
  ['texture_s', 'texture_t'],
];
/** Properties of vertices that are left out without a word: normals follow from the triangles. */
const SILENT = new Set(['nx', 'ny', 'nz']);

/**
 * Reads a `.ply` file, text or binary: positions, texture coordinates and colours of vertices, and faces and strips of triangles. Faces are divided into
 * triangles. Colours are in sRGB, as three takes them. three's PLYLoader is not used, because it checks neither counts nor indices; tests compare with it.
 * Source: Turk 1994, The PLY Polygon File Format.
 * @throws MeshFileError
 */
export function readPly(bytes: Uint8Array): FileSurface {
  const { body, elements } = open(bytes);
  const vertexElement = elements.find(({ name }) => name === 'vertex');
  if (!vertexElement) throw new MeshFileError("The header has no element 'vertex'; expected one");
  if (!elements.some(({ name }) => name === 'face' || name === STRIPS))
    throw new MeshFileError(
      `The header has no element 'face' or '${STRIPS}'; expected one, since points have no surface`,
    );
  const leftOut = new LeftOut();
  const faces = new PlyFaces(body, vertexElement.count, leftOut);
  let vertices: Vertices | undefined;
  for (const element of elements) {
    if (element.name === 'vertex') vertices = readVertices(body, element, leftOut);
    else if (element.name === 'face') faces.readFaces(element);
    else if (element.name === STRIPS) faces.readStrips(element);
    else {
      body.read(element, {});
      if (element.count > 0) leftOut.add(`things of '${element.name}'`, element.count);
    }
  }
  const filling = body.end();
  return tidySurface({
    ...vertices!,
    triangles: faces.triangles(vertices!.positions),
    materials: [],
    notes: [...leftOut.notes(), ...filling],
  });
}

interface Vertices {
  readonly positions: Float64Array;
  readonly uvs?: Float32Array;
  readonly colours?: Float32Array;
}

function open(bytes: Uint8Array): { body: PlyBody; elements: PlyHeader['elements'] } {
  const mixed = TextReader.open(bytes, '', true);
  const header = readPlyHeader(mixed);
  if (header.format !== 'ascii') return { body: new PlyBody(mixed, header.format), elements: header.elements };
  // A text with other bytes in it is damaged.
  const reader = TextReader.open(bytes);
  readPlyHeader(reader);
  return { body: new PlyBody(reader, header.format), elements: header.elements };
}

/** Where the values of a property go. */
interface Column {
  readonly values: Float32Array | Float64Array;
  /** Numbers per vertex, and the place among them. */
  readonly perRow: number;
  readonly k: number;
  /** The value to store; NaN for one that is left out. */
  readonly convert: (value: number, property: PlyProperty) => number;
}

function readVertices(body: PlyBody, element: PlyElement, leftOut: LeftOut): Vertices {
  body.checkRoom(element);
  const { count, properties } = element;
  const numbers = new Set(properties.filter(({ lengthType }) => !lengthType).map(({ name }) => name));
  const has = (name: string) => numbers.has(name);
  const missing = POSITION.find((name) => !has(name));
  if (missing) throw new MeshFileError(`The element 'vertex' has no '${missing}'; expected x, y and z`);
  const uvNames = UVS.find((names) => names.every(has));
  const columns = new Map<string, Column>();
  const table = <T extends Float32Array | Float64Array>(
    values: T,
    names: readonly string[],
    convert: (value: number, k: number, property: PlyProperty) => number,
  ): T => {
    names.forEach((name, k) => {
      columns.set(name, {
        values,
        perRow: names.length,
        k,
        convert: (value, property) => convert(value, k, property),
      });
    });
    return values;
  };
  const positions = table(new Float64Array(3 * count), POSITION, (value) => value);
  // The lower left corner of the image is the origin in these files.
  const uvs = uvNames && table(new Float32Array(2 * count), uvNames, (value, k) => (k === 0 ? value : 1 - value));
  const colours = COLOUR.every(has)
    ? table(new Float32Array(3 * count), COLOUR, (value, _, { type }) =>
        Number.isFinite(value) ? linearFromSrgb(value / type.one) : Number.NaN,
      )
    : undefined;
  for (const { name } of properties)
    if (!columns.has(name) && !SILENT.has(name)) leftOut.add(`values of '${name}'`, count);
  body.read(element, {
    number: (row, property, value) => {
      const column = columns.get(property.name);
      if (!column) return;
      if (column.values === positions)
        coordinate(value, () => `'${property.name}' of vertex ${row}, ${body.before()},`);
      column.values[column.perRow * row + column.k] = column.convert(value, property);
    },
  });
  if (uvs) replaceRows(uvs, 2, 0, () => leftOut.add(NO_UVS));
  if (colours) replaceRows(colours, 3, 1, () => leftOut.add(NO_COLOURS));
  return { positions, ...(uvs && { uvs }), ...(colours && { colours }) };
}
