import { asksFaceTree, type PathMethod } from '../simulation/path/path-methods.ts';
import { FACES } from '../simulation/detect/refit.ts';
import type { ProgramEntry } from '../simulation/pool.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import { STAGE_CLOCKS, type StageClock } from '../simulation/stage.ts';
import type { StageName } from '../simulation/stages.ts';
import { CONTAINMENT, PATHS, QUERIES } from '../simulation/state.ts';

/**
 * The parts of a step as lists of stages: what the CPU backend records. Each clock is the column of the record
 * that the stage's time goes to.
 */
export type Entries = readonly ProgramEntry[];

const on = (clock: StageClock, stage: StageName, argument = 0): ProgramEntry => ({
  stage,
  argument,
  clock: STAGE_CLOCKS.indexOf(clock),
});

export const BEGIN: Entries = [on('solve', 'begin')];
export const REFIT_FACES = on('refit', 'refitFaces');
/** Of tetrahedra and bodies, as far as `containing` asks them. @param which one of CONTAINMENT */
const refit = (which: number): Entries => [on('refit', 'refitTets', which), on('refit', 'refitBodies')];
export const REFIT: Entries = [...refit(CONTAINMENT.classify), REFIT_FACES];
/** @param which one of CONTAINMENT */
const containing = (which: number): Entries => [on('dcd', 'containment', which), on('dcd', 'edgeContainment', which)];
export const CLASSIFY: Entries = containing(CONTAINMENT.classify);
export const PREDICT: Entries = [on('solve', 'predict'), on('solve', 'drive')];
export const VELOCITIES: Entries = [on('solve', 'velocities'), on('solve', 'moments')];
/** Looks for broken numbers on its way. */
export const ENERGY: Entries = [on('solve', 'energy')];
const ALL_PATHS = on('path', 'shortestPath', PATHS.all);
/** Paths of queries from outside, with the boxes that the method needs. */
export const answers = (method: PathMethod): Entries => [...(asksFaceTree(method) ? [REFIT_FACES] : []), ALL_PATHS];
/** Surface edges that pierce surface triangles. */
export const PIERCING: Entries = [on('measuring', 'piercing')];
/** What drawing needs beside the positions. */
export const SHADE: Entries = [on('readback', 'normals')];

const BY_COLOUR = { 'neo-hookean': 'neoHookean', 'mass-spring': 'springs' } as const;
const BY_BODY = { 'neo-hookean': 'neoHookeanByBody', 'mass-spring': 'springsByBody' } as const;

/** @param wholeBodies whether bodies are shared out whole (fillsWorkers): the bits are the same */
export const solve = ({ material }: Pick<SimulationParameters, 'material'>, wholeBodies: boolean): Entries => [
  on('solve', (wholeBodies ? BY_BODY : BY_COLOUR)[material]),
  on('solve', 'attachments'),
];

/** DCD and shortest paths. @param which one of CONTAINMENT */
const discrete = (which: number): Entries => [
  ...refit(which),
  on('refit', 'refitFaces', FACES.paths),
  ...containing(which),
  on('dcd', 'queries', which === CONTAINMENT.measured ? QUERIES.measured : QUERIES.points),
  ALL_PATHS,
];

const CONTINUOUS: Entries = [
  on('ccd', 'sweepFaces'),
  on('ccd', 'sweepEdges'),
  on('ccd', 'sweepBodies'),
  on('ccd', 'vertexFace'),
  on('ccd', 'edgeEdge'),
  on('ccd', 'hits'),
];
const PATH_CONTACTS = on('path', 'pathContacts');
const COLOUR = on('projection', 'colour');

/** Algorithm 5, lines 5 to 16, by mode. */
export const FIND_CONTACTS: Readonly<Record<SimulationParameters['mode'], Entries>> = {
  off: [],
  dcd: [...discrete(CONTAINMENT.all), PATH_CONTACTS, COLOUR],
  ccd: [...CONTINUOUS, COLOUR],
  hybrid: [...discrete(CONTAINMENT.inside), PATH_CONTACTS, ...CONTINUOUS, COLOUR],
};

/** @param passes sweeps over the contacts; the colliders come once, after them */
export const project = (passes: number): Entries => [
  ...(passes > 0 ? [on('projection', 'contacts', passes)] : []),
  on('projection', 'colliders'),
];

/** DCD and paths of all surface vertices, into depths; all on one clock, since it is timed apart. */
export const MEASURE: Entries = [...discrete(CONTAINMENT.measured), on('measuring', 'depths'), ...ENERGY].map(
  (entry) => ({
    ...entry,
    clock: STAGE_CLOCKS.indexOf('measuring'),
  }),
);
