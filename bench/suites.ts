import { allocationSuite } from './allocation-suite.ts';
import { collisionSuite } from './collision-suite.ts';
import { gpuSuite } from './gpu-suite.ts';
import { memorySuite } from './memory-suite.ts';
import { pageSuite } from './page-suite.ts';
import { pathsSuite } from './paths.ts';
import { recordingSuite } from './recording-suite.ts';
import { scalingSuite } from './scaling-suite.ts';
import { solveSuite } from './solve-suite.ts';
import { stepsSuite } from './steps-suite.ts';
import type { Suite } from './suite.ts';

/** Everything that `npm run bench` runs, in this order. */
export const SUITES: readonly Suite[] = [
  solveSuite,
  pathsSuite,
  collisionSuite,
  stepsSuite,
  scalingSuite,
  memorySuite,
  allocationSuite,
  recordingSuite,
  pageSuite,
  gpuSuite,
];
