import { expose, transfer } from 'comlink';
import type { Overlap } from '../../engine/resolve/overlap.ts';
import { resolve, type Resolved } from '../../engine/resolve/resolve.ts';
import type { TangledBodies } from './tangled-bodies.ts';

/** Finds a pose free of overlap in a worker, off the page's main thread: that takes seconds to minutes. */
const untangler = {
  /** @param progress called after each step */
  async untangle(
    { positions, rest }: TangledBodies,
    progress: (steps: number, overlap: Overlap) => void,
  ): Promise<Resolved> {
    const resolved = await resolve(positions, rest, {
      workers: 0,
      onStep: (steps, overlap) => progress(steps, overlap),
    });
    return transfer(
      resolved,
      resolved.positions.map(({ buffer }) => buffer as ArrayBuffer),
    );
  },
};

export type RemoteUntangler = typeof untangler;
expose(untangler);
