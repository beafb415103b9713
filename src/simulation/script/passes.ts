import type { Pass } from '../pass.ts';

/** The pass that moves driven vertices to their scripted positions at the end of the step. */
export const DRIVE: Pass = {
  name: 'drive',
  clock: 'solve',
  reads: ['driven', 'counters'],
  writes: ['positions', 'remainders'],
  stages: [{ stage: 'drive' }],
  kernels: ({ counters: { driven = 0 } }) => [{ kernel: 'drive', count: driven }],
};
