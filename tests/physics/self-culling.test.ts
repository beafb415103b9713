import { cases } from '../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import { octopus } from '../../src/scenes/models/octopus.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { COUNTERS } from '../../src/simulation/state.ts';
import { createModel } from '../../src/simulation/world/create-model.ts';
import { createSheet } from '../../src/simulation/world/create-sheet.ts';
import type { Placement } from '../../src/simulation/world/world.ts';
import { sheetMesh } from '../fixtures/sheet.ts';
import { physics } from './bodies.ts';

const FLOOR = [{ normal: [0, 1, 0], offset: 0 }] as const;
const AROUND: Partial<SimulationParameters> = {
  ...{ mode: 'hybrid', contactOffset: 2e-3, youngsModulus: 4e5, materialDamping: 0.01 },
};
const CLOTH = { springStiffness: 200, density: 500, staticFriction: 0.5, dynamicFriction: 0.4 };

/** [m/s] */
const SPEED = 10;

/** A sheet that stands on its edge, bent into a wave, and falls onto itself. */
function standingSheet(): Placement[] {
  const mesh = sheetMesh(cases(24, 16), cases(0.03, 0.045));
  const positions = mesh.positions.map((_, i) => {
    const [x, z] = [mesh.positions[i - (i % 3)], mesh.positions[i - (i % 3) + 2]];
    return [x, z + 0.4, 0.1 * Math.sin(9 * z + 2 * x)][i % 3];
  });
  return [{ model: createSheet('sheet', mesh, 1e-3), positions, material: CLOTH }];
}

/** A sheet above an octopus. */
function sheetOverOctopus(): Placement[] {
  const { mesh, armBaseRadius } = octopus({ tetrahedra: 1200 });
  const cloth = sheetMesh(cases(14, 10), cases(0.05, 0.07));
  const positions = cloth.positions.map((x, i) => (i % 3 === 1 ? 0.4 : x));
  return [
    { model: createModel('octopus', mesh, armBaseRadius), positions: mesh.positions },
    { model: createSheet('sheet', cloth, 1e-3), positions, material: CLOTH },
  ];
}

const WORLDS: Readonly<Record<string, () => Placement[]>> = {
  'a sheet that falls onto itself': standingSheet,
  'a sheet that falls on an octopus': sheetOverOctopus,
};

/** Runs steps, and returns the positions after each, and what was counted in all of them. */
async function run(placements: readonly Placement[], parameters: Partial<SimulationParameters>, steps: number) {
  const { simulator, state, world } = await physics(placements, { ...AROUND, ...parameters }, { planes: FLOOR });
  // The sheet, which comes last, is thrown down, so that it soon crumples.
  for (let v = world.bodies.at(-1)!.vertexBase; v < world.vertexCount; v++) state.velocities[3 * v + 1] = -SPEED;
  const states: Uint8Array[] = [];
  const counted = { culled: 0, contacts: 0 };
  for (let i = 0; i < steps; i++) {
    const { counters } = await simulator.step();
    counted.culled += counters[COUNTERS.ccdCulled];
    counted.contacts += counters[COUNTERS.contactsCcd];
    states.push(new Uint8Array(state.positions.slice().buffer));
  }
  return { states, ...counted };
}

describe.each(Object.entries(WORLDS))('%s', (_, make) => {
  it.each([
    ['ccd', 'end-of-step'],
    ['hybrid', 'in-the-loop'],
  ] as const)(
    'moves the same, to the last bit, with culling of self-collisions: %s, contacts %s',
    async (mode, contacts) => {
      const STEPS = cases(40, 20);
      const off = await run(make(), { mode, contacts, selfCulling: 'off' }, STEPS);
      const on = await run(make(), { mode, contacts, selfCulling: 'cones' }, STEPS);
      const differs = on.states.findIndex((bytes, i) => Buffer.compare(bytes, off.states[i]) !== 0);
      expect(differs).toBe(-1);
      expect(off.contacts).toBeGreaterThan(100);
      expect(off.culled).toBe(0);
      expect(on.culled).toBeGreaterThan(1000);
    },
  );
});
