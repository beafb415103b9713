import { decimal } from '../../math/text.ts';
import { MeshFileError } from '../file-mesh.ts';
import { inflate } from '../packed-bytes.ts';
import type { Tag } from './xml-tags.ts';

/** How a file of VTK's XML formats stores its arrays. */
export interface Storage {
  readonly isLittleEndian: boolean;
  /** Size of the numbers that tell lengths [bytes]. */
  readonly headerSize: 4 | 8;
  readonly isCompressed: boolean;
  /** The data that arrays of format `appended` lie in, which begins after an underscore; undefined if there is none. */
  readonly appended: { readonly bytes: Uint8Array; readonly isBase64: boolean } | undefined;
}

/** Most numbers of an array: the vertices of 12 million tetrahedra. A file of a few kilobytes may promise any number. */
const MOST_NUMBERS = 5e7;
/** Deflate makes at most this many bytes of one, so a compressed array can't hold more. Source: zlib's technical details, maximum compression factor. */
const MOST_INFLATION = 1032;

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
 * @param most numbers that it may have, as the file promises elsewhere
 * @throws MeshFileError
 */
export function readArray({ attributes, line }: Tag, text: string, storage: Storage, most: number): Float64Array {
  const { type: typeName = 'missing', format = 'ascii', Name: name = 'points', offset } = attributes;
  const where = `The array '${name}' on line ${line}`;
  if (!Object.hasOwn(TYPES, typeName))
    throw new MeshFileError(`${where} is of type ${typeName}; expected ${Object.keys(TYPES).join(', ')}`);
  const type = TYPES[typeName];
  if (format === 'ascii') return readText(text, where);
  const mostBytes = Math.min(most, MOST_NUMBERS) * type.size;
  const bytes = readBytes(format, text, offset, { ...storage, mostBytes }, where);
  if (bytes.length % type.size !== 0)
    throw new MeshFileError(`${where} has ${bytes.length} bytes; expected a multiple of ${type.size}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Float64Array.from({ length: bytes.length / type.size }, (_, i) =>
    type.read(view, i * type.size, storage.isLittleEndian),
  );
}

function readText(text: string, where: string): Float64Array {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const numbers = Float64Array.from(words, decimal);
  const bad = numbers.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw new MeshFileError(`${where} has '${words[bad].slice(0, 24)}'; expected numbers`);
  return numbers;
}

/** How an array is stored, and how many bytes it may have. */
type BoundedStorage = Storage & { readonly mostBytes: number };

function checkMost(bytes: number, most: number, where: string): void {
  if (!(bytes <= most))
    throw new MeshFileError(
      `${where} promises ${bytes.toLocaleString('en')} bytes; expected at most ${most.toLocaleString('en')}`,
    );
}

/** Finds the bytes of an array, and decompresses them. */
function readBytes(
  format: string,
  text: string,
  offset: string | undefined,
  storage: BoundedStorage,
  where: string,
): Uint8Array {
  const { appended, isCompressed } = storage;
  let source: Uint8Array;
  if (format === 'binary') source = fromBase64(text, where);
  else if (format === 'appended') {
    const at = Number(offset);
    if (!appended) throw new MeshFileError(`${where} is appended; expected an element AppendedData`);
    if (!(Number.isInteger(at) && at >= 0 && at < appended.bytes.length))
      throw new MeshFileError(`${where} is appended at ${offset}; expected an offset below ${appended.bytes.length}`);
    const rest = appended.bytes.subarray(at);
    source = appended.isBase64 ? fromBase64(new TextDecoder('latin1').decode(rest), where) : rest;
  } else throw new MeshFileError(`${where} has the format '${format}'; expected ascii, binary or appended`);
  return isCompressed ? decompress(source, storage, where) : takeLength(source, storage, where);
}

/** Takes the bytes whose number stands before them. */
function takeLength(source: Uint8Array, storage: BoundedStorage, where: string): Uint8Array {
  const length = new Header(source, storage, where).next();
  const { headerSize, mostBytes } = storage;
  checkMost(length, mostBytes, where);
  if (length > source.length - headerSize)
    throw new MeshFileError(
      `${where} promises ${length.toLocaleString('en')} bytes; expected no more than the ${(source.length - headerSize).toLocaleString('en')} that follow`,
    );
  return source.subarray(headerSize, headerSize + length);
}

/** Decompresses blocks. Their number and sizes stand before them. */
function decompress(source: Uint8Array, storage: BoundedStorage, where: string): Uint8Array {
  const header = new Header(source, storage, where);
  const blocks = header.next();
  const blockSize = header.next();
  const lastSize = header.next();
  const total = blocks === 0 ? 0 : blockSize * (lastSize === 0 ? blocks : blocks - 1) + lastSize;
  checkMost(total, Math.min(storage.mostBytes, MOST_INFLATION * source.length), where);
  if (blocks > source.length)
    throw new MeshFileError(`${where} promises ${blocks.toLocaleString('en')} blocks; expected no more than its bytes`);
  const sizes = Array.from({ length: blocks }, () => header.next());
  const out = new Uint8Array(total);
  let from = header.at;
  sizes.forEach((size, block) => {
    const to = block * blockSize;
    const wanted = Math.min(blockSize, total - to);
    if (from + size > source.length)
      throw new MeshFileError(
        `${where} promises ${size.toLocaleString('en')} bytes in its block ${block}; expected no more than the ${(source.length - from).toLocaleString('en')} that are left`,
      );
    out.set(inflateBlock(source.subarray(from, from + size), wanted, `${where}, in its block ${block},`), to);
    from += size;
  });
  return out;
}

/** Decompresses a block, which begins with zlib's head of 2 bytes. Source: RFC 1950. */
function inflateBlock(block: Uint8Array, length: number, where: string): Uint8Array {
  const [method, flags] = block;
  if ((method & 15) !== 8 || (256 * method + flags) % 31 !== 0)
    throw new MeshFileError(`${where} has other bytes; expected data of zlib`);
  try {
    return inflate(block.subarray(2), length);
  } catch (error) {
    throw new MeshFileError(`${where} ${(error as Error).message}`, { cause: error });
  }
}

/** Reads the whole numbers before an array's bytes. */
class Header {
  at = 0;
  private readonly view: DataView;

  constructor(
    source: Uint8Array,
    private readonly storage: Storage,
    private readonly where: string,
  ) {
    this.view = new DataView(source.buffer, source.byteOffset, source.length);
  }

  next(): number {
    const { headerSize, isLittleEndian } = this.storage;
    const { at } = this;
    if (at + headerSize > this.view.byteLength)
      throw new MeshFileError(
        `${this.where} has ${this.view.byteLength} bytes; expected more, since it begins with its lengths`,
      );
    this.at += headerSize;
    return headerSize === 4
      ? this.view.getUint32(at, isLittleEndian)
      : Number(this.view.getBigUint64(at, isLittleEndian));
  }
}

/**
 * Decodes base64. The header and the data may be encoded each by itself, so that padding comes in the middle. Ends before the first character of
 * another kind, which ends an array among appended ones.
 */
function fromBase64(text: string, where: string): Uint8Array {
  const pieces = /^\s*([A-Za-z0-9+/=\s]*)/.exec(text)?.[1].replaceAll(/\s/g, '') ?? '';
  const out = new Uint8Array(Math.floor((pieces.length * 3) / 4));
  let length = 0;
  // A piece ends with its padding. Without any, its length is a multiple of 4, too.
  for (const piece of pieces.match(/[^=]+=*/g) ?? []) {
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
