import { OWN_KIND } from '../../state.ts';
import type { Context, Stage } from '../../stage.ts';
import type { MaterialKind } from '../../material.ts';
import type { Model } from '../../model.ts';
import { partBegin } from '../../part-begin.ts';
import { type Batch, firstVertexBehind, type World } from '../../world.ts';
import { displace, keepMoves, place } from './displacements.ts';

/** Solves a range of the constraints of a body's model. */
export type SolveRange = (context: Context, body: number, begin: number, end: number) => void;

/** Constraints of one kind. */
export interface ConstraintKind {
  readonly kind: MaterialKind;
  batches(world: World): readonly Batch[];
  /** Batches of the bodies that are of the kind whatever the scene's is. */
  ownBatches(world: World): readonly Batch[];
  colours(model: Model): Uint32Array;
  readonly solve: SolveRange;
  /** Whether moments come of what vertices move by (keepMoves), in place of from each constraint. */
  readonly keepsMoves?: boolean;
}

const batchesOf = (constraints: ConstraintKind, { world, argument }: Context): readonly Batch[] =>
  argument === OWN_KIND ? constraints.ownBatches(world) : constraints.batches(world);

/**
 * An iteration over constraints, a colour at a time, all bodies' constraints of a colour shared by all workers. Displacements come
 * before them, positions behind. Elements: vertices; constraints of a batch; vertices.
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
    const { solve, keepsMoves = false } = constraints;
    const batches = batchesOf(constraints, context);
    if (phase === 0) begin(context, first, last, keepsMoves);
    else if (phase > batches.length) finish(context, first, last, keepsMoves);
    else solveBatch(context, batches[phase - 1], first, last, solve);
  },
});

function begin(context: Context, first: number, last: number, keepsMoves: boolean): void {
  displace(context, first, last);
  if (keepsMoves) keepMoves(context, first, last, -1);
}

function finish(context: Context, first: number, last: number, keepsMoves: boolean): void {
  if (keepsMoves) keepMoves(context, first, last, 1);
  place(context, first, last);
}

/**
 * Cuts the elements [first, last) of a batch at its bodies: element e is constraint begin + e % size of
 * the batch's body e / size, so that a body's constraints lie side by side.
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
 * The same iteration a body at a time: the material ties no two bodies, so that a worker solves a body's colours one after another
 * without waiting for anybody, and finds the body in its cache. The same bits. Elements: bodies.
 */
export const byBody = ({ kind, colours, solve, keepsMoves = false }: ConstraintKind): Stage => ({
  count: ({ world }) => world.bodies.length,
  run(context, first, last) {
    const { bodies, models } = context.world;
    for (let body = first; body < last; body++) {
      const own = bodies[body].kind ?? (context.argument === OWN_KIND ? undefined : kind);
      const offsets = colours(models[bodies[body].model]);
      const colourCount = own === kind ? offsets.length - 1 : 0;
      const end = firstVertexBehind(context.world, body);
      begin(context, bodies[body].vertexBase, end, keepsMoves);
      for (let colour = 0; colour < colourCount; colour++) solve(context, body, offsets[colour], offsets[colour + 1]);
      finish(context, bodies[body].vertexBase, end, keepsMoves);
    }
  },
  chunk: 1,
});

/** Least share of the workers' time that bodies shared out whole have to fill; the rest of them waits, as workers do at barriers. */
const FULL = 0.75;

/**
 * Whether workers that take a body at a time have all enough to do: each takes its own part of the bodies, those of one part follow
 * one another, then whoever is done helps the others (runChunks).
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
  return total >= FULL * workers * Math.max(...busy);
}
