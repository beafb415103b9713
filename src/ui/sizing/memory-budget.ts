import type { Backend } from '../../simulation/backend.ts';

/** Memory that a machine can give a scene [bytes]. */
export interface MemoryBudget {
  /** Maximum memory of a scene in total (memoryOf): the state, and all copies of the world. */
  readonly memory: number;
  /** Largest buffer that a kernel may bind on this GPU; undefined without WebGPU. */
  readonly buffer: number | undefined;
}

/** Memory that a scene needs [bytes]. */
export interface Need {
  /** The state: all arrays that change while the scene runs. */
  readonly state: number;
  /** The world: all arrays that don't change. */
  readonly world: number;
  /** The scene's largest buffer on the GPU; 0 on the CPU backend. */
  readonly buffer: number;
}

/** Sums the bytes of all typed arrays in an object and its parts. Each buffer counts once. */
export function arrayBytes(root: unknown): number {
  const seen = new Set<unknown>();
  let bytes = 0;
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (!ArrayBuffer.isView(value)) for (const part of Object.values(value)) visit(part);
    else if (!seen.has(value.buffer)) {
      seen.add(value.buffer);
      bytes += value.buffer.byteLength;
    }
  };
  visit(root);
  return bytes;
}

/** Number of copies of a world in memory: the page has one, and all workers read another one in shared memory. */
const WORLD_COPIES = 2;

/**
 * Returns the total memory of a scene [bytes]. The number of workers doesn't matter, because all workers share one state with the page.
 * Without shared memory, the single worker has a second copy of the state, which isn't counted here.
 * @param runs number of simulations that run at once: 2 in a comparison, else 1
 */
export const memoryOf = ({ state, world }: Need, runs: number): number => runs * (state + WORLD_COPIES * world);

const BYTES_PER_GB = 1e9;
/** Formats a number of bytes as '3.2 GB'; if it is below 0.1 GB, as '80 MB'. */
export const bytesInWords = (bytes: number): string =>
  bytes < BYTES_PER_GB / 10 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / BYTES_PER_GB).toFixed(1)} GB`;

/** @returns the reason why a machine can't run a scene, with the memory needed and available; undefined if it can */
export function shortage(need: Need, budget: MemoryBudget, kind: Backend['kind'], runs: number): string | undefined {
  const memory = memoryOf(need, runs);
  if (memory > budget.memory) {
    return `needs ${bytesInWords(memory)} of memory; this browser gives about ${bytesInWords(budget.memory)}`;
  }
  if (kind === 'gpu' && budget.buffer !== undefined && need.buffer > budget.buffer) {
    return `needs a buffer of ${bytesInWords(need.buffer)} on the GPU; this GPU takes at most ${bytesInWords(budget.buffer)}`;
  }
  return undefined;
}
