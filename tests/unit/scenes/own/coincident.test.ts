import { expect, it } from 'vitest';
import { noteOnCoincident } from '../../../../src/scenes/own/coincident.ts';
import { readSceneFile } from '../../../../src/scenes/own/read-scene-file.ts';
import { toScene } from '../../../../src/scenes/own/to-scene.ts';

const MESHES = {
  a: { shape: 'ball', tetrahedra: 200 },
  same: { shape: 'ball', tetrahedra: 200 },
  box: { shape: 'box' },
};
const of = (...bodies: object[]) => readSceneFile({ untangle: 1, meshes: MESHES, bodies });
const END =
  ", so nothing tells which way they should part: the program takes directions by their numbers; if that isn't meant, give each body an 'at' of its own";

it.each([
  ['two at the origin', [{ mesh: 'a' }, { mesh: 'a' }], 'bodies 0 and 1 lie exactly in one another'],
  [
    'of two meshes',
    [
      { mesh: 'a', at: [1, 2, 3] },
      { mesh: 'same', at: [1, 2, 3] },
    ],
    'bodies 0 and 1 lie exactly in one another',
  ],
  [
    'four, one held',
    [...Array(3).fill({ mesh: 'box' }), { mesh: 'box', held: true }],
    'bodies 0, 1, 2 and 1 more lie exactly in one another',
  ],
  [
    'two pairs, one turned by a quaternion and its negative',
    [{ mesh: 'box' }, { mesh: 'a', turn: [0, 0, 0.6, 0.8] }, { mesh: 'box' }, { mesh: 'a', turn: [0, 0, -0.6, -0.8] }],
    'bodies 0 and 2 lie exactly in one another; bodies 1 and 3 lie exactly in one another',
  ],
  [
    'five pairs',
    [0, 1, 2, 3, 4, 0, 1, 2, 3, 4].map((x) => ({ mesh: 'a', at: [2 * x, 0, 0] })),
    'bodies 0 and 5 lie exactly in one another; bodies 1 and 6 lie exactly in one another; bodies 2 and 7 lie exactly in one another; so do those at 2 more places',
  ],
])('bodies that lie exactly in one another are named: %s', async (_, bodies, text) => {
  const own = await of(...(bodies as object[]));
  expect(noteOnCoincident(own)).toEqual([`${text}${END}`]);
  // The page shows the notes of a scene that it has built.
  expect(toScene(own).build(1).notes).toEqual([`${text}${END}`]);
});

it('bodies that only overlap aren’t named, even with the same box around them', async () => {
  const turned = { mesh: 'a', turn: [0, Math.SQRT1_2, 0, Math.SQRT1_2] };
  const all = await of(
    { mesh: 'a' },
    { mesh: 'a', at: [0.001, 0, 0] },
    { mesh: 'box' },
    { mesh: 'a', scale: 2 },
    turned,
  );
  expect(noteOnCoincident(all)).toEqual([]);
});
