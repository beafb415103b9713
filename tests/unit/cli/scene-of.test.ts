import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sceneOf } from '../../../src/cli/scene-of.ts';
import { writeObj } from '../../../src/formats/write/write-obj.ts';
import { box } from '../surface/shapes.ts';

const MATERIAL = {
  name: 'red',
  colour: [1, 0, 0],
  opacity: 1,
  roughness: 0.5,
  metalness: 0,
  doubleSided: false,
} as const;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scene-of-'));
  mkdirSync(join(folder, 'meshes'));
  for (const name of ['a', 'b'])
    for (const file of writeObj({ ...box([2, 1, 1]), materials: [MATERIAL] }, name))
      writeFileSync(join(folder, 'meshes', file.name), file.bytes);
});
afterAll(() => rmSync(folder, { recursive: true }));

const sceneWith = (file: string): string => {
  const path = join(folder, 'my.scene.json');
  const scene = { untangle: 1, meshes: { a: { file, unit: 'cm' } }, bodies: [{ mesh: 'a' }] };
  writeFileSync(path, JSON.stringify(scene));
  return path;
};

it("reads a surface at its path beside the scene's file, with its materials, and chooses the cell", async () => {
  const scene = await sceneOf(sceneWith('meshes/b.obj'));
  const [{ model, surface }] = scene.build(1).placements;
  expect(Math.max(...surface!.positions)).toBeCloseTo(0.01, 6);
  expect(surface!.materials).toMatchObject([{ name: 'red', colour: [1, 0, 0] }]);
  expect(model.mesh.tets.length / 4).toBeGreaterThan(2000);
});

it('names a file that is missing', async () => {
  await expect(sceneOf(sceneWith('meshes/c.obj'))).rejects.toThrow(/my\.scene\.json.*meshes\.a.*c\.obj/);
});

it('tells of bodies that lie exactly in one another, and refuses places out of the world', async () => {
  const path = join(folder, 'places.scene.json');
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const sceneAt = (...places: object[]) => {
    const bodies = places.map((at) => ({ mesh: 'a', at }));
    writeFileSync(path, JSON.stringify({ untangle: 1, meshes: { a: { shape: 'ball', tetrahedra: 200 } }, bodies }));
    return sceneOf(path);
  };
  try {
    await sceneAt([0, 1, 0], [0, 1, 0], [0, 3, 0]);
    expect(told.mock.calls.join('')).toMatch(/^untangle: bodies 0 and 1 lie exactly in one another, .*\n/);
  } finally {
    told.mockRestore();
  }
  await expect(sceneAt([0, 0, 9999.9])).rejects.toThrow(/places\.scene\.json': bodies\[0\]: a vertex at z = 10000/);
});
