import { median } from '../../src/math/statistics.ts';
import { emulationNote } from '../../src/cli/backends.ts';
import { NoAdapterError, type OpenAdapter, openAdapter } from '../../src/node/dawn.ts';
import { requestDeviceFor } from '../../src/gpu/device.ts';
import { octopi8 } from '../../src/scenes/octopi-8.ts';
import { STAGE_CLOCKS } from '../../src/simulation/program/stage.ts';
import { type Agreement, agreement, MEDIAN_BOUND, NEARLY_ALL_BOUND } from './gpu-agreement.ts';
import { type FrameTiming, type Mode, overlapped, timeFrames } from './gpu-frames.ts';
import { type Achieved, achieved, type KernelTiming, timeKernels } from './gpu-kernels.ts';
import { type AdapterLimits, adapterLimits } from './gpu-limits.ts';
import { octopiInContact } from '../steps/octopi-states.ts';
import { digits, type Verdict } from '../report/report.ts';
import { notRun, overRounds } from '../report/spread.ts';
import type { Suite, SuiteResults, Workload } from '../suite.ts';

const BODIES = 8;
/** Default sizes, in tetrahedra of all bodies together. A software adapter takes a minute for the smallest octopi. */
const SIZES = { software: [7200], gpu: [7200, 48_000, 118_000, 1_000_000] };
/** Time after which no further step or frame of a kind is timed [s]. */
const PATIENCE = 20;
/** Number of timed steps and frames. */
const STEPS = {
  software: { fewest: 3, most: 3, seconds: PATIENCE },
  gpu: { fewest: 3, most: 20, seconds: PATIENCE },
};
const FRAMES = {
  software: { fewest: 2, most: 2, seconds: PATIENCE },
  gpu: { fewest: 2, most: 20, seconds: PATIENCE },
};
/** Size of the copied buffer, larger than caches [bytes], and number of threads that do multiply-adds. */
const COPIED = { software: 64e6, gpu: 256e6 };
const THREADS = { software: 2 ** 14, gpu: 2 ** 21 };
const MODES: readonly Mode[] = ['dcd', 'hybrid', 'off'];
const WORKERS = 2;

/**
 * Bounds. One is for the time of a frame of octopi-8 at the paper's size [ms] (38 ms in the paper). The other is for the solver's memory
 * bandwidth relative to that of the copy kernel, from a given number of tetrahedra on.
 */
const FRAME_BOUND = 12;
const SOLVE_SHARE = 0.5;
const SOLVE_FROM = 1_000_000;

const who = 'untangle, gpu';
const kilo = (tets: number) => `${Math.round(tets / 1000)} K tetrahedra`;

interface SizeResults {
  readonly tetrahedra: number;
  readonly vertices: number;
  readonly kernels: readonly (readonly KernelTiming[])[];
  readonly frames: Readonly<Partial<Record<Mode, readonly FrameTiming[]>>>;
}

export const gpuSuite: Suite = {
  name: 'gpu',
  summary:
    "the GPU's kernels against the adapter's own limits, frames by mode, and that GPU and CPU agree; GPU_SIZES=7200,118000 sets sizes",
  duration: 'three minutes on a software adapter',
  async run(tell) {
    try {
      return await measure(await openAdapter(), tell);
    } catch (error) {
      if (!(error instanceof NoAdapterError)) throw error;
      const row = notRun({ what: "the GPU's kernels and frames", who, unit: '-', note: `not run: ${error.message}` });
      return { workloads: [row], verdicts: [], missing: error.message };
    }
  },
};

async function measure({ adapter, description }: OpenAdapter, tell: (what: string) => void): Promise<SuiteResults> {
  const software = emulationNote(description) !== undefined || adapter.info.isFallbackAdapter === true;
  const kind = software ? 'software' : 'gpu';
  tell(`limits of ${description}`);
  const limits = await measureLimits(adapter, kind);
  tell('agreement with the CPU');
  const agreed = await agreement(await octopiInContact(octopi8.size.min));
  const sizes: SizeResults[] = [];
  for (const tets of requestedSizes() ?? SIZES[kind]) {
    tell(`octopi-8 of ${kilo(tets)}`);
    sizes.push(await measureSize(tets, kind, tell));
  }
  const note = software ? 'not judged: software adapter' : description;
  const workloads = [...limitWorkloads(limits, note), ...sizes.flatMap((size) => sizeWorkloads(size, limits, note))];
  const verdicts: Verdict[] = [
    ...agreementVerdicts(agreed),
    ...(software ? unjudged(description) : sizes.flatMap((size) => judged(size, limits))),
  ];
  return { workloads, verdicts, details: { adapter: description, software, limits, agreed, sizes } };
}

