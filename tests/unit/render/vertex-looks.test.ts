import { Color } from 'three/webgpu';
import { expect, test } from 'vitest';
import { squishyBall } from '../../../src/scenes/models/squishy-ball.ts';
import { bodyColour } from '../../../src/render/palette.ts';
import { bodyColours, formAttribute } from '../../../src/render/vertex-looks.ts';
import { createModel } from '../../../src/simulation/world/create-model.ts';
import type { Model } from '../../../src/simulation/world/model.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';
import { boxMesh } from '../mesh/box-mesh.ts';

const worldOf = (...models: Model[]) =>
  createWorld(
    models.map((model) => ({ model, positions: model.mesh.positions })),
    [],
  ).world;
const lightness = (rgb: ArrayLike<number>) => new Color(rgb[0], rgb[1], rgb[2]).getHSL({ h: 0, s: 0, l: 0 }).l;

test("a ball has its body's colour, and each tentacle becomes paler from base to tip", () => {
  const { mesh, tentacleRadius, tentacleOffsets, coreVertices } = squishyBall({ tetrahedra: 5000 });
  const colours = bodyColours(worldOf(createModel('squishy-ball', mesh, tentacleRadius)));
  const at = (v: number) => colours.subarray(3 * v, 3 * v + 3);
  const own = bodyColour(0).toArray();
  for (const v of coreVertices) for (let k = 0; k < 3; k++) expect(at(v)[k]).toBeCloseTo(own[k], 2);
  for (let i = 0; i + 1 < tentacleOffsets.length; i++) {
    const [first, last] = [tentacleOffsets[i], tentacleOffsets[i + 1] - 1];
    expect(lightness(at(first))).toBeGreaterThan(lightness(own));
    expect(lightness(at(last))).toBeGreaterThan(lightness(at(first)) + 0.05);
    expect(lightness(at(last))).toBeGreaterThan(lightness(own) + 0.12);
  }
});

test('a box has edges and no occlusion, a ball beside it occlusion and no edges', () => {
  const box = createModel('box', boxMesh(6, 6, 6), 3);
  const ball = createModel('squishy-ball', squishyBall({ tetrahedra: 5000 }).mesh, 0.1);
  const world = worldOf(box, ball);
  const { form, hasCreases: hasEdges } = formAttribute(world);
  expect(hasEdges).toBe(true);
  expect(formAttribute(worldOf(ball)).hasCreases).toBe(false);
  const column = (body: number, k: number) => {
    const { model, vertexBase } = world.bodies[body];
    const { vertexCount } = world.models[model].topology;
    return Array.from({ length: vertexCount }, (_, v) => form[3 * (vertexBase + v) + k]);
  };
  expect(column(0, 0).every((thickness) => thickness === 3)).toBe(true);
  expect(Math.max(...column(0, 1))).toBe(0);
  // Twelve edges with five inner vertices each, and eight corners.
  expect(column(0, 2).filter((crease) => crease === 1)).toHaveLength(12 * 5 + 8);
  expect(Math.max(...column(1, 1))).toBeGreaterThan(0);
  expect(Math.max(...column(1, 2))).toBe(0);
});

test('a body with a skin of its own has its colours, mixed by the shares of its marks', () => {
  const model = createModel('box', boxMesh(1, 1, 1), 3);
  const shares = Float32Array.from({ length: model.topology.vertexCount }, (_, v) => (v === 0 ? 1 : 0));
  const skin = { colour: 0x00ff00, marks: [{ colour: 0xff0000, shares }] };
  const { world } = createWorld([{ model, positions: model.mesh.positions, skin }], []);
  const colours = bodyColours(world);
  expect(Array.from(colours.subarray(0, 6))).toEqual([1, 0, 0, 0, 1, 0]);
  expect(bodyColour(0, skin).getHex()).toBe(0x00ff00);
});
