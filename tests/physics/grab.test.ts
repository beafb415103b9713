import { cases } from '../fixtures/tier.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { octopus } from '../../src/scenes/models/octopus.ts';
import { octopi8 } from '../../src/scenes/octopi-8.ts';
import { grabbedPoint, grabRadius, Neighbourhoods } from '../../src/simulation/constraints/grabs/neighbourhood.ts';
import { InterpenetratingVertices } from '../../src/simulation/diagnostics/interpenetrating-vertices.ts';
import { countPiercing } from '../../src/simulation/diagnostics/measure.ts';
import { countInverted } from '../../src/simulation/diagnostics/volumes.ts';
import { createModel } from '../../src/simulation/world/create-model.ts';
import type { Model } from '../../src/simulation/world/model.ts';
import { isBowl, type Plane } from '../../src/simulation/world/world.ts';
import { seededRandom } from '../fixtures/box-world.ts';
import { type Physics, physics } from './bodies.ts';

/** Arm span of the octopus in the scene octopi-8 [m]. */
const SPAN = 2;
const TIME_STEP = 3.3e-3;
/** Tetrahedra per body of the pile, the fewest that there can be, and steps until it lies in one. */
const COARSE = 900;
const PILE_STEPS = 250;
/** Speed of the pointer: two body lengths per second [m/s]. */
const SPEED = 2 * SPAN;

/** An octopus alone in the air: of the scene's default size, in the first tier of its small one. */
let model: Model;
beforeAll(() => {
  const { mesh, armBaseRadius } = octopus({
    tetrahedra: cases(octopi8.size.default ?? octopi8.size.small, octopi8.size.small),
  });
  const scaled = { tets: mesh.tets, positions: mesh.positions.map((x) => SPAN * x) };
  model = createModel('octopus', scaled, SPAN * armBaseRadius);
});

/** The surface vertex that is farthest along a direction. */
function farthest([x, y, z]: readonly [number, number, number]): number {
  const { positions } = model.mesh;
  const height = (v: number) => x * positions[3 * v] + y * positions[3 * v + 1] + z * positions[3 * v + 2];
  return model.topology.surfaceVertices.reduce((best, v) => (height(v) > height(best) ? v : best));
}

/** Mean over all vertices, weighted by mass, of 3 numbers per vertex. */
function mean({ masses }: Physics, values: Float32Array): number[] {
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  return [0, 1, 2].map((k) => masses.reduce((sum, mass, v) => sum + mass * values[3 * v + k], 0) / total);
}

const open = () => physics([{ model, positions: model.mesh.positions.slice() }], octopi8.parameters!);

/** Grabs a vertex, and moves the target along x at two body lengths per second, as the page does: a target per frame. */
async function drag(body: Physics, vertex: number, frames: number, eachFrame = () => {}): Promise<void> {
  const { state, world, simulator } = body;
  const { stepsPerFrame: steps } = simulator.parameters;
  const radius = grabRadius(model);
  const [x, y, z] = grabbedPoint(new Neighbourhoods(world).of(vertex, radius), state.positions, state.inverseMasses)!;
  for (let frame = 0; frame <= frames; frame++) {
    simulator.setGrabs([{ vertex, radius, target: [x + SPEED * frame * steps * TIME_STEP, y, z], steps }]);
    await body.run(frame === 0 ? 1 : steps); // The target of a new grab stands still.
    eachFrame();
  }
}

describe('an octopus pulled at two body lengths per second', () => {
  it('follows within a tenth of its size after 0.3 s, and flies on with the pointer’s speed', async () => {
    const body = await open();
    const [start] = mean(body, body.state.positions);
    const frames = 18; // 0.297 s
    await drag(body, farthest([0, 1, 0]), frames);
    const [x] = mean(body, body.state.positions);
    const pointer = SPEED * frames * 5 * TIME_STEP;
    expect(Math.abs(x - start - pointer)).toBeLessThan(0.1 * SPAN);
    body.simulator.setGrabs([]);
    await body.run(1);
    const [speed] = mean(body, body.state.velocities);
    expect(Math.abs(speed / SPEED - 1)).toBeLessThan(0.25);
  });

  it('keeps its elements, if it is dragged by the tip of an arm', async () => {
    const body = await open();
    let worst = 0;
    const count = () => {
      worst = Math.max(worst, countInverted(body.world, body.state.positions));
    };
    await drag(body, farthest([1, 0, 0]), 30, count); // 2 m, a body's length
    body.simulator.setGrabs([]);
    for (let frame = 0; frame < cases(60, 30); frame++) {
      await body.run(5);
      count();
    }
    expect(worst).toBeLessThanOrEqual(0.001 * model.topology.tetCount);
    expect(countInverted(body.world, body.state.positions)).toBe(0);
  });
});

describe('a person who pulls as fast as possible', () => {
  /** Pulls in a pile. @returns the most edges that pierce, vertices inside and inverted elements after a step */
  async function mostBroken(mode: 'hybrid' | 'off', grabs: number): Promise<number[]> {
    const scene = octopi8.build(COARSE);
    const body = await physics(
      scene.placements,
      { ...octopi8.parameters, mode },
      {
        planes: scene.colliders.filter((it): it is Plane => !isBowl(it)),
      },
    );
    const { world, state, simulator } = body;
    const vertices = new InterpenetratingVertices(world);
    await body.run(PILE_STEPS);
    const most = [0, 0, 0];
    const random = seededRandom(57);
    const among = (count: number) => Math.floor(random() * count);
    for (let grab = 0; grab < grabs; grab++) {
      const vertex = world.surfaceVertices[among(world.surfaceVertexCount)];
      const beyond = world.surfaceVertices[among(world.surfaceVertexCount)];
      const at = (v: number, factor = 1): [number, number, number] => [
        factor * state.positions[3 * v],
        factor * state.positions[3 * v + 1],
        factor * state.positions[3 * v + 2],
      ];
      simulator.setGrabs([{ vertex, radius: 0.1 * among(3), target: at(vertex) }]);
      await simulator.step();
      // In one step to the far side of whatever lies between.
      simulator.setGrabs([{ vertex, radius: 0.1 * among(3), target: at(beyond, 1.5) }]);
      for (let step = 0; step < 4; step++) {
        await simulator.step();
        const x = state.positions;
        const found = [await countPiercing(simulator.backend), vertices.count(x), countInverted(world, x)];
        found.forEach((count, k) => {
          most[k] = Math.max(most[k], count);
        });
      }
    }
    return most;
  }

  it('pulls nothing through anything, and turns nothing inside out', async () => {
    expect(await mostBroken('hybrid', cases(100, 4))).toEqual([0, 0, 0]);
    // The count sees what is broken: without collisions everything goes through everything.
    const [piercing, inside] = await mostBroken('off', 1);
    expect(Math.min(piercing, inside)).toBeGreaterThan(0);
  });
});
