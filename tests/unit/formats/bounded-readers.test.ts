import { describe, expect, it } from 'vitest';
import { fewNotes } from '../../../src/formats/few-notes.ts';
import { MeshFileError } from '../../../src/formats/file-mesh.ts';
import { named } from '../../../src/formats/given-file.ts';
import { readSurface } from '../../../src/formats/read-surface.ts';
import { readTets } from '../../../src/formats/read-tets.ts';
import { decimal } from '../../../src/math/text.ts';
import { GrowingMesh } from '../../../src/formats/read/growing-mesh.ts';
import { dividePolygon, MOST_EARS, PolygonBudget } from '../../../src/formats/read/polygons.ts';
import { isFull } from '../../fixtures/tier.ts';
import { textFile } from './surfaces.ts';

const CORNERS = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n';
const plyOf = (properties: string, vertex: string, before = '') =>
  `ply\nformat ascii 1.0\n${before}element vertex 3\nproperty float x\nproperty float y\nproperty float z\n${properties}element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0 ${vertex}1 0 0 ${vertex}0 1 0 ${vertex}3 0 1 2\n`;
const rows = (count: number, row: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => row(i)).join('');

const surface = (name: string, text: string, ...beside: [string, string][]) =>
  readSurface([textFile(name, text), ...beside.map(([other, content]) => textFile(other, content))]).catch(String);

/** Processor time of reading [ms]. Short times are raised to what noise may add. */
async function timeOf(read: () => unknown): Promise<number> {
  const LEAST = 10;
  const started = process.cpuUsage();
  await read();
  const { user, system } = process.cpuUsage(started);
  return Math.max(LEAST, (user + system) / 1000);
}

describe('ten times as long an input takes less than 40 times as long:', () => {
  it.each<[string, number, (size: number) => unknown]>([
    ['a word of digits in OBJ', 20_000, (n) => surface('a.obj', `v ${'1'.repeat(n)}x 0 0\n`)],
    [
      'a word of decimals in STL',
      20_000,
      (n) => surface('a.stl', `solid\nfacet normal 0 0 0\nouter loop\nvertex 1.${'1'.repeat(n)}e1x`),
    ],
    [
      'a word of digits in MTL',
      20_000,
      (n) => surface('a.obj', 'mtllib b.mtl\n', ['b.mtl', `newmtl a\nKd ${'1'.repeat(n)}x`]),
    ],
    ['a word of digits in PLY', 20_000, (n) => surface('a.ply', plyOf('property float q\n', `${'1'.repeat(n)}x `))],
    [
      'a word of digits in .t',
      20_000,
      (n) => expect(() => readTets([textFile('a.t', `Vertex 0 ${'1'.repeat(n)}x`)])).toThrow(),
    ],
    ['a word of digits of the command line', 20_000, (n) => decimal(`${'1'.repeat(n)}x`)],
    [
      'properties of PLY',
      2000,
      (n) =>
        surface(
          'a.ply',
          plyOf(
            rows(n, (i) => `property char p${i}\n`),
            '0 '.repeat(n),
          ),
        ),
    ],
    [
      'elements of PLY',
      2000,
      (n) =>
        surface(
          'a.ply',
          plyOf(
            '',
            '',
            rows(n, (i) => `element e${i} 0\nproperty char a\n`),
          ),
        ),
    ],
    [
      'options of a texture',
      10_000,
      (n) =>
        surface('a.obj', `mtllib b.mtl\n${CORNERS}usemtl a\nf 1 2 3\n`, [
          'b.mtl',
          `newmtl a\nmap_Kd ${'-cc on '.repeat(n)}a.png\n`,
        ]),
    ],
    [
      'numbers after the option of a texture',
      10_000,
      (n) =>
        surface('a.obj', `mtllib b.mtl\n${CORNERS}usemtl a\nf 1 2 3\n`, [
          'b.mtl',
          `newmtl a\nnorm ${'-blendu on -o 1 2 3 '.repeat(n)}a.png\n`,
        ]),
    ],
  ])('%s', async (_, size, read) => {
    await read(size / 10);
    const small = await timeOf(() => read(size));
    expect(await timeOf(() => read(10 * size))).toBeLessThan(40 * small);
  });
});

