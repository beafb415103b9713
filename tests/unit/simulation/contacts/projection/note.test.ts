import { expect, it } from 'vitest';
import { SCENES } from '../../../../../src/scenes/scenes.ts';
import { startParameters } from '../../../../../src/scenes/start-parameters.ts';
import { noteOnOffset } from '../../../../../src/simulation/contacts/projection/note.ts';
import { createModel } from '../../../../../src/simulation/world/create-model.ts';
import type { World } from '../../../../../src/simulation/world/world.ts';
import { cuboid } from '../../../../../src/mesh/model/cuboid.ts';

const boxOf = (side: number) => createModel('box', cuboid({ size: [side, side, side], cells: [2, 2, 2] }).mesh, side);
/** A coarse box, and one whose edges are 1 to 1.7 cm long. */
const world = { models: [boxOf(1), boxOf(0.02)] } as unknown as World;

it.each([
  [
    0.1,
    'hybrid',
    undefined,
    /^contactOffset is 0\.1 m, but the edges of a body's surface are 0\.01\d m long: .*; expected at most 0\.01\d m$/,
  ],
  [0.05, 'dcd', ['contactOffset'], /^contactOffset is 0\.05 m/],
  [0.1, 'off', undefined, undefined],
  [0.1, 'hybrid', ['friction'], undefined],
  [0.005, 'hybrid', undefined, undefined],
] as const)(
  'an offset of %d m in mode %s, with %j chosen, is told where it is longer than the shortest edges',
  (contactOffset, mode, changed, message) => {
    const [note] = noteOnOffset(world, { contactOffset, mode }, changed);
    if (message) expect(note).toMatch(message);
    else expect(note).toBeUndefined();
  },
);

it('no scene of the list asks for such an offset', () => {
  for (const scene of SCENES.filter(({ name }) => ['stacked-boxes', 'layered-skirt'].includes(name))) {
    const parameters = startParameters(scene, scene.size.small);
    const models = scene.build(scene.size.small).placements.map(({ model }) => model);
    expect(noteOnOffset({ models }, parameters), scene.name).toEqual([]);
  }
});
