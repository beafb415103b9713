import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { openAdapter } from '../../src/node/dawn.ts';
import { emulationNote } from '../../src/cli/backends.ts';

/** The machine that measured the figures. All runs in a results file have the same machine. */
export interface Machine {
  /** Short name for the file's name. */
  readonly slug: string;
  readonly processor: string;
  readonly cores: number;
  /** Main memory [GiB]. */
  readonly memory: number;
  /** Such as `linux x64`. */
  readonly platform: string;
  /** Name of the WebGPU adapter, if it is a real GPU. */
  readonly gpu?: string;
}

/** Packages whose versions are recorded: the tools that measure, and the packages that Untangle is compared with. */
const PACKAGES = ['webgpu', 'three', 'three-mesh-bvh', 'jolt-physics', '@mujoco/mujoco'] as const;

/** Circumstances of a suite's run. */
export interface Run {
  readonly date: string;
  /** Load average of the minute before the run's first suite [processes]. */
  readonly load: number;
  /** Version, with the commit if git knows it. */
  readonly untangle: string;
  readonly node: string;
  /** Versions of the installed packages among PACKAGES. `webgpu` is Dawn. */
  readonly packages: Readonly<Partial<Record<(typeof PACKAGES)[number], string>>>;
  /** The WebGPU adapter; missing if there is none. */
  readonly adapter?: Adapter;
}

export interface Adapter {
  readonly name: string;
  /** Description of the driver, with its version if known. */
  readonly driver: string;
  /** Whether the adapter runs on the processor. Its timings then say nothing about a GPU. */
  readonly emulated: boolean;
}

export function thisMachine(): Machine {
  const processor = (cpus()[0]?.model ?? 'unnamed processor').replace(/\((R|TM)\)/gi, '').trim();
  const cores = availableParallelism();
  const slug = slugOf(processor, `${cores} cores`);
  const memory = Math.round(totalmem() / 2 ** 30);
  return { slug, processor, cores, memory, platform: `${process.platform} ${process.arch}` };
}

/** Adds the GPU that ran the kernels, so that figures of another GPU in the same machine get their own file. */
export function withGpu(machine: Machine, adapter: Adapter | undefined): Machine {
  if (!adapter || adapter.emulated) return machine;
  return { ...machine, slug: slugOf(machine.slug, adapter.name), gpu: adapter.name };
}

const slugOf = (...words: readonly string[]): string =>
  words
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Environment variable with the load, which suites' processes inherit; bin/bench.mjs sets it before bundling. */
const LOAD = 'UNTANGLE_BENCH_LOAD';

/** Returns the machine's load before the benchmark began. Later, the load is the benchmark's own. */
export function loadBefore(): number {
  process.env[LOAD] ??= String(loadavg()[0]);
  return Number(process.env[LOAD]);
}

/**
 * Returns the circumstances of this run, without the adapter. Call it before the suite runs, because the suite's own load should not
 * count. Call `openedAdapter` after the suite.
 */
export function thisRun(): Omit<Run, 'adapter'> {
  const versions = PACKAGES.flatMap((name) => {
    const version = packageVersion(name);
    return version === undefined ? [] : [[name, version]];
  });
  return {
    date: new Date().toISOString().slice(0, 10),
    load: loadBefore(),
    untangle: __UNTANGLE_VERSION__,
    node: process.version,
    packages: Object.fromEntries(versions),
  };
}

/**
 * Opens the adapter to read its name. Call it after all timing, because Dawn's threads don't end.
 * @returns undefined if there is no adapter
 */
export async function openedAdapter(): Promise<Adapter | undefined> {
  const opened = await openAdapter().catch(() => undefined);
  if (!opened) return undefined;
  const { vendor, architecture, device, description } = opened.adapter.info;
  return {
    name: device || [vendor, architecture].filter(Boolean).join(' ') || 'unnamed adapter',
    driver: description || 'unnamed driver',
    emulated: emulationNote(opened.description) !== undefined,
  };
}

/** Maximum load per core of a quiet machine. Timings of a busy machine depend on its other programs. */
const QUIET = 0.1;

/** Returns a warning if the machine is busy, because its timings don't show the code's speed; else an empty text. */
export const busyNote = ({ cores }: Machine, { load }: Pick<Run, 'load'>): string =>
  load > QUIET * cores
    ? `this machine is busy (load ${load.toFixed(1)} on ${cores} cores): ratios of what ran in turn are all that counts\n`
    : '';

function packageVersion(name: string): string | undefined {
  const path = `node_modules/${name}/package.json`;
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version : undefined;
}
