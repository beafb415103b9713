import { MeshFileError, plural } from '../file-mesh.ts';
import type { FileSurface } from '../file-surface.ts';
import { coordinate } from './read-numbers.ts';
import { tidySurface } from './raw-surface.ts';
import { TextReader } from './text-reader.ts';

/** Sizes of a binary file's parts [bytes]: a title, the number of triangles, and each triangle: normal, three corners, an attribute. */
const TITLE = 80;
const HEAD = TITLE + 4;
const TRIANGLE = 50;
const NORMAL = 12;
const ATTRIBUTE = 48;
/** Words of a facet in a text. */
const WORDS = ['outer', 'loop'];

/**
 * Reads an `.stl` file, binary or text. Every triangle has three vertices of its own. Normals are left out, as the corners' order says the same.
 * three's STLLoader is not used, because it takes truncated files and NaN without a word; tests compare with it.
 * Source: 3D Systems 1989, StereoLithography Interface Specification.
 * @throws MeshFileError
 */
export function readStl(bytes: Uint8Array): FileSurface {
  if (bytes.length === 0) throw new MeshFileError('The file has 0 bytes; expected a mesh');
  // Binary titles may begin with 'solid' too, so the length decides. A text may have a mark of UTF-8 first.
  const beginsAsText = /^(?:\xef\xbb\xbf)?\s*solid\b/i.test(String.fromCharCode(...bytes.subarray(0, TITLE)));
  const isBinary = bytes.length >= HEAD && binaryLength(bytes) === bytes.length;
  return isBinary || !beginsAsText ? readBinary(bytes) : readText(bytes);
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const triangleCount = (bytes: Uint8Array): number => view(bytes).getUint32(TITLE, true);
const binaryLength = (bytes: Uint8Array): number => HEAD + TRIANGLE * triangleCount(bytes);

function readBinary(bytes: Uint8Array): FileSurface {
  if (bytes.length < HEAD)
    throw new MeshFileError(`The file has ${bytes.length} bytes; expected 'solid', or a binary head of ${HEAD} bytes`);
  const count = triangleCount(bytes);
  if (binaryLength(bytes) !== bytes.length)
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
  return toSurface(
    positions,
    attributes > 0 ? [`Attributes of triangles left out: ${attributes.toLocaleString('en')}.`] : [],
  );
}

function readText(bytes: Uint8Array): FileSurface {
  const reader = TextReader.open(bytes);
  const positions: number[] = [];
  while (!reader.isAtEnd()) {
    reader.keyword('solid');
    reader.restOfLine();
    readFacets(reader, positions);
    reader.keyword('endsolid');
    // A file's last line may have no end.
    if (reader.left > 0) reader.restOfLine();
  }
  return toSurface(Float64Array.from(positions), []);
}

function readFacets(reader: TextReader, positions: number[]): void {
  while (reader.peek()?.toLowerCase() === 'facet') {
    reader.keyword('facet');
    reader.keyword('normal');
    // Flat triangles have no normal, and many programs write 'nan' then.
    for (let k = 0; k < 3; k++) reader.word('a number of the normal');
    for (const word of WORDS) reader.keyword(word);
    for (let corner = 0; corner < 3; corner++) {
      reader.keyword('vertex');
      for (let k = 0; k < 3; k++)
        positions.push(
          coordinate(reader.number('a coordinate of a vertex'), () => `The coordinate in line ${reader.line}`),
        );
    }
    reader.keyword('endloop');
    reader.keyword('endfacet');
  }
}

const toSurface = (positions: Float32Array | Float64Array, notes: readonly string[]): FileSurface =>
  tidySurface({
    positions,
    triangles: Uint32Array.from({ length: positions.length / 3 }, (_, i) => i),
    materials: [],
    notes,
  });
