import { median } from '../../src/math/statistics.ts';
import { meanStepTime, stepTime, warmFrames } from '../../src/cli/recordings/charted-run.ts';
import { runScene } from '../../src/cli/recordings/run-scene.ts';
import { lastMean, peakKineticEnergy } from '../../src/scenes/check.ts';
import { octopi6 } from '../../src/scenes/octopi-6.ts';
import { octopi8 } from '../../src/scenes/octopi-8.ts';
import { startParameters } from '../../src/scenes/start-parameters.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';

/** A whole run of octopi-8 by an integrator. */
export interface Throw {
  readonly who: string;
  readonly changed: Partial<SimulationParameters>;
}

/** As long a frame as the scene's, in one step. */
const LONG = { timeStep: 1 / 60, stepsPerFrame: 1 } as const;
/** Settings of the scene that is made for implicit Euler, by which the other scene's are replaced. */
const { integrator, contactOffset, contactPoints } = octopi6.parameters;
const IMPLICIT = { integrator, contactOffset, contactPoints } as Partial<SimulationParameters>;
const NEWTON = { ...IMPLICIT, solver: 'newton' } as const;

/** XPBD's 25 iterations in a long step are as many per frame as the scene makes in its five steps. */
export const THROWS: readonly Throw[] = [
  { who: 'XPBD, 5 iterations, 3.3 ms', changed: {} },
  { who: 'implicit Euler, one linear solve, 3.3 ms', changed: IMPLICIT },
  { who: 'implicit Euler, Newton, 3.3 ms', changed: NEWTON },
  { who: 'XPBD, 5 iterations, 16.7 ms', changed: LONG },
  { who: 'XPBD, 25 iterations, 16.7 ms', changed: { ...LONG, iterations: 25 } },
  { who: 'implicit Euler, one linear solve, 16.7 ms', changed: { ...IMPLICIT, ...LONG } },
  { who: 'implicit Euler, Newton, 16.7 ms', changed: { ...NEWTON, ...LONG } },
];

/** Downward speed at the start [m/s], frames, and last frames that the rest is averaged over: those of the scene's check. */
const SPEED = 10;
const FRAMES = 100;
const REST_FRAMES = 10;
const WORKERS = 2;

export interface ThrowResult {
  readonly who: string;
  /** Time of a frame's steps, without measuring: mean, median, shortest and longest [ms]. */
  readonly mean: number;
  readonly median: number;
  readonly shortest: number;
  readonly longest: number;
  /** Greatest penetration depth in the whole run, and as a mean at rest [m]. */
  readonly deepest: number;
  readonly deepestAtRest: number;
  /** Share of surface vertices that penetrate, at rest; and the share that is deeper than a hundredth of an arm's radius. */
  readonly penetrating: number;
  readonly deep: number;
  /** Kinetic energy at rest [J], and as a share of the greatest in the run. */
  readonly energy: number;
  readonly energyShare: number;
  /** Number of frames before it broke; FRAMES if it didn't. */
  readonly frames: number;
}

/** Throws octopi into their box as in the scene's check. @param size tetrahedra per octopus */
export async function throwOctopi({ who, changed }: Throw, size = octopi8.size.small): Promise<ThrowResult> {
  const parameters = { ...startParameters(octopi8, size), dropSpeed: SPEED, ...changed };
  const run = { scene: octopi8, size, backend: 'cpu', workers: WORKERS, parameters, frames: FRAMES } as const;
  const { frames } = (await runScene({ ...run, overlaps: false })).recording;
  const warm = warmFrames(frames);
  const times = warm.map(stepTime);
  const rest = (figure: (row: (typeof frames)[number]) => number) => lastMean(frames, REST_FRAMES, figure);
  const energy = rest((row) => row.kineticEnergy);
  return {
    who,
    mean: meanStepTime(warm),
    median: median(times),
    shortest: Math.min(...times),
    longest: Math.max(...times),
    deepest: Math.max(...frames.map((row) => row.deepest)),
    deepestAtRest: rest((row) => row.deepest),
    penetrating: rest((row) => row.penetratingShare),
    deep: rest((row) => row.deepShare),
    energy,
    energyShare: energy / peakKineticEnergy(frames),
    frames: frames.length,
  };
}
