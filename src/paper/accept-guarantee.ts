import { type Arguments, choice, wholeNumber } from '../cli/command.ts';
import { defaultWorkers } from '../cli/commands/run.ts';
import { openSimulation } from '../cli/recordings/run-scene.ts';
import { EXIT, UsageError } from '../node/errors.ts';
import { print } from '../node/print.ts';
import { otherThrow } from '../scenes/octopi-8.ts';
import { readSceneFile } from '../scenes/own/read-scene-file.ts';
import { toScene } from '../scenes/own/to-scene.ts';
import { turnedBodies } from '../scenes/parts/turned-start.ts';
import type { Scene } from '../scenes/scene.ts';
import { sceneByName } from '../scenes/scenes.ts';
import { startParameters } from '../scenes/start-parameters.ts';
import type { Backend } from '../simulation/backend.ts';
import { InterpenetratingVertices } from '../simulation/diagnostics/interpenetrating-vertices.ts';
import { countPiercing } from '../simulation/diagnostics/measure.ts';
import { countInverted } from '../simulation/diagnostics/volumes.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import { COUNTERS } from '../simulation/state.ts';
import { isGuarded } from '../simulation/contacts/guarantee/is-guarded.ts';
import { parseParameter } from '../simulation/tables/parse-parameters.ts';
import { vertexEnd, type World } from '../simulation/world/world.ts';

/** A run whose every step is counted. */
interface GuardedRun {
  readonly name: string;
  readonly scene: string;
  /** A scene file instead of a scene. */
  readonly file?: unknown;
  /** A size of the scene, or one of its names; `small` by default. */
  readonly size?: number | 'default';
  readonly frames: number;
  readonly parameters?: Partial<SimulationParameters>;
  /** Seed of another throw of octopi-8. */
  readonly throw?: number;
  /** Seed of a turned start. */
  readonly turned?: number;
  /** Speed of the parts that are thrown in each frame [m/s]. */
  readonly partSpeed?: number;
  /** The first step by which the run has to be free; 1 by default: it starts free. */
  readonly freeBy?: number;
  /** Vertices whose motion is shortened, as a mean over the steps: the most, as a share of the surface's. */
  readonly cutShare?: number;
}

/** Parts that are thrown: vertices within this distance of one of each body [m]. */
const PART_RADIUS = 0.12;
/** Bodies of a turned start are turned by up to this angle each [degrees]. */
const MOST_DEGREES = 5;
const GOLDEN_ANGLE = 2.399963;

const turned = (run: Omit<GuardedRun, 'turned'>, seeds: number): GuardedRun[] =>
  Array.from({ length: seeds + 1 }, (_, seed) =>
    seed === 0 ? run : { ...run, name: `${run.name}, turned ${seed}`, turned: seed },
  );

/** A ball that begins around a smaller one, and lies on a floor [m]. */
const BALL_IN_BALL = {
  untangle: 1,
  meshes: {
    large: { shape: 'ball', radius: 0.2, tetrahedra: 2000 },
    small: { shape: 'ball', radius: 0.12, tetrahedra: 1000 },
  },
  bodies: [
    { mesh: 'large', at: [0, 0.21, 0] },
    { mesh: 'small', at: [0, 0.21, 0] },
  ],
  obstacles: [{ kind: 'plane', at: [0, 0, 0], normal: [0, 1, 0] }],
};

const RUNS: readonly GuardedRun[] = [
  { name: 'octopi-8', scene: 'octopi-8', frames: 300, cutShare: 1e-4 },
  { name: 'octopi-8 at 10 m/s', scene: 'octopi-8', frames: 100, parameters: { dropSpeed: 10 } },
  { name: 'octopi-8 at 25 m/s', scene: 'octopi-8', frames: 100, parameters: { dropSpeed: 25 } },
  ...[1, 2, 3, 4, 5].map((seed) => ({
    name: `octopi-8 at 25 m/s, throw ${seed}`,
    scene: 'octopi-8',
    frames: 100,
    parameters: { dropSpeed: 25 },
    throw: seed,
  })),
  { name: 'octopi-8 of 48,000 at 10 m/s', scene: 'octopi-8', size: 6000, frames: 50, parameters: { dropSpeed: 10 } },
  { name: 'octopi-8, parts at 100 m/s', scene: 'octopi-8', frames: 60, partSpeed: 100 },
  {
    name: 'octopi-8 at 50 m/s, steps of 10 ms, 1e8 Pa',
    scene: 'octopi-8',
    frames: 75,
    parameters: { dropSpeed: 50, timeStep: 0.01, stepsPerFrame: 1, youngsModulus: 1e8 },
  },
  {
    name: 'octopi-8 of springs at 10 m/s',
    scene: 'octopi-8',
    frames: 60,
    parameters: { dropSpeed: 10, material: 'mass-spring' },
  },
  { name: 'octopi-6 by implicit Euler', scene: 'octopi-6', frames: 120, parameters: { integrator: 'implicit-euler' } },
  { name: 'nested-knots', scene: 'nested-knots', frames: 300 },
  { name: 'twisted-rods', scene: 'twisted-rods', frames: 140 },
  { name: 'twisted-beam', scene: 'twisted-beam', frames: 120 },
  { name: 'long-noodle', scene: 'long-noodle', frames: 130, cutShare: 2e-3 },
  { name: 'balls-bowl', scene: 'balls-bowl', frames: 120, cutShare: 2e-3 },
  { name: 'colliding-balls', scene: 'colliding-balls', frames: 60, cutShare: 2e-2 },
  { name: 'cloth-octopus', scene: 'cloth-octopus', frames: 100 },
  { name: 'skirt', scene: 'skirt', frames: 60 },
  ...turned({ name: 'entangled-octopi', scene: 'entangled-octopi', frames: 100, freeBy: 60 }, 7),
  ...turned({ name: 'tangled-noodle', scene: 'tangled-noodle', frames: 200, freeBy: 25 }, 7),
  ...turned({ name: 'a ball in a ball', scene: 'own', file: BALL_IN_BALL, frames: 60, freeBy: 130 }, 7),
  ...turned({ name: 'tangled-ball', scene: 'tangled-ball', frames: 200, freeBy: 70 }, 7),
];

