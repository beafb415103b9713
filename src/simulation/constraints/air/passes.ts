import { AIR_STRIDE } from '../../../mesh/air/air-mesh.ts';
import { AIR_COLOURS } from '../../../mesh/air/colour-elements.ts';
import type { Constraint } from '../../features.ts';
import type { SimulationParameters } from '../../parameters.ts';
import { type Dispatch, type Pass, WORKGROUP_SIZE } from '../../program/pass.ts';
import { hasAir, type World } from '../../world/world.ts';

/** The pass that improves the air mesh. It runs in the worker pool. */
const IMPROVE: Pass = {
  name: 'improve air',
  clock: 'flips',
  reads: ['positions', 'airElements', 'airOffsets', 'airTally'],
  writes: ['airElements', 'airOffsets', 'airTally'],
  stages: [{ stage: 'improveAir' }],
};

/** If a colour has at most this number of elements, one workgroup (air-remaining.wgsl) projects them. */
const SMALL_COLOUR = 128;
/**
 * Before the first run, the host doesn't know the colours. It takes an even share of this many colours, which is about as many as elements of a
 * good mesh need, for the size of every colour.
 */
const USUAL_COLOURS = 24;

/** Returns the number of threads for an estimated number of elements: whole workgroups, so that few different dispatches are needed. */
const threadsFor = (guess: number): number => WORKGROUP_SIZE * Math.max(1, Math.ceil(guess / WORKGROUP_SIZE));

/**
 * Returns the dispatches that project all elements. If colours have many elements, each sweep has one dispatch per colour up to the last such
 * colour, then one workgroup for all further ones; otherwise one workgroup makes all sweeps.
 * @param offsets where colours ended after the last run; empty before the first
 * @param count number of elements at the start
 */
export function airDispatches(sweeps: number, offsets: ArrayLike<number>, count: number): Dispatch[] {
  const isKnown = offsets.length > 0;
  const sizes = Array.from({ length: AIR_COLOURS }, (_, c) =>
    isKnown ? offsets[c + 1] - offsets[c] : count / USUAL_COLOURS,
  );
  const large = sizes.findLastIndex((size) => size > SMALL_COLOUR) + 1;
  if (large === 0) return [{ kernel: 'airRemaining', count: 1, argument: sweeps }];
  const sweep: Dispatch[] = [
    ...Array.from({ length: large }, (_, colour) => ({ kernel: 'air', count: threadsFor(sizes[colour]), colour })),
    { kernel: 'airRemaining', count: 1, colour: large, argument: 1 },
  ];
  return Array.from({ length: sweeps }, () => sweep).flat();
}

const project = (sweeps: number): Pass => ({
  name: 'air',
  clock: 'air',
  reads: ['positions', 'positionsT0', 'remainders', 'inverseMasses', 'airElements', 'airOffsets', 'airTally'],
  writes: ['positions', 'remainders', 'moments'],
  stages: [{ stage: 'air' }],
  kernels: ({ world, last }) =>
    airDispatches(sweeps, last?.arrays.airOffsets ?? [], world.air.elements.length / AIR_STRIDE),
  recalls: ['airOffsets'],
});

/** Counts inverted elements, also while air is off: they show what it would have kept apart. */
const COUNT_INVERTED: Pass = {
  name: 'inverted air',
  clock: 'measuring',
  reads: ['positions', 'airElements', 'airTally'],
  writes: [],
  stages: [{ stage: 'countInvertedAir' }],
  kernels: ({ capacities }) => [{ kernel: 'countInvertedAir', count: capacities.airElements }],
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
  project: (parameters, world) => (isOn(parameters, world) ? [project(parameters.airIterations)] : []),
  atEnd: (_, world) => (hasAir(world) ? [COUNT_INVERTED] : []),
};
