import { type Remote, wrap } from 'comlink';
import { openBackend, Simulator, startWorkerNode, type WorkerHandle } from '../../src/index.ts';
import { octopi8 } from '../../src/scenes/octopi-8.ts';
import { COUNTERS } from '../../src/simulation/state.ts';
import { built } from './memory-parts.ts';

/**
 * Number of steps after which V8 has compiled all code of a step, and bodies touch one another without shortest paths. In earlier steps, V8 boxes
 * numbers on the heap.
 */
export const WARM_UP = 400;
export const STEPS = 30;
/**
 * Downward speed at the start [m/s]. At this speed, bodies are in contact in every counted step. At 15 m/s, they have bounced apart before.
 * At 5 m/s, they need shortest paths all the time.
 */
const SPEED = 2;

/** Garbage that steps of octopi-8 leave on the JavaScript heap. */
export interface Allocated {
  readonly tetrahedra: number;
  /** CCD contacts in the step with the fewest. */
  readonly contacts: number;
  /** Bytes per step on the pool's only worker, without the steps in which garbage was collected. */
  readonly steps: readonly number[];
}

/**
 * Counts the garbage of steps of octopi-8.
 * @param size tetrahedra per body
 * @param worker URL of the built allocation.worker.ts
 */
export async function allocatedInSteps(size: number, worker: URL): Promise<Allocated> {
  const { world, positions, parameters } = built(octopi8, size, { dropSpeed: SPEED });
  const handles: WorkerHandle[] = [];
  const start = () => {
    handles.push(startWorkerNode(worker));
    return handles[0];
  };
  const backend = await openBackend({ world, positions, parameters, workers: { count: 1, start } });
  try {
    const simulator = new Simulator(backend, parameters);
    let contacts = Infinity;
    for (let i = 0; i < WARM_UP + STEPS; i++) {
      await simulator.frame({ steps: 1 });
      if (i >= WARM_UP) contacts = Math.min(contacts, simulator.counters[COUNTERS.contactsCcd]);
    }
    const watched = wrap(handles[0].endpoint) as Remote<{ take(): readonly number[] }>;
    const steps = (await watched.take()).slice(-STEPS).filter((bytes) => bytes >= 0);
    return { tetrahedra: world.tetCount, contacts, steps };
  } finally {
    await backend.dispose();
  }
}