function agreementVerdicts({ contacts: [cpu, gpu], moved, largest, ...agreed }: Agreement): Verdict[] {
  const why = `${cpu} contacts on the CPU and ${gpu} on the GPU; vertices moved up to ${digits(moved)} m and are up to ${digits(largest)} m apart: float32 decided contacts otherwise where their numbers differ, else it is a defect`;
  return [
    {
      what: 'GPU and CPU agree, half of the vertices [m]',
      value: agreed.median,
      relation: '<=',
      bound: MEDIAN_BOUND,
      why,
    },
    {
      what: 'GPU and CPU agree, 999 of 1000 vertices [m]',
      value: agreed.nearlyAll,
      relation: '<=',
      bound: NEARLY_ALL_BOUND,
      why,
    },
  ];
}

function requestedSizes(): number[] | undefined {
  const given = process.env.GPU_SIZES;
  if (given === undefined) return undefined;
  const least = BODIES * octopi8.size.min;
  const most = BODIES * octopi8.size.max;
  return given.split(',').map((text) => {
    const tets = Number(text);
    if (!(tets >= least && tets <= most))
      throw new Error(`GPU_SIZES has '${text}'; expected ${least} to ${most} tetrahedra in all`);
    return tets;
  });
}

async function measureLimits(adapter: GPUAdapter, kind: keyof typeof COPIED): Promise<AdapterLimits> {
  const device = await requestDeviceFor(adapter, COPIED[kind]);
  try {
    return await adapterLimits(device, COPIED[kind], THREADS[kind]);
  } finally {
    device.destroy();
  }
}

async function measureSize(tets: number, kind: keyof typeof SIZES, tell: (what: string) => void): Promise<SizeResults> {
  const state = await octopiInContact(Math.round(tets / BODIES));
  tell(`${kilo(tets)}, kernels`);
  const kernels = await timeKernels(state, STEPS[kind]);
  const frames: Partial<Record<Mode, FrameTiming[]>> = {};
  for (const mode of MODES) {
    tell(`${kilo(tets)}, frames, ${mode}`);
    frames[mode] = await timeFrames(state, mode, FRAMES[kind], WORKERS);
  }
  return { tetrahedra: state.world.tetCount, vertices: state.world.vertexCount, kernels, frames };
}

const limitWorkloads = (limits: AdapterLimits, note: string): Workload[] => [
  {
    what: `copy of ${limits.copiedBytes / 1e6} MB, read and written`,
    who: 'adapter',
    unit: 'GB/s',
    ...once(limits.bytesPerSecond / 1e9),
    note,
  },
  {
    what: 'multiply-adds in registers',
    who: 'adapter',
    unit: 'GFLOP/s',
    ...once(limits.operationsPerSecond / 1e9),
    note,
  },
];

const once = (value: number) => ({ median: value, low: value, high: value });

/** Makes one workload per kernel: its memory bandwidth if its traffic is modelled, else its time. */
function sizeWorkloads(size: SizeResults, limits: AdapterLimits, note: string): Workload[] {
  const at = kilo(size.tetrahedra);
  const kernels = size.kernels[0].map(({ kernel }) => {
    const rounds = size.kernels.flatMap((all) => all.filter((timing) => timing.kernel === kernel));
    const ms = rounds.map((timing) => timing.ms);
    const reached = rounds.map((timing) => achieved(timing, limits));
    const of = (value: (reached: Achieved) => number) => digits(median(reached.map(value)));
    const what = `${kernel}, ${at}`;
    const calls = `in ${rounds[0].dispatches} dispatches per step; ${note}`;
    if (rounds[0].bytes === 0) return overRounds({ what, who, unit: 'ms per step', note: calls }, ms);
    const asked = `achieved memory; asked for, caches' share included: ${of((r) => r.askedPerSecond / 1e9)} GB/s`;
    const shares = `${asked}; ${of(percent('shareOfCopy'))} % of the copy, ${of((r) => r.operationsPerSecond / 1e9)} GFLOP/s, ${of(percent('shareOfFma'))} % of multiply-adds`;
    const told = `${shares}; ${digits(median(ms))} ms ${calls}`;
    const rates = reached.map(({ bytesPerSecond }) => bytesPerSecond / 1e9);
    return overRounds({ what, who, unit: 'GB/s', note: told }, rates);
  });
  return [
    ...kernels,
    ...Object.entries(size.frames).flatMap(([mode, frames]) => frameWorkloads(at, mode, frames, note)),
  ];
}

