import type { SimulationParameters } from './parameters.ts';
import type { Pass } from './pass.ts';
import { clearPasses, gasPasses } from './pressure/passes.ts';
import { ATTACHMENTS, materialPasses } from './solve/passes.ts';
import type { World } from './world.ts';

/** Moves vertices in every iteration. Any number of them may act on a body, one after another. */
export interface Constraint {
  readonly name: string;
  /** At x0, before anything moves: what it sums up over the step starts here. */
  atStart?(parameters: SimulationParameters, world: World): readonly Pass[];
  /** In every iteration; no passes where it has nothing to do. */
  solve(parameters: SimulationParameters, world: World): readonly Pass[];
}

/** The material of bodies, which holds them together. */
const MATERIAL: Constraint = { name: 'material', solve: materialPasses };
/** Gas in closed bodies. */
const PRESSURE: Constraint = {
  name: 'pressure',
  atStart: (_, world) => clearPasses(world),
  solve: (_, world) => gasPasses(world),
};
const DRAGGING: Constraint = { name: 'dragging', solve: () => [ATTACHMENTS] };

/** All constraints, in the order in which an iteration solves them. Contacts and colliders follow. */
export const CONSTRAINTS: readonly Constraint[] = [MATERIAL, PRESSURE, DRAGGING];
