import { describe, expect, it } from 'vitest';
import { onThisThread } from '../../../../src/index.ts';
import { openInState } from '../../../../src/engine/open-backend.ts';
import { createModel } from '../../../../src/simulation/world/create-model.ts';
import { createWorld } from '../../../../src/simulation/world/create-world.ts';
import { initialState, inverseMasses } from '../../../../src/simulation/initial-state.ts';
import type { SimulationParameters } from '../../../../src/simulation/parameters.ts';
import type { Script } from '../../../../src/simulation/script/script.ts';
import { colliderWords } from '../../../../src/simulation/script/scripted.ts';
import { Simulator } from '../../../../src/simulation/simulator.ts';
import { COLLIDER, COUNTERS } from '../../../../src/simulation/state.ts';
import type { Collider } from '../../../../src/simulation/world/world.ts';
import { cornerTet, parametersWith } from '../../../fixtures/stages.ts';
import { boxMesh } from '../../mesh/box-mesh.ts';

const PARAMETERS = { mode: 'off', velocityDamping: 0, gravity: 10, timeStep: 0.01, stepsPerFrame: 1 } as const;
const tet = cornerTet();
const box = createModel('box', boxMesh(2, 1, 1), 0.5);

/** Tetrahedra and a box in turn, 10 m from one another, so that the world brings bodies of a model together. */
async function open(script: Script, changed: Partial<SimulationParameters> = {}, colliders: readonly Collider[] = []) {
  const placements = [tet, box, tet].map((model, i) => ({
    model,
    positions: model.mesh.positions.map((x, k) => (k % 3 === 0 ? x + 10 * i : x)),
  }));
  const { world, positions } = createWorld(placements, colliders, {}, script);
  const parameters = parametersWith({ ...PARAMETERS, ...changed });
  const state = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
  const backend = await openInState({ world, state, workers: onThisThread });
  const simulator = new Simulator(backend, parameters);
  /** The world's ids of a placement's vertices start here. */
  const bases = [0, tet.topology.vertexCount * 2, tet.topology.vertexCount];
  const place = (body: number, vertex: number) => {
    const v = 3 * (bases[body] + vertex);
    return Array.from(state.positions.subarray(v, v + 3));
  };
  return { world, state, simulator, place };
}
const up = { times: [0, 1], shifts: [[0, 0, 0] as const, [0, 2, 0] as const] };

describe('drivers', () => {
  it.each([0, 1, 2])('move the body that the placements name, here %d, and no other', async (body) => {
    const { simulator, place } = await open({ drivers: [{ body, vertices: Uint32Array.of(1, 3), motion: up }] });
    const before = [0, 1, 2].map((b) => [0, 1, 2, 3].map((v) => place(b, v)));
    await simulator.frame({ steps: 10 });
    expect(simulator.counters[COUNTERS.driven]).toBe(2);
    for (const b of [0, 1, 2])
      for (const v of [0, 1, 2, 3]) {
        const [x, y, z] = place(b, v);
        const [x0, y0, z0] = before[b][v];
        if (b === body && (v === 1 || v === 3)) {
          expect(x).toBe(x0);
          expect(z).toBe(z0);
          expect(y).toBeCloseTo(y0 + 0.2, 6);
        } else if (b !== body) expect(y).toBeCloseTo(y0 - 0.055, 4); // 10 m/s^2 in ten steps
      }
  });

  it('carry the velocity of their motion, and pull what hangs on them along', async () => {
    const { simulator, place, state } = await open({ drivers: [{ body: 0, vertices: Uint32Array.of(0), motion: up }] });
    await simulator.frame({ steps: 50 });
    expect(state.velocities[1]).toBeCloseTo(2, 4);
    expect(place(0, 0)[1]).toBeCloseTo(1, 5);
    expect(place(0, 2)[1]).toBeGreaterThan(0.3); // it would have fallen by 1.3 m
  });

  it.each([0.05, 0.1, 0.3, 0.7])('let go with the step that begins at %d s', async (until) => {
    const all = Uint32Array.of(0, 1, 2, 3);
    const { world, simulator, place, state } = await open({ drivers: [{ body: 2, vertices: all, motion: up, until }] });
    const steps = Math.round(until / PARAMETERS.timeStep);
    const base = world.bodies[1].vertexBase;
    await simulator.frame({ steps });
    expect(Array.from(state.inverseMasses.subarray(base, base + 4))).toEqual([0, 0, 0, 0]);
    const height = place(2, 0)[1];
    expect(height).toBeCloseTo(2 * until, 5);
    await simulator.frame();
    // They go on with the 2 m/s that they had, less gravity's 0.1 m/s.
    expect(place(2, 0)[1] - height).toBeCloseTo(0.019, 5);
    const free = inverseMasses(world, simulator.parameters.density, 1e9);
    expect(state.inverseMasses).toEqual(free);
    expect(free.every((w) => w > 0)).toBe(true);
    expect(simulator.counters[COUNTERS.driven]).toBe(0);
    await simulator.frame({ steps: 9 });
    expect(place(2, 0)[1] - height).toBeCloseTo(0.2 - 0.055, 4);
  });

  it('let go one after the other', async () => {
    const { simulator, place } = await open({
      drivers: [
        { body: 0, vertices: Uint32Array.of(0, 1, 2, 3), motion: { times: [0] }, until: 0.1 },
        { body: 2, vertices: Uint32Array.of(0, 1, 2, 3), motion: { times: [0] } },
        { body: 1, vertices: Uint32Array.from({ length: 12 }, (_, v) => v), motion: { times: [0] }, until: 0.2 },
      ],
    });
    const fallen = () => [0, 1, 2].map((b) => place(b, 0)[1]);
    await simulator.frame({ steps: 10 });
    expect(fallen()).toEqual([0, 0, 0]);
    await simulator.frame({ steps: 10 });
    expect(fallen().map((y) => Math.sign(y))).toEqual([-1, 0, 0]);
    await simulator.frame({ steps: 10 });
    expect(fallen().map((y) => Math.sign(y))).toEqual([-1, -1, 0]);
  });

  it('stay held when the density changes', async () => {
    const { simulator, place, state, world } = await open({
      drivers: [{ body: 1, vertices: Uint32Array.of(2), motion: up }],
    });
    await simulator.frame();
    const before = state.inverseMasses.slice();
    simulator.setParameters({ density: 2000 });
    await simulator.frame();
    expect(state.inverseMasses).toEqual(before.map((w) => w / 2));
    expect(state.inverseMasses[world.drivers[0].vertices[0]]).toBe(0);
    expect(place(1, 2)[1]).toBeCloseTo(box.mesh.positions[7] + 0.04, 6);
  });

  it('that name what is not there are refused', async () => {
    const vertices = Uint32Array.of(4);
    const refused = (body: number) => expect(open({ drivers: [{ body, vertices, motion: up }] })).rejects;
    await refused(3).toThrow(/body 3, expected an index below 3/);
    await refused(0).toThrow(/vertex 4, expected ids below 4/);
  });

  it('move the second of two bodies that are placed by the same object', () => {
    const placement = { model: tet, positions: tet.mesh.positions };
    const script = { drivers: [{ body: 1, vertices: Uint32Array.of(2), motion: up }] };
    const { world } = createWorld([placement, placement], [], {}, script);
    expect(world.drivers[0].body).toBe(1);
    expect(Array.from(world.drivers[0].vertices)).toEqual([6]);
  });
});

