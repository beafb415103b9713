import { now } from './program/clock.ts';
import { STAGE_CLOCKS, type StageClock } from './program/stage.ts';
import { COUNTERS, COUNTER_COUNT, FRAME_COUNTERS, type FrameCounter } from './counters.ts';
import { VOLUME_SHARE_UNIT } from './diagnostics/tables.ts';
import type { World } from './world/world.ts';

/**
 * Figures of one frame, as page and command line show and record them. The columns of FrameCounter are means per step or per query. If
 * the parameter `contacts` is `in-the-loop`, a step detects contacts twice; the counter tables say which detections a counter covers.
 */
export interface FrameRow extends Readonly<Record<FrameCounter, number>> {
  readonly frame: number;
  /** Number of steps completed at the end of the frame. */
  readonly step: number;
  /** Simulated time at the end of the frame [s]. */
  readonly time: number;
  /** Duration of the frame, and of its stages by clock [ms]. */
  readonly ms: number;
  readonly stages: Readonly<Record<StageClock | 'render', number>>;
  /** Number of the frame's steps that had to wait for a rebuild of the BVHs. */
  readonly rebuildsWaited: number;
  /** Number of pairs, queries and paths that the figures below lack, because a list was full or no valid path exists. */
  readonly measuringLost: number;
  /** At the end of the frame: number of penetrating surface vertices, their share, and the share that is deep (DEEP_SHARE in state.ts). */
  readonly penetrating: number;
  readonly penetratingShare: number;
  readonly deepShare: number;
  /** Greatest penetration depth [m]. */
  readonly deepest: number;
  /** Share of the volume that lies in other volume, by the elements' centroids (diagnostics/overlap.ts): 1 for bodies in one place, 0 when free. */
  readonly overlapShare: number;
  /** Number of elements (in the plane, triangles) that are flat or inverted at the end of the frame. */
  readonly inverted: number;
  /** Volume of a body (in the plane, its area) over that at rest, the least of all bodies; undefined if none has a volume. */
  readonly leastVolume?: number;
  /** Share of surface edges that intersect a surface triangle; undefined if these edges weren't counted. */
  readonly piercingShare?: number;
  /** Exact number of surface vertices strictly inside a tetrahedron that they don't belong to; undefined if they weren't counted. */
  readonly interpenetrating?: number;
  /** [J] */
  readonly kineticEnergy: number;
  /** Hash of the state (Simulator.hash); undefined if it wasn't computed. */
  readonly hash?: string;
}

/** Returns the number of contacts and of (point, tetrahedron) pairs per step that were dropped because their lists could not grow. */
export const droppedPerStep = ({ contactsDropped, pairsDropped, contactsUncoloured }: FrameRow): number =>
  contactsDropped + pairsDropped + contactsUncoloured;

export const noTimes = (): Record<StageClock, number> =>
  Object.fromEntries(STAGE_CLOCKS.map((clock) => [clock, 0])) as Record<StageClock, number>;

/** Unit of counters of shares. */
const MILLIONTH = 1e-6;

/** Sums the counters and times of a frame's steps. */
export class FrameTally {
  readonly startTime = now();
  readonly times = noTimes();
  private readonly sums = new Float64Array(COUNTER_COUNT);
  steps = 0;
  waits = 0;

  add(outcome: { counters: Uint32Array; waited: boolean }): void {
    for (let i = 0; i < COUNTER_COUNT; i++) this.sums[i] += outcome.counters[i]!;
    this.steps++;
    if (outcome.waited) this.waits++;
  }

  addTimes(times: Record<StageClock, number>): void {
    for (const clock of STAGE_CLOCKS) this.times[clock] += times[clock];
  }

  /** Returns the counters' means per step or per query: columns of the frame row. */
  counters(): Record<FrameCounter, number> {
    const { sums } = this;
    const means = FRAME_COUNTERS.map(({ name, inFrame }) => {
      const divisor = inFrame === 'per query' ? sums[COUNTERS.queriesAsked]! : this.steps;
      const unit = inFrame === 'share' ? MILLIONTH : 1;
      return [name, (unit * sums[COUNTERS[name]]!) / Math.max(1, divisor)];
    });
    return Object.fromEntries(means) as Record<FrameCounter, number>;
  }
}

/** Returns the greatest depth [m]. The counter `deepest` holds the bits of this float. */
function deepestOf(counters: Uint32Array): number {
  return new Float32Array(counters.buffer, counters.byteOffset + 4 * COUNTERS.deepest, 1)[0]!;
}

/** Returns the least volume of a body over that at rest. The counter holds 1 + it, in its unit, or 0 if no body has a volume. */
function leastVolume(counters: Uint32Array): Pick<FrameRow, 'leastVolume'> {
  const found = counters[COUNTERS.leastVolume]!;
  return found > 0 ? { leastVolume: (found - 1) * VOLUME_SHARE_UNIT } : {};
}

const MEASURING_LOSSES = [COUNTERS.pairsDropped, COUNTERS.contactsDropped, COUNTERS.pathsMissing];

/** Makes the row of a frame from the tally of its steps and from its measurement. */
export function frameRow(from: {
  readonly frame: number;
  readonly step: number;
  readonly time: number;
  readonly tally: FrameTally;
  /** Counters of the program that measured the frame (diagnostics/measure.ts). */
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
    ms: now() - tally.startTime,
    stages: { ...tally.times, render: 0 },
    ...tally.counters(),
    rebuildsWaited: tally.waits,
    measuringLost: MEASURING_LOSSES.reduce((sum, counter) => sum + measured[counter]!, 0),
    penetrating: measured[COUNTERS.penetrating]!,
    penetratingShare: measured[COUNTERS.penetrating]! / world.surfaceVertexCount,
    deepShare: measured[COUNTERS.deep]! / world.surfaceVertexCount,
    deepest: deepestOf(measured),
    overlapShare: measured[COUNTERS.overlapVolume]! / Math.max(1, measured[COUNTERS.sampledVolume]!),
    inverted: measured[COUNTERS.inverted]!,
    ...leastVolume(measured),
    ...(from.piercing === undefined ? {} : { piercingShare: from.piercing / world.edgeCount }),
    kineticEnergy: from.kineticEnergy,
    ...(from.hash === undefined ? {} : { hash: from.hash }),
  };
}

/**
 * Hashes the bits of arrays: two 32-bit hashes of the FNV-1a kind, over words instead of bytes. The second hash has other constants and
 * also depends on each word's index.
 * @returns 16 hexadecimal digits, 8 per hash. Source: Fowler, Noll, Vo.
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
