import { describe, expect, it } from 'vitest';
import type { FileSurface } from '../../../src/formats/file-surface.ts';
import { readSurface } from '../../../src/formats/read-surface.ts';
import { readTets } from '../../../src/formats/read-tets.ts';
import { cornersOf, textFile } from './surfaces.ts';

const TETRAHEDRON = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
/** Vertices of its triangles. */
const TRIANGLES = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
const FACETS = `solid t\n${['0 0 0 0 1 0 1 0 0', '0 0 0 1 0 0 0 0 1', '0 0 0 0 0 1 0 1 0', '1 0 0 0 1 0 0 0 1']
  .map((row) => {
    const x = row.split(' ');
    const vertex = (k: number) => `vertex ${x.slice(3 * k, 3 * k + 3).join(' ')}\n`;
    return `facet normal 0 0 0\nouter loop\n${vertex(0)}${vertex(1)}${vertex(2)}endloop\nendfacet\n`;
  })
  .join('')}endsolid t\n`;
const CORNERS = [
  0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1,
];
const PLY =
  'ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n';

const read = (name: string, text: string): Promise<FileSurface> => readSurface([textFile(name, text)]);

/** Reads a file that is the tetrahedron. @returns its notes */
async function notesOf(name: string, text: string): Promise<readonly string[]> {
  const surface = await read(name, text);
  expect(cornersOf(surface).positions).toEqual(CORNERS);
  return surface.notes;
}

describe.each([
  ['a.obj', TETRAHEDRON],
  ['a.stl', FACETS],
  ['a.ply', PLY],
])('%s as text', (name, text) => {
  it.each([
    ['a zero', '\0', 1],
    ['zeros of a block, and a line', `${'\0'.repeat(300)}\n`, 301],
    ['the mark by which DOS ended texts', '\r\n\x1a', 1],
  ])('may end with %s', async (_, end, bytes) => {
    expect(await notesOf(name, text + end)).toEqual([
      `Filling after the end left out: ${bytes} ${bytes === 1 ? 'byte' : 'bytes'}.`,
    ]);
  });

  it('has no zeros before its end', async () => {
    await expect(read(name, `${text.slice(0, -3)}\0${text.slice(-3)}`)).rejects.toThrow('no character of a text');
  });

  it.each([
    ['a return', '\r'],
    ['both', '\r\n'],
    ['two returns and a line feed', '\r\r\n'],
  ])('may end its lines with %s', async (_, end) => {
    expect(await notesOf(name, text.replaceAll('\n', end))).toEqual([]);
  });

  it('may end some lines with a return, and others with a line feed', async () => {
    let line = 0;
    expect(
      await notesOf(
        name,
        text.replaceAll('\n', () => (line++ % 3 === 1 ? '\r' : '\n')),
      ),
    ).toEqual([]);
  });

  it('may begin with a mark of UTF-8, and is refused in UTF-16 by that name', async () => {
    expect(await notesOf(name, `\ufeff${text}`)).toEqual([]);
    const utf16 = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
    await expect(readSurface([{ name, bytes: utf16 }])).rejects.toThrow(
      `${name}: the file is a text in UTF-16; expected a text in UTF-8`,
    );
  });
});

