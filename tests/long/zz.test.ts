import { it } from 'vitest';
import { COUNTERS } from '../../src/simulation/counters.ts';
import { sceneByName } from '../../src/scenes/scenes.ts';
const boxesRope = sceneByName(process.env.S!)!;
import { createWorld } from '../../src/simulation/world/create-world.ts';
import { defaultParameters } from '../../src/simulation/parameters.ts';
import { initialState } from '../../src/simulation/initial-state.ts';
import { openInState } from '../../src/engine/open-backend.ts';
import { onThisThread } from '../../src/index.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import { writeFileSync } from 'node:fs';

it('scene', async () => {
  const build = boxesRope.build(boxesRope.size.default);
  const parameters = { ...defaultParameters(), ...boxesRope.parameters };
  const { world, positions } = createWorld(build.placements, build.colliders, parameters, build.script, build.air);
  console.log(world.air.elements.length / 4, world.faceCount);
  const state = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
  const simulator = new Simulator(await openInState({ world, state, workers: onThisThread }), parameters);
  const frames: number[][] = [];
  for (let f = 0; f < boxesRope.frames; f++) {
    const t = performance.now();
    await simulator.step();
    const ms = performance.now() - t;
    if (f % 20 === 0 || (f > 230 && f < 300 && f % 4 == 0)) {
      let e = 0;
      for (let i = 0; i < world.vertexCount; i++)
        if (state.inverseMasses[i] > 0)
          e += (state.velocities[3 * i] ** 2 + state.velocities[3 * i + 1] ** 2) / state.inverseMasses[i] / 2;
      console.log(
        f,
        'E',
        e.toFixed(3),
        'inv',
        state.counters[COUNTERS.airInverted],
        'flips',
        state.counters[COUNTERS.airChanges],
        ms.toFixed(2),
        'ms',
      );
      frames.push(Array.from(state.positions, (x) => +x.toFixed(4)));
    }
  }
  const bodies = world.bodies.map((b) => ({
    v: b.vertexBase,
    edges: Array.from(world.models[b.model].topology.edges),
  }));
  writeFileSync('/tmp/zz.json', JSON.stringify({ frames, bodies }));
}, 1e6);
