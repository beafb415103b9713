import { expect, test } from 'vitest';
import { Clamp, clampBlocks } from '../../../src/render/clamps.ts';
import { createModel } from '../../../src/simulation/world/create-model.ts';
import { type Motion, move, poseAt } from '../../../src/simulation/script/motion.ts';
import { Vector3 } from 'three/webgpu';
import { boxMesh } from '../mesh/box-mesh.ts';

const model = createModel('box', boxMesh(4, 1, 1), 0.5);
const { positions } = model.mesh;
const placements = [0, 3].map((z) => ({ model, positions: positions.map((x, i) => x + (i % 3 === 2 ? z : 0)) }));
const all = Uint32Array.from({ length: positions.length / 3 }, (_, v) => v);
const least = all.reduce((x, v) => Math.min(x, positions[3 * v]), Number.POSITIVE_INFINITY);
const end = all.filter((v) => positions[3 * v] === least);
const motion: Motion = {
  times: [0, 2],
  turns: [0, 0.5],
  axis: [1, 0, 0],
  centre: [0, 0.5, 0.5],
  shifts: [
    [0, 0, 0],
    [1, 2, 3],
  ],
};

test('a driver of an end has a block around its vertices, a driver of a whole body has none', () => {
  const [block, ...others] = clampBlocks(
    [
      { body: 0, vertices: end, motion },
      { body: 1, vertices: all, motion },
    ],
    placements,
  );
  expect(others).toEqual([]);
  for (const v of all) {
    const isInside = [0, 1, 2].every(
      (k) => positions[3 * v + k] > block.least[k] && positions[3 * v + k] < block.most[k],
    );
    expect(isInside).toBe(end.includes(v));
  }
});

test('a bare driver has no block', () => {
  expect(clampBlocks([{ body: 0, vertices: end, motion, bare: true }], placements)).toEqual([]);
});

test('ends with the same motion share a block', () => {
  const drivers = [0, 1].map((body) => ({ body, vertices: end, motion: structuredClone(motion) }));
  const [block, ...others] = clampBlocks(drivers, placements);
  expect(others).toEqual([]);
  expect(block.most[2] - block.least[2]).toBeGreaterThan(3);
  expect(clampBlocks([drivers[0], { ...drivers[1], until: 1 }], placements)).toHaveLength(2);
});

test("a block's corners move like driven vertices until they are released", () => {
  const [block] = clampBlocks([{ body: 0, vertices: end, motion, until: 3 }], placements);
  const clamp = new Clamp(block);
  for (const time of [0, 0.7, 2, 2.9]) {
    clamp.moveTo(time);
    const expected = new Float32Array(3);
    move(poseAt(motion, time), Float32Array.from(block.least), 0, expected, 0);
    const corner = new Vector3(...block.least).applyMatrix4(clamp.mesh.matrix);
    for (const [k, x] of corner.toArray().entries()) expect(x).toBeCloseTo(expected[k], 5);
    expect(clamp.mesh.visible).toBe(true);
  }
  clamp.moveTo(3);
  expect(clamp.mesh.visible).toBe(false);
});
