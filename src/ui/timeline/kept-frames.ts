import type { EarlierState } from '../app/half.ts';

/** State of one half at the end of a frame. Normals are left out: they follow from the positions. */
export type KeptState = Omit<EarlierState, 'normals'>;

/** The kept state of a frame that was shown. */
export interface KeptFrame {
  /** Number of the frame since the scene started, from 1. */
  readonly number: number;
  /** Simulated time at the frame's end [s]; in a comparison that of the half that has gone farther. */
  readonly time: number;
  /** The state of each half: one, or in a comparison two. */
  readonly halves: readonly KeptState[];
}

/** Memory that a kept state takes per vertex [bytes]: the position and the depth in float32. */
export const BYTES_PER_VERTEX = 4 * Float32Array.BYTES_PER_ELEMENT;

const bytesOf = ({ halves }: KeptFrame): number =>
  halves.reduce((sum, { positions, depths }) => sum + positions.byteLength + depths.byteLength, 0);

/** The last frames of a scene, oldest first. Their memory is bounded: a frame that has no room takes that of the oldest ones. */
export class KeptFrames {
  private frames: KeptFrame[] = [];
  private usedBytes = 0;
  private hasDropped = false;

  /** @param limit most memory that all kept frames together may take [bytes] */
  constructor(readonly limit: number) {}

  get count(): number {
    return this.frames.length;
  }

  /** Memory that the kept frames take now [bytes]; at most `limit`. */
  get bytes(): number {
    return this.usedBytes;
  }

  /** Whether frames had to be dropped since the last `clear`. */
  get isFull(): boolean {
    return this.hasDropped;
  }

  /** All frames, oldest first. */
  get all(): readonly KeptFrame[] {
    return this.frames;
  }

  /** Returns a frame, 0 for the oldest; undefined if there is none of that index. */
  at(index: number): KeptFrame | undefined {
    return this.frames[index];
  }

  /**
   * Keeps a frame that is later than all others. A frame larger than the limit isn't kept at all, and neither are those before it.
   * @returns how many of the oldest frames were dropped for it
   */
  add(frame: KeptFrame): number {
    this.frames.push(frame);
    this.usedBytes += bytesOf(frame);
    let dropped = 0;
    while (this.usedBytes > this.limit) this.usedBytes -= bytesOf(this.frames[dropped++]!);
    this.frames.splice(0, dropped);
    this.hasDropped ||= dropped > 0;
    return dropped;
  }

  clear(): void {
    this.frames = [];
    this.usedBytes = 0;
    this.hasDropped = false;
  }
}
