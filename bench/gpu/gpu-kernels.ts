import { openNodeBackend } from '../../src/cli/backends.ts';
import type { GpuBackend } from '../../src/gpu/gpu-backend.ts';
import type { KernelName } from '../../src/gpu/kernels/kernels.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { step } from '../../src/simulation/step.ts';
import type { AdapterLimits } from './gpu-limits.ts';
import { type StepsDone, TRAFFIC } from './gpu-traffic.ts';
import type { SceneState } from '../measure/step-runner.ts';

/** Of one kernel in one step. */
export interface KernelTiming {
  readonly kernel: KernelName;
  readonly dispatches: number;
  readonly ms: number;
  readonly bytes: number;
  /** What memory moves at least; `bytes` where nothing is used again. */
  readonly least: number;
  readonly operations: number;
}

/** The pool's threads: DCD needs none. */
const WORKERS = 1;
/** Steps before those that are timed: buffers are made, and the colouring knows how many rounds it takes. */
const WARM_UP = 2;

/** On the GPU backend, as the command line opens it. */
export const openGpu = async (
  { world, positions, velocities }: SceneState,
  parameters: SimulationParameters,
  workers: number,
) => {
  const backend = (await openNodeBackend('gpu', world, positions, parameters, workers)) as GpuBackend;
  await backend.write('velocities', velocities);
  return backend;
};

/** Times each kernel alone, in whole steps of mode dcd, whose every kernel runs on the device. @returns steps, kernels by name */
export async function timeKernels(state: SceneState, count: number): Promise<KernelTiming[][]> {
  const parameters: SimulationParameters = { ...state.parameters, mode: 'dcd' };
  const backend = await openGpu(state, parameters, WORKERS);
  const { profile, world } = backend;
  const inputs = { parameters, attachments: [] };
  try {
    profile.splitsKernels = true;
    for (let i = 0; i < WARM_UP; i++) await step(backend, inputs);
    const steps: KernelTiming[][] = [];
    for (let i = 0; i < count; i++) {
      await backend.takeTimes();
      profile.reset();
      const counters = await step(backend, inputs);
      await backend.takeTimes();
      const sweeps = (parameters.contacts === 'in-the-loop' ? parameters.iterations : 0) + parameters.contactPasses;
      steps.push(timingsOf({ world, kernels: profile.kernels, counters, sweeps, steps: 1 }));
    }
    return steps;
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

/** Shares of the adapter's limits that a kernel reached. */
export interface Achieved {
  /** Of memory, counted as the least that it has to move: what caches hand out again isn't memory's. */
  readonly bytesPerSecond: number;
  /** Of all loads and stores, those that caches answer too. */
  readonly askedPerSecond: number;
  readonly operationsPerSecond: number;
  /** Of memory's bytes, as the copy's are. */
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
