import { describe, expect, it } from 'vitest';
import { octopus } from '../../src/scenes/models/octopus.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { COUNTERS, type State } from '../../src/simulation/state.ts';
import { createModel } from '../../src/simulation/world/create-model.ts';
import { createSheet } from '../../src/simulation/world/create-sheet.ts';
import type { Placement } from '../../src/simulation/world/world.ts';
import { sheetMesh } from '../fixtures/sheet.ts';
import { allPairs, elementsTouching } from '../fixtures/self-collision.ts';
import { physics } from './bodies.ts';

const FLOOR = [{ normal: [0, 1, 0], offset: 0 }] as const;
const AROUND: Partial<SimulationParameters> = {
  ...{ mode: 'hybrid', contactOffset: 2e-3, youngsModulus: 4e5, materialDamping: 0.01 },
};
const CLOTH = { springStiffness: 200, density: 500, staticFriction: 0.5, dynamicFriction: 0.4 };

/** A sheet that stands on its edge, bent into a wave, and falls onto itself. */
function standingSheet(): Placement[] {
  const mesh = sheetMesh(24, 0.03);
  const positions = mesh.positions.map((_, i) => {
    const [x, z] = [mesh.positions[i - (i % 3)], mesh.positions[i - (i % 3) + 2]];
    return [x, z + 0.4, 0.1 * Math.sin(9 * z + 2 * x)][i % 3];
  });
  return [{ model: createSheet('sheet', mesh, 1e-3), positions, material: CLOTH }];
}

/** A sheet above an octopus. */
function sheetOverOctopus(): Placement[] {
  const { mesh, armBaseRadius } = octopus({ tetrahedra: 1200 });
  const cloth = sheetMesh(14, 0.05);
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

/** Runs steps, and returns the positions after each. */
async function run(placements: readonly Placement[], parameters: Partial<SimulationParameters>, frames: number) {
  const { simulator, world, state } = await physics(placements, { ...AROUND, ...parameters }, { planes: FLOOR });
  const states: Uint8Array[] = [];
  let culled = 0;
  const { backend } = simulator;
  const runProgram = backend.run.bind(backend);
  backend.run = async (program) => {
    const counters = await runProgram(program);
    culled += counters[COUNTERS.ccdCulled];
    return counters;
  };
  for (let i = 0; i < frames; i++) {
    await simulator.frame({ steps: 5 });
    states.push(new Uint8Array(state.positions.slice().buffer));
  }
  return { states, culled, world, state };
}

describe.each(Object.entries(WORLDS))('%s', (_, make) => {
  it.each([
    ['ccd', 'end-of-step'],
    ['hybrid', 'in-the-loop'],
  ] as const)(
    'moves the same, to the last bit, with culling of self-collisions: %s, contacts %s',
    async (mode, contacts) => {
      const FRAMES = 14;
      const off = await run(make(), { mode, contacts, selfCulling: 'off' }, FRAMES);
      const on = await run(make(), { mode, contacts, selfCulling: 'cones' }, FRAMES);
      const differs = on.states.findIndex((bytes, i) => Buffer.compare(bytes, off.states[i]) !== 0);
      expect(differs).toBe(-1);
      expect(off.culled).toBe(0);
      expect(on.culled).toBeGreaterThan(1000);
    },
  );
});

it('no element pair within a patch that is marked touches during the step, against brute force', async () => {
  const { world, state } = await run(
    standingSheet(),
    { selfCulling: 'cones', mode: 'ccd', contacts: 'end-of-step' },
    24,
  );
  const { topology } = world.models[0];
  const patches = patchesOf(state);
  const touching = elementsTouching(topology, allPairs(topology.faceCount), state.positionsT0, state.positions);
  const facesAt = (v: number) => {
    const s = topology.surfaceIndices[v];
    return [...topology.vertexFaces.subarray(topology.vertexFaceOffsets[s], topology.vertexFaceOffsets[s + 1])];
  };
  for (const key of touching.vertexFace) {
    const face = key % topology.faceCount;
    if (patches[face] === 0) continue;
    expect(facesAt(Math.floor(key / topology.faceCount)).map((f) => patches[f])).not.toContain(patches[face]);
  }
  expect(new Set(patches).size).toBeGreaterThan(2);
});

const patchesOf = ({ facePatches }: State): number[] => [...facePatches];
