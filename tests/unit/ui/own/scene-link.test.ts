import { expect, it } from 'vitest';
import { defaultShape, makeShape } from '../../../../src/scenes/own/shapes.ts';
import { addMesh, addShape, emptyScene } from '../../../../src/ui/own/edits.ts';
import { sceneInHash } from '../../../../src/ui/own/read-scene-link.ts';
import { hashOf } from '../../../../src/ui/own/scene-link.ts';

const small = addShape(emptyScene(), 'ball', makeShape(defaultShape('ball'))).scene;

it('puts a small scene into a link, and finds the same scene in it', async () => {
  const hash = hashOf(small)!;
  expect(hash).toMatch(/^#scene=\d+\.[\w-]+$/);
  expect(await sceneInHash(hash)).toEqual(small);
});

it('refuses a scene that is too large for a link', () => {
  const { shape: _, ...mesh } = makeShape(defaultShape('octopus'));
  expect(hashOf(addMesh(small, 'octopus', mesh).scene)).toBeUndefined();
});

it('says what is wrong with a link', async () => {
  const hash = hashOf(small)!;
  await expect(sceneInHash('#scene=many.abc')).rejects.toThrow("begins with 'many', expected its length");
  await expect(sceneInHash(hash.slice(0, -20))).rejects.toThrow(/^the scene after # /);
  await expect(sceneInHash(hash.replace('.', '9.'))).rejects.toThrow(/^the scene after # /);
});
