import type { Pass } from '../program/pass.ts';

/** Sets driven vertices to the positions that the script gives for the end of the step. */
export const DRIVE: Pass = {
  name: 'drive',
  clock: 'solve',
  reads: ['driven', 'counters'],
  writes: ['positions', 'remainders'],
  stages: [{ stage: 'drive' }],
  kernels: ({ counters: { driven = 0 } }) => [{ kernel: 'drive', count: driven }],
};
