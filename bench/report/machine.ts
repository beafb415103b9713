import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { openAdapter } from '../../src/node/dawn.ts';
import { emulationNote } from '../../src/cli/backends.ts';

/** What made the figures; the same for all runs in a file. */
export interface Machine {
  /** For a file's name. */
  readonly slug: string;
  readonly processor: string;
  readonly cores: number;
  /** [GiB] */
  readonly memory: number;
  /** Such as `linux x64`. */
  readonly platform: string;
  /** The WebGPU adapter's name where that is a GPU and no software. */
  readonly gpu?: string;
}

/** The packages whose versions a run names: what is measured with, and what is compared with. */
const PACKAGES = ['webgpu', 'three', 'three-mesh-bvh', 'jolt-physics'] as const;

/** What a suite ran with. */
export interface Run {
  readonly date: string;
  /** Processes that wanted to run in the minute before the first suite of the run, on the average. */
  readonly load: number;
  /** Version, with the commit where git knows one. */
  readonly untangle: string;
  readonly node: string;
  /** Versions of those packages that are installed. `webgpu` is Dawn's. */
  readonly packages: Readonly<Partial<Record<(typeof PACKAGES)[number], string>>>;
  /** What runs the kernels; absent where there is no WebGPU adapter. */
  readonly adapter?: Adapter;
}

export interface Adapter {
  readonly name: string;
  /** As the adapter describes it, with its version where it tells. */
  readonly driver: string;
  /** Runs on the processor: its timings say nothing about a GPU. */
  readonly emulated: boolean;
}

export function thisMachine(): Machine {
  const processor = (cpus()[0]?.model ?? 'unnamed processor').replace(/\((R|TM)\)/gi, '').trim();
  const cores = availableParallelism();
  const slug = slugOf(processor, `${cores} cores`);
  const memory = Math.round(totalmem() / 2 ** 30);
  return { slug, processor, cores, memory, platform: `${process.platform} ${process.arch}` };
}

/** With the GPU that kernels ran on, so that another one's figures in the same machine get a file of their own. */
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

/** What a process of the benchmark hands its suites' processes; bin/bench.mjs sets it before it bundles. */
const LOAD = 'UNTANGLE_BENCH_LOAD';

/** Load before anything of the benchmark ran: later it is the benchmark's own. */
export function loadBefore(): number {
  process.env[LOAD] ??= String(loadavg()[0]);
  return Number(process.env[LOAD]);
}

/** To be called before the suite: its own load isn't meant. The adapter is asked for after it, by `openedAdapter`. */
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

/** To be called after what is timed: Dawn's threads stay. @returns undefined where there is no adapter */
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

/** Load past which timings say more about what else ran: a tenth of a core. */
const QUIET = 0.1;

/** The line for who would take a busy machine's timings for the code's; empty on a quiet one. */
export const busyNote = ({ cores }: Machine, { load }: Pick<Run, 'load'>): string =>
  load > QUIET * cores
    ? `this machine is busy (load ${load.toFixed(1)} on ${cores} cores): ratios of what ran in turn are all that counts\n`
    : '';

function packageVersion(name: string): string | undefined {
  const path = `node_modules/${name}/package.json`;
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version : undefined;
}