describe('a header that promises more than there is, is refused in a sentence:', () => {
  it.each([
    ['element vertex 3', 'element vertex 4000000000', "promises 4,000,000,000 things of 'vertex'"],
    ['element vertex 3', 'element vertex 9007199254740991', "promises 9,007,199,254,740,991 things of 'vertex'"],
    ['element face 1', 'element face 4294967296', "promises 4,294,967,296 things of 'face'"],
    ['3 0 1 2', '4294967295 0 1 2', 'has 4294967295 numbers; expected a whole number, no greater than'],
  ])('%s, changed to %s', async (from, to, message) => {
    expect(await surface('a.ply', plyOf('', '').replace(from, to))).toContain(message);
  });

  it.runIf(isFull)('and so are more materials than memory is meant for', async () => {
    expect(
      await surface('a.obj', `mtllib b.mtl\n${CORNERS}f 1 2 3\n`, ['b.mtl', 'newmtl\n'.repeat(1_000_001)]),
    ).toContain('a.obj: the file has more than 1,000,000 materials; expected at most as many');
  });
});

describe('polygons', () => {
  /** Corners of a comb on a handle: every second corner is no ear. */
  const height = (i: number) => (i === 0 || i === MOST_EARS - 1 ? -5 : i % 2 === 0 ? 0 : 10);
  const comb = Array.from({ length: MOST_EARS }, (_, i) => [MOST_EARS - i, height(i), 0]).flat();
  const all = Array.from({ length: MOST_EARS }, (_, i) => i);

  it('take no more work than their budget, whatever they are', () => {
    const budget = new PolygonBudget();
    budget.tests = 1000;
    for (let i = 0; i < 20; i++) expect(dividePolygon(all, comb, budget)).toHaveLength(3 * (MOST_EARS - 2));
    expect(budget.tests).toBeGreaterThan(-2 * MOST_EARS);
    // Formats of tetrahedra have one budget per file, too.
    const shared = new PolygonBudget();
    const before = shared.tests;
    const mesh = new GrowingMesh(shared);
    for (let i = 0; i < 2; i++) mesh.addPolygon(all, 0, MOST_EARS, 0, comb);
    expect(mesh.finish(comb).triangles).toHaveLength(2 * 3 * (MOST_EARS - 2));
    expect(before - shared.tests).toBeGreaterThan(2 * 10 * MOST_EARS);
    const free = new PolygonBudget();
    const { tests } = free;
    dividePolygon(all, comb, free);
    expect(tests - free.tests).toBeGreaterThan(10 * MOST_EARS);
  });

  it('of hundred thousands of corners, and by the thousand, become triangles', async () => {
    const huge = await readSurface([textFile('a.obj', `${CORNERS}f ${'1 2 3 '.repeat(60_000)}\n`)]);
    expect(huge.triangles).toHaveLength(3 * (180_000 - 2));
    const many = await readSurface([textFile('a.obj', `${CORNERS}${'f 1 2 3 1 2 3 2 1\n'.repeat(5000)}`)]);
    // The last corner repeats the first one.
    expect(many.triangles).toHaveLength(3 * 5 * 5000);
  });
});

