import { AIR } from './air/passes.ts';
import { GRABS } from './grabs/passes.ts';
import { CLOTH } from './cloth/passes.ts';
import { COLLIDERS } from './colliders/passes.ts';
import type { Constraint } from '../features.ts';
import { FLATTEN } from './flatten/passes.ts';
import { NEO_HOOKEAN } from './neo-hookean/passes.ts';
import { NEO_HOOKEAN_XPBD } from './neo-hookean-xpbd/passes.ts';
import { PRESSURE } from './pressure/passes.ts';
import { RANDOM_FORCES } from '../script/passes.ts';
import { SPRINGS } from './springs/passes.ts';

/**
 * All constraints, in the order in which an iteration solves them. First the `solve` passes of all constraints run, then contacts are
 * projected, then the `project` passes of all constraints run.
 */
export const CONSTRAINTS: readonly Constraint[] = [
  NEO_HOOKEAN,
  NEO_HOOKEAN_XPBD,
  SPRINGS,
  CLOTH,
  PRESSURE,
  GRABS,
  RANDOM_FORCES,
  FLATTEN,
  AIR,
  COLLIDERS,
];
