import type { KernelName } from '../../src/gpu/kernels/kernels.ts';
import { octopi8 } from '../../src/scenes/octopi-8.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { COUNTER_COUNT } from '../../src/simulation/state.ts';
import { step } from '../../src/simulation/step.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import { droppedOctopi } from '../steps/octopi-states.ts';
import { openGpu } from './gpu-kernels.ts';
import { TRAFFIC } from './gpu-traffic.ts';
import { elementsOf } from './traffic-elements.ts';
import type { StepsDone } from './traffic-parts.ts';

// Prints, as Markdown, what each kernel of a step of octopi-8 in hybrid with CCD on the device moves. Run by bin/traffic-table.mjs.

const WORKERS = 1;
/** Number of steps before those that are counted: the first ones colour contacts without an estimate of their number. */
const WARM_UP = 5;

/** Runs a frame's steps and returns their work. @param size tetrahedra per body */
async function frame(size: number): Promise<StepsDone> {
  const { build, parameters: given, positions, velocities } = await droppedOctopi(size);
  const parameters: SimulationParameters = { ...given, mode: 'hybrid', ccdOn: 'device' };
  // A world has the device's arrays for CCD only if it was made so.
  const { world } = createWorld(build.placements, build.colliders, parameters);
  const backend = await openGpu({ world, positions, velocities, parameters }, parameters, WORKERS);
  const { profile } = backend;
  const counters = new Float64Array(COUNTER_COUNT);
  const steps = parameters.stepsPerFrame;
  try {
    profile.splitsKernels = true;
    for (let i = 0; i < WARM_UP; i++) await step(backend, { parameters, grabs: [] });
    profile.reset();
    for (let i = 0; i < steps; i++)
      for (const [k, value] of (await step(backend, { parameters, grabs: [] })).entries()) counters[k] += value;
    const kernels = new Map([...profile.kernels].map(([name, work]) => [name, { ...work }]));
    const sweeps = (parameters.contacts === 'in-the-loop' ? parameters.iterations : 0) + parameters.contactPasses;
    return { world, kernels, counters, sweeps: steps * sweeps, steps, mode: 'hybrid' };
  } finally {
    await backend.dispose();
  }
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const short = (value: number): string => (value < 10 ? String(Number(value.toFixed(1))) : whole(value));

function row(kernel: KernelName, done: StepsDone): { readonly bytes: number; readonly cells: readonly string[] } {
  const work = done.kernels.get(kernel)!;
  const { steps } = done;
  const traffic = TRAFFIC[kernel];
  const { bytes, operations, least = bytes } = traffic?.(done, work) ?? { bytes: 0, operations: 0 };
  const { what, count } = elementsOf(kernel, done, work);
  const per = (value: number) => (bytes === 0 || count === 0 ? '-' : short(value / count));
  return {
    bytes,
    cells: [
      `\`${kernel}\``,
      bytes === 0 ? '-' : what,
      bytes === 0 ? '-' : whole(count / steps),
      short(work.dispatches / steps),
      per(bytes),
      per(operations),
      short(bytes / steps / 1000),
      least === bytes ? '' : short(least / steps / 1000),
    ],
  };
}

const HEAD = [
  'kernel',
  'element',
  'elements per step',
  'dispatches per step',
  'bytes per element',
  'operations per element',
  'KB per step',
  'at least [KB]',
];

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

async function print(size: number): Promise<void> {
  const done = await frame(size);
  const rows = [...done.kernels.keys()].map((kernel) => row(kernel, done)).sort((a, b) => b.bytes - a.bytes);
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0) / done.steps;
  const dispatches = [...done.kernels.values()].reduce((sum, work) => sum + work.dispatches, 0) / done.steps;
  const { world } = done;
  const lines = [
    line(HEAD),
    line(HEAD.map((_, i) => (i < 2 ? '---' : '---:'))),
    ...rows.map(({ cells }) => line(cells)),
    line(['all', '', '', short(dispatches), '', '', whole(total / 1000), '']),
    '',
    `${whole(world.tetCount)} tetrahedra, ${whole(world.vertexCount)} vertices, mean of ${done.steps} steps`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

const given = process.argv[2];
const size = given === undefined ? octopi8.size.small! : Number(given);
const { min, max } = octopi8.size;
if (!(size >= min && size <= max)) throw new Error(`found '${given}'; expected ${min} to ${max} tetrahedra per body`);
await print(size);
process.exit(0);
