import { ONLY_XPBD } from '../integrators/tables.ts';
import type { CounterTable, ParameterTable } from '../tables/table-definitions.ts';

export const MODES = ['off', 'ccd', 'dcd', 'hybrid'] as const;
export const CONTACT_SCHEDULES = ['end-of-step', 'in-the-loop'] as const;
/**
 * Points that discrete collision detection (DCD) tests. `vertices`: surface vertices. `edges`: also a point per surface edge. `all`: also
 * inner vertices and centroids of tetrahedra.
 */
export const CONTACT_POINTS = ['vertices', 'edges', 'all'] as const;
export type ContactPoints = (typeof CONTACT_POINTS)[number];

/** Treatments, by CCD, of two surface edges that are crossed at the start of a step (contacts/ccd/crossed-edges.ts). */
export const CROSSED_EDGES = ['auto', 'part', 'stay'] as const;

/**
 * Ways to part bodies that overlap. `regions`: where parts are deep in one another, all of their points leave along one direction
 * (contacts/regions). `paths`: each point leaves along its own shortest path, however deep it is, as in the paper.
 */
export const RECOVERIES = ['regions', 'paths'] as const;

/** Values in runs of versions that had no parameter `recovery`. Their recordings and states name it nowhere, and go on as they began. */
export const BEFORE_RECOVERY = { recovery: 'paths', crossedEdges: 'stay' } as const;

/** Parameters: which collisions are found, when, and for which points. */
export const COLLISION = {
  mode: {
    kind: 'choice',
    group: 'collision',
    default: 'hybrid',
    options: MODES,
    titles: { ccd: 'Continuous (CCD)', dcd: 'Discrete (DCD)', hybrid: 'Hybrid (both)' },
  },
  contacts: {
    kind: 'choice',
    title: 'Contacts found',
    group: 'collision',
    default: 'in-the-loop',
    options: CONTACT_SCHEDULES,
    titles: { 'end-of-step': 'At the end of a step', 'in-the-loop': 'In every iteration' },
    ...ONLY_XPBD,
  },
  contactPoints: {
    kind: 'choice',
    title: 'Points tested',
    group: 'collision',
    default: 'vertices',
    options: CONTACT_POINTS,
    titles: { vertices: 'Surface vertices', edges: 'Also surface edges', all: 'Also inner points' },
    // The choice decides how much memory contacts get.
    onReset: true,
  },
  crossedEdges: {
    kind: 'choice',
    title: 'Crossed edges',
    group: 'collision',
    default: 'auto',
    options: CROSSED_EDGES,
    titles: { auto: 'Automatic', part: 'Are parted', stay: 'Stay crossed' },
  },
  recovery: {
    kind: 'choice',
    group: 'collision',
    default: 'regions',
    options: RECOVERIES,
    titles: { regions: 'By regions', paths: 'By single paths' },
    onlyWith: { mode: ['dcd', 'hybrid'] },
    // Watched inner points need memory.
    onReset: true,
  },
} as const satisfies ParameterTable;

/** Places in which trees can be rebuilt while the GPU backend runs: the worker pool, or the device by kernels. */
export const REBUILDS_ON = ['pool', 'device'] as const;

/** Parameters: when and where trees are rebuilt. */
export const REBUILDS = {
  rebuildsOn: {
    kind: 'choice',
    title: 'Place of rebuilds',
    group: 'collision',
    default: 'pool',
    options: REBUILDS_ON,
    titles: { pool: 'Workers', device: 'GPU' },
    onReset: true,
  },
  rebuildInterval: {
    kind: 'integer',
    title: 'Rebuild trees every',
    group: 'collision',
    default: 64,
    min: 8,
    max: 10000,
    unit: 'steps',
  },
  rebuildDelay: {
    kind: 'integer',
    title: 'Adopt rebuilds after',
    group: 'collision',
    default: 8,
    min: 1,
    max: 1000,
    unit: 'steps',
  },
} as const satisfies ParameterTable;

/** Counters of DCD and CCD. */
export const DETECTION_COUNTERS = {
  /** Pairs of a point and a containing tetrahedron, dropped because the point's list was full; summed over the step's detections. */
  pairsDropped: { kind: 'sum', inFrame: 'per step' },
  /** Pairs of the last detection. */
  pairs: { kind: 'length' },
  /** Shortest-path queries of the step's last detection. */
  queries: { kind: 'length', inFrame: 'per step' },
  /** Sum of `queries` over the step's detections. Queries that were written from outside of the step are not included. */
  queriesAsked: { kind: 'sum' },
  /** Pairs that pass the broad phase of CCD. */
  ccdCandidates: { kind: 'sum' },
} as const satisfies CounterTable;