/** Counts after the steps of a run. */
interface Counts {
  steps: number;
  /** Steps before the first one that could be guarded: a script may begin with collisions off. */
  unguarded: number;
  /** The first step that began free, counted from the first guarded one, and the steps after it with edges that pierce, vertices inside or inverted elements; the most of each. */
  freeAt: number;
  broken: number;
  piercing: number;
  inside: number;
  inverted: number;
  /** The most before it was free. */
  piercingBefore: number;
  cut: number;
  /** The most looks of a step: on the device, more than its rounds mean that planes for all pairs were needed. */
  looks: number;
  milliseconds: number;
}

/**
 * Counts after every step what the guarantee promises: edges that cross faces, vertices inside of elements, inverted elements.
 * @returns the exit code
 */
export async function acceptGuarantee(args: Arguments): Promise<number> {
  const only = args.text('only');
  const runs = RUNS.filter(({ name }) => only === undefined || new RegExp(only).test(name));
  if (runs.length === 0)
    throw new UsageError(`--only is '${only}'; expected a part of one of: ${RUNS.map(({ name }) => name).join('; ')}`);
  const changes: Partial<SimulationParameters> = {};
  for (const assignment of args.all('set')) {
    const [name = '', value = ''] = assignment.split('=');
    Object.assign(changes, parseParameter(name, value));
  }
  const frames = args.text('frames');
  const kind = choice('--backend', args.text('backend') ?? 'cpu', ['cpu', 'gpu'] as const);
  const waiting = [...runs];
  let missed = 0;
  const runWaiting = async () => {
    for (let run = waiting.shift(); run; run = waiting.shift()) {
      const counts = await countSteps(
        { ...run, frames: frames === undefined ? run.frames : wholeNumber('--frames', frames, 1, 1e5) },
        changes,
        kind,
      );
      const faults = faultsOf(run, counts, changes);
      if (faults.length > 0) missed++;
      print(
        `${faults.length === 0 ? 'holds ' : 'MISSED'} ${run.name}: ${textOf(counts, changes)}${faults.map((f) => `; ${f}`).join('')}\n`,
      );
    }
  };
  await Promise.all(
    // One device for one run: an emulated one uses all cores.
    Array.from({ length: kind === 'gpu' ? 1 : defaultWorkers() }, runWaiting),
  );
  print(`${runs.length - missed} of ${runs.length} runs hold\n`);
  return missed === 0 ? EXIT.ok : EXIT.failed;
}

const textOf = (c: Counts, { guarantee }: Partial<SimulationParameters>): string =>
  `${c.steps} steps, ${guarantee === false ? 'each counted: ' : `free from step ${c.freeAt}; after it `}${c.broken} steps not free, at most ${c.piercing} piercing, ${c.inside} inside, ${c.inverted} inverted` +
  ` (before: ${c.piercingBefore} piercing); ${(1e4 * c.cut).toFixed(3)} / 10,000 vertices cut; at most ${c.looks} looks; ${c.milliseconds.toFixed(1)} ms`;

/** Recovery by paths may take this many times as many steps as the default. */
const STEPS_BY_PATHS = 2;

function faultsOf(
  { freeBy: by = 1, cutShare = Infinity }: GuardedRun,
  counts: Counts,
  changes: Partial<SimulationParameters>,
): string[] {
  // Without the guarantee nothing is promised: the counts stand for themselves.
  if (changes.guarantee === false) return [];
  const faults: string[] = [];
  const freeBy = by > 1 && changes.recovery === 'paths' ? STEPS_BY_PATHS * by : by;
  if (counts.broken > 0) faults.push('expected 0');
  if (!(counts.freeAt <= freeBy)) faults.push(`expected free by step ${freeBy}`);
  if (!(counts.cut <= cutShare)) faults.push(`expected at most ${1e4 * cutShare} cut`);
  return faults;
}

