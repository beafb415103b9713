import { ATTACHMENTS } from './attachments/passes.ts';
import { COLLIDERS } from './colliders/passes.ts';
import type { Constraint } from '../features.ts';
import { NEO_HOOKEAN } from './neo-hookean/passes.ts';
import { PRESSURE } from './pressure/passes.ts';
import { SPRINGS } from './springs/passes.ts';

/** All constraints, in the order in which an iteration solves them. Contacts come after their `solve` passes and before their `project` passes. */
export const CONSTRAINTS: readonly Constraint[] = [NEO_HOOKEAN, SPRINGS, PRESSURE, ATTACHMENTS, COLLIDERS];
