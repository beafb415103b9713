import type { Context, Stage } from '../../program/stage.ts';
import { COUNTERS, type CounterName } from '../../state.ts';
import type { Model } from '../../world/model.ts';
import { createTetMarch, marchTets, type TetMarch } from './march-tets.ts';
import { gridSpacing } from './node-distances.ts';
import { contactRegions, penetratesItself } from './regions.ts';
import { FIELD_DATA } from './tables.ts';
import { boxOfBody, type Fit, type GridBody, regionMargin, updateRegion } from './update-grid.ts';

/**
 * Writes the distances of all vertices to their body's boundary (`fieldDistances`): those of the rest shape, then brought up to date as the
 * parameter `fieldUpdate` says. Each detection begins with the distances of the rest shape, so that a step depends on its start alone. Each
 * worker takes whole bodies.
 */
export const fillField: Stage = {
  chunk: 1,
  count: ({ world }) => world.bodies.length,
  run(context, begin, end) {
    for (let body = begin; body < end; body++) fillBody(context, body);
  },
};

function fillBody(context: Context, body: number): void {
  const { world, state, parameters } = context;
  const { fieldUpdate, fieldSource } = parameters;
  const { model, vertexBase } = world.bodies[body];
  if (fieldUpdate === 'tetrahedra') {
    fillOnTets(context, body);
    return;
  }
  const distances = world.models[model].modelData[FIELD_DATA[fieldSource]].distances as Float32Array;
  state.fieldDistances.set(distances, vertexBase);
  if (fieldUpdate === 'grid') updateOnGrid(context, body);
}

/** Marches on the tetrahedra of a whole body. */
function fillOnTets(context: Context, body: number): void {
  const { world, state, scratch } = context;
  const { model, vertexBase } = world.bodies[body];
  const march = tetMarchOf(scratch.path.tetMarches, world.models[model]);
  count(context, 'fieldPoints', marchTets(march, state.positions, vertexBase));
  state.fieldDistances.set(march.values, vertexBase);
}

/** Counter of each case of an update; a region that doesn't fit has the whole body computed anew. */
const CASES = {
  joined: 'fieldsJoined',
  blended: 'fieldsBlended',
  apart: 'fieldsRecomputed',
  overlapping: 'fieldsOverlapping',
} as const satisfies Readonly<Record<Fit, CounterName>>;

/** Updates a body's distances in the regions where points penetrate it. */
function updateOnGrid(context: Context, bodyId: number): void {
  const { world, state, parameters } = context;
  const { positions, queries, counters, fieldDistances } = state;
  const { model, vertexBase } = world.bodies[bodyId];
  const { topology } = world.models[model];
  const spacing = gridSpacing(world.models[model]);
  const order = parameters.fieldSource === 'first-order' ? 1 : 2;
  const body: GridBody = { topology, positions, vertexBase, distances: fieldDistances, spacing, order };
  let greatest = 0;
  for (let v = vertexBase; v < vertexBase + topology.vertexCount; v++) greatest = Math.max(greatest, fieldDistances[v]);
  const margin = regionMargin(greatest, spacing);
  const queryCount = counters[COUNTERS.queries];
  // An overlap thinner than a cell has no grid point in it, but its points are known.
  if (penetratesItself(bodyId, queries, queryCount, world.points.bodies)) {
    count(context, CASES.overlapping, 1);
    fillOnTets(context, bodyId);
    return;
  }
  const regions = contactRegions(topology.tets, positions, vertexBase, bodyId, queries, queryCount, margin);
  for (const region of regions) {
    const { fit, points } = updateRegion(body, region, margin);
    count(context, 'fieldPoints', points);
    count(context, CASES[fit], 1);
    if (fit === 'joined' || fit === 'blended') continue;
    if (fit === 'overlapping') {
      fillOnTets(context, bodyId);
      return;
    }
    // The whole body at once: nothing lies outside of that region, so there is no border.
    const whole = updateRegion(body, boxOfBody(body), margin);
    count(context, 'fieldPoints', whole.points);
    if (whole.fit === 'overlapping') fillOnTets(context, bodyId);
    return;
  }
}

function count({ state }: Context, name: CounterName, by: number): void {
  if (by > 0) Atomics.add(state.counters, COUNTERS[name], by);
}

/** Returns the memory of marches on a model's tetrahedra, which is created once per worker. */
function tetMarchOf(known: WeakMap<Model, TetMarch>, model: Model): TetMarch {
  let march = known.get(model);
  if (!march) {
    march = createTetMarch(model.topology);
    known.set(model, march);
  }
  return march;
}
