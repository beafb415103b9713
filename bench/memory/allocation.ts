import { type Remote, wrap } from 'comlink';
import { Simulator, startWorkerNode, type WorkerHandle } from '../../src/index.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import { octopi8 } from '../../src/scenes/octopi-8.ts';
import { COUNTERS } from '../../src/simulation/state.ts';
import { laidOut } from './memory-parts.ts';

/** Steps until V8 has compiled what a step runs; until then it boxes numbers. */
export const WARM_UP = 220;
export const STEPS = 30;
/**
 * Downward speed at the start [m/s]: bodies are in contact in every step that is counted. Much faster ones have bounced off one another
 * by then (15 m/s), or ask for shortest paths all the time (5 m/s).
 */
const SPEED = 2;

/** What steps of octopi-8 leave to the garbage collector. */
export interface Allocated {
  readonly tetrahedra: number;
  /** By CCD, of the step with the fewest. */
  readonly contacts: number;
  /** Bytes on the pool's only worker, a step each. */
  readonly steps: readonly number[];
}

/** @param size tetrahedra a body    @param worker allocation.worker.ts, built */
export async function allocatedInSteps(size: number, worker: URL): Promise<Allocated> {
  const { world, state, parameters } = laidOut(octopi8, size, { dropSpeed: SPEED });
  const handles: WorkerHandle[] = [];
  const start = () => {
    handles.push(startWorkerNode(worker));
    return handles[0];
  };
  const backend = await openInState({ world, state, workers: { count: 1, start } });
  try {
    const simulator = new Simulator(backend, parameters);
    let contacts = Infinity;
    for (let i = 0; i < WARM_UP + STEPS; i++) {
      await simulator.frame({ steps: 1 });
      if (i >= WARM_UP) contacts = Math.min(contacts, simulator.counters[COUNTERS.contactsCcd]);
    }
    const watched = wrap(handles[0].endpoint) as Remote<{ take(): readonly number[] }>;
    const steps = (await watched.take()).slice(-STEPS);
    return { tetrahedra: world.tetCount, contacts, steps };
  } finally {
    await backend.dispose();
  }
}
