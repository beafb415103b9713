import { LeftOut, MeshFileError, oneOfVertices, plural } from '../file-mesh.ts';
import type { FileSurface } from '../file-surface.ts';
import { type PlyElement, type PlyHeader, readPlyHeader } from './ply-header.ts';
import { PlyBody } from './ply-body.ts';
import { dividePolygon } from './polygons.ts';
import { coordinate, linearFromSrgb } from './read-numbers.ts';
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
/** Names of a face's list of vertices. */
const CORNERS = ['vertex_indices', 'vertex_index'];
/** Properties of vertices that are left out without a word: normals follow from the triangles. */
const SILENT = ['nx', 'ny', 'nz'];

/**
 * Reads a `.ply` file, text or binary: positions, texture coordinates and colours of vertices, and faces, which are divided into triangles.
 * Colours are in sRGB, as three takes them. three's PLYLoader is not used, because it checks neither counts nor indices; tests compare with it.
 * Source: Turk 1994, The PLY Polygon File Format.
 * @throws MeshFileError
 */
export function readPly(bytes: Uint8Array): FileSurface {
  const { body, elements } = open(bytes);
  const leftOut = new LeftOut();
  let vertices: Vertices | undefined;
  let faces: Face[] | undefined;
  for (const element of elements) {
    if (element.name === 'vertex') vertices = readVertices(body, element, leftOut);
    else if (element.name === 'face') faces = readFaces(body, element, leftOut);
    else {
      body.read(element, {});
      if (element.count > 0) leftOut.add(`things of '${element.name}'`, element.count);
    }
  }
  body.checkEnd();
  if (!vertices) throw new MeshFileError("The header has no element 'vertex'; expected one");
  if (!faces) throw new MeshFileError("The header has no element 'face'; expected one, since points have no surface");
  return tidySurface({
    ...vertices,
    triangles: divide(faces, vertices.positions, body),
    materials: [],
    notes: leftOut.notes(),
  });
}

/** Corners of a face, and where it ends in the file (PlyBody.end). */
interface Face {
  readonly corners: readonly number[];
  readonly end: number;
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

function readVertices(body: PlyBody, element: PlyElement, leftOut: LeftOut): Vertices {
  const { count, properties } = element;
  const has = (name: string) => properties.some((property) => property.name === name && !property.lengthType);
  const missing = POSITION.find((name) => !has(name));
  if (missing) throw new MeshFileError(`The element 'vertex' has no '${missing}'; expected x, y and z`);
  const uvNames = UVS.find((names) => names.every(has));
  const colourNames = COLOUR.every(has) ? COLOUR : undefined;
  const used = new Set([...POSITION, ...(uvNames ?? []), ...(colourNames ?? [])]);
  const read = new Set([...used, ...SILENT]);
  for (const { name } of properties) if (!read.has(name)) leftOut.add(`values of '${name}'`, count);
  const columns = new Map<string, number[]>();
  for (const name of read) columns.set(name, []);
  body.read(element, {
    number: (row, { name, type }, value) => {
      if (used.has(name)) coordinate(value, () => `'${name}' of vertex ${row}, ${body.before()},`);
      columns.get(name)?.push(COLOUR.includes(name) ? value / type.one : value);
    },
  });
  const table = (names: readonly string[], convert = (value: number, _column: number): number => value) => {
    const values = new Float64Array(names.length * count);
    names.forEach((name, k) => {
      columns.get(name)!.forEach((value, row) => {
        values[names.length * row + k] = convert(value, k);
      });
    });
    return values;
  };
  return {
    positions: table(POSITION),
    // The lower left corner of the image is the origin in these files.
    ...(uvNames && {
      uvs: Float32Array.from(table(uvNames, (value, k) => (k === 0 ? value : 1 - value))),
    }),
    ...(colourNames && {
      colours: Float32Array.from(table(colourNames, linearFromSrgb)),
    }),
  };
}

function readFaces(body: PlyBody, element: PlyElement, leftOut: LeftOut): Face[] {
  const corners = element.properties.find(({ name, lengthType }) => CORNERS.includes(name) && lengthType)?.name;
  if (!corners) throw new MeshFileError(`The element 'face' has no list of vertices; expected ${CORNERS.join(' or ')}`);
  for (const { name } of element.properties) if (name !== corners) leftOut.add(`values of '${name}'`, element.count);
  const faces: Face[] = [];
  body.read(element, {
    list: (_, { name }, values) => name === corners && faces.push({ corners: [...values], end: body.end }),
  });
  return faces;
}

function divide(faces: readonly Face[], positions: Float64Array, body: PlyBody): Uint32Array {
  const vertexCount = positions.length / 3;
  const triangles: number[] = [];
  faces.forEach(({ corners, end }, face) => {
    const name = () => `Face ${face}, ${body.before(end)},`;
    if (corners.length < 3)
      throw new MeshFileError(`${name()} has ${plural(corners.length, 'corner')}; expected at least three`);
    const wrong = corners.find((v) => !(Number.isInteger(v) && v >= 0 && v < vertexCount));
    if (wrong !== undefined)
      throw new MeshFileError(`${name()} has the vertex ${wrong}; expected ${oneOfVertices(vertexCount)}`);
    for (const i of dividePolygon(corners, positions)) triangles.push(corners[i]);
  });
  return Uint32Array.from(triangles);
}
