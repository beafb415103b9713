import { describe, expect, it } from 'vitest';
import { animatedWebp, webpChunks } from '../../../bin/webp.mjs';

/** Pictures by libwebp: lossy red and blue of 3 x 2 pixels, lossy blue of 4 x 2, and a lossless one. */
const bytes = (base64: string) => Buffer.from(base64, 'base64');
const RED = bytes('UklGRjgAAABXRUJQVlA4ICwAAACQAQCdASoDAAIAAsBMJaACdLoAA5gA/u5DH+5sc4twV/9tD/9aH/60P+lAAA==');
const BLUE = bytes('UklGRjoAAABXRUJQVlA4IC4AAACwAQCdASoDAAIAAsBMJaACdAEO/gLsAP74Ryo/9tD//20P//bQ/6jvBskU5IAA');
const WIDE = bytes('UklGRjoAAABXRUJQVlA4IC4AAACwAQCdASoEAAIAAsBMJaACdAEO/gLsAP74Ryo/9tD//20P//bQ/6jvBskU5IAA');
const LOSSLESS = bytes('UklGRhwAAABXRUJQVlA4TA8AAAAvAkAAAAcQ/Y/+ByKi/wEA');

/** Size of a frame's header: position, size and duration [bytes]. */
const FRAME_HEAD = 16;

/** The same file with a picture of one byte less. Its chunk is padded, but the length excludes the padding. */
function ofOddLength(still: Buffer): Buffer {
  const odd = Buffer.from(still);
  odd.writeUInt32LE(odd.readUInt32LE(16) - 1, 16);
  return odd;
}

const pictureOf = (still: Buffer) => webpChunks(still).find(({ name }) => name === 'VP8 ')!.bytes;

describe('an animated WebP', () => {
  const frames = [
    { image: ofOddLength(RED), ms: 50 },
    { image: BLUE, ms: 70_000 },
  ];
  const chunks = webpChunks(animatedWebp(frames));

  it('declares its size, animation and endless repetition, then has a chunk per frame', () => {
    expect(chunks.map(({ name }) => name)).toEqual(['VP8X', 'ANIM', 'ANMF', 'ANMF']);
    expect([...chunks[0].bytes]).toEqual([0b10, 0, 0, 0, 2, 0, 0, 1, 0, 0]);
    expect(chunks[1].bytes.readUInt16LE(4)).toBe(0);
  });

  it('contains the pictures unchanged, each with its position, size and duration', () => {
    for (const [i, { image, ms }] of frames.entries()) {
      const { bytes: frame } = chunks[2 + i];
      const numbers = [0, 3, 6, 9, 12].map((at) => frame.readUIntLE(at, 3));
      expect(numbers).toEqual([0, 0, 2, 1, ms]);
      const name = frame.toString('latin1', FRAME_HEAD, FRAME_HEAD + 4);
      const picture = frame.subarray(FRAME_HEAD + 8, FRAME_HEAD + 8 + frame.readUInt32LE(FRAME_HEAD + 4));
      expect([name, picture]).toEqual(['VP8 ', pictureOf(image)]);
    }
  });

  it.each([
    ['no frames', [], 'found no frames; expected one at least'],
    ['frames of two sizes', [RED, WIDE], 'found a frame of 4 x 2; expected 3 x 2'],
    ['a lossless one', [RED, LOSSLESS], 'found a WebP of VP8L; expected a lossy opaque one, VP8'],
    [
      'what is no WebP',
      [Buffer.from('GIF89a 12345678')],
      "found a file that begins with 'GIF8 2345'; expected 'RIFF WEBP'",
    ],
    ['one cut short', [BLUE.subarray(0, 60)], 'found a WebP of 60 bytes; expected the 66 that it tells'],
  ])('refuses %s', (_, images, message) => {
    expect(() => animatedWebp(images.map((image) => ({ image, ms: 50 })))).toThrow(message);
  });
});
