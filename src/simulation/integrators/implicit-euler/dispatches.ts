import { hasGas } from '../../constraints/pressure/has-gas.ts';
import { recordThreads } from '../../contacts/projection/passes.ts';
import type { SimulationParameters } from '../../parameters.ts';
import { type Dispatch, type Plan, WORKGROUP_SIZE } from '../../program/pass.ts';
import { SUM_CHUNK } from '../../state.ts';
import type { World } from '../../world/world.ts';
import { ADDS_TO_PRODUCT, LINEAR_ONLY, LIST, SUMS, WORDS } from './words.ts';

/** Returns the number of threads of a kernel with one workgroup per chunk of SUM_CHUNK elements. */
const chunkThreads = (count: number): number => WORKGROUP_SIZE * Math.ceil(count / SUM_CHUNK);

/**
 * Returns the numbers of tetrahedra and springs of which kernels have threads, and the kernels' argument: 1 if the scene's material has springs.
 */
function elementsOf({ bodies, tetCount, springCount }: World, { material }: SimulationParameters) {
  const areSprings = bodies.map(({ kind = material }) => kind === 'mass-spring');
  return {
    tets: areSprings.every(Boolean) ? 0 : tetCount,
    springs: areSprings.some(Boolean) ? springCount : 0,
    argument: Number(material === 'mass-spring'),
  };
}

/** Returns numbers of threads and arguments of the kernels that elements and gas need. */
function threadsOf({ world }: Plan, parameters: SimulationParameters) {
  const elements = elementsOf(world, parameters);
  const gases = hasGas(world) ? WORKGROUP_SIZE * world.bodies.length : 0;
  const argument = elements.argument + (gases > 0 ? ADDS_TO_PRODUCT : 0);
  const system = elements.argument + (parameters.solver === 'linear' ? LINEAR_ONLY : 0);
  return { ...elements, argument, system, gases, vertices: world.vertexCount, chunks: chunkThreads(world.vertexCount) };
}
type Threads = ReturnType<typeof threadsOf>;

/** Returns the dispatches that compute the gradients and Hessians of elements and gas. */
const elementDispatches = (
  { tets, springs, gases, argument, system }: Threads,
  { surfaceVertexCount }: World,
): Dispatch[] => [
  { kernel: 'elementSystem', count: tets, argument: system },
  { kernel: 'springSystem', count: springs, argument },
  { kernel: 'volumeGradients', count: gases > 0 ? surfaceVertexCount : 0 },
  { kernel: 'gasTerms', count: gases, argument: 0 },
];

/** Returns the dispatches that add up the forces of elements, contacts and gas at vertices. */
const forceDispatches = ({ gases, vertices, argument }: Threads): Dispatch[] => [
  { kernel: 'gasForces', count: gases > 0 ? vertices : 0, argument: 0 },
  { kernel: 'vertexForces', count: vertices, argument },
];

/** Returns the dispatches of the prediction with elements' forces (prediction.ts). */
export function predictionDispatches(plan: Plan, parameters: SimulationParameters): Dispatch[] {
  const threads = threadsOf(plan, parameters);
  const { vertices, gases, argument } = threads;
  return [
    { kernel: 'startFree', count: 3 * vertices },
    ...elementDispatches(threads, plan.world),
    { kernel: 'gasForces', count: gases > 0 ? vertices : 0, argument: 0 },
    { kernel: 'predictVertices', count: vertices, argument },
  ];
}

/** Returns the dispatches that list the contacts at each vertex (contact-lists.ts). */
export function listDispatches(plan: Plan): Dispatch[] {
  const vertices = plan.world.vertexCount;
  const records = recordThreads(plan);
  return [
    { kernel: 'listContacts', count: vertices, argument: LIST.clear },
    { kernel: 'listContacts', count: records, argument: LIST.count },
    { kernel: 'listContacts', count: vertices, argument: LIST.allot },
    { kernel: 'listContacts', count: records, argument: LIST.enter },
    { kernel: 'listContacts', count: vertices, argument: LIST.sort },
  ];
}

/** Returns the dispatches of a linear solve by conjugate gradients (solveLinear), and of the move along its solution. */
export function solveDispatches(plan: Plan, parameters: SimulationParameters, isFirst: boolean): Dispatch[] {
  const { world } = plan;
  const threads = threadsOf(plan, parameters);
  const { tets, springs, gases, vertices, chunks, argument } = threads;
  const records = recordThreads(plan);
  const product: Dispatch[] = [
    { kernel: 'multiplyElements', count: tets, argument },
    { kernel: 'multiplySprings', count: springs, argument },
    { kernel: 'multiplyContacts', count: records },
    { kernel: 'gasTerms', count: gases, argument: 1 },
    { kernel: 'gasForces', count: gases > 0 ? vertices : 0, argument: 1 },
    { kernel: 'addProducts', count: chunks, argument },
  ];
  const start: Dispatch[] = [
    { kernel: 'linearWords', count: 1, argument: WORDS.open },
    ...product,
    { kernel: 'vectorSums', count: chunks, argument: SUMS.atRest },
    { kernel: 'linearWords', count: 1, argument: WORDS.reference },
    { kernel: 'chooseStart', count: WORKGROUP_SIZE * world.bodies.length },
    ...product,
    { kernel: 'moveSolution', count: chunks },
  ];
  const setup: Dispatch[] = [
    // The prediction has left those at x0.
    ...(isFirst ? [] : elementDispatches(threads, world)),
    { kernel: 'contactTerms', count: records },
    ...forceDispatches(threads),
    { kernel: 'vertexSystem', count: vertices },
    { kernel: 'preconditioner', count: chunks, argument },
    ...(isFirst ? start : []),
    { kernel: 'linearWords', count: 1, argument: isFirst ? WORDS.begin : WORDS.beginLater },
  ];
  const iteration: Dispatch[] = [
    { kernel: 'setDirection', count: vertices },
    ...product,
    { kernel: 'linearWords', count: 1, argument: WORDS.step },
    { kernel: 'moveSolution', count: chunks },
    { kernel: 'linearWords', count: 1, argument: WORDS.keep },
  ];
  // Newton's first solve may not have started where the line search does.
  const ending: Dispatch[] = [
    { kernel: 'linearWords', count: 1, argument: WORDS.open },
    { kernel: 'followSolution', count: vertices },
    ...product,
    { kernel: 'linearWords', count: 1, argument: WORDS.curvature },
    { kernel: 'vectorSums', count: chunks, argument: SUMS.work },
    { kernel: 'linearWords', count: 1, argument: WORDS.slope },
  ];
  const search: Dispatch[] = [
    // Over all elements: a chunk without any must have the sum 0.
    { kernel: 'elementRemainders', count: chunkThreads(world.tetCount), argument },
    { kernel: 'springRemainders', count: chunkThreads(world.springCount), argument },
    { kernel: 'gasRemainders', count: gases },
    { kernel: 'chooseLength', count: 1, argument: Number(gases > 0) },
  ];
  const hasSearch = parameters.solver !== 'linear';
  return [
    ...setup,
    ...Array.from({ length: parameters.linearIterations }, () => iteration).flat(),
    ...(hasSearch && isFirst ? ending : []),
    ...(hasSearch ? search : []),
    { kernel: 'moveAlong', count: 3 * vertices, argument: Number(hasSearch) },
  ];
}
