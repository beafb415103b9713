import { beginning, cut, decimal } from '../../math/text.ts';
import { MeshFileError, plural } from '../file-mesh.ts';
import { GREATEST_RATIO, inflateInto } from '../packed-bytes.ts';
import type { Tag } from './xml-tags.ts';

/** How a file of VTK's XML formats stores its arrays. */
export interface Storage {
  readonly isLittleEndian: boolean;
  /** Size of the numbers that tell lengths [bytes]. */
  readonly headerSize: 4 | 8;
  readonly isCompressed: boolean;
  /** The data that arrays of format `appended` lie in, which begins after an underscore; undefined if there is none. */
  readonly appended: AppendedData | undefined;
}

/** The data that arrays of format `appended` lie in. */
export interface AppendedData {
  readonly bytes: Uint8Array;
  readonly isBase64: boolean;
  /** Bytes that arrays may still take. Arrays of different pieces may have some bytes in common, but a few bytes make no large mesh. */
  left: number;
}

/** Bytes that arrays may have in common, over and above those that lie there. */
const COMMON = 100_000;

/** @param bytes all that follow the underscore */
export const appendedData = (bytes: Uint8Array, isBase64: boolean): AppendedData => ({
  bytes,
  isBase64,
  left: bytes.length + COMMON,
});

/** Most bytes of a compressed block: twice what it holds, and some more for small ones. Deflate adds some bytes to what it can't compress. */
const mostCompressed = (length: number): number => 2 * length + 1024;
/** Characters of appended base64 that are decoded at first, and by what factor more if they don't have the whole array. A multiple of 4. */
const FIRST_CHARACTERS = 4096;
const MORE = 4;

const counted = (count: number): string => count.toLocaleString('en');

type ReadNumber = (view: DataView, at: number, isLittleEndian: boolean) => number;

/** Types of numbers by their names: bytes per number, and how one is read. */
const TYPES: Readonly<Record<string, { readonly size: number; readonly read: ReadNumber }>> = {
  Int8: { size: 1, read: (view, at) => view.getInt8(at) },
  UInt8: { size: 1, read: (view, at) => view.getUint8(at) },
  Int16: { size: 2, read: (view, at, little) => view.getInt16(at, little) },
  UInt16: { size: 2, read: (view, at, little) => view.getUint16(at, little) },
  Int32: { size: 4, read: (view, at, little) => view.getInt32(at, little) },
  UInt32: { size: 4, read: (view, at, little) => view.getUint32(at, little) },
  Int64: { size: 8, read: (view, at, little) => Number(view.getBigInt64(at, little)) },
  UInt64: { size: 8, read: (view, at, little) => Number(view.getBigUint64(at, little)) },
  Float32: { size: 4, read: (view, at, little) => view.getFloat32(at, little) },
  Float64: { size: 8, read: (view, at, little) => view.getFloat64(at, little) },
};

/**
 * Reads the numbers of an array.
 * @param tag its tag, DataArray    @param text what stands between this and the next tag
 * @param most numbers that it may have; binary ones are refused before memory is taken for more
 * @throws MeshFileError
 */
