import { expect, test } from 'vitest';
import { restCreases } from '../../../src/render/creases.ts';
import { refine } from '../../../src/render/refine.ts';
import { restOcclusion } from '../../../src/render/rest-occlusion.ts';
import { bodyColours, formAttribute } from '../../../src/render/vertex-looks.ts';
import { buildPatchTree } from '../../../src/simulation/self-collision/patch-tree.ts';
import { createPoints, createRope } from '../../../src/simulation/world/create-rope.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';

const rope = createRope('rope', [0, 0, 1, 0, 1, 1], { thickness: 0.1, closed: true });
const points = createPoints('border', [-10, -10, 10, -10, 10, 10]);
const { world } = createWorld(
  [rope, points].map((model) => ({ model, positions: model.mesh.positions })),
  [],
);

test.each([rope, points])('a body without faces has no skin, but every look of one: $name', (model) => {
  expect(restOcclusion(model)).toEqual(new Float32Array(model.topology.vertexCount));
  expect(restCreases(model)).toBeUndefined();
  expect(buildPatchTree(model.topology, model.mesh.positions).nodeCount).toBe(0);
});

test('a world without faces has no triangles to draw', () => {
  expect(refine(world).index.length).toBe(0);
  expect(formAttribute(world).hasCreases).toBe(false);
  expect(bodyColours(world).every(Number.isFinite)).toBe(true);
});
