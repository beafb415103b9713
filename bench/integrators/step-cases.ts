import { octopi6 } from '../../src/scenes/octopi-6.ts';
import { octopi8 } from '../../src/scenes/octopi-8.ts';
import type { Scene } from '../../src/scenes/scene.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { cantilever } from '../materials/material-cases.ts';
import type { SolveCase } from '../solve/solve-case.ts';
import { droppedOctopi } from '../steps/octopi-states.ts';

/** A state from which both integrators solve the same step: bodies without contacts, colliders and material damping. */
export interface StepCase extends SolveCase {
  readonly name: string;
  /** Greatest number of iterations and of conjugate gradients that are tried. */
  readonly most: { readonly xpbd: number; readonly linear: number };
}

/** A frame of 60 Hz as a single step [s]. */
const LONG_STEP = 1 / 60;
/** Young's modulus of the stiff cantilever [Pa], a hundred times that of the scenes. */
const STIFF = 1e8;

/** Parameters that leave of a step only inertia, gravity, drag and elasticity, for which both integrators have the same equations. */
const BARE = { integrator: 'implicit-euler', mode: 'off', materialDamping: 0 } as const;
export const SMALL_MOST = { xpbd: 400, linear: 320 } as const;
/** For steps in which XPBD converges slowly. */
const LONG_MOST = { xpbd: 800, linear: 320 } as const;
const STIFF_MOST = { xpbd: 3200, linear: 320 } as const;
/** For the paper's size, whose iterations take six times as long. */
const LARGE_MOST = { xpbd: 200, linear: 160 } as const;

/** The cases, each made when it is its turn. */
export const STEP_CASES: readonly (() => Promise<StepCase>)[] = [
  () => octopi(octopi8, 'small', {}, SMALL_MOST),
  () => octopi(octopi8, 'small', { timeStep: LONG_STEP }, LONG_MOST),
  async () => bar('cantilever', {}, SMALL_MOST),
  async () => bar('cantilever, E = 100 MPa', { youngsModulus: STIFF }, STIFF_MOST),
  () => octopi(octopi6, 'paper', {}, LARGE_MOST),
];

/** Octopi on one another, 0.43 s after they were thrown into their box. */
async function octopi(
  scene: Scene,
  size: 'small' | 'paper',
  changed: Partial<SimulationParameters>,
  most: StepCase['most'],
): Promise<StepCase> {
  const fallen = await droppedOctopi(scene.size[size], scene);
  const parameters = { ...fallen.parameters, ...BARE, ...changed };
  const { world } = createWorld(fallen.build.placements, [], parameters);
  const { positions, velocities } = fallen;
  return { name: `${scene.name}, ${milliseconds(parameters)}`, world, positions, velocities, parameters, most };
}

/** The bending cantilever of the suite `materials`. */
export function bar(name: string, changed: Partial<SimulationParameters>, most: StepCase['most']): StepCase {
  const bending = cantilever();
  const parameters = { ...bending.parameters, ...BARE, ...changed };
  const { world } = createWorld([{ model: bending.world.models[0], positions: bending.positions }], [], parameters);
  return { ...bending, name: `${name}, ${milliseconds(parameters)}`, world, parameters, most };
}

const milliseconds = ({ timeStep }: SimulationParameters): string => `${Number((1000 * timeStep).toPrecision(3))} ms`;
