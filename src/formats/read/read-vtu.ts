import { type FileMesh, MeshFileError, plural } from '../file-mesh.ts';
import { cut, decimal } from '../../math/text.ts';
import { GrowingMesh } from './growing-mesh.ts';
import { sortCells } from './vtk-cells.ts';
import { checkLength, checkText } from './text-bytes.ts';
import { appendedData, readArray, type Storage } from './vtu-arrays.ts';
import { type Tag, XmlTags } from './xml-tags.ts';

/** The only compressor that is known here. */
const ZLIB = 'vtkZLibDataCompressor';

/** Orders of bytes, and the sizes of the numbers that tell lengths [bytes]. */
const ORDERS: readonly string[] = ['LittleEndian', 'BigEndian'];
const HEADER_SIZES: Readonly<Record<string, 4 | 8>> = { UInt32: 4, UInt64: 8 };

/**
 * Most numbers of the arrays of one name in all pieces together: the vertices of 12 million tetrahedra, and no more than eight per byte of the file beyond a
 * small number. Compressed arrays of real meshes have at most one per byte; a few kilobytes of zeros may promise any number.
 */
const MOST_NUMBERS = 5e7;
const SMALL_NUMBER = 2e6;
const MOST_PER_BYTE = 8;
/** Elements in which arrays stand. */
const PARENTS: readonly string[] = ['Points', 'Cells', 'PointData', 'CellData', 'FieldData'];

/** The arrays of a piece that make a mesh, by the element that they stand in and their names. */
interface Piece {
  /** Line on which it begins. */
  readonly line: number;
  readonly points: number;
  readonly cells: number;
  positions?: Float64Array;
  connectivity?: Float64Array;
  offsets?: Float64Array;
  types?: Float64Array;
}

/**
 * Reads a `.vtu` file of VTK (unstructured grid in XML): the tetrahedra, triangles and polygons of all its pieces. Arrays are text, base64 or appended, and may be
 * compressed by zlib. Fields are left out.
 * Source: Kitware, VTK File Formats, XML formats.
 * @throws MeshFileError
 */
export function readVtu(bytes: Uint8Array): FileMesh {
  if (bytes.length === 0) throw new MeshFileError('The file has 0 bytes; expected a mesh');
  checkLength(bytes);
  const text = new TextDecoder('latin1').decode(bytes);
  const appendedAt = text.indexOf('<AppendedData');
  // Only appended data may be no text.
  checkText(appendedAt < 0 ? bytes : bytes.subarray(0, appendedAt));
  const tags = new XmlTags(appendedAt < 0 ? text : text.slice(0, appendedAt));
  const root = tags.next();
  if (root?.name !== 'VTKFile')
    throw new MeshFileError(
      `The file ${root ? `begins with the tag '${cut(root.name)}' on line ${root.line}` : 'has no tag'}; expected VTKFile`,
    );
  if (root.attributes.type !== 'UnstructuredGrid')
    throw new MeshFileError(
      `The file holds a ${cut(root.attributes.type ?? 'nameless thing')}; expected an UnstructuredGrid`,
    );
  const storage = storageOf(root, bytes, text, appendedAt);
  const most = Math.min(MOST_NUMBERS, SMALL_NUMBER + MOST_PER_BYTE * bytes.length);
  const pieces = readPieces(tags, storage, most);
  if (pieces.length === 0) throw new MeshFileError('The file has no element Piece; expected at least one');
  return join(pieces);
}