async function sceneOf({ scene, file, throw: seed, turned }: GuardedRun): Promise<Scene> {
  const named = async () => {
    if (file !== undefined) return toScene(await readSceneFile(file));
    return seed !== undefined ? otherThrow(seed) : sceneByName(scene)!;
  };
  return turned === undefined ? named() : turnedBodies(await named(), turned, MOST_DEGREES);
}

async function countSteps(
  run: GuardedRun,
  changes: Partial<SimulationParameters>,
  kind: 'cpu' | 'gpu',
): Promise<Counts> {
  const scene = await sceneOf(run);
  const size = run.size === 'default' ? scene.size.default : (run.size ?? scene.size.small);
  const parameters = { ...startParameters(scene, size), ...run.parameters, ...changes };
  const { simulator, world } = await openSimulation({
    scene,
    size,
    parameters,
    backend: kind,
    workers: 1,
  });
  const { backend } = simulator;
  const vertices = new InterpenetratingVertices(world);
  const counts: Counts = {
    steps: 0,
    unguarded: 0,
    freeAt: Infinity,
    broken: 0,
    piercing: 0,
    inside: 0,
    inverted: 0,
    piercingBefore: 0,
    cut: 0,
    looks: 0,
    milliseconds: 0,
  };
  let start = process.cpuUsage();
  const eachStep = async () => {
    counts.milliseconds += process.cpuUsage(start).user / 1000;
    counts.steps++;
    if (!isGuarded(simulator.parameters, world)) counts.unguarded = counts.steps;
    counts.looks = Math.max(counts.looks, simulator.counters[COUNTERS.guardLooks]!);
    counts.cut += simulator.counters[COUNTERS.truncated]! / world.surfaceVertexCount;
    await count(counts, backend, world, vertices, simulator.parameters, simulator.counters[COUNTERS.free] === 1);
    start = process.cpuUsage();
  };
  for (let frame = 0; frame < run.frames; frame++) {
    start = process.cpuUsage();
    await simulator.frame({ eachStep });
    if (run.partSpeed !== undefined) await throwParts(backend, world, frame, run.partSpeed);
  }
  await backend.dispose();
  return { ...counts, cut: counts.cut / counts.steps, milliseconds: counts.milliseconds / counts.steps };
}

async function count(
  counts: Counts,
  backend: Backend,
  world: World,
  vertices: InterpenetratingVertices,
  parameters: SimulationParameters,
  beganFree: boolean,
): Promise<void> {
  const x = (await backend.read('positions')) as Float32Array;
  const piercing = await countPiercing(backend, parameters);
  await backend.takeTimes();
  const inverted = countInverted(world, x);
  // Elements that are inverted when the last overlap ends turn back later. Without the guarantee every step counts, to compare with.
  const counted = !parameters.guarantee || (beganFree && inverted === 0);
  if (counted && counts.freeAt === Infinity) counts.freeAt = counts.steps - counts.unguarded;
  if (counts.freeAt === Infinity) {
    counts.piercingBefore = Math.max(counts.piercingBefore, piercing);
    return;
  }
  const inside = vertices.count(x);
  counts.piercing = Math.max(counts.piercing, piercing);
  counts.inside = Math.max(counts.inside, inside);
  counts.inverted = Math.max(counts.inverted, inverted);
  if (piercing + inside + inverted > 0) counts.broken++;
}

/** Throws a part of each body, another one in each frame, in another direction. */
async function throwParts(backend: Backend, world: World, frame: number, speed: number): Promise<void> {
  const x = (await backend.read('positions')) as Float32Array;
  const velocities = ((await backend.read('velocities')) as Float32Array).slice();
  world.bodies.forEach(({ vertexBase }, body) => {
    const end = vertexEnd(world, body);
    const centre = vertexBase + ((frame * 7919 + body * 104729) % (end - vertexBase));
    const angle = frame * GOLDEN_ANGLE + body;
    const height = 2 * (((frame * 0.618 + body * 0.37) % 1) - 0.5);
    const flat = Math.sqrt(1 - height * height);
    const direction = [flat * Math.cos(angle), height, flat * Math.sin(angle)];
    for (let v = vertexBase; v < end; v++) {
      let squared = 0;
      for (let k = 0; k < 3; k++) squared += (x[3 * v + k]! - x[3 * centre + k]!) ** 2;
      if (squared < PART_RADIUS ** 2) for (let k = 0; k < 3; k++) velocities[3 * v + k] = speed * direction[k]!;
    }
  });
  await backend.write('velocities', velocities);
}
