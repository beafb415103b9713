import { CLASSIFY, findQueries } from '../../detect/passes.ts';
import { INDIRECT, type Pass } from '../../program/pass.ts';
import { answerPaths, arraysOfSearch, PATH_RECORDS, preparePaths, QUERY_RECORDS } from '../../path/passes.ts';
import type { PathMethod } from '../../path/tables.ts';
import { CONTAINMENT, PATHS } from '../../state.ts';
import { partsRegions, REGIONS } from '../regions/tables.ts';
import type { ContactSource } from '../../features.ts';

/** The pass that makes one contact per shortest path. */
const PATH_CONTACTS: Pass = {
  name: 'contacts of paths',
  clock: 'path',
  reads: ['positions', 'positionsT0', 'queries', 'paths', 'counters'],
  writes: ['contacts'],
  stages: [{ stage: 'pathContacts' }],
  kernels: ({ capacities }) => [{ kernel: 'pathContacts', count: capacities.queries, indirect: INDIRECT.queries }],
};

/** The pass that makes one contact per query from a distance field. */
const FIELD_CONTACTS: Pass = {
  name: 'contacts of distances',
  clock: 'path',
  reads: ['positions', 'positionsT0', 'queries', 'fieldDistances', 'counters'],
  writes: ['contacts'],
  stages: [{ stage: 'fieldContacts' }],
  kernels: ({ capacities }) => [{ kernel: 'fieldContacts', count: capacities.queries, indirect: INDIRECT.queries }],
};

/** Parts deep overlaps by regions (regions/regions.ts), in the pool. @param argument of the stage `regions` */
function regionsPass(method: PathMethod, argument: number): Pass {
  const search = arraysOfSearch(method);
  const keeps = argument === REGIONS.all;
  return {
    name: 'regions',
    clock: 'path',
    reads: [
      ...search.reads,
      ...([
        'queries',
        'paths',
        'pairCounts',
        'pairOffsets',
        'tetBoxes',
        'colliders',
        'inverseMasses',
        'deepPairs',
      ] as const),
      ...(keeps ? (['deepFound'] as const) : []),
    ],
    writes: ['paths', ...(keeps ? (['deepUntil', 'deepFound'] as const) : [])],
    scratch: [
      ...([
        'queryRegions',
        'regionQueries',
        'regionWords',
        'regionNumbers',
        'lastDirections',
        'lastLeft',
        'deepTimes',
      ] as const),
      ...search.scratch,
    ],
    lengths: ['regions', 'deepRegions'],
    stages: [
      { stage: 'regions', argument },
      { stage: 'regionDirections' },
      { stage: 'regionPaths' },
      { stage: 'shortestPath', argument: PATHS.overflowed },
    ],
  };
}

/** The same on the device, which looks for suspects alone; the pool goes on where there are any. */
const partRegions = (method: PathMethod): Pass => ({
  ...regionsPass(method, REGIONS.all),
  kernels: ({ world, capacities }) => [{ kernel: 'regions', count: Math.max(capacities.queries, world.bodies.length) }],
  leftOver: {
    counter: 'deepSuspects',
    passes: [regionsPass(method, REGIONS.suspected)],
    lists: [QUERY_RECORDS, PATH_RECORDS],
  },
});

/**
 * Contact source: discrete collision detection (DCD) finds penetrating points, and contacts push them out along their shortest paths to
 * the boundary (path-contacts.ts). In mode dcd this source handles all points. In mode hybrid it handles only P_in, the points that
 * were inside a body at the start of the step, since continuous collision detection (CCD) handles the others.
 */
export const CONTACTS_OF_PATHS: ContactSource = {
  name: 'paths',
  dimensions: [3],
  isOn: ({ mode }) => mode === 'dcd' || mode === 'hybrid',
  atStart: ({ mode }) => (mode === 'hybrid' ? CLASSIFY : []),
  find: (parameters, world) => [
    ...findQueries(parameters.mode === 'dcd' ? CONTAINMENT.all : CONTAINMENT.inside),
    ...preparePaths(parameters.pathMethod, parameters),
    ...(parameters.pathMethod === 'distance-field'
      ? [FIELD_CONTACTS]
      : [
          answerPaths(parameters.pathMethod),
          ...(partsRegions(parameters, world) ? [partRegions(parameters.pathMethod)] : []),
          PATH_CONTACTS,
        ]),
  ],
};
