import type { Constraint } from '../../features.ts';
import type { SimulationParameters } from '../../parameters.ts';
import type { Pass } from '../../program/pass.ts';
import { hasAir, type World } from '../../world/world.ts';

/** The pass that improves the air mesh. It runs in the worker pool. */
const IMPROVE: Pass = {
  name: 'improve air',
  clock: 'flips',
  reads: ['positions', 'airElements', 'airOffsets', 'airTally'],
  writes: ['airElements', 'airOffsets', 'airTally'],
  stages: [{ stage: 'improveAir' }],
};

const PROJECT: Pass = {
  name: 'air',
  clock: 'air',
  reads: ['positions', 'positionsT0', 'remainders', 'inverseMasses', 'airElements', 'airOffsets', 'airTally'],
  writes: ['positions', 'remainders', 'moments'],
  stages: [{ stage: 'air' }],
};

/** Counts inverted elements, also while air is off: they show what it would have kept apart. */
const COUNT_INVERTED: Pass = {
  name: 'inverted air',
  clock: 'measuring',
  reads: ['positions', 'airElements', 'airTally'],
  writes: [],
  stages: [{ stage: 'countInvertedAir' }],
};

const isOn = ({ air, integrator }: SimulationParameters, world: World): boolean =>
  air === 'on' && integrator === 'xpbd' && hasAir(world);

/**
 * Constraint: elements of air don't invert (project-air.ts). It is projected last in each iteration, so that it has priority over elasticity
 * and contacts; only colliders come after it.
 */
export const AIR: Constraint = {
  name: 'air',
  atStart: (parameters, world) => (isOn(parameters, world) && parameters.airFlips > 0 ? [IMPROVE] : []),
  project: (parameters, world) => (isOn(parameters, world) ? [PROJECT] : []),
  atEnd: (_, world) => (hasAir(world) ? [COUNT_INVERTED] : []),
};
