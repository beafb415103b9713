import { setImmediate } from 'node:timers/promises';
import { World } from '../../engine/world.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import { FREE_SHARE, type Judged, judge } from './judge.ts';
import type { RecoveryMethod } from './methods.ts';
import type { Start } from './start.ts';

/** How a trial ended. */
export const OUTCOMES = [
  /** Nothing is shared, and each body is whole. */
  'apart',
  /** Bodies still share volume. */
  'tangled',
  /** Nothing is shared, but a body isn't whole. */
  'crushed',
  /** Positions were not finite, or too far away, or the step failed in another way. */
  'broken',
  /** Bodies had not come apart when the trial's processor time was over. */
  'out of time',
  /** The method can't begin in this start. */
  "doesn't apply",
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Result of one method on one start. Volumes are shares of those at rest. */
export interface Trial {
  readonly outcome: Outcome;
  /** Why it broke, or doesn't apply. */
  readonly why?: string;
  /** Volume shared at the start and at the end, over that of the smallest body. */
  readonly sharedAtStart: number;
  readonly sharedAtEnd: number;
  /** Simulated time after which nothing was shared any more [s]; undefined if something still is. */
  readonly time?: number;
  /** Simulated time at which the trial ended [s]. */
  readonly endedAt: number;
  /** Least and greatest volume of a body at the end, and the least of one on the way. */
  readonly leastVolume: number;
  readonly greatestVolume: number;
  readonly leastOnTheWay: number;
  /** Greatest root mean square of the vertices' speeds, in sizes of the start per second. */
  readonly peakSpeed: number;
  /** Greatest kinetic energy of all bodies over their mass [J/kg]. */
  readonly peakEnergy: number;
  /** Number of steps, and processor time of a step [ms]. */
  readonly steps: number;
  readonly stepTime: number;
}

/** A trial, and the positions of each body at its end [m]. */
export interface EndedTrial {
  readonly trial: Trial;
  readonly end: readonly Float32Array[];
}

/** Simulated time of a trial [s]. */
export const DURATION = 1.5;
/** Most processor time of a trial, judging included [s]. */
export const MOST_TIME = 20;
/** A trial ends early once nothing has been shared for so long [s], and each body is whole. */
const ENOUGH = 0.6;
/** Simulated time between two judgements [s], and steps between two looks at the speed. */
const JUDGED_EVERY = 0.05;
const SPEED_EVERY = 10;

/** Returns the parameters with which a method runs a start. */
export const parametersOf = (start: Start, how: Partial<SimulationParameters>): Partial<SimulationParameters> => ({
  ...start.parameters,
  ...(start.hasGround ? {} : { gravity: 0 }),
  ...how,
});

/** Lets a method part a start, on the CPU and on one thread. @param mostTime processor time of the trial [s] */
export async function runTrial(start: Start, { how }: RecoveryMethod, mostTime = MOST_TIME): Promise<EndedTrial> {
  const atStart = judge(
    start.bodies.map(({ mesh }) => mesh),
    start.bodies.map(({ positions }) => positions),
  );
  if (typeof how === 'function') {
    const rows = { ...unmoved(atStart), outcome: "doesn't apply" as const, why: how(atStart) };
    return { trial: rows, end: start.bodies.map(({ positions }) => positions) };
  }
  const world = await worldOf(start, how);
  try {
    return await watch(world, start, atStart, mostTime);
  } finally {
    await world.dispose();
  }
}

/** Makes the world of a start, on the CPU and on this thread. */
export const worldOf = (start: Start, how: Partial<SimulationParameters>): Promise<World> =>
  World.create({
    workers: 0,
    bodies: start.bodies.map(({ mesh, positions }) => ({ mesh, positions })),
    colliders: start.hasGround ? [{ normal: [0, 1, 0], offset: 0 }] : [],
    parameters: parametersOf(start, how),
  });

/** Figures of a trial before its first step. */
const unmoved = ({ shared, volumes }: Judged) => ({
  sharedAtStart: shared,
  sharedAtEnd: shared,
  endedAt: 0,
  leastVolume: Math.min(...volumes),
  greatestVolume: Math.max(...volumes),
  leastOnTheWay: Math.min(...volumes),
  peakSpeed: 0,
  peakEnergy: 0,
  steps: 0,
  stepTime: 0,
});

async function watch(world: World, start: Start, atStart: Judged, mostTime: number): Promise<EndedTrial> {
  const { timeStep } = world.simulator.parameters;
  const rest = start.bodies.map(({ mesh }) => mesh);
  const interval = Math.round(JUDGED_EVERY / timeStep);
  const began = processorTime();
  const isOver = () => processorTime() - began >= mostTime;
  let now = atStart;
  let time: number | undefined;
  let why: string | undefined;
  let [leastOnTheWay, peakSpeed, peakEnergy, stepTimes, steps] = [Math.min(...atStart.volumes), 0, 0, 0, 0];
  while (steps < Math.round(DURATION / timeStep) && !isOver()) {
    const before = processorTime();
    try {
      await world.step();
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
      break;
    }
    stepTimes += processorTime() - before;
    steps++;
    // Steps on this thread never wait: only here can a signal end the process.
    await setImmediate();
    if (steps % SPEED_EVERY === 0) {
      const { speed, energy } = await motionOf(world);
      // Positions that are not finite make the next step fail.
      if (Number.isFinite(speed)) peakSpeed = Math.max(peakSpeed, speed / start.size);
      if (Number.isFinite(energy)) peakEnergy = Math.max(peakEnergy, energy);
    }
    if (steps % interval !== 0) continue;
    now = judge(rest, await world.read());
    leastOnTheWay = Math.min(leastOnTheWay, ...now.volumes);
    time = now.isFree ? (time ?? steps * timeStep) : undefined;
    if (now.isWhole && time !== undefined && steps * timeStep - time >= ENOUGH) break;
  }
  const end = await world.read();
  if (why === undefined) now = judge(rest, end);
  const trial: Trial = {
    ...unmoved(atStart),
    outcome: why === undefined ? outcomeOf(now, isOver()) : 'broken',
    ...(why !== undefined && { why }),
    sharedAtEnd: now.shared,
    ...(now.shared < FREE_SHARE && time !== undefined && { time }),
    endedAt: steps * timeStep,
    leastVolume: Math.min(...now.volumes),
    greatestVolume: Math.max(...now.volumes),
    leastOnTheWay: Math.min(leastOnTheWay, ...now.volumes),
    peakSpeed,
    peakEnergy,
    steps,
    stepTime: (1000 * stepTimes) / Math.max(1, steps),
  };
  return { trial, end };
}

/** Says how a trial ended whose steps didn't fail. @param isOver whether its processor time was over */
export const outcomeOf = ({ isFree, isWhole }: Pick<Judged, 'isFree' | 'isWhole'>, isOver: boolean): Outcome =>
  isFree && isWhole ? 'apart' : isOver ? 'out of time' : isFree ? 'crushed' : 'tangled';

/** Returns this process' processor time until now [s]. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Returns the root mean square of all vertices' speeds [m/s], and the bodies' kinetic energy over their mass [J/kg]. */
async function motionOf({ backend, data }: World): Promise<{ speed: number; energy: number }> {
  const velocities = await backend.read('velocities');
  const squares = (v: number) => velocities[3 * v] ** 2 + velocities[3 * v + 1] ** 2 + velocities[3 * v + 2] ** 2;
  const sums = { squares: 0, energy: 0, volume: 0 };
  for (const { model, vertexBase } of data.bodies) {
    data.models[model].vertexVolumes.forEach((volume, v) => {
      const square = squares(vertexBase + v);
      sums.squares += square;
      sums.energy += (volume * square) / 2;
      sums.volume += volume;
    });
  }
  return { speed: Math.sqrt(sums.squares / (velocities.length / 3)), energy: sums.energy / sums.volume };
}