export function readArray({ attributes, line }: Tag, text: string, storage: Storage, most: number): Float64Array {
  const { type: typeName = 'missing', format = 'ascii', Name: name = 'points', offset } = attributes;
  const where = `The array '${cut(name)}' on line ${line}`;
  if (!Object.hasOwn(TYPES, typeName))
    throw new MeshFileError(`${where} is of type ${cut(typeName)}; expected ${Object.keys(TYPES).join(', ')}`);
  const type = TYPES[typeName];
  if (format === 'ascii') return readText(text, where);
  const bytes = readBytes(format, text, offset, { ...storage, mostBytes: most * type.size, where });
  if (bytes.length % type.size !== 0)
    throw new MeshFileError(`${where} has ${bytes.length} bytes; expected a multiple of ${type.size}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const numbers = new Float64Array(bytes.length / type.size);
  for (let i = 0; i < numbers.length; i++) numbers[i] = type.read(view, i * type.size, storage.isLittleEndian);
  return numbers;
}

function readText(text: string, where: string): Float64Array {
  const numbers: number[] = [];
  for (const [word] of text.matchAll(/\S+/g)) {
    const value = decimal(word);
    if (!Number.isFinite(value)) throw new MeshFileError(`${where} has '${beginning(word)}'; expected numbers`);
    numbers.push(value);
  }
  return Float64Array.from(numbers);
}

/** How an array is stored, how many bytes it may have, and how messages name it. */
type ArrayStorage = Storage & { readonly mostBytes: number; readonly where: string };

/** The parts of an array among the bytes that stand behind its place in the file. */
interface Layout {
  /** Index of the first byte after the numbers that tell lengths. */
  readonly begin: number;
  /** Index of the byte after the last one. */
  readonly end: number;
  /** Number of bytes, after decompression. */
  readonly total: number;
  /** If it is compressed: bytes of a block after decompression, except of the last one, and of each block before. */
  readonly blockSize: number;
  readonly compressed: readonly number[];
}

/** Finds the bytes of an array, and decompresses them. @param text what stands behind its tag */
function readBytes(format: string, text: string, offset: string | undefined, storage: ArrayStorage): Uint8Array {
  const { appended, where } = storage;
  if (format === 'binary') {
    const source = fromBase64(text, where);
    return unpack(source, layoutOf(source, storage), storage);
  }
  if (format !== 'appended')
    throw new MeshFileError(`${where} has the format '${cut(format)}'; expected ascii, binary or appended`);
  const at = decimal(offset ?? '');
  if (!appended) throw new MeshFileError(`${where} is appended; expected an element AppendedData`);
  if (!(Number.isInteger(at) && at >= 0 && at < appended.bytes.length))
    throw new MeshFileError(
      `${where} is appended at ${cut(offset ?? 'no offset')}; expected an offset below ${appended.bytes.length}`,
    );
  const rest = appended.bytes.subarray(at);
  const take = (source: Uint8Array, layout: Layout | undefined) => {
    if (layout && layout.end <= source.length) takeFrom(appended, layout.end, where);
    return unpack(source, layout, storage);
  };
  if (!appended.isBase64) return take(rest, layoutOf(rest, storage));
  // Other arrays follow, and nothing tells how many characters this one takes but its own first bytes.
  for (let characters = FIRST_CHARACTERS; ; characters *= MORE) {
    const isCut = characters < rest.length;
    const source = fromBase64(new TextDecoder('latin1').decode(rest.subarray(0, characters)), where, isCut);
    const layout = layoutOf(source, storage);
    if (!isCut || (layout && layout.end <= source.length)) return take(source, layout);
  }
}

/** Takes note of bytes that an array takes. @throws MeshFileError if arrays have too many in common */
function takeFrom(appended: AppendedData, bytes: number, where: string): void {
  appended.left -= bytes;
  if (appended.left < 0)
    throw new MeshFileError(
      `${where} and those before it take more bytes than the ${counted(appended.bytes.length)} of AppendedData; expected arrays with at most ${counted(COMMON)} bytes in common`,
    );
}

/**
 * Reads the numbers that tell lengths. @returns undefined if there are too few bytes for them
 * @throws MeshFileError if they promise too much
 */
function layoutOf(source: Uint8Array, storage: ArrayStorage): Layout | undefined {
  const { headerSize, isCompressed, isLittleEndian, mostBytes, where } = storage;
  const view = new DataView(source.buffer, source.byteOffset, source.length);
  const numberAt = (i: number) =>
    headerSize === 4 ? view.getUint32(4 * i, isLittleEndian) : Number(view.getBigUint64(8 * i, isLittleEndian));
  const has = (numbers: number) => numbers * headerSize <= source.length;
  const checkTotal = (total: number) => {
    if (!(total <= mostBytes))
      throw new MeshFileError(`${where} promises ${counted(total)} bytes; expected at most ${counted(mostBytes)}`);
  };
  if (!isCompressed) {
    if (!has(1)) return undefined;
    const total = numberAt(0);
    checkTotal(total);
    return { begin: headerSize, end: headerSize + total, total, blockSize: total, compressed: [] };
  }
  if (!has(3)) return undefined;
  const [blocks, blockSize, lastSize] = [0, 1, 2].map(numberAt);
  if (blocks > 0 && (blockSize === 0 || lastSize > blockSize))
    throw new MeshFileError(
      `${where} promises ${plural(blocks, 'block')} of ${plural(blockSize, 'byte')}, the last one of ${counted(lastSize)}; expected blocks of a byte or more, and no longer one at the end`,
    );
  const total = blocks === 0 ? 0 : blockSize * (lastSize === 0 ? blocks : blocks - 1) + lastSize;
  checkTotal(total);
  if (blocks > total)
    throw new MeshFileError(
      `${where} promises ${counted(blocks)} blocks; expected no more than its ${counted(total)} bytes`,
    );
  if (!has(3 + blocks)) return undefined;
  const compressed = Array.from({ length: blocks }, (_, block) => numberAt(3 + block));
  const begin = (3 + blocks) * headerSize;
  return { begin, end: compressed.reduce((sum, size) => sum + size, begin), total, blockSize, compressed };
}

/** Takes an array's bytes, and decompresses them. */
function unpack(source: Uint8Array, layout: Layout | undefined, { isCompressed, where }: ArrayStorage): Uint8Array {
  if (!layout) throw new MeshFileError(`${where} ends early; expected its length`);
  const { begin, end, total, blockSize, compressed } = layout;
  if (end > source.length)
    throw new MeshFileError(
      `${where} promises ${counted(end - begin)} bytes; expected no more than the ${counted(source.length - begin)} that follow`,
    );
  if (!isCompressed) return source.subarray(begin, end);
  if (total > GREATEST_RATIO * source.length)
    throw new MeshFileError(
      `${where} promises ${counted(total)} bytes; expected at most ${counted(GREATEST_RATIO * source.length)}`,
    );
  const out = new Uint8Array(total);
  let from = begin;
  compressed.forEach((size, block) => {
    const target = out.subarray(block * blockSize, Math.min((block + 1) * blockSize, total));
    const what = `${where} has a block ${block} that`;
    if (size > mostCompressed(target.length))
      throw new MeshFileError(
        `${what} takes ${counted(size)} bytes for ${counted(target.length)}; expected at most ${counted(mostCompressed(target.length))}`,
      );
    try {
      inflateInto(target, source.subarray(from, from + size), 'zlib');
    } catch (error) {
      throw error instanceof MeshFileError ? new MeshFileError(`${what} ${error.message}`, { cause: error }) : error;
    }
    from += size;
  });
  return out;
}

/**
 * Decodes base64. The header and the data may be encoded each by itself, so that padding comes in the middle. Ends before the first character of
 * another kind, which ends an array among appended ones.
 * @param isCut whether the text is a beginning: then an incomplete group of characters at its end is left out
 */
function fromBase64(text: string, where: string, isCut = false): Uint8Array {
  const characters = /^\s*([A-Za-z0-9+/=\s]*)/.exec(text)?.[1].replaceAll(/\s/g, '') ?? '';
  const out = new Uint8Array(Math.floor((characters.length * 3) / 4));
  let length = 0;
  // A piece ends with its padding. Without any, its length is a multiple of 4, too.
  const pieces: string[] = characters.match(/[^=]+=*/g) ?? [];
  if (isCut && pieces.length > 0) pieces.push(wholeGroups(pieces.pop()!));
  for (const piece of pieces) {
    let decoded: string;
    try {
      decoded = atob(piece);
    } catch {
      throw new MeshFileError(`${where} isn't encoded by base64 as it should be; expected groups of four characters`);
    }
    for (let i = 0; i < decoded.length; i++) out[length++] = decoded.charCodeAt(i);
  }
  return out.subarray(0, length);
}

const wholeGroups = (piece: string): string => piece.slice(0, piece.length - (piece.length % 4));
