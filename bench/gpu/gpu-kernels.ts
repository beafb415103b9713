import { openNodeBackend } from '../../src/cli/backends.ts';
import type { GpuBackend } from '../../src/gpu/gpu-backend.ts';
import type { KernelName } from '../../src/gpu/kernels/kernels.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { step } from '../../src/simulation/step.ts';
import type { AdapterLimits } from './gpu-limits.ts';
import { TRAFFIC } from './gpu-traffic.ts';
import type { StepsDone } from './traffic-parts.ts';
import { repeat, type Repetitions } from '../measure/repeat.ts';
import type { SceneState } from '../measure/step-runner.ts';

/** Measurements of one kernel in one step. */
export interface KernelTiming {
  readonly kernel: KernelName;
  readonly dispatches: number;
  readonly ms: number;
  readonly bytes: number;
  /** Minimum memory traffic [bytes], which is needed even if caches keep all reused data; equals `bytes` if nothing is reused. */
  readonly least: number;
  readonly operations: number;
}

/** Number of workers of the pool, which mode dcd doesn't use. */
const WORKERS = 1;
/** Number of untimed steps at the start, in which buffers are made and the colouring learns its number of rounds. */
const WARM_UP = 2;

/** Opens the GPU backend, like the command line. */
export const openGpu = async (
  { world, positions, velocities }: SceneState,
  parameters: SimulationParameters,
  workers: number,
) => {
  const backend = (await openNodeBackend('gpu', world, positions, parameters, workers)) as GpuBackend;
  await backend.write('velocities', velocities);
  return backend;
};

/**
 * Times each kernel separately in whole steps of mode dcd, in which every kernel runs on the device.
 * @returns per step, the kernels by name
 */
export async function timeKernels(state: SceneState, steps: Repetitions): Promise<KernelTiming[][]> {
  const parameters: SimulationParameters = { ...state.parameters, mode: 'dcd' };
  const backend = await openGpu(state, parameters, WORKERS);
  const { profile, world } = backend;
  const inputs = { parameters, grabs: [] };
  try {
    profile.splitsKernels = true;
    for (let i = 0; i < WARM_UP; i++) await step(backend, inputs);
    return await repeat(steps, async () => {
      await backend.takeTimes();
      profile.reset();
      const counters = await step(backend, inputs);
      await backend.takeTimes();
      const sweeps = (parameters.contacts === 'in-the-loop' ? parameters.iterations : 0) + parameters.contactPasses;
      return timingsOf({ world, kernels: profile.kernels, counters, sweeps, steps: 1, mode: 'dcd' });
    });
  } finally {
    await backend.dispose();
  }
}

function timingsOf(done: StepsDone): KernelTiming[] {
  return [...done.kernels].map(([kernel, work]) => {
    const { bytes, operations, least = bytes } = TRAFFIC[kernel]?.(done, work) ?? { bytes: 0, operations: 0 };
    return { kernel, dispatches: work.dispatches, ms: work.ms, bytes, least, operations };
  });
}

/** A kernel's rates, also as shares of the adapter's limits. */
export interface Achieved {
  /** Memory bandwidth, by the minimum traffic, which doesn't count data that caches return again. */
  readonly bytesPerSecond: number;
  /** Bandwidth of all loads and stores, including those that caches serve. */
  readonly askedPerSecond: number;
  readonly operationsPerSecond: number;
  /** Memory bandwidth relative to that of the copy kernel. */
  readonly shareOfCopy: number;
  readonly shareOfFma: number;
}

const MS = 1e-3;

export function achieved({ ms, bytes, least, operations }: KernelTiming, limits: AdapterLimits): Achieved {
  const bytesPerSecond = least / (MS * ms);
  const operationsPerSecond = operations / (MS * ms);
  return {
    bytesPerSecond,
    askedPerSecond: bytes / (MS * ms),
    operationsPerSecond,
    shareOfCopy: bytesPerSecond / limits.bytesPerSecond,
    shareOfFma: operationsPerSecond / limits.operationsPerSecond,
  };
}
