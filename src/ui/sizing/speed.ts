import type { BackendKind } from '../app/runtime.ts';

/** Number of first frames of a run that are not measured, because the browser still compiles code in them. */
const WARM_UP_FRAMES = 2;
/** Weight of a new frame in the smoothed speed: some ten frames decide. */
const SMOOTHING = 0.1;

/** The work of a frame: its tetrahedra, and its steps. */
export interface Work {
  /** Sum over all bodies. */
  readonly tetrahedra: number;
  readonly steps: number;
}

/**
 * The speed of this machine, measured from the frames that ran on the page, by backend. From it follows about how long a frame of another
 * scene will take: the time of a frame grows in proportion to its tetrahedra and to its steps.
 */
export class Speed {
  /** Time per tetrahedron and step [ms]. */
  private readonly costs = new Map<BackendKind, number>();

  /**
   * Adds a measured frame.
   * @param frame number of the frame in its run, from 0
   * @param ms time of the frame, without drawing [ms]
   */
  add(backend: BackendKind, frame: number, { tetrahedra, steps }: Work, ms: number): void {
    if (frame < WARM_UP_FRAMES) return;
    const cost = ms / (tetrahedra * steps);
    const before = this.costs.get(backend) ?? cost;
    this.costs.set(backend, before + SMOOTHING * (cost - before));
  }

  /** @returns the estimated time of a frame [s]; undefined if nothing has run on this backend yet */
  secondsPerFrame(backend: BackendKind, { tetrahedra, steps }: Work): number | undefined {
    const cost = this.costs.get(backend);
    return cost === undefined ? undefined : (cost * tetrahedra * steps) / 1000;
  }
}
