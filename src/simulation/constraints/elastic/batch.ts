import { OWN_KIND } from '../../state.ts';
import { type Context, partBegin, type Stage } from '../../stage.ts';
import type { MaterialKind } from '../../material.ts';
import type { Model } from '../../model.ts';
import { type Batch, firstVertexBehind, type World } from '../../world.ts';
import { displace, sumDisplacements, place } from './displacements.ts';

/** Solves the constraints `begin` (inclusive) to `end` (exclusive) of a body's model. */
export type SolveRange = (context: Context, body: number, begin: number, end: number) => void;

/** A kind of constraint: springs or Neo-Hookean tetrahedra. */
export interface ConstraintKind {
  readonly kind: MaterialKind;
  batches(world: World): readonly Batch[];
  /** Batches of the bodies whose own material sets this kind. */
  ownBatches(world: World): readonly Batch[];
  /** Offsets of the colours among the model's constraints of this kind. */
  colours(model: Model): Uint32Array;
  readonly solve: SolveRange;
  /**
   * How the impulses' moments about x0, the positions at the step's start, are computed. If true, they are derived from displacements
   * (sumDisplacements). If false, `solve` adds each impulse's moment to `moments`.
   */
  readonly momentsFromDisplacements?: boolean;
}

const batchesOf = (constraints: ConstraintKind, { world, argument }: Context): readonly Batch[] =>
  argument === OWN_KIND ? constraints.ownBatches(world) : constraints.batches(world);

/**
 * Makes a stage that runs one iteration over all constraints of a kind, one colour after another. All workers share the constraints of
 * a colour. The first phase computes displacements (elements: vertices). Then there is one phase per batch (elements: constraints). The
 * last phase computes positions (elements: vertices).
 */
export const byColour = (constraints: ConstraintKind): Stage => ({
  phases: (context) => batchesOf(constraints, context).length + 2,
  count(context, phase) {
    const batches = batchesOf(constraints, context);
    if (phase === 0 || phase > batches.length) return context.world.vertexCount;
    const { begin, end, bodyCount } = batches[phase - 1];
    return (end - begin) * bodyCount;
  },
  run(context, first, last, phase) {
    const { solve, momentsFromDisplacements = false } = constraints;
    const batches = batchesOf(constraints, context);
    if (phase === 0) begin(context, first, last, momentsFromDisplacements);
    else if (phase > batches.length) finish(context, first, last, momentsFromDisplacements);
    else solveBatch(context, batches[phase - 1], first, last, solve);
  },
});

function begin(context: Context, first: number, last: number, momentsFromDisplacements: boolean): void {
  displace(context, first, last);
  if (momentsFromDisplacements) sumDisplacements(context, first, last, -1);
}

function finish(context: Context, first: number, last: number, momentsFromDisplacements: boolean): void {
  if (momentsFromDisplacements) sumDisplacements(context, first, last, 1);
  place(context, first, last);
}

/**
 * Solves the elements [first, last) of a batch. `size` is the batch's number of constraints per body. Element e stands for constraint
 * begin + e % size of body firstBody + floor(e / size). So the elements of one body are contiguous, and the range is split where the
 * next body begins.
 */
function solveBatch(context: Context, batch: Batch, first: number, last: number, solve: SolveRange): void {
  const size = batch.end - batch.begin;
  for (let e = first; e < last; ) {
    const instance = Math.floor(e / size);
    const stop = Math.min(last, (instance + 1) * size);
    const shift = batch.begin - instance * size;
    solve(context, batch.firstBody + instance, e + shift, stop + shift);
    e = stop;
  }
}

/**
 * Makes a stage that runs the same iteration, but assigns whole bodies to workers (elements: bodies). No constraint of a material
 * connects two bodies. So a worker solves all colours of a body without a barrier and with the body's data in its cache. The results
 * have the same bits as those of `byColour`.
 */
export const byBody = ({ kind, colours, solve, momentsFromDisplacements = false }: ConstraintKind): Stage => ({
  count: ({ world }) => world.bodies.length,
  run(context, first, last) {
    const { bodies, models } = context.world;
    for (let body = first; body < last; body++) {
      const own = bodies[body].kind ?? (context.argument === OWN_KIND ? undefined : kind);
      const offsets = colours(models[bodies[body].model]);
      const colourCount = own === kind ? offsets.length - 1 : 0;
      const end = firstVertexBehind(context.world, body);
      begin(context, bodies[body].vertexBase, end, momentsFromDisplacements);
      for (let colour = 0; colour < colourCount; colour++) solve(context, body, offsets[colour], offsets[colour + 1]);
      finish(context, bodies[body].vertexBase, end, momentsFromDisplacements);
    }
  },
  chunk: 1,
});

/**
 * Smallest share of the time for which workers must be busy so that whole bodies are assigned to them. For the rest of the time they
 * wait for the slowest worker. (If colours are shared instead, workers wait at barriers.)
 */
const LEAST_BUSY_SHARE = 0.75;

/**
 * Whether there are enough bodies to keep all workers busy with whole bodies. The function simulates how runChunks (run-program.ts)
 * distributes bodies: each worker first takes the bodies of its own part in order, then bodies of other workers' parts. A body's cost
 * is its number of tetrahedra.
 */
export function fillsWorkers({ bodies, models }: World, workers: number): boolean {
  const busy = new Float64Array(workers);
  const next = Array.from(busy, (_, part) => partBegin(bodies.length, part, workers));
  let total = 0;
  for (let taken = 0; taken < bodies.length; taken++) {
    const worker = busy.indexOf(Math.min(...busy));
    let part = worker;
    while (next[part] === partBegin(bodies.length, part + 1, workers)) part = (part + 1) % workers;
    const { tetCount } = models[bodies[next[part]++].model].topology;
    busy[worker] += tetCount;
    total += tetCount;
  }
  return total >= LEAST_BUSY_SHARE * workers * Math.max(...busy);
}
