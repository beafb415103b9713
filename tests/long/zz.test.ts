import { it } from 'vitest';
import { labelledCells } from '../../src/mesh/air/labelled-cells.ts';
import { createModel } from '../../src/simulation/world/create-model.ts';
import { createPoints } from '../../src/simulation/world/create-rope.ts';
import { physics } from '../physics/bodies.ts';
import { COUNTERS } from '../../src/simulation/counters.ts';

it('boxes', async () => {
  const n = [11, 5, 11];
  const planes = n.map((c) => Array.from({ length: c + 1 }, (_, i) => 0.5 * i)) as any;
  const labels: number[] = [];
  let count = 0;
  for (let k = 0; k < n[2]; k++)
    for (let j = 0; j < n[1]; j++) for (let i = 0; i < n[0]; i++) labels.push(i & j & k & 1 ? ++count : 0);
  const t0 = performance.now();
  const space = labelledCells({ planes, labels });
  console.log(count, space.air.elements.length / 4, space.bodies.length, performance.now() - t0);
  const model = createModel('box', space.bodies[0], 0.25);
  for (const set of [{ airFlips: 0 }, { airFlips: 1 }] as const) {
    const body = await physics(
      [
        ...space.bodies.map(({ positions }) => ({ model, positions: Float32Array.from(positions) })),
        {
          model: createPoints('border', space.border, { dimension: 3, volume: 0 }),
          positions: Float32Array.from(space.border),
        },
      ],
      { mode: 'off', timeStep: 1 / 120, iterations: 10, youngsModulus: 1e6, poissonRatio: 0.3, density: 500, ...set },
      { air: space.air },
    );
    for (let f = 0; f < 20; f++) {
      const t = performance.now();
      let inv = 0,
        ch = 0;
      for (let s = 0; s < 12; s++) {
        await body.run(1);
        inv = body.state.counters[COUNTERS.airInverted];
        ch += body.state.counters[COUNTERS.airChanges];
      }
      const v = body.state.velocities;
      let e = 0;
      let low = 9;
      for (let i = 0; i < body.masses.length; i++) {
        e += 0.5 * body.masses[i] * (v[3 * i] ** 2 + v[3 * i + 1] ** 2 + v[3 * i + 2] ** 2);
        if (body.masses[i] > 0) low = Math.min(low, body.state.positions[3 * i + 1]);
      }
      console.log(
        JSON.stringify(set),
        f,
        'E',
        e.toFixed(1),
        'inv',
        inv,
        'changes',
        ch,
        'low',
        low.toFixed(3),
        ((performance.now() - t) / 12).toFixed(2),
        'ms',
        body.state.airTally.join(),
      );
    }
  }
}, 1e6);
