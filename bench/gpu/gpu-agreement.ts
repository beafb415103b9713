import { openNodeBackend } from '../../src/cli/backends.ts';
import { COUNTERS } from '../../src/simulation/state.ts';
import { step } from '../../src/simulation/step.ts';
import type { SceneState } from '../measure/step-runner.ts';

/** Distances between vertices after the same steps on both backends. */
export interface Agreement {
  readonly steps: number;
  /** Contacts of the last step on each backend. */
  readonly contacts: readonly [cpu: number, gpu: number];
  /** Maximum displacement of a vertex in these steps [m], for comparison with the distances. */
  readonly moved: number;
  /** Median, 99.9 % quantile and maximum of the distances [m]. */
  readonly median: number;
  readonly nearlyAll: number;
  readonly largest: number;
}

/**
 * Bounds for the distances. Among hundreds of contacts, some differ between the backends because of float32 rounding, and then single
 * vertices differ by a contact's displacement. So the median must be within rounding errors, and nearly all vertices within a contact's
 * offset.
 */
export const MEDIAN_BOUND = 1e-5;
export const NEARLY_ALL_BOUND = 6e-4;

const STEPS = 3;
const NEARLY_ALL = 0.999;
const WORKERS = 1;

/** Runs some steps on each backend from the same state and compares the positions. */
export async function agreement(state: SceneState): Promise<Agreement> {
  const cpu = await positionsAfter(state, 'cpu');
  const gpu = await positionsAfter(state, 'gpu');
  const distance = (a: Float32Array, b: Float32Array) =>
    Float64Array.from({ length: a.length / 3 }, (_, v) =>
      Math.hypot(a[3 * v] - b[3 * v], a[3 * v + 1] - b[3 * v + 1], a[3 * v + 2] - b[3 * v + 2]),
    ).sort();
  const apart = distance(cpu.positions, gpu.positions);
  return {
    steps: STEPS,
    contacts: [cpu.contacts, gpu.contacts],
    moved: distance(cpu.positions, state.positions).at(-1)!,
    median: apart[Math.floor(apart.length / 2)],
    nearlyAll: apart[Math.floor(NEARLY_ALL * apart.length)],
    largest: apart.at(-1)!,
  };
}

async function positionsAfter({ world, positions, velocities, parameters }: SceneState, kind: 'cpu' | 'gpu') {
  const backend = await openNodeBackend(kind, world, positions, parameters, WORKERS);
  try {
    await backend.write('velocities', velocities);
    let contacts = 0;
    for (let i = 0; i < STEPS; i++) {
      const counters = await step(backend, { parameters, grabs: [] });
      contacts = counters[COUNTERS.contactsDcd] + counters[COUNTERS.contactsCcd];
    }
    return { positions: ((await backend.read('positions')) as Float32Array).slice(), contacts };
  } finally {
    await backend.dispose();
  }
}
