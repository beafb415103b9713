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

/** Constraint: vertices that the user drags (attachments.ts). */
export const ATTACHMENTS: Constraint = { name: 'attachments', solve: () => [PULL] };
