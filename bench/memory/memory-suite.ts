import { leafCount } from '../../src/bvh/tree.ts';
import { emulationNote, openDevice } from '../../src/cli/backends.ts';
import { NoBackendError } from '../../src/node/errors.ts';
import { REACHED_CAPACITY, PATH_SLOTS } from '../../src/gpu/kernels/constants.ts';
import { requestDevice } from '../../src/gpu/device.ts';
import { onThisThread, Simulator } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import { octopi8 } from '../../src/scenes/octopi-8.ts';
import type { Scene } from '../../src/scenes/scene.ts';
import { sceneByName } from '../../src/scenes/scenes.ts';
import type { World } from '../../src/simulation/world/world.ts';
import { inSharedMemory } from '../../src/workers/shared-world.ts';
import { bytesOf, countDevice, type Counted, type HeldArray, typedArraysOf } from './typed-arrays.ts';
import { arrayMemory, laidOut, type LaidOut } from './memory-parts.ts';
import { notRun, overRounds } from '../report/spread.ts';
import { digits, type Verdict } from '../report/report.ts';
import type { Suite, Workload } from '../suite.ts';

/** Bound for typed arrays and GPU buffers together [bytes per tetrahedron]. */
const BOUND = 1024;
/**
 * The scenes with a bound, and two small ones whose fixed allocations dominate: one with a single body, and one with all kinds of
 * contact points.
 */
const SCENES: readonly (readonly [scene: string, size: 'default' | 'medium', isBounded: boolean])[] = [
  ['octopi-8', 'default', true],
  ['octopi-8', 'medium', true],
  ['octopi-pile', 'default', true],
  ['octopi-pile', 'medium', true],
  ['nested-knots', 'default', false],
  ['tangled-ball', 'default', false],
];
/** Number of workers whose own arrays are counted. */
const WORKERS = 2;
/** Maximum size on an emulated device [tetrahedra], where steps take minutes. */
const MOST_EMULATED = 70_000;
/** Maximum number of parts that a breakdown lists. */
const NAMED = 16;

export const memorySuite: Suite = {
  name: 'memory',
  summary: 'typed arrays and GPU buffers in bytes per tetrahedron, every one counted, with the largest named',
  duration: 'a minute and a half',
  async run(tell) {
    const counted: SceneMemory[] = [];
    const small = await simulatorOf(laidOut(octopi8, octopi8.size.min));
    await small.frame();
    for (const [name, size] of SCENES) {
      tell(`${name}, size ${size}`);
      counted.push(await countScene(sceneByName(name)!, size, small));
    }
    const fixed = fixedBytes(counted);
    const verdicts = counted.filter((_, i) => SCENES[i][2]).flatMap((memory) => verdictsOf(memory, fixed));
    return { workloads: counted.flatMap(workloadsOf), verdicts, details: counted };
  },
};

/** Memory of a scene in bytes per tetrahedron. */
interface SceneMemory {
  readonly name: string;
  readonly tetrahedra: number;
  /** Vertices and edges of the boundary per tetrahedron. */
  readonly surface: { readonly vertices: number; readonly edges: number };
  /** Share of tree leaves in use (see leavesFilled). */
  readonly filled: number;
  /** Arrays of the main thread: world, state, scene. */
  readonly host: number;
  /** Additional arrays of the CPU backend. */
  readonly cpuHost: number;
  /** The copy of the world in shared memory, for the workers. */
  readonly shared: number;
  /** Arrays of the stages on each worker. */
  readonly worker: number;
  readonly largest: readonly Part[];
  /** Memory of the device, or the reason why there is none. */
  readonly device: DeviceMemory | string;
}

interface DeviceMemory {
  readonly buffers: number;
  readonly note: string;
  readonly largest: readonly Part[];
  /** Bytes per buffer, not per tetrahedron. */
  readonly all: readonly Part[];
}

interface Part {
  readonly part: string;
  readonly bytes: number;
}

