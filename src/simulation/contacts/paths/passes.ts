import { CLASSIFY, findQueries } from '../../detect/passes.ts';
import { INDIRECT, type Pass } from '../../pass.ts';
import { answerPaths, preparePaths } from '../../path/passes.ts';
import { CONTAINMENT } from '../../state.ts';
import type { ContactSource } from '../../features.ts';

/** Makes the contacts of all paths. */
const PATH_CONTACTS: Pass = {
  name: 'contacts of paths',
  clock: 'path',
  reads: ['positions', 'positionsT0', 'queries', 'paths', 'counters'],
  writes: ['contacts'],
  stages: [{ stage: 'pathContacts' }],
  kernels: ({ capacities }) => [{ kernel: 'pathContacts', count: capacities.queries, indirect: INDIRECT.queries }],
};

/** DCD and shortest paths: of P_in where CCD has the others, else of all points. */
export const CONTACTS_OF_PATHS: ContactSource = {
  name: 'paths',
  dimension: 3,
  isOn: ({ mode }) => mode === 'dcd' || mode === 'hybrid',
  atStart: ({ mode }) => (mode === 'hybrid' ? CLASSIFY : []),
  find: ({ mode, pathMethod }) => [
    ...findQueries(mode === 'dcd' ? CONTAINMENT.all : CONTAINMENT.inside),
    ...preparePaths(pathMethod),
    answerPaths(pathMethod),
    PATH_CONTACTS,
  ],
};
