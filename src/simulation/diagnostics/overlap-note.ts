import { isExactMethod } from '../contacts/regions/tables.ts';
import type { SimulationParameters } from '../parameters.ts';
import type { FrameRow } from '../statistics.ts';
import type { World } from '../world/world.ts';

/** Share of the volume above which an overlap is told. Bodies that lie on one another share less. */
export const TOLD_SHARE = 0.01;
/** Simulated time for which it has to last [s]. Deep overlaps that regions part are gone by then. */
export const TOLD_AFTER = 1;
/** Rounding of the sum of time steps [s], far less than a step. */
export const ROUNDING = 1e-9;

/** A frame, as far as overlaps are told from it. Recordings of earlier versions have no `overlapShare`. */
type Seen = Pick<FrameRow, 'time'> & Partial<Pick<FrameRow, 'overlapShare'>>;

/** An overlap that has lasted. */
export interface LastingOverlap {
  /** Simulated time from which on bodies have overlapped [s]. */
  readonly since: number;
  /** Share of the volume that lies in other volume, at the end of the frame that showed that it lasts. */
  readonly share: number;
}

/** Watches the frames of a run for an overlap that lasts, which it tells once. */
export class OverlapWatch {
  /** Time of the first of the frames up to now that show an overlap [s]. */
  private since: number | undefined = undefined;
  private isTold = false;

  /** Adds a frame. @returns the overlap, in the frame in which it has lasted long enough for the first time */
  add({ time, overlapShare = 0 }: Seen): LastingOverlap | undefined {
    if (!(overlapShare > TOLD_SHARE)) {
      this.since = undefined;
      return undefined;
    }
    this.since ??= time;
    if (this.isTold || time - this.since < TOLD_AFTER - ROUNDING) return undefined;
    this.isTold = true;
    return { since: this.since, share: overlapShare };
  }

  /** Forgets the frames so far, because collisions were off in them. */
  restart(): void {
    this.since = undefined;
  }
}

const percent = (share: number): string => `${Number((100 * share).toPrecision(2))} %`;

/**
 * Says that bodies overlap for long, and what may help.
 * @returns a sentence without its full stop; none if collisions are off, since then bodies are meant to pass through one another
 */
export function noteOnOverlap(
  { since, share }: LastingOverlap,
  parameters: SimulationParameters,
  world: Pick<World, 'dimension' | 'drivers'>,
): string[] {
  if (parameters.mode === 'off') return [];
  const what = world.dimension === 2 ? 'area' : 'volume';
  return [
    `bodies have overlapped since t = ${Number(since.toFixed(2))} s: ${percent(share)} of their ${what} lies in other bodies, or in other parts of the same body; ${overlapRemedy(parameters, world)}`,
  ];
}

/** Says which parameter lets overlaps come apart. No time step does: how fast they part doesn't depend on it. */
export function overlapRemedy(
  { mode, pathMethod, recovery, crossedEdges, depenetrationSpeed, integrator }: SimulationParameters,
  { dimension, drivers }: Pick<World, 'dimension' | 'drivers'>,
): string {
  if (dimension === 2)
    return 'bodies in the plane meet only by an air mesh, and nothing parts them: start with bodies that are apart';
  if (mode === 'off' || mode === 'ccd') return `mode=hybrid parts what overlaps, mode=${mode} doesn't`;
  if (!isExactMethod(pathMethod)) return `pathMethod=flood finds exact ways out, ${pathMethod} doesn't`;
  if (recovery === 'paths') return 'recovery=regions parts deep overlaps, once the scene starts again';
  if (mode === 'dcd') return 'mode=hybrid also parts edges that cross';
  if (crossedEdges === 'stay') return 'crossedEdges=part also parts edges that cross';
  if (depenetrationSpeed > 0)
    return `depenetrationSpeed holds them back to ${depenetrationSpeed} m/s: a higher one is faster, and with 0 the depth decides`;
  if (drivers.length > 0) return "the scene's script holds or moves vertices, which can't part until it lets go";
  const stiffer = integrator === 'implicit-euler' ? 'a higher contactStiffness' : 'more iterations or contactPasses';
  return `a higher youngsModulus may help, since soft bodies give way, or ${stiffer}`;
}
