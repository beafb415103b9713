import { expect, it } from 'vitest';
import { sortFiles } from '../../../../src/ui/own/sort-files.ts';

const sorted = (...names: string[]) =>
  sortFiles(
    names.map((name) => ({ name })),
    ['obj', 'gltf'],
  ).map(({ kind, name, files }) => [kind, name, ...files.map((file) => file.name)].join(' '));

it('finds which files belong together', () => {
  expect(sorted('b.ele', 'a.t', 'b.node', 'c.vtk')).toEqual(['tets a a.t', 'tets b b.node b.ele', 'tets c c.vtk']);
  expect(sorted('skin.png', 'cow.obj', 'cow.mtl')).toEqual(['surface cow cow.obj skin.png cow.mtl']);
  expect(sorted('a.bin', 'a.gltf', 'B.OBJ')).toEqual(['surface a a.gltf a.bin', 'surface B B.OBJ a.bin']);
  expect(sorted('cow.obj', 'mine.scene.json')).toEqual(['scene mine mine.scene.json cow.obj']);
  // A part that came alone is told by its reader.
  expect(sorted('b.ele')).toEqual(['tets b b.ele']);
});

it('names files that it can’t use', () => {
  expect(() => sorted('a.t', 'letter.doc')).toThrow(/^letter\.doc is of an unknown kind; expected \.t, .*scene\.json$/);
  expect(() => sorted('a.scene.json', 'b.t', 'b.scene.json')).toThrow(
    'a.scene.json and b.scene.json are two scenes; expected one at a time',
  );
  expect(() => sorted('wood.png')).toThrow('wood.png only belongs to a mesh; expected the mesh');
});
