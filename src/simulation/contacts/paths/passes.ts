import { CLASSIFY, findQueries } from '../../detect/passes.ts';
import { INDIRECT, type Pass } from '../../program/pass.ts';
import { answerPaths, preparePaths } from '../../path/passes.ts';
import { CONTAINMENT, PATHS } from '../../state.ts';
import { partsRegions } from '../regions/tables.ts';
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

/**
 * Contact source: discrete collision detection (DCD) finds penetrating points, and contacts push them out along their shortest paths to
 * the boundary (path-contacts.ts). In mode dcd this source handles all points. In mode hybrid it handles only P_in, the points that
 * were inside a body at the start of the step, since continuous collision detection (CCD) handles the others.
 */
const REGIONS: Pass = {
  name: 'regions',
  clock: 'path',
  reads: [
    'positions',
    'queries',
    'paths',
    'pairCounts',
    'pairOffsets',
    'tetBoxes',
    'colliders',
    'inverseMasses',
    'deepFound',
    'counters',
  ],
  writes: [
    'paths',
    'queryRegions',
    'regionQueries',
    'regionWords',
    'regionNumbers',
    'deepUntil',
    'deepFound',
    'lastDirections',
    'lastLeft',
  ],
  lengths: ['regions', 'deepRegions'],
  stages: [{ stage: 'regions' }, { stage: 'shortestPath', argument: PATHS.overflowed }],
};

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
      : [answerPaths(parameters.pathMethod), ...(partsRegions(parameters, world) ? [REGIONS] : []), PATH_CONTACTS]),
  ],
};