const percent = (share: 'shareOfCopy' | 'shareOfFma') => (reached: Achieved) => 100 * reached[share];

function frameWorkloads(at: string, mode: string, frames: readonly FrameTiming[], note: string): Workload[] {
  const [{ submissions, passes, dispatches, waits, bytesRead }] = frames;
  const redone = frames.reduce((sum, frame) => sum + frame.redone, 0);
  const counted = `${submissions} submissions, ${passes} passes, ${dispatches} dispatches, ${waits} waits, ${Math.round(bytesRead / 1000)} KB read back; of ${frames.length} frames ${redone} steps done again; ${note}`;
  const of = (what: string, value: (frame: FrameTiming) => number, told = note) =>
    overRounds({ what: `octopi-8 ${mode}, ${what}, ${at}`, who, unit: 'ms', note: told }, frames.map(value));
  return [
    of('a frame', ({ ms }) => ms, counted),
    of('of it readback', ({ stages }) => stages.readback),
    ...(mode === 'hybrid' ? [of('of it CCD and device at once', overlapped)] : []),
  ];
}

const aboutFrame = (tets: number) =>
  ({ what: `octopi-8 dcd, a frame, ${kilo(tets)} [ms]`, relation: '<=', bound: FRAME_BOUND }) as const;
const aboutSolve = (tets: number) =>
  ({
    what: `neoHookean, achieved memory, share of the copy's bytes/s, ${kilo(tets)}`,
    relation: '>=',
    bound: SOLVE_SHARE,
  }) as const;

/** Returns the verdicts for a software adapter, which can't measure the bounds. Bounds that were not measured don't hold. */
function unjudged(adapter: string): Verdict[] {
  const why = `not measured: the only adapter, ${adapter}, is a GPU emulated by the processor, of whose speed this says nothing`;
  return [aboutFrame(BODIES * octopi8.size.paper), aboutSolve(SOLVE_FROM)].map((about) => ({
    ...about,
    value: Number.NaN,
    why,
  }));
}

function judged(size: SizeResults, limits: AdapterLimits): Verdict[] {
  const verdicts: Verdict[] = [];
  const paperSize = BODIES * octopi8.size.paper;
  const { dcd } = size.frames;
  // The comparison has a tolerance, because meshes have only approximately the requested number of elements.
  if (dcd && Math.abs(size.tetrahedra / paperSize - 1) < 0.1) {
    const value = median(dcd.map(({ ms }) => ms));
    verdicts.push({ ...aboutFrame(size.tetrahedra), value, why: whyFrame(dcd) });
  }
  if (size.tetrahedra >= 0.95 * SOLVE_FROM) {
    const rounds = size.kernels.flatMap((all) => all.filter(({ kernel }) => kernel === 'neoHookean'));
    const reached = rounds.map((timing) => achieved(timing, limits));
    const value = median(reached.map(({ shareOfCopy }) => shareOfCopy));
    const asked = digits(median(reached.map(({ askedPerSecond }) => askedPerSecond / 1e9)));
    const fma = digits(median(reached.map(percent('shareOfFma'))));
    verdicts.push({
      ...aboutSolve(size.tetrahedra),
      value,
      why: `with what caches hand out again it loads and stores ${asked} GB/s, and computes at ${fma} % of the multiply-adds that registers do; a colour's vertices lie apart, so that memory moves more than is used`,
    });
  }
  return verdicts;
}

/** Says how a frame's time is split over the device's clocks. */
function whyFrame(frames: readonly FrameTiming[]): string {
  const stages = STAGE_CLOCKS.map((clock) => ({ clock, ms: median(frames.map(({ stages }) => stages[clock])) }));
  const told = stages.filter(({ ms }) => ms > 0).sort((a, b) => b.ms - a.ms);
  const [{ dispatches, waits }] = frames;
  return `${told.map(({ clock, ms }) => `${clock} ${digits(ms)} ms`).join(', ')}; ${dispatches} dispatches, ${waits} waits`;
}
