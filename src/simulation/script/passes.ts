import type { Pass } from '../pass.ts';

/** Moves driven vertices to their scripted positions. */
export const DRIVE: Pass = {
  name: 'drive',
  clock: 'solve',
  reads: ['driven', 'counters'],
  writes: ['positions', 'remainders'],
  stages: [{ stage: 'drive' }],
  kernels: ({ counters: { driven = 0 } }) => [{ kernel: 'drive', count: driven }],
};
