import { describe, expect, it } from 'vitest';
import { packArray } from '../../../src/scenes/own/arrays.ts';
import { readSceneFile } from '../../../src/scenes/own/read-scene-file.ts';
import { defaultShape, SHAPES, type ShapeName } from '../../../src/scenes/own/shapes.ts';
import { toScene } from '../../../src/scenes/own/to-scene.ts';
import { writeSceneFile } from '../../../src/scenes/own/write-scene-file.ts';
import { fullScene } from '../../fixtures/own-scene.ts';
import { read } from './recorded.ts';

const DOCS = read('docs/scene-file.md');
const [, EXAMPLE] = /```json\n([\s\S]*?)```/.exec(DOCS) ?? [];

describe('docs/scene-file.md', () => {
  it('has an example that is read and built', async () => {
    const own = await readSceneFile(EXAMPLE);
    expect(own.bodies).toHaveLength(2);
    const { placements, colliders, script } = toScene(own).build(1);
    expect([placements.length, colliders.length, script?.drivers?.length]).toEqual([2, 1, 1]);
  });

  // The message on an unknown key lists those that are allowed.
  it.each([
    [''],
    ['bodies[0].'],
    ['bodies[0].material.'],
    ['obstacles[0].'],
    ['obstacles[2].'],
    ['switches[0].'],
    ['forces.'],
    ['camera.'],
    ["meshes['a box']."],
    ["meshes['a box'].positions."],
    ["meshes['a box'].surface."],
    ["meshes['a box'].surface.groups[0]."],
    ["meshes['a box'].surface.materials[1]."],
    ["meshes['a box'].surface.materials[1].colourTexture."],
    ['meshes.file.'],
  ])('explains all keys of %s', async (path) => {
    const scene = JSON.parse(writeSceneFile(fullScene())) as { meshes: Record<string, unknown> };
    if (path.startsWith('meshes.file')) scene.meshes.file = { file: 'a.t' };
    let object = scene as unknown as Record<string, unknown>;
    for (const key of path.match(/[^.[\]']+/g) ?? []) object = object[key] as Record<string, unknown>;
    object.nothing = 1;
    const error = (await readSceneFile(scene).catch((reason: unknown) => reason)) as Error;
    const keys = /nothing: unknown; expected one of (.*)$/.exec(error.message)?.[1].split(', ') ?? [];
    expect(keys.length, error.message).toBeGreaterThan(1);
    expect(keys.filter((key) => !DOCS.includes(`\`${key}\``) && !DOCS.includes(`"${key}"`))).toEqual([]);
  });

  it.each(Object.keys(SHAPES) as ShapeName[])('states the sizes of %s', (kind) => {
    const row = DOCS.split('\n').find((line) => line.startsWith(`| \`${kind}\` |`)) ?? '';
    for (const [name, size] of Object.entries(defaultShape(kind).sizes)) expect(row).toContain(`\`${name}\` ${size}`);
    for (const [name, { min, max, unit }] of Object.entries(SHAPES[kind].numbers)) {
      if (unit === 'm') expect(DOCS).toContain(`with sizes in metres, each from ${min} to ${max}`);
      else expect(row, name).toContain(min === 0 ? `(to ${max})` : `(${min} to ${max})`);
    }
  });

  it('describes arrays as they are written', () => {
    expect(Object.keys(packArray(new Float32Array(3)))).toEqual(['type', 'length', 'data']);
  });
});