function storageOf({ attributes }: Tag, bytes: Uint8Array, text: string, appendedAt: number): Storage {
  const { byte_order = 'LittleEndian', header_type = 'UInt32', compressor } = attributes;
  if (compressor && compressor !== ZLIB)
    throw new MeshFileError(`The file is compressed by ${cut(compressor)}; expected ${ZLIB}, or no compression`);
  if (!ORDERS.includes(byte_order))
    throw new MeshFileError(`The file has the byte_order '${cut(byte_order)}'; expected ${ORDERS.join(' or ')}`);
  if (!Object.hasOwn(HEADER_SIZES, header_type))
    throw new MeshFileError(
      `The file has the header_type '${cut(header_type)}'; expected ${Object.keys(HEADER_SIZES).join(' or ')}`,
    );
  let appended: Storage['appended'];
  if (appendedAt >= 0) {
    const begin = text.indexOf('_', text.indexOf('>', appendedAt));
    if (begin < 0) throw new MeshFileError("The element AppendedData has no '_'; expected it before the data");
    const isBase64 = /encoding\s*=\s*["']base64["']/.test(text.slice(appendedAt, begin));
    appended = appendedData(bytes.subarray(begin + 1), isBase64);
  }
  return {
    isLittleEndian: byte_order === 'LittleEndian',
    headerSize: HEADER_SIZES[header_type],
    isCompressed: compressor === ZLIB,
    appended,
  };
}

/** @param mostNumbers of the arrays of one name */
function readPieces(tags: XmlTags, storage: Storage, mostNumbers: number): Piece[] {
  const pieces: Piece[] = [];
  let parent = '';
  const left = { positions: mostNumbers, connectivity: mostNumbers, offsets: mostNumbers, types: mostNumbers };
  for (let tag = tags.next(); tag; tag = tags.next()) {
    if (tag.kind === 'closes') continue;
    const piece = pieces.at(-1);
    if (tag.name === 'Piece')
      pieces.push({
        line: tag.line,
        points: wholeOf(tag, 'NumberOfPoints'),
        cells: wholeOf(tag, 'NumberOfCells'),
      });
    if (PARENTS.includes(tag.name)) parent = tag.name;
    else if (tag.name === 'DataArray' && piece) {
      const name = nameOf(tag, parent);
      if (!name) continue;
      if (piece[name])
        throw new MeshFileError(`Line ${tag.line} begins a second array of ${name}; expected one for each piece`);
      const { points, cells } = piece;
      const most = { positions: 3 * points, offsets: cells, types: cells, connectivity: Infinity }[name];
      const array = readArray(tag, tags.textAfter(tag), storage, Math.min(most, left[name]));
      if (name === 'positions') checkFinite(array, tag.line);
      left[name] -= array.length;
      piece[name] = array;
    }
  }
  return pieces;
}

/** The name of an array that makes the mesh; undefined for another one. */
function nameOf(
  { attributes: { Name } }: Tag,
  parent: string,
): keyof Omit<Piece, 'line' | 'points' | 'cells'> | undefined {
  if (parent === 'Points') return 'positions';
  return parent === 'Cells' && (Name === 'connectivity' || Name === 'offsets' || Name === 'types') ? Name : undefined;
}

function wholeOf({ attributes, name, line }: Tag, attribute: string): number {
  const value = decimal(attributes[attribute] ?? '');
  if (!(Number.isInteger(value) && value >= 0))
    throw new MeshFileError(
      `${name} on line ${line} has the ${attribute} '${cut(attributes[attribute] ?? '')}'; expected a whole number`,
    );
  return value;
}

function checkFinite(positions: Float64Array, line: number): void {
  const bad = positions.findIndex((x) => !Number.isFinite(x));
  if (bad >= 0)
    throw new MeshFileError(
      `The array of positions on line ${line} has ${positions[bad]} as number ${bad}; expected finite numbers`,
    );
}

/** Puts pieces one after another. */
function join(pieces: readonly Piece[]): FileMesh {
  const mesh = new GrowingMesh();
  const parts = pieces.map((piece) => arrayOf(piece, 'positions', 3 * piece.points));
  const positions = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let first = 0;
  for (const part of parts) {
    positions.set(part, 3 * first);
    first += part.length / 3;
  }
  first = 0;
  for (const piece of pieces) {
    const ends = arrayOf(piece, 'offsets', piece.cells);
    const vertices = arrayOf(piece, 'connectivity', ends.at(-1) ?? 0);
    const offsets = new Float64Array(ends.length + 1);
    offsets.set(ends, 1);
    const where = `of the piece on line ${piece.line}`;
    const types = arrayOf(piece, 'types', piece.cells);
    sortCells({ cells: { offsets, vertices, where }, types, positions, first, count: piece.points }, mesh);
    first += piece.points;
  }
  return mesh.finish(positions);
}

/** Returns an array of a piece. An empty piece needs none. @throws MeshFileError if it isn't there, or has another length */
function arrayOf(piece: Piece, name: 'positions' | 'connectivity' | 'offsets' | 'types', length: number): Float64Array {
  const isEmpty = piece.points === 0 && piece.cells === 0;
  const array = piece[name] ?? (isEmpty ? new Float64Array() : undefined);
  if (array?.length !== length)
    throw new MeshFileError(
      `The piece on line ${piece.line} has ${array ? plural(array.length, 'number') : 'no array'} of ${name}; expected ${plural(length, 'number')}`,
    );
  return array;
}
