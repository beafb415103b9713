import { INDIRECT, type Pass } from '../../pass.ts';

/** Makes the contacts of all paths. */
export const PATH_CONTACTS: Pass = {
  name: 'contacts of paths',
  clock: 'path',
  reads: ['positions', 'positionsT0', 'queries', 'paths', 'counters'],
  writes: ['contacts'],
  stages: [{ stage: 'pathContacts' }],
  kernels: ({ capacities }) => [{ kernel: 'pathContacts', count: capacities.queries, indirect: INDIRECT.queries }],
};
