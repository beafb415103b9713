import { World } from '../../engine/world.ts';
import type { RecoveryMethod } from './methods.ts';
import { type SharedVolumes, sharedVolumes } from './shared-volume.ts';
import type { Start } from './starts.ts';

/** How a trial ended. */
export type Outcome =
  /** Nothing is shared, and each body has its volume again. */
  | 'apart'
  /** Bodies still share volume. */
  | 'tangled'
  /** Nothing is shared, but a body is not as large as it was. */
  | 'crushed'
  /** A position was not finite, or out of the world. */
  | 'broken'
  /** The trial's processor time was over. */
  | 'out of time';

/** What became of a start by a method. */
export interface Trial {
  readonly start: string;
  readonly group: string;
  readonly method: string;
  readonly outcome: Outcome;
  /** Why it broke. */
  readonly why?: string;
  /** Volume shared at the start and at the end, over that of the smallest body. */
  readonly sharedAtStart: number;
  readonly sharedAtEnd: number;
  /** Simulated time from which on nothing was shared [s]; undefined if something still is. */
  readonly time?: number;
  /** Least and greatest volume of a body at the end, and the least on the way, over its rest volume. */
  readonly leastVolume: number;
  readonly greatestVolume: number;
  readonly leastOnTheWay: number;
  /** Greatest speed, as the root mean square over all vertices, in sizes of the start per second. */
  readonly peakSpeed: number;
  /** Processor time of the steps, and their number [ms]. */
  readonly processorTime: number;
  readonly steps: number;
}

/** Simulated time of a trial [s]. */
const DURATION = 1.5;
/** Processor time that a trial may take [ms]. */
const MOST_TIME = 20_000;
/** A trial ends early once nothing has been shared for so long [s]. */
const ENOUGH = 0.6;
/** Bodies are apart below this share of the smallest body's volume, and whole within this much of their own. */
const LEAST_SHARE = 1e-3;
const VOLUME_TOLERANCE = 0.05;
/** Time between two judgements [s], and steps between two looks at the speed. */
const JUDGED_EVERY = 0.1;
const SPEED_EVERY = 10;

/** Lets a method part a start. Runs on the CPU, on one thread. */
export async function runTrial(start: Start, method: RecoveryMethod): Promise<Trial> {
  const parameters = { ...start.parameters, ...(start.hasGround ? {} : { gravity: 0 }), ...method.parameters };
  const world = await World.create({
    workers: 0,
    bodies: start.bodies.map(({ mesh, positions }) => ({ mesh, positions })),
    colliders: start.hasGround ? [{ normal: [0, 1, 0], offset: 0 }] : [],
    parameters,
  });
  try {
    return await watch(world, start, method);
  } finally {
    await world.dispose();
  }
}

async function watch(world: World, start: Start, { name: method }: RecoveryMethod): Promise<Trial> {
  const { data, backend, simulator } = world;
  const rest = data.bodies.map(({ model }) => data.models[model].volume);
  const smallest = Math.min(...rest);
  const judge = async () => judged(sharedVolumes(data, await backend.read('positions')), rest, smallest);
  const atStart = await judge();
  const { timeStep } = simulator.parameters;
  const interval = Math.round(JUDGED_EVERY / timeStep);
  let now = atStart;
  let time: number | undefined;
  let [leastOnTheWay, peakSpeed, processorTime] = [1, 0, 0];
  let why: string | undefined;
  let steps = 0;
  while (steps < Math.round(DURATION / timeStep) && processorTime < MOST_TIME) {
    const before = process.cpuUsage();
    try {
      await world.step();
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
      break;
    }
    const { user, system } = process.cpuUsage(before);
    processorTime += (user + system) / 1000;
    steps++;
    if (steps % SPEED_EVERY === 0) peakSpeed = Math.max(peakSpeed, (await meanSpeed(world)) / start.size);
    if (steps % interval !== 0) continue;
    now = await judge();
    leastOnTheWay = Math.min(leastOnTheWay, ...now.volumes);
    if (now.shared >= LEAST_SHARE) time = undefined;
    else time ??= steps * timeStep;
    if (time !== undefined && steps * timeStep - time >= ENOUGH) break;
  }
  if (why === undefined) now = await judge();
  const isWhole = now.volumes.every((volume) => Math.abs(volume - 1) < VOLUME_TOLERANCE);
  const isFree = now.shared < LEAST_SHARE;
  const ended: Outcome = isFree
    ? isWhole
      ? 'apart'
      : 'crushed'
    : processorTime < MOST_TIME
      ? 'tangled'
      : 'out of time';
  return {
    start: start.name,
    group: start.group,
    method,
    outcome: why === undefined ? ended : 'broken',
    ...(why !== undefined && { why }),
    sharedAtStart: atStart.shared,
    sharedAtEnd: now.shared,
    ...(time !== undefined && { time }),
    leastVolume: Math.min(...now.volumes),
    greatestVolume: Math.max(...now.volumes),
    leastOnTheWay,
    peakSpeed,
    processorTime,
    steps,
  };
}

const judged = ({ between, within, volumes }: SharedVolumes, rest: readonly number[], smallest: number) => ({
  shared: (between + within) / smallest,
  volumes: volumes.map((volume, body) => volume / rest[body]),
});

/** Returns the root mean square of all vertices' speeds [m/s]. */
async function meanSpeed({ backend }: World): Promise<number> {
  const velocities = await backend.read('velocities');
  let sum = 0;
  for (const component of velocities) sum += component * component;
  return Math.sqrt((3 * sum) / velocities.length);
}
