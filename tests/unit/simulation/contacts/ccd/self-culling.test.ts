import { TYPESCRIPT_KERNELS } from '../../../../../src/simulation/program/kernels.ts';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../../src/math/random.ts';
import { NONE } from '../../../../../src/mesh/topology.ts';
import { liesInOnePatch } from '../../../../../src/simulation/contacts/ccd/marked-patches.ts';
import { markPatches } from '../../../../../src/simulation/contacts/ccd/self-culling.ts';
import { initialState } from '../../../../../src/simulation/initial-state.ts';
import { makeModelData } from '../../../../../src/simulation/model-data.ts';
import { defaultParameters } from '../../../../../src/simulation/parameters.ts';
import { createScratch } from '../../../../../src/simulation/scratch.ts';
import { createRope } from '../../../../../src/simulation/world/create-rope.ts';
import { createSheet } from '../../../../../src/simulation/world/create-sheet.ts';
import { createWorld } from '../../../../../src/simulation/world/create-world.ts';
import { SURFACE_FAMILIES } from '../../../../fixtures/folded-surfaces.ts';
import { allPairs, elementsTouching } from '../../../../fixtures/self-collision.ts';

/** Pairs that touch, and faces that are marked, over all families. */
const seen = { touching: 0, marked: 0 };

describe.each(SURFACE_FAMILIES)('patches of $name that CCD passes over', (family) => {
  it('hold no pair that touches during the step, against brute force', () => {
    for (let seed = 0; seed < 12; seed++) {
      const random = seededRandom(500 + seed);
      const { mesh, deform } = family.draw(random);
      const parameters = defaultParameters();
      const model = createSheet('sheet', mesh, 1e-3);
      // Two bodies, so that ids of bodies and of the world differ.
      const placements = [mesh.positions, mesh.positions].map((positions) => ({ model, positions }));
      const { world, positions } = createWorld(placements, []);
      const state = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
      makeModelData(world, ['patchTree']);
      const [x0, other] = [deform(), deform()];
      const share = 0.6 * random() ** 2;
      const x1 = x0.map((x, i) => x + share * (other[i] - x));
      const { vertexBase, faceBase } = world.bodies[1];
      state.positionsT0.set(x0, 3 * vertexBase);
      state.positions.set(x1, 3 * vertexBase);
      const context = { world, state, parameters, argument: 0, scratch: createScratch(), kernels: TYPESCRIPT_KERNELS };
      markPatches.run(context, 0, 2, 0);

      const { topology } = model;
      const { vertexFace, edgeEdge } = elementsTouching(topology, allPairs(topology.faceCount), x0, x1);
      for (const key of vertexFace) {
        const [vertex, face] = [Math.floor(key / topology.faceCount), key % topology.faceCount];
        expect(liesInOnePatch(world, state, 1, false, vertex, face)).toBe(false);
      }
      for (const key of edgeEdge) {
        const [a, b] = [Math.floor(key / topology.edgeCount), key % topology.edgeCount];
        expect(liesInOnePatch(world, state, 1, true, a, b)).toBe(false);
      }
      seen.touching += vertexFace.size + edgeEdge.size;
      seen.marked += state.facePatches.subarray(faceBase).filter((mark) => mark !== 0 && mark !== NONE).length;
    }
  });
});

it('edges of a rope lie in no patch', () => {
  const model = createRope('rope', [0, 0, 0, 1, 0, 0, 1, 1, 0, 0.5, -1, 0], { thickness: 0.1, dimension: 3 });
  const { world, positions } = createWorld([{ model, positions: model.mesh.positions }], [], { selfCulling: 'cones' });
  const state = initialState(world, positions, defaultParameters(), (bytes) => new ArrayBuffer(bytes));
  expect(liesInOnePatch(world, state, 0, true, 0, 2)).toBe(false);
});

it('there were pairs that touch, and patches to pass over', () => {
  expect(seen.touching).toBeGreaterThan(500);
  expect(seen.marked).toBeGreaterThan(2000);
});