/** @param small a small scene; running it makes the stages' modules release the state that they used last */
async function countScene(scene: Scene, sizeName: 'default' | 'medium', small: Simulator): Promise<SceneMemory> {
  const size = scene.size[sizeName];
  const scenery = laidOut(scene, size);
  const { world, state, build } = scenery;
  const simulator = await simulatorOf(scenery);
  const held = typedArraysOf({ world, state, build });
  const all = typedArraysOf({ world, state, build, simulator });
  await small.frame();
  const before = arrayMemory();
  await simulator.frame();
  await small.frame();
  const worker = arrayMemory() - before;
  const each = (bytes: number) => bytes / world.tetCount;
  return {
    name: `${scene.name}, ${world.tetCount.toLocaleString('en')} tetrahedra`,
    tetrahedra: world.tetCount,
    surface: { vertices: each(world.surfaceVertexCount), edges: each(world.edgeCount) },
    filled: leavesFilled(world),
    host: each(bytesOf(held)),
    cpuHost: each(bytesOf(all) - bytesOf(held)),
    shared: each(bytesOf(typedArraysOf({ world: inSharedMemory(world) }))),
    worker: each(worker),
    largest: largestParts(held, each),
    device: await countOnDevice(scenery).catch((error) => {
      if (error instanceof NoBackendError) return `not run here: ${error.message}`;
      throw error;
    }),
  };
}

async function simulatorOf({ world, state, parameters }: LaidOut): Promise<Simulator> {
  const backend = await openInState({ world, state, workers: onThisThread });
  return new Simulator(backend, { ...parameters });
}

async function countOnDevice({ world, state, parameters }: LaidOut): Promise<SceneMemory['device']> {
  let counted: Counted | undefined;
  const { device, adapterName } = await openDevice(async (adapter) => {
    const opened = await requestDevice(adapter, world);
    counted = countDevice(opened);
    return opened;
  });
  const isSlow = emulationNote(adapterName) !== undefined && world.tetCount > MOST_EMULATED;
  const backend = await openInState({ world, state, backend: { device, adapterName }, workers: onThisThread });
  // The largest readback determines the size of staging buffers. A whole frame reads back everything.
  if (!isSlow) await new Simulator(backend, { ...parameters }).frame({ hash: true, steps: 1 });
  const buffers = [...counted!.buffers];
  await backend.dispose();
  const each = (bytes: number) => bytes / world.tetCount;
  const staging = isSlow ? '; without staging buffers, since no step was run: this GPU is emulated in software' : '';
  const note = `${adapterName}${staging}`;
  const all = partsOf(buffers);
  return { buffers: each(bytesOf(buffers)), note, largest: largestParts(buffers, each), all };
}

const largestParts = (held: readonly HeldArray[], each: (bytes: number) => number): Part[] =>
  partsOf(held)
    .slice(0, NAMED)
    .map(({ part, bytes }) => ({ part, bytes: each(bytes) }));

/** Returns the parts of the memory, largest first. */
function partsOf(held: readonly HeldArray[]): Part[] {
  const sums = new Map<string, number>();
  for (const { path, bytes } of held) {
    const part = path.replace(/^(state|world)\./, '').replace(/\.[fu]32$/, '');
    sums.set(part, (sums.get(part) ?? 0) + bytes);
  }
  return [...sums].map(([part, bytes]) => ({ part, bytes })).sort((a, b) => b.bytes - a.bytes);
}

/** Returns the memory of host and workers that both backends need. */
const besides = ({ host, shared, worker }: SceneMemory): number => host + shared + WORKERS * worker;
const onCpu = (memory: SceneMemory): number => besides(memory) + memory.cpuHost;
/**
 * Returns the memory with the GPU backend. Its workers refit trees and search paths too, but need fewer arrays than the CPU backend's
 * workers. They are counted like those of the CPU backend.
 */
