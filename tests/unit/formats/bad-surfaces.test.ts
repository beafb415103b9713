import { describe, expect, it } from 'vitest';
import { MeshFileError } from '../../../src/formats/file-mesh.ts';
import { readSurface } from '../../../src/formats/read-surface.ts';
import { fixture, textFile } from './surfaces.ts';

/** How an image begins. */
const JPEG = [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, ...Array<number>(90).fill(7)];
const CORNERS = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n';
const PLY =
  'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n';
const FACET = 'facet normal nan nan nan\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n';

/** A binary file of one triangle, after a change of its bytes. */
function stl(change: (view: DataView) => void = () => {}, length = 134): { name: string; bytes: Uint8Array } {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, 1, true);
  change(view);
  return { name: 'a.stl', bytes };
}

const text = (name: string, content: string) => [textFile(name, content)];
const changed = (from: string, to: string) => text('a.ply', `${PLY}0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n`.replace(from, to));
const cut = (name: string, length: number) => [{ name, bytes: fixture(name).bytes.slice(0, length) }];
const bytes = (name: string, ...values: number[]) => [{ name, bytes: Uint8Array.from(values) }];

describe('a bad file of a surface is refused in one sentence:', () => {
  it.each([
    ['JPEG named OBJ', bytes('a.obj', ...JPEG), 'a.obj: the file is a JPEG image; expected a mesh as .obj'],
    ['JPEG named STL', bytes('a.stl', ...JPEG), 'a.stl: the file is a JPEG image; expected a mesh as .stl'],
    ['OBJ without bytes', bytes('a.obj'), 'a.obj: the file has 0 bytes; expected a mesh'],
    ['STL without bytes', bytes('a.stl'), 'a.stl: the file has 0 bytes; expected a mesh'],
    ['PLY without bytes', bytes('a.ply'), 'a.ply: the file has 0 bytes; expected a mesh'],
    ['GLB without bytes', bytes('a.glb'), 'a.glb: the file has 0 bytes; expected a mesh'],
    [
      'OBJ that is no text',
      bytes('a.obj', 118, 32, 0, 1),
      'a.obj: byte 2 is 0, no character of a text; expected a text',
    ],
    [
      'OBJ with NaN',
      text('a.obj', 'v 0 0 0\nv 0 nan 0\n'),
      "a.obj: line 2 has 'nan'; expected a coordinate of a vertex",
    ],
    [
      'OBJ with Infinity',
      text('a.obj', 'v 0 1e400 0\n'),
      "a.obj: line 1 has '1e400'; expected a coordinate of a vertex",
    ],
    [
      'OBJ beyond float32',
      text('a.obj', 'v 0 1e39 0\n'),
      'a.obj: a coordinate in line 1 is 1e+39; expected a finite number, at most 3.4e38',
    ],
    [
      'OBJ with an id out of range',
      text('a.obj', `${CORNERS}f 1 2 4\n`),
      "a.obj: line 4 has '4'; expected a vertex's id, from 1 to 3, the number of those before this line",
    ],
    [
      'OBJ with a face before its vertices',
      text('a.obj', 'f 1 2 3\nv 0 0 0\n'),
      "a.obj: line 1 has '1'; expected vertices before the first face",
    ],
    [
      'OBJ with an id of 0',
      text('a.obj', `${CORNERS}f 0 1 2\n`),
      "a.obj: line 4 has '0'; expected a vertex's id, from 1 to 3, the number of those before this line",
    ],
    [
      'OBJ with an id too far back',
      text('a.obj', `${CORNERS}f 1 2 -4\n`),
      "a.obj: line 4 has '-4'; expected a vertex's id, from 1 to 3, the number of those before this line",
    ],
    [
      'OBJ with a word for a texture vertex',
      text('a.obj', `${CORNERS}f 1/x 2 3\n`),
      "a.obj: line 4 has 'x'; expected the id of a texture vertex",
    ],
    [
      'OBJ with nothing but two corners',
      text('a.obj', `${CORNERS}f 1 2\n`),
      'a.obj: the file has no triangles; expected at least one',
    ],
    [
      'OBJ with two coordinates',
      text('a.obj', 'v 1 2\n'),
      'a.obj: line 1 has 2 numbers; expected x, y and z of a vertex',
    ],
    [
      'OBJ with something else',
      text('a.obj', 'hello\n'),
      "a.obj: line 1 has 'hello'; expected a statement such as v, vt, vn, f, usemtl or mtllib",
    ],
    ['OBJ without faces', text('a.obj', CORNERS), 'a.obj: the file has no triangles; expected at least one'],
    [
      'STL that was cut',
      [stl(() => {}, 133)],
      "a.stl: this is no whole STL: it doesn't begin with 'solid', and byte 80 promises 1 triangle in a file of 133 bytes; expected 134 bytes for them",
    ],
    [
      'STL that promises 200 GB',
      [stl((view) => view.setUint32(80, 2 ** 32 - 1, true))],
      "a.stl: this is no whole STL: it doesn't begin with 'solid', and byte 80 promises 4,294,967,295 triangles in a file of 134 bytes; expected 214,748,364,834 bytes for them",
    ],
    [
      'STL with NaN',
      [stl((view) => view.setFloat32(100, Number.NaN, true))],
      'a.stl: the coordinate at byte 100, of triangle 0 is NaN; expected a finite number, at most 3.4e38',
    ],
    [
      'STL of a few bytes',
      bytes('a.stl', 1, 2, 3),
      "a.stl: the file has 3 bytes; expected 'solid', or a binary head of 84 bytes",
    ],
    [
      'STL as text that was cut',
      text('a.stl', `solid a\n${FACET}`),
      "a.stl: line 9 ends the file; expected 'endsolid'",
    ],
    [
      'STL as text with NaN',
      text('a.stl', `solid a\n${FACET}endsolid`.replace('1 0 0', '1 NaN 0')),
      "a.stl: line 5 has 'NaN'; expected a coordinate of a vertex",
    ],
    [
      'STL as text with other bytes',
      text('a.stl', `solid a\n${FACET}\u0001`),
      'a.stl: byte 100 is 1, no character of a text; expected a text',
    ],
    [
      'PLY that was cut',
      cut('patch-binary.ply', 420),
      "patch-binary.ply: the list 'vertex_indices' of number 2 of 'face', before byte 409, has 4 numbers; expected a whole number, no greater than the rest of the file has room for",
    ],
    [
      'PLY as text that was cut',
      changed('3 0 1 2\n', '3 0 1'),
      "a.ply: the list 'vertex_indices' of number 0 of 'face', before the end of line 13, has 3 numbers; expected a whole number, no greater than the rest of the file has room for",
    ],
    [
      'PLY that promises 2 GB',
      changed('vertex 3', 'vertex 300000000'),
      "a.ply: the header promises 300,000,000 things of 'vertex'; expected no more than the 27 bytes that follow have room for",
    ],
    [
      'PLY with a list without end',
      changed('3 0 1 2', '900 0 1 2'),
      "a.ply: the list 'vertex_indices' of number 0 of 'face', before the end of line 13, has 900 numbers; expected a whole number, no greater than the rest of the file has room for",
    ],
    [
      'PLY with NaN',
      changed('1 0 0', 'nan 0 0'),
      "a.ply: 'x' of vertex 1, before the end of line 11, is NaN; expected a finite number, at most 3.4e38",
    ],
    [
      'PLY with a vertex out of range',
      changed('3 0 1 2', '3 0 1 3'),
      'a.ply: face 0, before the end of line 13, has the vertex 3; expected one of the 3 vertices from 0 to 2',
    ],
    [
      'PLY with a negative vertex',
      changed('3 0 1 2', '3 0 1 -1'),
      'a.ply: face 0, before the end of line 13, has the vertex -1; expected one of the 3 vertices from 0 to 2',
    ],
    [
      'PLY with a word for a number',
      changed('1 0 0', 'one 0 0'),
      "a.ply: line 11 has 'one'; expected a number for 'x' of number 1 of 'vertex'",
    ],
    [
      'PLY with NaN for a vertex',
      changed('3 0 1 2', '3 0 1 nan'),
      'a.ply: face 0, before the end of line 13, has the vertex NaN; expected one of the 3 vertices from 0 to 2',
    ],
    [
      'PLY with an element twice',
      changed('element face 1', 'element vertex 1'),
      "a.ply: line 7 has 'vertex'; expected each element once",
    ],
    [
      'PLY with more than it promises',
      changed('3 0 1 2\n', '3 0 1 2\n3 0 1 2\n'),
      'a.ply: line 14 goes on after the last element; expected the end of the file',
    ],
    ['PLY without y', changed('property float y\n', ''), "a.ply: the element 'vertex' has no 'y'; expected x, y and z"],
    [
      'PLY of points',
      changed('element face', 'element fact'),
      "a.ply: the header has no element 'face' or 'tristrips'; expected one, since points have no surface",
    ],
    [
      'PLY with an unknown type',
      changed('float y', 'real y'),
      "a.ply: line 5 has 'real'; expected a type of numbers: char, int8, uchar, uint8, short, int16, ushort, uint16, int, int32, uint, uint32, float, float32, double, float64",
    ],
    ['GLB that is none', text('a.glb', 'solid'), /^a\.glb: the description can't be read \(.*\); expected JSON$/],
    [
      'a file of another kind',
      text('a.fbx', 'x'),
      'a.fbx was given; expected one file of a surface: .obj, .stl, .ply, .glb, .gltf',
    ],
  ])('%s', async (_, files, message) => {
    const error = await readSurface(files).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MeshFileError);
    if (typeof message === 'string') expect((error as Error).message).toBe(message);
    else expect((error as Error).message).toMatch(message);
  });
});