describe('switches', () => {
  /** Downward speed of a free tetrahedron after each step [m/s]: how gravity was in it. */
  async function gravities(script: Script, steps: number, timeStep: number): Promise<number[]> {
    const { simulator, state } = await open(script, { timeStep });
    const found: number[] = [];
    for (let i = 0, before = 0; i < steps; i++) {
      await simulator.frame();
      found.push(Math.round((before - state.velocities[1]) / timeStep));
      before = state.velocities[1];
    }
    return found;
  }

  it.each([
    [5, 0.01],
    [10, 0.01],
    [30, 0.01],
    [13, 3.3e-3],
    [29, 3.3e-3],
  ])('take effect with step %i of %d s and not before', async (step, timeStep) => {
    const time = Number((step * timeStep).toFixed(9)); // as a person writes it
    const found = await gravities({ switches: [{ time, parameters: { gravity: 3 } }] }, step + 2, timeStep);
    expect(found).toEqual([...Array.from({ length: step }, () => 10), 3, 3]);
  });

  it('between two steps take effect with the next one, in the order of their times', async () => {
    const switches = [
      { time: 0.035, parameters: { gravity: 5 } },
      { time: 0.02, parameters: { gravity: 3 } },
      { time: 0.035, parameters: { gravity: 6 } },
    ];
    expect(await gravities({ switches }, 6, 0.01)).toEqual([10, 10, 3, 3, 6, 6]);
  });

  it('are no inputs: whoever repeats a run has the script', async () => {
    const { simulator } = await open({ switches: [{ time: 0, parameters: { gravity: 0, density: 500 } }] });
    await simulator.frame();
    expect(simulator.inputs).toEqual([]);
    expect(simulator.parameters.density).toBe(500);
  });
});

describe('moving colliders', () => {
  const bowl: Collider = { centre: [1, 2, 3], radius: 4, rim: 1, thickness: 0.5 };
  const slope: Collider = { normal: [0.6, 0.8, 0], offset: 0.1 };
  const motion = { times: [0, 1], shifts: [[0, 0, 0] as const, [1, 2, 4] as const] };

  it('stand where the script says at the end of a step, and say what they moved', async () => {
    const script = {
      colliders: [
        { collider: 1, motion },
        { collider: 0, motion },
      ],
    };
    const { world } = await open(script, {}, [slope, bowl, slope]);
    const words = colliderWords(world, 0.5, 0.25);
    const record = (c: number) => Array.from(words.subarray(COLLIDER.stride * c, COLLIDER.stride * c + 10));
    // The plane's offset by the share of the shift along its normal.
    const expected = [
      [0.6, 0.8, 0, 0.1 + 0.3 + 0.8, 0.25, 0.5, 1, 0, 0, 0],
      [1.5, 3, 5, 4, 0.25, 0.5, 1, 1, 2, 0.5],
      [0.6, 0.8, 0, 0.1, 0, 0, 0, 0, 0, 0],
    ];
    expected.forEach((values, c) => {
      record(c).forEach((word, k) => {
        expect(word, `word ${k} of ${c}`).toBeCloseTo(values[k], 6);
      });
    });
  });

  it('lift what lies on them, and come to rest with it', async () => {
    const ground: Collider = { normal: [0, 1, 0], offset: 0 };
    const lift = { times: [0, 0.2], shifts: [[0, 0, 0] as const, [0, 0.1, 0] as const] };
    const { simulator, place, state } = await open(
      { colliders: [{ collider: 0, motion: lift }] },
      { velocityDamping: 5 },
      [ground],
    );
    await simulator.frame({ steps: 10 });
    expect(place(0, 0)[1]).toBeCloseTo(0.05, 3);
    await simulator.frame({ steps: 50 });
    expect(place(0, 0)[1]).toBeGreaterThanOrEqual(0.1 - 1e-6);
    expect(state.colliders[COLLIDER.offset]).toBeCloseTo(0.1, 6);
    expect(Array.from(state.colliders.subarray(COLLIDER.moved, COLLIDER.moved + 3))).toEqual([0, 0, 0]);
  });
});