describe('notes', () => {
  it('show the first of each kind, each once, and count the rest', () => {
    const notes = [
      ...Array.from({ length: 900 }, (_, i) => `Material '${i}' isn't described.`),
      'Lines left out: 1.',
      "Material '1' isn't described.",
      ...Array.from({ length: 30 }, (_, i) => `${'abcdefghijklmnopqrstuvwxyzABCD'[i]} left out: 1.`),
      `Long: ${'x'.repeat(5000)}.`,
    ];
    const few = fewNotes(notes);
    expect(few.slice(0, 6)).toEqual([
      ...notes.slice(0, 4),
      'Notes like the one before: 896 more.',
      'Lines left out: 1.',
    ]);
    expect(few.at(-1)).toBe('Notes of other kinds: 21 more.');
    expect(few).toHaveLength(17);
    expect(fewNotes([notes.at(-1)!])[0].length).toBeLessThan(250);
    expect(fewNotes(['A\u001b[31m left out: 1.'])[0]).toBe('A [31m left out: 1.');
  });

  it.each<[string, string, string, [string, string][]]>([
    [
      'names of files of materials on one line',
      'a.obj',
      `mtllib ${rows(20_000, (i) => `m${i} `)}\n${CORNERS}f 1 2 3\n`,
      [],
    ],
    [
      'names of files of materials on many lines',
      'a.obj',
      `${rows(20_000, (i) => `mtllib m${i}\n`)}${CORNERS}f 1 2 3\n`,
      [],
    ],
    ['materials', 'a.obj', `${rows(20_000, (i) => `usemtl m${i}\n`)}${CORNERS}f 1 2 3\n`, []],
    [
      'textures',
      'a.obj',
      `mtllib b.mtl\n${CORNERS}usemtl m\nf 1 2 3\n`,
      [['b.mtl', `newmtl m\n${rows(20_000, (i) => `map_Kd t${i}\n`)}`]],
    ],
    [
      'values of materials',
      'a.obj',
      `mtllib b.mtl\n${CORNERS}usemtl m\nf 1 2 3\n`,
      [['b.mtl', `newmtl m\n${'Kd\nd nan\n'.repeat(20_000)}`]],
    ],
    [
      'properties',
      'a.ply',
      plyOf(
        rows(5000, (i) => `property char p${i}\n`),
        '0 '.repeat(5000),
      ),
      [],
    ],
    [
      'elements',
      'a.ply',
      plyOf(
        '',
        '',
        rows(5000, (i) => `element e${i} 1\nproperty char a\n`),
      ).replace('end_header\n', `end_header\n${'0 '.repeat(5000)}`),
      [],
    ],
    [
      'characters of a name',
      'a.obj',
      `mtllib ${'m'.repeat(50_000)}\nusemtl ${'n'.repeat(50_000)}\n${CORNERS}f 1 2 3\n`,
      [],
    ],
  ])('are few for a file with thousands of %s', async (_, name, text, beside) => {
    const { notes } = await readSurface([
      textFile(name, text),
      ...beside.map(([other, content]) => textFile(other, content)),
    ]);
    expect(notes.length).toBeGreaterThan(0);
    expect(notes.length).toBeLessThan(12);
    expect(notes.join('').length).toBeLessThan(1500);
  });

  it('name a file of materials and a texture once, however often the file does', async () => {
    const { notes } = await readSurface([
      textFile('a.obj', `${'mtllib none.mtl b.mtl\nmtllib none.mtl\n'.repeat(50)}${CORNERS}usemtl m\nf 1 2 3\n`),
      textFile('b.mtl', `newmtl m\n${'map_Kd a.png\nnorm a.png\n'.repeat(50)}`),
    ]);
    expect(notes).toEqual([
      "Materials left out, since their file isn't here: none.mtl.",
      "Texture left out, since its file isn't here: a.png.",
    ]);
  });
});

describe('a file that another one names', () => {
  it.each(['none', 'none of these'])('is looked for once, however often it is named: %s', async (names) => {
    let looks = 0;
    const beside = {
      get name() {
        looks++;
        return 'folder/b.mtl';
      },
      bytes: new Uint8Array(),
    };
    await readSurface([textFile('a.obj', `${`mtllib ${names}\n`.repeat(500)}${CORNERS}f 1 2 3\n`), beside]);
    expect(looks).toBeLessThan(50);
  });
});

describe('a message stays short and on one line', () => {
  const LONG = 'n'.repeat(50_000);
  it.each<[string, string, string]>([
    ['a file’s name', `${LONG}.obj`, 'v x\n'],
    ['several files’ names', `${LONG}.xyz`, ''],
    ['an element', 'a.ply', plyOf('', '', `element ${LONG} 9000\nproperty char a\n`)],
    ['a property', 'a.ply', plyOf(`property char ${LONG}\n`, 'x ')],
    ['a file of materials', 'a.obj', `mtllib ${LONG}\n`],
    ['a word with control characters', 'a.ply', 'p\u001b]0;owned\u0007\n'],
  ])('about %s', async (_, name, text) => {
    const error = await readSurface([textFile(name, text)]).catch((reason: Error) => reason.message);
    expect(error).toContain('expected');
    expect((error as string).length).toBeLessThan(900);
    expect(error).not.toMatch(/\p{Cc}/u);
  });

  it('whatever a reader says', () => {
    const long = () => {
      throw new MeshFileError(`The file has ${'x'.repeat(5000)}; expected something else`);
    };
    expect(() => named('a.obj', long)).toThrow(/^a\.obj: the file has x{300,500} ?… ?x*; expected something else$/);
  });
});
