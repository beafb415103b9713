import type { Model } from '../../world/model.ts';
import type { Context, Stage } from '../../program/stage.ts';
import { COUNTERS } from '../../state.ts';
import { createTetMarch, marchTets, type TetMarch } from './march-tets.ts';
import { FIELD_DATA } from './tables.ts';

/**
 * Writes the distances of all vertices to their body's boundary (`fieldDistances`): those of the rest shape, then brought up to date as the
 * parameter `fieldUpdate` says. Each worker takes whole bodies.
 */
export const fillField: Stage = {
  chunk: 1,
  count: ({ world }) => world.bodies.length,
  run(context, begin, end) {
    for (let body = begin; body < end; body++) fillBody(context, body);
  },
};

function fillBody({ world, state, parameters, scratch }: Context, bodyId: number): void {
  const { model: modelId, vertexBase } = world.bodies[bodyId];
  const model = world.models[modelId];
  const { fieldUpdate, fieldSource } = parameters;
  const { fieldDistances, positions, counters } = state;
  if (fieldUpdate === 'tetrahedra') {
    const march = tetMarchOf(scratch.path.tetMarches, model);
    Atomics.add(counters, COUNTERS.fieldPoints, marchTets(march, positions, vertexBase));
    fieldDistances.set(march.values, vertexBase);
    return;
  }
  fieldDistances.set(model.modelData[FIELD_DATA[fieldSource]].distances as Float32Array, vertexBase);
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