const onGpu = (memory: SceneMemory): number =>
  typeof memory.device === 'string' ? Number.NaN : besides(memory) + memory.device.buffers;

/** Returns the bytes on the device that don't depend on the scene's size: whole buffers, and the reached elements in the paths' data. */
function fixedBytes(counted: readonly SceneMemory[]): number {
  const [first, ...others] = counted.flatMap(({ device }) => (typeof device === 'string' ? [] : [device.all]));
  if (others.length === 0) return 0;
  const isFixed = ({ part, bytes }: Part) =>
    others.every((all) => all.some((other) => other.part === part && other.bytes === bytes));
  const reachedLists = Uint32Array.BYTES_PER_ELEMENT * PATH_SLOTS * REACHED_CAPACITY;
  return first.filter(isFixed).reduce((sum, { bytes }) => sum + bytes, reachedLists);
}

/** Returns the share of the tetrahedra's tree leaves that aren't empty. Some are, because the number of leaves is a power of two. */
const leavesFilled = ({ tetCount, tetTrees }: World): number =>
  tetCount / tetTrees.reduce((sum, tree) => sum + leafCount(tree), 0);

/** Returns the reason if a bound is missed. @param fixed the result of fixedBytes */
function why(
  { surface, filled, tetrahedra, largest, device }: SceneMemory,
  where: 'cpu' | 'gpu',
  fixed: number,
): string {
  const { vertices, edges } = surface;
  const trees = `a body's tree has a power of two of leaves, one a tetrahedron, of which ${Math.round(100 * filled)} % are in use`;
  const thin = `a tetrahedron has ${digits(vertices)} surface vertices and ${digits(edges)} surface edges, with whose number contacts, hits and their boxes grow`;
  if (where === 'cpu' || typeof device === 'string') return `${trees}; ${thin}; largest: ${named(largest)}`;
  const same = `${digits(fixed / tetrahedra)} of it are as large in every scene, so that a larger one has less of them`;
  return `${same}; ${trees}; ${thin}; the device's largest: ${named(device.largest)}`;
}

const named = (largest: readonly Part[]): string =>
  largest
    .slice(0, 4)
    .map(({ part, bytes }) => `${part} ${bytes.toFixed(0)}`)
    .join(', ');

const UNIT = 'bytes per tetrahedron';
const exact = (what: string, who: string, bytes: number, note: string): Workload =>
  overRounds({ what, who, unit: UNIT, note }, [bytes]);

function workloadsOf(memory: SceneMemory): Workload[] {
  const { name, host, cpuHost, shared, worker, device } = memory;
  const what = `memory, ${name}`;
  const cpu = `host ${(host + cpuHost).toFixed(0)}, world in shared memory ${shared.toFixed(0)}, each worker ${worker.toFixed(0)}; largest: ${named(memory.largest)}`;
  const rows = [exact(what, `untangle, ${WORKERS} workers`, onCpu(memory), cpu)];
  if (typeof device === 'string') return [...rows, notRun({ what, who: 'untangle, gpu', unit: UNIT, note: device })];
  const gpu = `buffers ${device.buffers.toFixed(0)}, and on the CPU ${(host + shared + WORKERS * worker).toFixed(0)}; ${device.note}; largest: ${named(device.largest)}`;
  return [...rows, exact(what, 'untangle, gpu', onGpu(memory), gpu)];
}

function verdictsOf(memory: SceneMemory, fixed: number): Verdict[] {
  const verdict = (where: 'cpu' | 'gpu', value: number): Verdict => ({
    what: `bytes per tetrahedron, ${where}, ${memory.name}`,
    value,
    relation: '<=',
    bound: BOUND,
    ...(value > BOUND ? { why: why(memory, where, fixed) } : {}),
  });
  const cpu = verdict('cpu', onCpu(memory));
  return typeof memory.device === 'string' ? [cpu] : [cpu, verdict('gpu', onGpu(memory))];
}
