import { PAPER_STEPS, type PaperSteps } from './paper-steps.ts';

/**
 * A row of the paper's Table 1, as printed. The paper computed collisions on an AMD Ryzen 5950X and the material on an NVIDIA RTX
 * 3080 Ti.
 */
export interface PaperRow extends PaperSteps {
  readonly vertices: number;
  readonly tetrahedra: number;
  /** Number of collisions per step that CCD finds. Undefined, like the numbers below, if the run did not use the method. */
  readonly ccd?: number;
  /** Number of collisions per step that DCD finds. */
  readonly dcd?: number;
  /**
   * Columns Q, Tr and Tet of the shortest-path queries: 'BVH queries', traversals and visited tetrahedra. The paper says that they
   * are per step, but the values are so small that they must be per query.
   */
  readonly bvhQueries?: number;
  readonly traversals?: number;
  readonly tetsVisited?: number;
  /** Mean and longest time [s] of a frame of 1/60 s simulated time. */
  readonly meanFrame: number;
  readonly maxFrame: number;
  /**
   * Shares of the time [%]; `ours` is the paper's method, the shortest-path queries. Except for rounding they add up to 100. For
   * colliding-balls, the printed shares add up to 110.
   */
  readonly percent: {
    readonly xpbd: number;
    readonly ccd?: number;
    readonly dcd?: number;
    readonly ours?: number;
  };
}

/**
 * Rows by scene name. octopi-8 has three rows: one by its name for hybrid mode, and one each for the modes ccd and dcd. Source: Chen
 * et al. 2023, Table 1.
 */
export const PAPER_ROWS: Readonly<Record<string, PaperRow>> = {
  'flattened-ball': {
    ...PAPER_STEPS['flattened-ball'],
    vertices: 774000,
    tetrahedra: 2810000,
    ccd: 16800,
    dcd: 7100,
    bvhQueries: 56,
    traversals: 6.6,
    tetsVisited: 5.2,
    meanFrame: 10.89,
    maxFrame: 18.04,
    percent: { xpbd: 30.9, ccd: 29.0, dcd: 31.7, ours: 8.3 },
  },
  'twisted-beam': {
    ...PAPER_STEPS['twisted-beam'],
    vertices: 400000,
    tetrahedra: 1900000,
    ccd: 8300,
    dcd: 3100,
    bvhQueries: 45,
    traversals: 5.7,
    tetsVisited: 7.2,
    meanFrame: 8.16,
    maxFrame: 15.92,
    percent: { xpbd: 29.7, ccd: 31.3, dcd: 32.1, ours: 6.9 },
  },
  'twisted-rods': {
    ...PAPER_STEPS['twisted-rods'],
    vertices: 281000,
    tetrahedra: 1300000,
    ccd: 4800,
    dcd: 2600,
    bvhQueries: 33,
    traversals: 5.3,
    tetsVisited: 4.7,
    meanFrame: 5.25,
    maxFrame: 11.17,
    percent: { xpbd: 42.1, ccd: 26.9, dcd: 27.0, ours: 4.0 },
  },
  'nested-knots': {
    ...PAPER_STEPS['nested-knots'],
    vertices: 38100,
    tetrahedra: 103000,
    ccd: 3100,
    dcd: 600,
    bvhQueries: 31,
    traversals: 4.2,
    tetsVisited: 4.4,
    meanFrame: 0.25,
    maxFrame: 0.32,
    percent: { xpbd: 61.8, ccd: 23.3, dcd: 9.5, ours: 5.2 },
  },
  'colliding-balls': {
    ...PAPER_STEPS['colliding-balls'],
    vertices: 418000,
    tetrahedra: 1400000,
    ccd: 22400,
    dcd: 1300,
    bvhQueries: 36,
    traversals: 9.6,
    tetsVisited: 11.3,
    meanFrame: 1.96,
    maxFrame: 2.87,
    percent: { xpbd: 52.2, ccd: 28.4, dcd: 18.5, ours: 10.9 },
  },
  'tangled-noodle': {
    ...PAPER_STEPS['tangled-noodle'],
    vertices: 40000,
    tetrahedra: 110000,
    dcd: 15200,
    bvhQueries: 65,
    traversals: 12,
    tetsVisited: 13.6,
    meanFrame: 0.21,
    maxFrame: 0.45,
    percent: { xpbd: 51.6, ccd: 17.6, dcd: 18.4, ours: 12.4 },
  },
  'tangled-ball': {
    ...PAPER_STEPS['tangled-ball'],
    vertices: 219000,
    tetrahedra: 704000,
    dcd: 45800,
    bvhQueries: 89,
    traversals: 12,
    tetsVisited: 14,
    meanFrame: 1.54,
    maxFrame: 2.63,
    percent: { xpbd: 44.3, ccd: 18.2, dcd: 19.1, ours: 18.4 },
  },
  'octopi-pile': {
    ...PAPER_STEPS['octopi-pile'],
    vertices: 3100000,
    tetrahedra: 8880000,
    ccd: 104000,
    dcd: 6400,
    bvhQueries: 12,
    traversals: 3.6,
    tetsVisited: 4.1,
    meanFrame: 16.4,
    maxFrame: 17.9,
    percent: { xpbd: 68.3, ccd: 15.4, dcd: 13.4, ours: 2.9 },
  },
  'balls-bowl': {
    ...PAPER_STEPS['balls-bowl'],
    vertices: 3500000,
    tetrahedra: 11200000,
    ccd: 118500,
    dcd: 8500,
    bvhQueries: 29,
    traversals: 4.5,
    tetsVisited: 6.6,
    meanFrame: 18.5,
    maxFrame: 20.2,
    percent: { xpbd: 49.3, ccd: 25.0, dcd: 21.8, ours: 3.9 },
  },
  'long-noodle': {
    ...PAPER_STEPS['long-noodle'],
    vertices: 860000,
    tetrahedra: 2290000,
    ccd: 102600,
    dcd: 6100,
    bvhQueries: 11,
    traversals: 3.6,
    tetsVisited: 3.2,
    meanFrame: 4.1,
    maxFrame: 4.5,
    percent: { xpbd: 67.6, ccd: 14.8, dcd: 14.9, ours: 2.7 },
  },
  'octopi-8 ccd': {
    ...PAPER_STEPS['octopi-8 ccd'],
    vertices: 40000,
    tetrahedra: 118000,
    ccd: 2100,
    meanFrame: 0.028,
    maxFrame: 0.036,
    percent: { xpbd: 86.6, ccd: 13.4 },
  },
  'octopi-8 dcd': {
    ...PAPER_STEPS['octopi-8 dcd'],
    vertices: 40000,
    tetrahedra: 118000,
    dcd: 2400,
    bvhQueries: 13,
    traversals: 3.7,
    tetsVisited: 4.1,
    meanFrame: 0.038,
    maxFrame: 0.045,
    percent: { xpbd: 79.2, dcd: 10.7, ours: 10.1 },
  },
  'octopi-8': {
    ...PAPER_STEPS['octopi-8'],
    vertices: 40000,
    tetrahedra: 118000,
    ccd: 2300,
    dcd: 200,
    bvhQueries: 11,
    traversals: 3.3,
    tetsVisited: 3.9,
    meanFrame: 0.035,
    maxFrame: 0.038,
    percent: { xpbd: 79.3, ccd: 10.1, dcd: 9.6, ours: 1.0 },
  },
};
