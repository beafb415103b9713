import type { Backend } from '../../simulation/backend.ts';

/** What a machine gives a scene [bytes]. */
export interface MemoryBudget {
  /** State and models may take so much in all. */
  readonly memory: number;
  /** The graphics adapter's largest buffer that a kernel may read; undefined without WebGPU. */
  readonly buffer: number | undefined;
}

/** What a scene takes [bytes]. */
export interface Need {
  /** All that changes while it runs. */
  readonly state: number;
  /** All that doesn't. */
  readonly world: number;
  /** Its largest buffer on the GPU; 0 where it wasn't asked for. */
  readonly buffer: number;
}

/** Bytes of all typed arrays in an object, each buffer once. */
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

/** Of a world: the page's own, and the one in shared memory that all workers of a pool read. */
const WORLD_COPIES = 2;

/**
 * Bytes that a scene takes in all, however many workers it has: they share one state with the page. Where memory isn't shared,
 * the one worker has a state of its own, which isn't counted here.
 * @param halves 2 where two of it run side by side
 */
export const memoryOf = ({ state, world }: Need, halves: number): number => halves * (state + WORLD_COPIES * world);

const BYTES_A_GB = 1e9;
/** 3200000000 as '3.2 GB', less than a tenth of it as '80 MB'. */
export const bytesInWords = (bytes: number): string =>
  bytes < BYTES_A_GB / 10 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / BYTES_A_GB).toFixed(1)} GB`;

/** Why a machine can't take a scene, with the bytes needed and there; undefined where it can. */
export function shortage(need: Need, budget: MemoryBudget, kind: Backend['kind'], halves: number): string | undefined {
  const memory = memoryOf(need, halves);
  if (memory > budget.memory) {
    return `needs ${bytesInWords(memory)} of memory; this browser gives about ${bytesInWords(budget.memory)}`;
  }
  if (kind === 'gpu' && budget.buffer !== undefined && need.buffer > budget.buffer) {
    return `needs a buffer of ${bytesInWords(need.buffer)} on the GPU; this one takes at most ${bytesInWords(budget.buffer)}`;
  }
  return undefined;
}
