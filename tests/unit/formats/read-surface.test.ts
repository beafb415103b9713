import { describe, expect, it } from 'vitest';
import { MTLLoader } from 'three/examples/jsm/loaders/MTLLoader.js';
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { PLYLoader } from 'three/examples/jsm/loaders/PLYLoader.js';
import { STLLoader } from 'three/examples/jsm/loaders/STLLoader.js';
import { readSurface } from '../../../src/formats/read-surface.ts';
import {
  bufferOf,
  colourOf,
  cornersOf,
  cornersOfGeometry,
  difference,
  fixture,
  meshesIn,
  textFile,
} from './surfaces.ts';

const obj = (text: string, ...beside: ReturnType<typeof textFile>[]) =>
  readSurface([textFile('a.obj', text), ...beside]);
const SQUARE = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';
const PNG = { name: 'Skin One.png', bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3) };

describe('files of meshio', () => {
  const POSITIONS = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0.5, 1 / 3, -0.1, 1e-20, 2, 0, 1].map(Math.fround);
  const TRIANGLES = [0, 4, 1, 1, 5, 2, 0, 1, 2, 0, 2, 3];

  it.each(['patch-text.ply', 'patch-binary.ply', 'patch.obj'])('%s is read to the same bits', async (name) => {
    const { positions, triangles, groups, materials, notes } = await readSurface([fixture(name)]);
    expect([[...positions], [...triangles]]).toEqual([POSITIONS, TRIANGLES]);
    expect([groups, materials, notes]).toEqual([[], [], []]);
  });

  it.each(['patch-text.ply', 'patch-binary.ply'])('%s looks as three reads it', async (name) => {
    const file = fixture(name);
    const ours = cornersOf(await readSurface([file]));
    const theirs = cornersOfGeometry(new PLYLoader().parse(bufferOf(file)));
    expect(ours.positions).toEqual(theirs.positions);
    // three rounds them to bytes.
    expect(difference(ours.colours, theirs.colours)).toBeLessThan(0.501 / 255);
  });

  it.each(['patch-text.stl', 'patch-binary.stl'])('%s is read to the same bits, as three does', async (name) => {
    const file = fixture(name);
    const surface = await readSurface([file]);
    expect(cornersOf(surface).positions).toEqual(
      TRIANGLES.slice(0, 6).flatMap((v) => POSITIONS.slice(3 * v, 3 * v + 3)),
    );
    expect(cornersOf(surface).positions).toEqual(cornersOfGeometry(new STLLoader().parse(bufferOf(file))).positions);
    expect([...surface.triangles]).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

describe('PLY', () => {
  const HEADER = 'ply\nformat binary_big_endian 1.0\n';
  it('is read in big-endian order, with doubles, texture coordinates and other elements', async () => {
    const header = `${HEADER}element edge 1\nproperty list uchar short ends\nelement vertex 3\nproperty double x\nproperty double y\nproperty double z\nproperty float s\nproperty float t\nelement face 1\nproperty uchar flag\nproperty list uint ushort vertex_index\nend_header\n`;
    const data = new DataView(new ArrayBuffer(5 + 3 * 32 + 11));
    data.setUint8(0, 2);
    for (let v = 0; v < 3; v++) {
      data.setFloat64(5 + 32 * v + 8 * v, 1.5);
      data.setFloat32(5 + 32 * v + 24, v / 2);
      data.setFloat32(5 + 32 * v + 28, 0.25);
    }
    data.setUint32(102, 3);
    for (let k = 0; k < 3; k++) data.setUint16(106 + 2 * k, 2 - k);
    const bytes = new Uint8Array([...new TextEncoder().encode(header), ...new Uint8Array(data.buffer)]);
    const surface = await readSurface([{ name: 'a.PLY', bytes }]);
    expect([...surface.positions]).toEqual([1.5, 0, 0, 0, 1.5, 0, 0, 0, 1.5]);
    expect([...surface.triangles]).toEqual([2, 1, 0]);
    expect([...(surface.uvs ?? [])]).toEqual([0, 0.75, 0.5, 0.75, 1, 0.75]);
    expect(surface.notes).toEqual(["Things of 'edge' left out: 1.", "Values of 'flag' left out: 1."]);
  });
});

describe('PLY as text', () => {
  it('may have comments before its format, and ends of lines as Windows has them', async () => {
    const text = `ply\ncomment a\ncomment b\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar uint vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n`;
    for (const file of [text, text.replaceAll('\n', '\r\n')])
      expect([...(await readSurface([textFile('a.ply', file)])).triangles]).toEqual([0, 1, 2]);
  });

  it('may have normals that are no numbers, as those of flat triangles', async () => {
    const header = 'ply\nformat ascii 1.0\nelement vertex 3\n';
    const properties = ['x', 'y', 'z', 'nx', 'quality'].map((name) => `property float ${name}\n`).join('');
    const rows = '0 0 0 nan 1\n1 0 0 -nan(ind) -inf\n0 1 0 Infinity 2\n3 0 1 2\n';
    const text = `${header}${properties}element face 1\nproperty list uchar int vertex_indices\nend_header\n${rows}`;
    const { positions, notes } = await readSurface([textFile('a.ply', text)]);
    expect([...positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(notes).toEqual(["Values of 'quality' left out: 3."]);
  });
});

describe('STL', () => {
  const FACET = 'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n';
  it.each([
    [
      'of two solids, with ends of lines as Windows has them',
      `solid\n${FACET}endsolid\nsolid b\n${FACET}endsolid b`.replaceAll('\n', '\r\n'),
      2,
    ],
    ['in capitals', `solid a\n${FACET}endsolid a\n`.toUpperCase(), 1],
    ['with a mark of UTF-8', `\ufeffsolid a\n${FACET}endsolid a\n`, 1],
  ])('is read as text %s', async (_, text, count) => {
    const { positions } = await readSurface([textFile('a.stl', text)]);
    expect([...positions]).toEqual(Array.from({ length: count }, () => [0, 0, 0, 1, 0, 0, 0, 1, 0]).flat());
  });

  it('is read as binary although its title begins with solid', async () => {
    const bytes = new Uint8Array(134);
    bytes.set(new TextEncoder().encode('solid a\nfacet normal'));
    const view = new DataView(bytes.buffer);
    view.setUint32(80, 1, true);
    view.setFloat32(84 + 12 + 12, 1, true);
    view.setFloat32(84 + 12 + 28, 1, true);
    expect([...(await readSurface([{ name: 'a.stl', bytes }])).positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  });
});

describe('OBJ', () => {
  it('has negative ids, lines that go on, and seams at which vertices are split', async () => {
    const surface = await obj(
      `# a\n${SQUARE}vt 0 0\nvt 1 0\nvt 1 1\nvn 0 0 1\nf -4/1/1 -3/2/1 \\\n -2/3/1\nf 1/2//\n`.replace(
        'f 1/2//\n',
        'f 1/3 3/1 4/2\nl 1 2\np 1\n',
      ),
    );
    expect(cornersOf(surface)).toEqual({
      positions: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0],
      uvs: [0, 1, 1, 1, 1, 0, 1, 0, 0, 1, 1, 1],
      colours: [],
    });
    expect(surface.positions.length / 3).toBe(6);
    expect(surface.notes).toEqual(['Lines left out: 1.', 'Points left out: 1.']);
  });

  it('has lines that go on right after a word', async () => {
    expect([...(await obj(`${SQUARE}f 1 2\\\n 3\\\n 4\n`)).triangles]).toEqual([0, 1, 2, 0, 2, 3]);
  });

  it('may name a file of materials as often as it likes, and more of them than a stack has room for', async () => {
    const mtl = textFile('own.mtl', 'newmtl red\nKd 1 0 0\n'.repeat(200_000));
    const { materials, notes } = await obj(`mtllib ${'own.mtl '.repeat(3000)}\n${SQUARE}usemtl red\nf 1 2 3\n`, mtl);
    expect(materials.map(({ name }) => name)).toEqual(['red']);
    expect(notes).toEqual(['Vertices without a triangle left out: 1.']);
  });

  it('may use more materials than it describes', async () => {
    const uses = Array.from({ length: 30_000 }, (_, i) => `usemtl ${i}\n`).join('');
    const { materials, notes } = await obj(`${SQUARE}${uses}f 1 2 3\n`);
    expect(materials.map(({ name }) => name)).toEqual(['29999']);
    expect(notes).toEqual([
      ...[0, 1, 2, 3].map((i) => `Material '${i}' isn't described; it is drawn grey.`),
      'Notes like the one before: 29,996 more.',
      'Vertices without a triangle left out: 1.',
    ]);
  });

  it('has grey materials, of which one number is told', async () => {
    const mtl = textFile('own.mtl', 'newmtl grey\nKd 0.5\nd 0.5\n');
    const [{ colour, opacity }] = (await obj(`mtllib own.mtl\n${SQUARE}usemtl grey\nf 1 2 3 4\n`, mtl)).materials;
    expect(new Set(colour).size).toBe(1);
    expect([colour[0] > 0.2, opacity]).toEqual([true, 0.5]);
  });

  it('may begin with a mark of UTF-8, and so may its materials', async () => {
    const mtl = textFile('own.mtl', '\ufeffnewmtl grey\n');
    const { materials } = await obj(`\ufeffmtllib own.mtl\r\n${SQUARE}usemtl grey\r\nf 1// 2// 3//\r\n`, mtl);
    expect(materials.map(({ name }) => name)).toEqual(['grey']);
  });

  it('has textures named as functions of JavaScript are', async () => {
    const mtl = textFile('own.mtl', 'newmtl red\nmap_Kd constructor of worlds.png\n');
    const { notes } = await obj(`mtllib own.mtl\n${SQUARE}usemtl red\nf 1 2 3 4\n`, mtl);
    expect(notes).toEqual(["Texture left out, since its file isn't here: constructor of worlds.png."]);
  });

  it('has polygons that are no fan', async () => {
    // An L, whose second corner inwards no fan from its first corner goes around.
    const { triangles, positions } = await obj('v 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 0\nf 1 2 3 4 5 6\n');
    const doubled = Array.from({ length: triangles.length / 3 }, (_, i) => {
      const [a, b, c] = [...triangles.subarray(3 * i, 3 * i + 3)].map((v) => 3 * v);
      const p = positions;
      return (p[b] - p[a]) * (p[c + 1] - p[a + 1]) - (p[b + 1] - p[a + 1]) * (p[c] - p[a]);
    });
    expect(doubled).toHaveLength(4);
    expect(Math.min(...doubled)).toBeGreaterThan(0);
    expect(doubled.reduce((sum, area) => sum + area, 0)).toBe(6);
  });

  it('has materials, textures and groups in the order of materials', async () => {
    const mtl = textFile(
      'own.mtl',
      'newmtl red #1\nKd 0.5 0 0\nd 0.25\nmap_Kd -s 1 1 1 -clamp on textures\\skin one.png\nnewmtl blue\nKd 0 0 1\nTr 0.25\nPr 0.5\nPm 1\nmap_Kd far.png\nnewmtl unused\n',
    );
    const text = `mtllib own.mtl\n${SQUARE}usemtl blue\nf 1 2 3\nusemtl red #1\nf 3 4 1\nusemtl blue\nf 1 3 4\n`;
    const surface = await obj(text, mtl, PNG);
    expect(surface.groups).toEqual([
      { first: 0, count: 1, material: 0 },
      { first: 1, count: 2, material: 1 },
    ]);
    expect([...surface.triangles]).toEqual([2, 3, 0, 0, 1, 2, 0, 2, 3]);
    const [red, blue] = surface.materials;
    expect(red).toMatchObject({
      name: 'red #1',
      opacity: 0.25,
      colourTexture: { mimeType: 'image/png', bytes: PNG.bytes },
    });
    expect(blue).toMatchObject({ name: 'blue', colour: [0, 0, 1], opacity: 0.75, roughness: 0.5, metalness: 1 });
    expect(surface.notes).toEqual(["Texture left out, since its file isn't here: far.png."]);
    const theirs = new MTLLoader().parse('newmtl red\nKd 0.5 0 0\n', '');
    expect(difference([...red.colour], colourOf(theirs.create('red')))).toBeLessThan(1e-9);
  });

  it('looks as three reads it, colours of vertices too', async () => {
    const text = `v 0 0 0 1 0.5 0\nv 1 0 0 0 1 0\nv 1 1 0 0 0 1\nv 0 1 0 0.2 0.2 0.2\nvt 0.1 0.2\nvt 0.3 0.4\nvt 1 2\nf 1/1 2/2 3/3 4/1\nf 4/2 3/1 2/3\n`;
    const ours = cornersOf(await obj(text));
    const theirs = cornersOfGeometry(meshesIn(new OBJLoader().parse(text))[0].geometry);
    expect(ours.positions).toEqual(theirs.positions);
    expect(difference(ours.colours, theirs.colours)).toBeLessThan(1e-6);
    // three puts the origin of textures below, and our surfaces above, as glTF does.
    expect(
      difference(
        ours.uvs,
        theirs.uvs.map((value, i) => (i % 2 === 0 ? value : 1 - value)),
      ),
    ).toBeLessThan(1e-6);
  });

  it('says what isn’t there', async () => {
    const { notes, materials } = await obj(`mtllib none.mtl\n${SQUARE}v 9 9 9\nusemtl skin\nf 1 2 3 4\n`);
    expect(notes).toEqual([
      "Materials left out, since their file isn't here: none.mtl.",
      "Material 'skin' isn't described; it is drawn grey.",
      'Vertices without a triangle left out: 1.',
    ]);
    expect(materials).toHaveLength(1);
  });
});

describe('given files', () => {
  it('are one surface and what belongs to it', async () => {
    await expect(readSurface([])).rejects.toThrow('Nothing was given; expected one file of a surface: .obj, .stl');
    await expect(readSurface([fixture('patch.obj'), fixture('patch-text.stl')])).rejects.toThrow(
      'patch.obj, patch-text.stl was given',
    );
  });
});
