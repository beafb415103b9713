import { now } from './clock.ts';
import { STAGE_CLOCKS, type StageClock } from './stage.ts';
import { COUNTERS, COUNTER_COUNT, FRAME_COUNTERS, type FrameCounter } from './counters.ts';
import type { World } from './world.ts';

/**
 * Figures of one frame, as page and command line show and record them. Counts are means per step. When contacts are `in-the-loop`,
 * a step detects twice; each figure says which detection it covers.
 */
export interface FrameRow extends Readonly<Record<FrameCounter, number>> {
  readonly frame: number;
  /** Steps done at the end of the frame. */
  readonly step: number;
  /** Simulated time at the end of the frame [s]. */
  readonly time: number;
  /** Milliseconds of the whole frame, and by clock. */
  readonly ms: number;
  readonly stages: Readonly<Record<StageClock | 'render', number>>;
  /** Number of the frame's steps that had to wait for a rebuild of trees. */
  readonly rebuildsWaited: number;
  /** At the end of the frame: number of pairs, queries and paths that the figures below leave out, because a list was full or no valid path exists. */
  readonly measuringLost: number;
  /** At the end of the frame: number of penetrating surface vertices, their share, and the share deeper than 1 % of the model's thickness. */
  readonly penetrating: number;
  readonly penetratingShare: number;
  readonly deepShare: number;
  /** Greatest penetration depth [m]. */
  readonly deepest: number;
  /** Share of surface edges that intersect a surface triangle; undefined if it wasn't counted. */
  readonly piercingShare?: number;
  /** Exact count of surface vertices strictly inside a tetrahedron that they don't belong to; undefined if it wasn't counted. */
  readonly foreign?: number;
  /** [J] */
  readonly kineticEnergy: number;
  /** Hash of the state (Simulator.hash); undefined if it wasn't computed. */
  readonly hash?: string;
}

/** Contacts and pairs per step that were dropped because their lists could not grow. */
export const withoutRoom = ({ contactsDropped, pairsDropped, contactsUncoloured }: FrameRow): number =>
  contactsDropped + pairsDropped + contactsUncoloured;

export const noTimes = (): Record<StageClock, number> =>
  Object.fromEntries(STAGE_CLOCKS.map((clock) => [clock, 0])) as Record<StageClock, number>;

/** Sums the counters and times of a frame's steps. */
export class FrameTally {
  readonly started = now();
  readonly times = noTimes();
  private readonly sums = new Float64Array(COUNTER_COUNT);
  steps = 0;
  waits = 0;

  add(done: { counters: Uint32Array; waited: boolean }, times: Record<StageClock, number>): void {
    for (let i = 0; i < COUNTER_COUNT; i++) this.sums[i] += done.counters[i]!;
    this.steps++;
    if (done.waited) this.waits++;
    this.addTimes(times);
  }

  addTimes(times: Record<StageClock, number>): void {
    for (const clock of STAGE_CLOCKS) this.times[clock] += times[clock];
  }

  /** Counters averaged as columns of a frame row. */
  counters(): Record<FrameCounter, number> {
    const { sums } = this;
    const shown = FRAME_COUNTERS.map(({ name, inFrame }) => {
      const times = inFrame === 'per step' ? this.steps : sums[COUNTERS.queriesAsked]!;
      return [name, sums[COUNTERS[name]]! / Math.max(1, times)];
    });
    return Object.fromEntries(shown) as Record<FrameCounter, number>;
  }
}

/** Greatest depth [m]: the float whose bits are in `COUNTERS.deepest`. */
function deepestOf(counters: Uint32Array): number {
  return new Float32Array(counters.buffer, counters.byteOffset + 4 * COUNTERS.deepest, 1)[0]!;
}

const MEASURING_LOSSES = [COUNTERS.pairsDropped, COUNTERS.contactsDropped, COUNTERS.pathsMissing];

export function frameRow(from: {
  readonly frame: number;
  readonly step: number;
  readonly time: number;
  readonly tally: FrameTally;
  /** Counters of the measuring pass. */
  readonly measured: Uint32Array;
  readonly world: World;
  readonly kineticEnergy: number;
  readonly piercing: number | undefined;
  readonly hash: string | undefined;
}): FrameRow {
  const { tally, measured, world } = from;
  return {
    frame: from.frame,
    step: from.step,
    time: from.time,
    ms: now() - tally.started,
    stages: { ...tally.times, render: 0 },
    ...tally.counters(),
    rebuildsWaited: tally.waits,
    measuringLost: MEASURING_LOSSES.reduce((sum, counter) => sum + measured[counter]!, 0),
    penetrating: measured[COUNTERS.penetrating]!,
    penetratingShare: measured[COUNTERS.penetrating]! / world.surfaceVertexCount,
    deepShare: measured[COUNTERS.deep]! / world.surfaceVertexCount,
    deepest: deepestOf(measured),
    ...(from.piercing === undefined ? {} : { piercingShare: from.piercing / world.edgeCount }),
    kineticEnergy: from.kineticEnergy,
    ...(from.hash === undefined ? {} : { hash: from.hash }),
  };
}

/**
 * FNV-1a over 32-bit words, on two lanes for 64 bits.
 * Source: Fowler, Noll, Vo; applied to words instead of bytes.
 */
export function hashState(arrays: readonly (Float32Array | Uint32Array)[]): string {
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
