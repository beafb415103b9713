/**
 * Joins still WebP pictures into an animated one. A browser's canvas encodes the stills, so no encoder has to be installed. The
 * file format is RIFF, a sequence of chunks (name, length, bytes): https://developers.google.com/speed/webp/docs/riff_container
 */

/** @typedef {{ readonly image: Buffer, readonly ms: number }} Frame a still WebP, and how long it is shown [ms] */

/** Bytes of a chunk's header (name and length), and of the file's header ('RIFF', length, 'WEBP'). */
const CHUNK_HEAD = 8;
const FILE_HEAD = 12;
/** Feature flag of the VP8X chunk. */
const ANIMATED = 0b10;
/** Frame flag: the frame replaces what was there before, also where it is transparent. */
const NO_BLENDING = 0b10;
/** Offset of a lossy picture's width and height in its VP8 chunk, 14 bits each. */
const SIZE_OFFSET = 6;
const SIZE_MASK = 0x3fff;

/**
 * Reads the chunks of a WebP file in order.
 * @param {Buffer} file
 * @returns {{ name: string, bytes: Buffer }[]}
 */
export function webpChunks(file) {
  const head = `${file.toString('latin1', 0, 4)} ${file.toString('latin1', 8, FILE_HEAD)}`;
  if (head !== 'RIFF WEBP') throw new Error(`found a file that begins with '${head}'; expected 'RIFF WEBP'`);
  const end = CHUNK_HEAD + file.readUInt32LE(4);
  if (end !== file.length) throw new Error(`found a WebP of ${file.length} bytes; expected the ${end} that it tells`);
  const chunks = [];
  for (let at = FILE_HEAD; at < end; ) {
    const length = file.readUInt32LE(at + 4);
    const begin = at + CHUNK_HEAD;
    if (begin + length > end)
      throw new Error(`found a chunk of ${length} bytes at ${at}; expected ${end - begin} at most`);
    chunks.push({ name: file.toString('latin1', at, at + 4), bytes: file.subarray(begin, begin + length) });
    at = begin + length + (length & 1);
  }
  return chunks;
}

/**
 * Makes an animated WebP that repeats endlessly.
 * @param {readonly Frame[]} frames lossy, opaque, all of one size
 * @returns {Buffer}
 */
export function animatedWebp(frames) {
  const pictures = frames.map(({ image, ms }) => ({ ...lossyPicture(image), ms }));
  const [first] = pictures;
  if (!first) throw new Error('found no frames; expected one at least');
  const { width, height } = first;
  const other = pictures.find((picture) => picture.width !== width || picture.height !== height);
  if (other) throw new Error(`found a frame of ${other.width} x ${other.height}; expected ${width} x ${height}`);
  const canvas = Buffer.alloc(10);
  canvas[0] = ANIMATED;
  canvas.writeUIntLE(width - 1, 4, 3);
  canvas.writeUIntLE(height - 1, 7, 3);
  // Background colour, and the number of repeats, where 0 means endless.
  const endless = Buffer.alloc(6);
  const body = Buffer.concat([chunk('VP8X', canvas), chunk('ANIM', endless), ...pictures.map(frameChunk)]);
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), body]));
}

/** @param {{ bytes: Buffer, width: number, height: number, ms: number }} picture */
function frameChunk({ bytes, width, height, ms }) {
  const place = Buffer.alloc(16);
  place.writeUIntLE(width - 1, 6, 3);
  place.writeUIntLE(height - 1, 9, 3);
  place.writeUIntLE(ms, 12, 3);
  place[15] = NO_BLENDING;
  return chunk('ANMF', Buffer.concat([place, chunk('VP8 ', bytes)]));
}

/** @param {Buffer} still */
function lossyPicture(still) {
  const chunks = webpChunks(still);
  const picture = chunks.find(({ name }) => name === 'VP8 ');
  if (!picture || chunks.some(({ name }) => name === 'ALPH'))
    throw new Error(`found a WebP of ${chunks.map(({ name }) => name).join(', ')}; expected a lossy opaque one, VP8`);
  const { bytes } = picture;
  const size = (/** @type {number} */ at) => bytes.readUInt16LE(at) & SIZE_MASK;
  return { bytes, width: size(SIZE_OFFSET), height: size(SIZE_OFFSET + 2) };
}

/**
 * A RIFF chunk, padded to an even length. The stored length excludes the padding.
 * @param {string} name
 * @param {Buffer} bytes
 */
function chunk(name, bytes) {
  const head = Buffer.alloc(CHUNK_HEAD);
  head.write(name, 'latin1');
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes, Buffer.alloc(bytes.length & 1)]);
}
