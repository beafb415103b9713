import { allocationSuite } from './memory/allocation-suite.ts';
import { collisionSuite } from './collision/collision-suite.ts';
import { flexSuite } from './flex/flex-suite.ts';
import { gpuSuite } from './gpu/gpu-suite.ts';
import { integratorsSuite } from './integrators/integrators-suite.ts';
import { materialsSuite } from './materials/materials-suite.ts';
import { memorySuite } from './memory/memory-suite.ts';
import { preconditionerSuite } from './integrators/preconditioner-suite.ts';
import { pageSuite } from './recording/page-suite.ts';
import { pathsSuite } from './paths/paths.ts';
import { paperSearchSuite } from './paths/paper-search.ts';
import { recordingSuite } from './recording/recording-suite.ts';
import { scalingSuite } from './steps/scaling-suite.ts';
import { solveSuite } from './solve/solve-suite.ts';
import { stepsSuite } from './steps/steps-suite.ts';
import type { Suite } from './suite.ts';

/** All suites of `npm run bench`, in order. */
export const SUITES: readonly Suite[] = [
  solveSuite,
  materialsSuite,
  integratorsSuite,
  flexSuite,
  preconditionerSuite,
  pathsSuite,
  paperSearchSuite,
  collisionSuite,
  stepsSuite,
  scalingSuite,
  memorySuite,
  allocationSuite,
  recordingSuite,
  pageSuite,
  gpuSuite,
];
