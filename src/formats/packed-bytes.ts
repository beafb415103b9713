import { deflateSync, Inflate, Unzlib, unzlibSync } from 'fflate/browser';
import { MeshFileError } from './file-mesh.ts';

/** Lengths of zlib's head, and of the checksum at the end of its data [bytes]. Source: RFC 1950. */
const HEAD = 2;
const CHECKSUM = 4;
/** Greatest prime below 2^16, modulo which Adler-32 counts, and bytes after which its sums are reduced. Source: RFC 1950, section 9. */
const ADLER = { modulus: 65_521, run: 3800 } as const;
/** Compressed bytes that are inflated at a time, so that bytes which expand to far more than they promise are noticed early. */
const PIECE = 65_536;
/** Characters that are encoded at a time: String.fromCharCode takes no more arguments than fit on the stack. A multiple of 3. */
const CHARACTERS = 24_576;
/** Most bytes that a byte of deflate's output can stand for. Source: RFC 1951; a match of 258 bytes takes 2 bits. */
export const GREATEST_RATIO = 1032;

/** Deflates bytes. The result is the same everywhere. */
export const deflate = (bytes: Uint8Array): Uint8Array => deflateSync(bytes);

/**
 * Inflates bytes whose inflated length is known. Memory for the length is taken only if so many bytes can come out.
 * @param length inflated length
 * @throws MeshFileError whose message is the end of a sentence, such as 'holds 3 bytes; expected 12'
 */
export function inflate(deflated: Uint8Array, length: number): Uint8Array {
  if (length > GREATEST_RATIO * deflated.length)
    throw new MeshFileError(
      `holds ${deflated.length} deflated bytes; expected enough for the ${length} that it promises`,
    );
  const out = new Uint8Array(length);
  inflateInto(out, deflated, 'deflate');
  return out;
}

/**
 * Inflates bytes whose inflated length is known, and ends at the first byte too many.
 * @param out receives exactly as many bytes as it has
 * @param format bare deflate (RFC 1951), or zlib's head and checksum around it (RFC 1950)
 * @throws MeshFileError whose message is the end of a sentence
 */
export function inflateInto(out: Uint8Array, deflated: Uint8Array, format: 'deflate' | 'zlib'): void {
  const { length } = out;
  if (format === 'zlib' && deflated.length <= HEAD + CHECKSUM)
    throw new MeshFileError(
      `holds ${deflated.length} compressed bytes; expected more than the ${HEAD + CHECKSUM} of zlib's head and checksum`,
    );
  const found =
    format === 'zlib' && deflated.length <= PIECE ? inflateWhole(out, deflated) : inflatePieces(out, deflated, format);
  if (found > length) throw new MeshFileError(`holds more than the ${length} bytes that it promises; expected as many`);
  if (found < length) throw new MeshFileError(`holds ${found} bytes; expected the ${length} that it promises`);
  if (format === 'zlib' && checksumOf(out) !== storedChecksum(deflated))
    throw new MeshFileError("doesn't have the checksum that it tells; expected undamaged data");
}

/**
 * Inflates a short block at once, without the memory that a stream takes at each of its beginnings: files may have a block per byte.
 * @returns number of bytes that came out; any number above the length of `out` if there were more
 */
function inflateWhole(out: Uint8Array, deflated: Uint8Array): number {
  // With one byte more than is expected, whatever comes out beyond is noticed.
  const room = new Uint8Array(out.length + 1);
  const { length } = inflating(() => unzlibSync(deflated, { out: room }));
  out.set(room.subarray(0, Math.min(length, out.length)));
  return length;
}

/** Inflates piece by piece, and ends soon after the first byte too many. @returns as `inflateWhole` does */
function inflatePieces(out: Uint8Array, deflated: Uint8Array, format: 'deflate' | 'zlib'): number {
  const { length } = out;
  let at = 0;
  const inflater = new (format === 'zlib' ? Unzlib : Inflate)((chunk) => {
    if (at + chunk.length <= length) out.set(chunk, at);
    at += chunk.length;
  });
  for (let from = 0; from < deflated.length && at <= length; from += PIECE)
    inflating(() => inflater.push(deflated.subarray(from, from + PIECE), from + PIECE >= deflated.length));
  return at;
}

/** The checksum that stands behind zlib's data, the highest byte first. */
const storedChecksum = ({ buffer, byteOffset, byteLength }: Uint8Array): number =>
  new DataView(buffer, byteOffset, byteLength).getUint32(byteLength - CHECKSUM);

/** Adler-32: the sum of the bytes plus 1 below, and the sum of all these sums above. Source: RFC 1950. */
function checksumOf(bytes: Uint8Array): number {
  let [sum, sums] = [1, 0];
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + ADLER.run);
    for (; at < end; at++) sums += sum += bytes[at];
    sum %= ADLER.modulus;
    sums %= ADLER.modulus;
  }
  return sums * 2 ** 16 + sum;
}

function inflating<T>(inflate: () => T): T {
  try {
    return inflate();
  } catch (error) {
    throw new MeshFileError(`can't be inflated (${(error as Error).message}); expected deflated bytes`);
  }
}

/** Encodes bytes in base64. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += CHARACTERS)
    text += btoa(String.fromCharCode(...bytes.subarray(from, from + CHARACTERS)));
  return text;
}

/** Decodes base64. @throws MeshFileError whose message is the end of a sentence */
export function fromBase64(text: string): Uint8Array {
  let decoded: string;
  try {
    decoded = atob(text);
  } catch {
    throw new MeshFileError("isn't encoded by base64; expected groups of four characters of it");
  }
  const bytes = new Uint8Array(decoded.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = decoded.charCodeAt(i);
  return bytes;
}

/** Whether this machine stores numbers with the lowest byte first, as files do. */
const isLittleEndian = (): boolean => new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** Returns the bytes of 32-bit numbers, the lowest byte of each first. */
export function toBytes(array: Float32Array | Uint32Array): Uint8Array {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  return isLittleEndian() ? bytes.slice() : swapped(bytes);
}

/**
 * Reads 32-bit numbers from bytes, whose number is a multiple of 4.
 * @param bytes also one of Node's buffers, whose `slice` would not copy
 * @returns the buffer of the numbers
 */
export const fromBytes = (bytes: Uint8Array): ArrayBuffer =>
  (isLittleEndian() ? Uint8Array.from(bytes) : swapped(bytes)).buffer as ArrayBuffer;

function swapped(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) out[i] = bytes[i ^ 3];
  return out;
}
