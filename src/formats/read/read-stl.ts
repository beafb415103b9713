import { LeftOut, MeshFileError, plural } from '../file-mesh.ts';
import type { FileSurface } from '../file-surface.ts';
import { GrowingNumbers } from './growing-numbers.ts';
import { coordinate } from './read-numbers.ts';
import { tidySurface } from './raw-surface.ts';
import { isBlank, isUtf16, markAt } from './text-bytes.ts';
import { TextReader } from './text-reader.ts';

/** Sizes of a binary file's parts [bytes]: a title, the number of triangles, and each triangle: normal, three corners, an attribute. */
const TITLE = 80;
const HEAD = TITLE + 4;
const TRIANGLE = 50;
const NORMAL = 12;
const ATTRIBUTE = 48;

/**
 * Reads an `.stl` file, binary or text. Every triangle has three vertices of its own. Normals are left out, as the corners' order says the same.
 * three's STLLoader is not used, because it takes truncated files and NaN without a word; tests compare with it.
 * Source: 3D Systems 1989, StereoLithography Interface Specification.
 * @throws MeshFileError
 */
export function readStl(bytes: Uint8Array): FileSurface {
  if (bytes.length === 0) throw new MeshFileError('The file has 0 bytes; expected a mesh');
  // Binary titles may begin with 'solid' too, so the length decides. A text's characters in the place of the count promise more than any file has.
  const isBinary = bytes.length >= HEAD && binaryLength(bytes) <= bytes.length;
  // A text may have a mark of UTF-8 and blanks first.
  let first = markAt(bytes, 0);
  while (isBlank(bytes[first])) first++;
  const beginsAsText = /^solid\b/i.test(String.fromCharCode(...bytes.subarray(first, first + TITLE)));
  return isBinary || !(beginsAsText || isUtf16(bytes)) ? readBinary(bytes) : readText(bytes);
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const triangleCount = (bytes: Uint8Array): number => view(bytes).getUint32(TITLE, true);
const binaryLength = (bytes: Uint8Array): number => HEAD + TRIANGLE * triangleCount(bytes);

function readBinary(bytes: Uint8Array): FileSurface {
  if (bytes.length < HEAD)
    throw new MeshFileError(`The file has ${bytes.length} bytes; expected 'solid', or a binary head of ${HEAD} bytes`);
  const count = triangleCount(bytes);
  const after = bytes.length - binaryLength(bytes);
  if (after < 0)
    throw new MeshFileError(
      `This is no whole STL: it doesn't begin with 'solid', and byte ${TITLE} promises ${plural(count, 'triangle')} in a file of ${bytes.length.toLocaleString('en')} bytes; expected ${binaryLength(bytes).toLocaleString('en')} bytes for them`,
    );
  const data = view(bytes);
  const positions = new Float32Array(9 * count);
  let attributes = 0;
  for (let i = 0; i < count; i++) {
    const begin = HEAD + TRIANGLE * i;
    for (let k = 0; k < 9; k++) {
      const at = begin + NORMAL + 4 * k;
      positions[9 * i + k] = coordinate(
        data.getFloat32(at, true),
        () => `The coordinate at byte ${at}, of triangle ${i}`,
      );
    }
    if (data.getUint16(begin + ATTRIBUTE, true) !== 0) attributes++;
  }
  const leftOut = new LeftOut();
  if (attributes > 0) leftOut.add('attributes of triangles', attributes);
  if (after > 0) leftOut.add('bytes after the last triangle', after);
  return toSurface(positions, leftOut.notes());
}

function readText(bytes: Uint8Array): FileSurface {
  const reader = TextReader.open(bytes);
  const positions = GrowingNumbers.floats();
  while (!reader.isAtEnd()) {
    reader.keyword('solid');
    reader.restOfLine();
    readFacets(reader, positions);
    keywords(reader, 'end', 'solid');
    // A file's last line may have no end.
    if (reader.left > 0) reader.restOfLine();
  }
  return toSurface(positions.taken(), reader.notes());
}

/** Reads two keywords, which some programs join to one and others don't: 'endsolid', 'end solid'. @param usual how most write them, for the message */
function keywords(reader: TextReader, first: string, second: string, usual = first + second): void {
  const word = reader.word(`'${usual}'`);
  if (word.toLowerCase() === first) reader.keyword(second);
  else if (word.toLowerCase() !== first + second) reader.refuse(word, `'${usual}'`);
}

function readFacets(reader: TextReader, positions: GrowingNumbers<Float64Array>): void {
  const where = () => `The coordinate in line ${reader.line}`;
  while (reader.peek()?.toLowerCase().startsWith('facet')) {
    keywords(reader, 'facet', 'normal', 'facet normal');
    // Flat triangles have no normal, and many programs write 'nan' then.
    for (let k = 0; k < 3; k++) reader.word('a number of the normal');
    keywords(reader, 'outer', 'loop', 'outer loop');
    for (let corner = 0; corner < 3; corner++) {
      reader.keyword('vertex');
      for (let k = 0; k < 3; k++) positions.push(coordinate(reader.number('a coordinate of a vertex'), where));
    }
    keywords(reader, 'end', 'loop');
    keywords(reader, 'end', 'facet');
  }
}

const toSurface = (positions: Float32Array | Float64Array, notes: readonly string[]): FileSurface =>
  tidySurface({
    positions,
    triangles: new Uint32Array(positions.length / 3).map((_, i) => i),
    materials: [],
    notes,
  });
