import { OWN_KIND } from '../../state.ts';
import { type Context, partBegin, type Stage } from '../../program/stage.ts';
import type { BodyKind } from '../../world/material.ts';
import type { Model } from '../../world/model.ts';
import { type Batch, vertexEnd, type World } from '../../world/world.ts';
import { displacementsOf } from './displacements.ts';

/** Solves constraints `begin` to `end` - 1 of a body's model. */
export type SolveRange = (context: Context, body: number, begin: number, end: number) => void;

/** A kind of elastic constraint: springs, Neo-Hookean tetrahedra, or those of cloth. */
export interface ConstraintKind {
  readonly kind: BodyKind;
  /** Offsets of the colours among the model's constraints of this kind. */
  colours(model: Model): Uint32Array;
  readonly solve: SolveRange;
  /**
   * moments.ts restores the angular momentum that a step loses. For that it needs the moments of all impulses. If this flag is true,
   * moments.ts computes them from the displacements (sumDisplacements). Otherwise `solve` adds each impulse's moment to `moments`.
   */
  readonly momentsFromDisplacements?: boolean;
}

const batchesOf = ({ kind }: ConstraintKind, { world, argument }: Context): readonly Batch[] =>
  (argument === OWN_KIND ? world.ownBatches : world.batches)[kind];

/**
 * Returns a stage that runs one iteration over all constraints of a kind, one colour after another. All workers share the constraints of
 * a colour. The first phase computes displacements (elements: vertices). One phase per batch follows (elements: constraints). The last
 * phase computes positions (elements: vertices).
 */
export const byColour = (constraints: ConstraintKind): Stage => ({
  solvesMaterial: true,
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
    if (phase === 0) beginIteration(context, first, last, momentsFromDisplacements);
    else if (phase > batches.length) finishIteration(context, first, last, momentsFromDisplacements);
    else solveBatch(context, batches[phase - 1], first, last, solve);
  },
});

function beginIteration(context: Context, first: number, last: number, momentsFromDisplacements: boolean): void {
  const { state, kernels } = context;
  kernels.displace(state.positions, state.positionsT0, displacementsOf(state), first, last);
  if (momentsFromDisplacements) kernels.sumDisplacements(state.materialMoves, displacementsOf(state), first, last, -1);
}

function finishIteration(context: Context, first: number, last: number, momentsFromDisplacements: boolean): void {
  const { state, kernels } = context;
  if (momentsFromDisplacements) kernels.sumDisplacements(state.materialMoves, displacementsOf(state), first, last, 1);
  kernels.place(state.positions, state.positionsT0, displacementsOf(state), first, last);
}

/**
 * Solves elements `first` to `last` - 1 of a batch, body by body. With `size` the number of the batch's constraints per body, element e
 * is constraint begin + e % size of body firstBody + floor(e / size). So a body's constraints are contiguous.
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
 * Returns a stage that runs the iteration of byColour with whole bodies assigned to workers (elements: bodies). No material constraint
 * connects two bodies, so a worker solves all colours of a body without a barrier, with the body's data in its cache. Results have the same
 * bits as those of byColour.
 */
export const byBody = ({ kind, colours, solve, momentsFromDisplacements = false }: ConstraintKind): Stage => ({
  solvesMaterial: true,
  count: ({ world }) => world.bodies.length,
  run(context, first, last) {
    const { bodies, models } = context.world;
    for (let body = first; body < last; body++) {
      // Kind of the body's constraints; undefined if it is the scene's, and this stage solves only bodies with a kind of their own.
      const bodyKind = bodies[body].kind ?? (context.argument === OWN_KIND ? undefined : kind);
      const offsets = colours(models[bodies[body].model]);
      const colourCount = bodyKind === kind ? offsets.length - 1 : 0;
      const end = vertexEnd(context.world, body);
      beginIteration(context, bodies[body].vertexBase, end, momentsFromDisplacements);
      for (let colour = 0; colour < colourCount; colour++) solve(context, body, offsets[colour], offsets[colour + 1]);
      finishIteration(context, bodies[body].vertexBase, end, momentsFromDisplacements);
    }
  },
  chunk: 1,
});

/**
 * byBody is used if it keeps the workers busy for at least this share of the time. In the rest of the time they wait for the worker that
 * finishes last. (With byColour, workers wait at barriers.)
 */
const MIN_BUSY_SHARE = 0.75;

/** Returns the number of a model's elements: those of its tetrahedra, or of its surface. */
const elementCount = ({ topology, springs, areas, cloth }: Model): number =>
  topology.tetCount ||
  springs.restLengths.length + areas.restAreas.length + cloth.restVolumes.length + cloth.restAngles.length;

/**
 * Tests whether there are enough bodies to keep all workers busy with whole bodies. It imitates runChunks of run-program.ts: each worker
 * first takes the bodies of its own part, in order, and then bodies of the other workers' parts.
 */
export function fillsWorkers({ bodies, models }: World, workers: number): boolean {
  const busy = new Float64Array(workers);
  const next = Array.from(busy, (_, part) => partBegin(bodies.length, part, workers));
  let total = 0;
  for (let taken = 0; taken < bodies.length; taken++) {
    const worker = busy.indexOf(Math.min(...busy));
    let part = worker;
    while (next[part] === partBegin(bodies.length, part + 1, workers)) part = (part + 1) % workers;
    const count = elementCount(models[bodies[next[part]++].model]);
    busy[worker] += count;
    total += count;
  }
  return total >= MIN_BUSY_SHARE * workers * Math.max(...busy);
}
