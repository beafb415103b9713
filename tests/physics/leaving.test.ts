import { describe, expect, it } from 'vitest';
import { SOLVERS } from '../../src/simulation/integrators/implicit-euler/tables.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { box, type Physics, physics, placed } from './bodies.ts';

const CELL = 0.1;
const TIME_STEP = 3.3e-3;
/** Depth of the overlap at the start [m]: less than the second body moves in a step. */
const DEPTH = 1e-3;
const SPEED = 1;
const STEPS = 20;
/** Share of the speed: float32 rounds the vertices' places off their rest shape, so that they swing a little. 4e-4 was measured. */
const SHARE = 1e-3;

/** Free flight: no gravity, no damping, and contacts that keep no distance. Each body starts in its rest shape. */
const FREE: Partial<SimulationParameters> = {
  integrator: 'implicit-euler',
  gravity: 0,
  velocityDamping: 0,
  contactOffset: 0,
  timeStep: TIME_STEP,
};

/** Runs a box that is DEPTH inside the box below it, or inside the ground. @param speed its velocity upwards at the start [m/s] */
async function rise(inside: 'box' | 'ground', speed: number, changed: Partial<SimulationParameters>) {
  const height = 2 * CELL;
  const below = placed('below', box(4, 2, 4, CELL));
  // Not vertex upon vertex.
  const above = placed('above', box(2, 2, 2, CELL), (x, y, z) => [x + 0.13, y + height - DEPTH, z + 0.07]);
  const placements = inside === 'box' ? [below, above] : [above];
  const planes = inside === 'box' ? [] : [{ normal: [0, 1, 0] as const, offset: height }];
  const body = await physics(placements, { ...FREE, ...changed }, { planes });
  const { world, state } = body;
  const own = world.bodies.at(-1)!.vertexBase;
  for (let v = own; v < world.vertexCount; v++) state.velocities[3 * v + 1] = speed;
  const start = state.positions.slice();
  await body.run(STEPS);
  return { ...body, start, own };
}

/** Largest difference of a vertex's velocity from `speed` upwards [m/s], and of its position from free flight with that speed [m]. */
function fromFreeFlight(
  { state, start }: Physics & { start: Float32Array },
  first: number,
  last: number,
  speed: number,
) {
  let velocity = 0;
  let place = 0;
  for (let i = 3 * first; i < 3 * last; i++) {
    const v = i % 3 === 1 ? speed : 0;
    velocity = Math.max(velocity, Math.abs(state.velocities[i] - v));
    const x = state.positions[i] + state.remainders[i];
    place = Math.max(place, Math.abs(x - start[i] - v * STEPS * TIME_STEP));
  }
  return { velocity, place };
}

describe.each(SOLVERS)('implicit Euler, %s', (solver) => {
  it.each(['box', 'ground'] as const)(
    'a body that is slightly inside the %s and already leaves keeps its speed',
    async (inside) => {
      const risen = await rise(inside, SPEED, { solver });
      const { own, world } = risen;
      const { velocity, place } = fromFreeFlight(risen, own, world.vertexCount, SPEED);
      expect(velocity).toBeLessThan(SHARE * SPEED);
      expect(place).toBeLessThan(SHARE * SPEED * STEPS * TIME_STEP);
      // Nor is the body below pushed down.
      expect(fromFreeFlight(risen, 0, own, 0).velocity).toBeLessThan(SHARE * SPEED);
    },
  );

  it.each(['box', 'ground'] as const)('a body that is as deep in the %s, at rest, is pushed out', async (inside) => {
    const { own, state, world, masses } = await rise(inside, 0, { solver });
    let momentum = 0;
    let mass = 0;
    for (let v = own; v < world.vertexCount; v++) {
      mass += masses[v];
      momentum += masses[v] * state.velocities[3 * v + 1];
    }
    expect(momentum / mass).toBeGreaterThan(0.05 * SPEED);
  });
});

// Its lowest elements carry its weight, but the floor does so already: nothing holds it back, though it begins a little inside.
it('a column that rests on the ground and gets a speed upwards leaves as it does by paths', async () => {
  const leave = async (recovery: SimulationParameters['recovery']) => {
    const parameters = { integrator: 'implicit-euler', timeStep: 1 / 60, youngsModulus: 1e5, recovery } as const;
    const column = placed('column', box(2, 10, 2, CELL), (x, y, z) => [x, y + 5e-4, z]);
    const body = await physics([column], parameters, { planes: [{ normal: [0, 1, 0], offset: 0 }] });
    await body.run(20);
    const { state, world } = body;
    const lowest = state.positions.reduce((least, y, i) => (i % 3 === 1 ? Math.min(least, y) : least), Infinity);
    expect(lowest).toBeLessThan(0);
    for (let v = 0; v < world.vertexCount; v++) state.velocities[3 * v + 1] += SPEED;
    await body.run(3);
    return state.positions.slice();
  };
  expect(await leave('regions')).toEqual(await leave('paths'));
});