describe.each([
  [
    'a.mesh',
    'MeshVersionFormatted 2\nDimension 3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\nTetrahedra\n1\n1 2 3 4 0\nEnd\n',
  ],
  [
    'a.vtk',
    '# vtk DataFile Version 3.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 double\n0 0 0\n1 0 0\n0 1 0\n0 0 1\nCELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n',
  ],
  [
    'a.msh',
    '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n$Elements\n1\n1 4 0 1 2 3 4\n$EndElements\n',
  ],
  ['a.t', 'Vertex 0 0 0 0\nVertex 1 1 0 0\nVertex 2 0 1 0\nVertex 3 0 0 1\nTet 0 0 1 2 3\n'],
])('tetrahedra in %s', (name, text) => {
  it.each([
    ['with zeros after them', (whole: string) => `${whole}\0\0`],
    ['whose lines end with a return', (whole: string) => whole.replaceAll('\n', '\r')],
    ['after a mark of UTF-8', (whole: string) => `\ufeff${whole}`],
  ])('are read %s', (_, change) => {
    const { positions, tets } = readTets([textFile(name, change(text))]);
    expect([[...positions], [...tets]]).toEqual([
      [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
      [0, 1, 2, 3],
    ]);
  });
});

describe('OBJ', () => {
  const notes = async (change: (text: string) => string) => {
    const surface = await read('a.obj', change(TETRAHEDRON));
    expect([...surface.triangles]).toEqual(TRIANGLES);
    return { ...surface, notes: surface.notes };
  };

  it.each([
    ['of texture vertices', 'f 1 3 2', 'f 1/1 3/2 2/3', 'texture vertices', 3],
    ['of texture vertices, counted back', 'f 1 3 2', 'f 1/-1 3 2', 'texture vertices', 1],
    ['of normals', 'f 1 3 2', 'f 1//1 3//1 2//7', 'normals', 3],
    ['of normals, all 0', 'f 1 3 2', 'f 1/0/0 3 2', 'normals', 1],
    ['of 400 digits', 'f 1 3 2', `f 1/${'9'.repeat(400)} 3 2`, 'texture vertices', 1],
  ])('leaves out ids %s that aren’t there', async (_, from, to, things, count) => {
    const surface = await notes((text) => text.replace(from, to));
    expect(surface.notes).toContain(`Ids of ${things} that aren't there left out: ${count}.`);
    expect(surface.uvs).toBeUndefined();
  });

  it('keeps texture coordinates beside ids that aren’t there', async () => {
    const { uvs, notes: told } = await read('a.obj', `vt 0.5 0.25\n${TETRAHEDRON.replace('f 1 3 2', 'f 1/1 3/2 2/1')}`);
    expect(told).toEqual(["Ids of texture vertices that aren't there left out: 1."]);
    // A vertex with the coordinates and one without, in ascending order.
    expect([...uvs!.subarray(0, 4)]).toEqual([0, 0, 0.5, 0.75]);
  });

  it.each(['nan', '-nan(ind)', 'inf', '1e999', '-1.#IND', '1.#QNAN0'])('leaves out a colour of %s', async (word) => {
    const surface = await notes((text) =>
      text.replace('v 1 0 0', `v 1 0 0 1 ${word} 0`).replace('v 0 1 0', 'v 0 1 0 0 1 0'),
    );
    expect(surface.notes).toEqual(['Colours that are no numbers left out: 1.']);
    expect([...surface.colours!]).toEqual([1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 1, 1]);
    const all = await notes((text) => text.replace('v 1 0 0', `v 1 0 0 ${word} 0 0`));
    expect(all.colours).toBeUndefined();
  });

  it.each(['vt nan 0', 'vt 0 -inf', 'vt', 'vt 1e39 0'])('leaves out the texture coordinates of "%s"', async (line) => {
    const surface = await notes((text) => `${line}\n${text.replace('f 1 3 2', 'f 1/1 3/1 2/1')}`);
    expect(surface.notes).toEqual(['Texture coordinates that are no numbers left out: 1.']);
    expect(surface.uvs).toBeUndefined();
  });

  it.each([
    ['v 1 0 0 1 x 0', "line 2 has 'x'; expected a weight or colour of a vertex"],
    ['v 1 0 1.#INF', "line 2 has '1.#INF'; expected a coordinate of a vertex"],
    ['v 1 nan 0 1 1 0', "line 2 has 'nan'; expected a coordinate of a vertex"],
    ['v 1 0 0\nvt x', "line 3 has 'x'; expected a texture coordinate"],
  ])('names what is wrong in "%s"', async (line, message) => {
    await expect(read('a.obj', TETRAHEDRON.replace('v 1 0 0', line))).rejects.toThrow(message);
  });

  it.each(['f 1 2', 'f 3', 'f', 'fo 1/1/1 2'])('leaves out the face "%s"', async (face) => {
    const surface = await notes((text) => `${text}${face}\n${face}`);
    expect(surface.notes).toContain('Faces of fewer than three corners left out: 2.');
  });

  it.each(['g C:\\parts\\', 'o a\\', 'g a \\', 'usemap \\\\host\\', 's off\\'])(
    'may have the name in "%s"',
    async (line) => {
      expect((await notes((text) => text.replace('v 1 0 0', `${line}\nv 1 0 0`))).notes).toEqual([]);
      expect((await notes((text) => text.replace('f 1 2 4', `${line}\n\n# \\\nf 1 2 4`))).notes).toEqual([]);
    },
  );

  it('passes statements that go on in further lines', async () => {
    expect((await notes((text) => `g a \\\nb c \\\n d\nparm u 0 \\\n 1 2\nvn 0 \\\n0 1\n${text}`)).notes).toEqual([]);
  });
});

describe('materials', () => {
  const material = (mtl: string) =>
    readSurface([textFile('a.obj', `mtllib b.mtl\nusemtl m\n${TETRAHEDRON}`), textFile('b.mtl', `newmtl m\n${mtl}\n`)]);

  it.each([
    ...['Kd nan 0 0', 'Kd 0 0 inf', 'Kd spectral a.rfl 1', 'Kd', 'd -nan(ind)', 'Tr', 'Pr 1.#QNAN', 'Pm 1e999'],
    ...['Kd 0,5 0,5 0,5', 'Kd 1 0 blue', 'd halo 0.5', 'Pr rough'],
  ])('leave out "%s"', async (line) => {
    const { materials, notes } = await material(line);
    expect(materials).toMatchObject([{ colour: [0.8, 0.8, 0.8], opacity: 1, roughness: 1, metalness: 0 }]);
    expect(notes).toEqual([`Values of '${line.split(' ')[0]}' in 'b.mtl' that are no numbers left out: 1.`]);
  });

  it.each(['map_Kd', 'map_Kd ', 'norm'])('leave out "%s" without a name', async (line) => {
    const { materials, notes } = await material(`${line}\nPm 1`);
    expect(materials).toMatchObject([{ metalness: 1 }]);
    expect(notes).toEqual([`Textures of '${line.trim()}' in 'b.mtl' that have no name left out: 1.`]);
  });

  it.each([
    ['UTF-16', Buffer.from('\ufeffnewmtl m\n', 'utf16le'), 'the file is a text in UTF-16; expected a text in UTF-8'],
    ['bytes', Buffer.from('newmtl m\nKd 1 \0 0\n'), 'byte 14 is 0, no character of a text; expected a text'],
  ])('are left out if their file has %s', async (_, bytes, reason) => {
    const files = [textFile('a.obj', `mtllib b.mtl\n${TETRAHEDRON}`), { name: 'b.mtl', bytes: new Uint8Array(bytes) }];
    expect((await readSurface(files)).notes).toEqual([`Materials left out: b.mtl: ${reason}.`]);
  });

  it('may have lines that end with a return, and zeros at their end', async () => {
    const { materials } = await readSurface([
      textFile('a.obj', `mtllib b.mtl\rusemtl m n\r${TETRAHEDRON}`),
      textFile('b.mtl', 'newmtl m n\rKd 1 0 0\rPm 1\r\0'),
    ]);
    expect(materials).toMatchObject([{ name: 'm n', colour: [1, 0, 0], metalness: 1 }]);
  });
});

describe('STL', () => {
  it.each([
    ['end solid t', 'endfacet', 'endloop'],
    ['END  SOLID', 'End Facet', 'end\tloop'],
    ['EndSolid', 'END\nFACET', 'EndLoop'],
  ])('may end with "%s"', async (solid, facet, loop) => {
    const text = FACETS.replace('endsolid t', solid).replaceAll('endfacet', facet).replaceAll('endloop', loop);
    expect(await notesOf('a.stl', text)).toEqual([]);
    expect((await read('a.stl', text + text)).triangles).toHaveLength(2 * 12);
  });

  it('may begin with as many blanks as it likes', async () => {
    const text = `${' \n'.repeat(90)}${FACETS}`;
    expect((await read('a.stl', text)).triangles).toHaveLength(12);
    expect((await read('a.stl', `\ufeff${text}`)).triangles).toHaveLength(12);
  });

  it.each([
    ['cad', [1, 2]],
    ['solid', [7]],
    ['solid facet', Array<number>(999).fill(0)],
    ['cad', Array<number>(51).fill(32)],
  ])('may have bytes after its last triangle, with the title "%s"', async (title, after) => {
    const bytes = new Uint8Array(84 + 50 + after.length);
    bytes.set(new TextEncoder().encode(title));
    bytes.set(after, 134);
    const view = new DataView(bytes.buffer);
    view.setUint32(80, 1, true);
    view.setFloat32(84 + 24, 1, true);
    view.setFloat32(84 + 40, 1, true);
    const { positions, notes } = await readSurface([{ name: 'a.stl', bytes }]);
    expect([...positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(notes).toEqual([`Bytes after the last triangle left out: ${after.length}.`]);
  });
});

describe('PLY', () => {
  const VERTICES = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0, 2, 1, 0];
  const header = (format: string, type: string, count: number) =>
    `ply\nformat ${format} 1.0\nelement vertex 6\nproperty float x\nproperty float y\nproperty float z\nelement tristrips ${count}\nproperty list int ${type} vertex_indices\nend_header\n`;

  /** A file of strips. */
  function strips(
    format: string,
    type: string,
    lists: readonly (readonly number[])[],
  ): { name: string; bytes: Uint8Array } {
    const head = header(format, type, lists.length);
    if (format === 'ascii')
      return textFile(
        'a.ply',
        `${head}${VERTICES.join(' ')}\n${lists.map((list) => `${list.length} ${list.join(' ')}\n`).join('')}`,
      );
    const isLittle = format === 'binary_little_endian';
    const size = { int: 4, uint: 4, short: 2, uchar: 1 }[type]!;
    const data = new DataView(new ArrayBuffer(72 + lists.reduce((sum, { length }) => sum + 4 + size * length, 0)));
    for (const [i, x] of VERTICES.entries()) data.setFloat32(4 * i, x, isLittle);
    let at = 72;
    for (const list of lists) {
      data.setInt32(at, list.length, isLittle);
      at += 4;
      for (const id of list) {
        if (size === 4) data.setInt32(at, id, isLittle);
        else if (size === 2) data.setInt16(at, id, isLittle);
        else data.setInt8(at, id);
        at += size;
      }
    }
    return {
      name: 'a.ply',
      bytes: Uint8Array.from([...new TextEncoder().encode(head), ...new Uint8Array(data.buffer)]),
    };
  }

  it.each([
    ['ascii', 'int'],
    ['binary_little_endian', 'int'],
    ['binary_little_endian', 'uint'],
    ['binary_big_endian', 'int'],
    ['binary_big_endian', 'short'],
    ['binary_big_endian', 'uchar'],
  ])('has strips of triangles, %s with %s', async (format, type) => {
    const { triangles, notes } = await readSurface([
      // Every second triangle is turned; -1 begins anew, at the start and the end too; a vertex twice joins strips.
      strips(format, type, [
        [0, 1, 2, 4, 5],
        [-1, 0, 2, 1, -1, -1, 0, 1, 3, 2, -1],
        [0, 1, 2, 2, 3, 4],
      ]),
    ]);
    expect([...triangles]).toEqual(
      [
        [0, 1, 2],
        [2, 1, 4],
        [2, 4, 5],
        [0, 2, 1],
        [0, 1, 3],
        [3, 1, 2],
        [0, 1, 2],
        [3, 2, 4],
      ]
        .flat()
        .map((v) => v),
    );
    expect(notes).toEqual([]);
  });

  it('leaves out strips of fewer than three vertices, and refuses vertices that aren’t there', async () => {
    const { notes } = await readSurface([
      strips('ascii', 'int', [
        [0, 1],
        [0, 1, 2, -1, 4, -1, 5, 4],
      ]),
    ]);
    expect(notes[0]).toBe('Strips of fewer than three vertices left out: 3.');
    await expect(readSurface([strips('ascii', 'int', [[0, 1, 6]])])).rejects.toThrow(
      'a.ply: strip 0, before the end of line 11, has the vertex 6; expected one of the 6 vertices from 0 to 5',
    );
    await expect(readSurface([strips('ascii', 'int', [[0, 1, -2]])])).rejects.toThrow('has the vertex -2');
  });

  it('has strips beside faces, whichever come first', async () => {
    const text = PLY.replace('element face 4', 'element face 2').replace('3 0 3 2\n3 1 2 3\n', '');
    const list = 'property list int int vertex_index\n';
    const after = `${text.replace('end_header', `element tristrips 1\n${list}end_header`)}4 3 1 2 0\n`;
    expect([...(await read('a.ply', after)).triangles]).toEqual([0, 2, 1, 0, 1, 3, 3, 1, 2, 2, 1, 0]);
    const before = text
      .replace('element vertex 4', `element tristrips 1\n${list}element vertex 4`)
      .replace('end_header\n', 'end_header\n3 3 1 2\n');
    expect([...(await read('a.ply', before)).triangles]).toEqual([0, 2, 1, 0, 1, 3, 3, 1, 2]);
  });

  it('leaves out faces of fewer than three corners, colours and texture coordinates that are no numbers', async () => {
    const text = PLY.replace('element face 4', 'element face 6').replace('3 0 2 1\n', '2 0 1\n0\n3 0 2 1\n');
    expect(await notesOf('a.ply', text)).toEqual(['Faces of fewer than three corners left out: 2.']);
    await expect(read('a.ply', text.replace('2 0 1\n', '2 0 9\n'))).rejects.toThrow('has the vertex 9');
    const looks = ['red', 'green', 'blue', 's', 't'].map((name) => `property float ${name}\n`).join('');
    const rows = ['0 0 0 0 1 0 0 0', '1 0 0 nan 1 1 inf 0', '0 1 0 0 0 1 1 1', '0 0 1 0 0 0 0.5 -nan(ind)'];
    const drawn = PLY.replace('property float z\n', `property float z\n${looks}`).replace(
      '0 0 0\n1 0 0\n0 1 0\n0 0 1',
      rows.join('\n'),
    );
    const { colours, uvs, notes } = await read('a.ply', drawn);
    expect([...colours!]).toEqual([0, 1, 0, 1, 1, 1, 0, 0, 1, 0, 0, 0]);
    expect([...uvs!]).toEqual([0, 1, 0, 0, 1, 0, 0, 0]);
    expect(notes).toEqual([
      'Texture coordinates that are no numbers left out: 2.',
      'Colours that are no numbers left out: 1.',
    ]);
  });

  it.each(['\r', '\n', '\r\n'])(
    'is read as binary after lines that end with %j, and with filling after it',
    async (end) => {
      const { bytes } = strips('binary_big_endian', 'int', [[0, 1, 2]]);
      const text = Buffer.from(bytes).toString('latin1');
      const at = text.indexOf('end_header\n') + 'end_header\n'.length;
      const changed = Buffer.from(`${text.slice(0, at).replaceAll('\n', end)}${text.slice(at)}\n\0\0`, 'latin1');
      const { triangles, notes } = await readSurface([{ name: 'a.ply', bytes: new Uint8Array(changed) }]);
      expect([...triangles]).toEqual([0, 1, 2]);
      expect(notes).toEqual(['Filling after the end left out: 3 bytes.', 'Vertices without a triangle left out: 3.']);
    },
  );
});
