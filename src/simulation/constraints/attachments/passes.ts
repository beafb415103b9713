import type { Pass } from '../../pass.ts';
import type { Constraint } from '../../features.ts';

const PULL: Pass = {
  name: 'attachments',
  clock: 'solve',
  reads: ['positions', 'inverseMasses', 'attachments', 'counters'],
  writes: ['positions', 'attachments'],
  stages: [{ stage: 'attachments' }],
  kernels: ({ counters: { attachments = 0 } }) => [{ kernel: 'attachments', count: Math.min(1, attachments) }],
};

/** Vertices that a person pulls. */
export const ATTACHMENTS: Constraint = { name: 'attachments', solve: () => [PULL] };
