import { STAGE_CLOCKS, type StageClock } from './stage.ts';

/** The figures of one frame: what page and command line show and record. Counts are means a step. */
export interface FrameRow {
  readonly frame: number;
  /** Simulated time at the end of the frame [s]. */
  readonly time: number;
  /** Milliseconds of the whole frame, and by stage. */
  readonly ms: number;
  readonly stages: Readonly<Record<StageClock | 'render', number>>;
  readonly contactsCcd: number;
  readonly contactsDcd: number;
  readonly contactsDropped: number;
  readonly contactsUncoloured: number;
  readonly pairsDropped: number;
  readonly queries: number;
  /** Means a query: BVH candidates, traversals, tetrahedra visited. */
  readonly candidates: number;
  readonly traversals: number;
  readonly tetsVisited: number;
  readonly pathOverflows: number;
  readonly pathsMissing: number;
  readonly rebuildsWaited: number;
  /** At the end of the frame: surface vertices that penetrate, the share of all, and those deeper than 1 % of the model's thickness. */
  readonly penetrating: number;
  readonly penetratingShare: number;
  readonly deepShare: number;
  /** [m] */
  readonly deepest: number;
  /** Share of surface edges that pierce a surface triangle; undefined where it wasn't counted. */
  readonly piercingShare?: number;
  /** [J] */
  readonly kineticEnergy: number;
  /** Hash of the bits of positions and velocities; undefined where they weren't read. */
  readonly hash?: string;
}

export const noTimes = (): Record<StageClock, number> =>
  Object.fromEntries(STAGE_CLOCKS.map((clock) => [clock, 0])) as Record<StageClock, number>;

/**
 * FNV-1a over 32-bit words, on two lanes for 64 bits.
 * Source: Fowler, Noll, Vo; applied to words instead of bytes.
 */
export function hashState(arrays: readonly Float32Array[]): string {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (const array of arrays) {
    const words = new Uint32Array(array.buffer, array.byteOffset, array.length);
    for (let i = 0; i < words.length; i++) {
      a = Math.imul(a ^ words[i]!, 0x01000193);
      b = Math.imul(b ^ (words[i]! + i), 0x85ebca6b);
    }
  }
  return (a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0');
}
