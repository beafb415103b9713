import { type Dispatch, type Pass, WORKGROUP_SIZE } from '../../program/pass.ts';
import type { Batch, World } from '../../world/world.ts';

/** Names of the kernels that solve a kind of constraint. */
export interface ElasticKernels {
  /** Solves a batch: constraints of one colour. A function returns a batch's kernel. */
  readonly batch: string | ((batch: Batch) => string);
  /** Solves several colours of whole bodies, one workgroup per body (shaders/constraints/elastic/bodies.wgsl). */
  readonly bodies: string;
}

/** Argument of a kernel `bodies` that solves a whole iteration: it also computes displacements first, and positions at the end. */
export const SOLVES_ITERATION = 1;

/**
 * If a body has at most this number of constraints in a colour, its workgroup solves the colour together with the neighbouring ones: each
 * of LARGEST_WORKGROUP threads solves two. By estimate that takes as long as a dispatch of its own costs: on an H200 some 6 microseconds,
 * however few constraints it had (docs/performance.md, 26 November). Larger colours fill more of a large GPU.
 */
const SMALL_BATCH = 512;
/**
 * If no body has more vertices, the workgroups also compute displacements and positions: 12 rounds of their threads for each, which takes
 * about as long as a dispatch.
 */
const FEW_VERTICES = 1024;

/** The colours of consecutive bodies of one model. */
type Run = readonly Batch[];

/** Colours that one dispatch solves in whole bodies, which may be of several models. */
type Joined = Required<Pick<Dispatch, 'firstBody' | 'bodyCount' | 'colour' | 'colourCount'>>;

const isSmall = ({ begin, end }: Batch): boolean => end - begin <= SMALL_BATCH;

/** Splits a kind's batches into those of the same bodies. */
function runsOf(batches: readonly Batch[]): Run[] {
  const runs: Batch[][] = [];
  for (const batch of batches) {
    const last = runs.at(-1);
    if (last?.[0].firstBody === batch.firstBody) last.push(batch);
    else runs.push([batch]);
  }
  return runs;
}

/** Joins runs of neighbouring bodies, since the kernel looks each body's model and colours up itself. */
function joinRuns(runs: readonly Run[]): Joined[] {
  const joined: Joined[] = [];
  for (const run of runs) {
    const { firstBody, bodyCount } = run[0];
    const last = joined.at(-1);
    if (last && last.firstBody + last.bodyCount === firstBody) {
      const colourCount = Math.max(last.colourCount, run.length);
      joined[joined.length - 1] = { ...last, bodyCount: last.bodyCount + bodyCount, colourCount };
    } else joined.push({ firstBody, bodyCount, colour: 0, colourCount: run.length });
  }
  return joined;
}

const joinedDispatch = (kernel: string, joined: Joined, argument = 0): Dispatch => ({
  kernel,
  count: WORKGROUP_SIZE * joined.bodyCount,
  argument,
  ...joined,
});

/** Returns the dispatch of a constraint kernel over one batch: constraints of one colour, of consecutive bodies of one model. */
const batchDispatch = (kernel: string, batch: Batch): Dispatch => ({
  kernel,
  count: (batch.end - batch.begin) * batch.bodyCount,
  model: batch.model,
  batchBegin: batch.begin,
  batchSize: batch.end - batch.begin,
  firstBody: batch.firstBody,
  bodyCount: batch.bodyCount,
});

/** Returns the dispatches of a run with large colours: one per large colour, and one for neighbouring small ones. */
function runDispatches({ batch: batchKernel, bodies }: ElasticKernels, run: Run): Dispatch[] {
  const dispatches: Dispatch[] = [];
  for (let colour = 0, end = 0; colour < run.length; colour = end) {
    end = colour + 1;
    while (isSmall(run[colour]) && end < run.length && isSmall(run[end])) end++;
    const batch = run[colour];
    const { firstBody, bodyCount } = batch;
    dispatches.push(
      end > colour + 1
        ? joinedDispatch(bodies, { firstBody, bodyCount, colour, colourCount: end - colour })
        : batchDispatch(typeof batchKernel === 'string' ? batchKernel : batchKernel(batch), batch),
    );
  }
  return dispatches;
}

/** Tests whether these are all bodies of a world, and have few vertices. */
const areAllAndSmall = ({ bodies, models }: World, joined: readonly Joined[]): boolean =>
  joined.reduce((sum, { bodyCount }) => sum + bodyCount, 0) === bodies.length &&
  models.every(({ topology }) => topology.vertexCount <= FEW_VERTICES);

/**
 * Returns the dispatches of one iteration. `displace` computes displacements from positions, `kernels` solve the constraints colour by
 * colour, and `place` computes positions from displacements (displacements.ts). If all bodies are small, one kernel does it all.
 */
export function iterationDispatches(kernels: ElasticKernels, world: World, batches: readonly Batch[]): Dispatch[] {
  const runs = runsOf(batches);
  const joined = joinRuns(runs.filter((run) => run.every(isSmall)));
  if (areAllAndSmall(world, joined))
    return joined.map((bodies) => joinedDispatch(kernels.bodies, bodies, SOLVES_ITERATION));
  const count = 3 * world.vertexCount;
  return [
    { kernel: 'displace', count },
    ...joined.map((bodies) => joinedDispatch(kernels.bodies, bodies)),
    ...runs.filter((run) => !run.every(isSmall)).flatMap((run) => runDispatches(kernels, run)),
    { kernel: 'place', count },
  ];
}

/** Fields that the passes of all elastic constraints share. */
export const ITERATION = {
  clock: 'solve',
  reads: ['positions', 'positionsT0', 'remainders', 'inverseMasses', 'multipliers'],
  writes: ['positions', 'remainders', 'multipliers', 'moments'],
  scratch: ['materialMoves'],
} as const satisfies Partial<Pass>;
