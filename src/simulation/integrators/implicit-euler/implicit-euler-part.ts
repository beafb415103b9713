import { solveLinear } from './conjugate-gradients.ts';
import { listContacts } from './contact-lists.ts';
import { elementIncidence } from './incidence.ts';
import { moveAlong } from './line-search.ts';
import { beginSolve, endSolve } from './motion.ts';
import { predictWithForces } from './prediction.ts';

/** Stages and model data that implicit Euler alone uses. */
export const IMPLICIT_EULER = {
  stages: { listContacts, predictWithForces, beginSolve, solveLinear, moveAlong, endSolve },
  modelData: { elementIncidence },
};
