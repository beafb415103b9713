import { describe, expect, it } from 'vitest';
import { readTets } from '../../../src/formats/read-tets.ts';

const read = (name: string, bytes: string | Uint8Array) => readTets([{ name, bytes: Buffer.from(bytes) }]);

describe('sections of Medit that make no mesh are skipped, with a note', () => {
  const around = (section: string) =>
    `MeshVersionFormatted 2\nDimension 3\n${section}\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\nTetrahedra\n1\n1 2 3 4 0\nEnd\n`;

  it.each([
    ['RequiredTetrahedra 2\n1\n1', 'Requiredtetrahedra left out: 2.'],
    ['RequiredQuadrilaterals 1\n1', 'Requiredquadrilaterals left out: 1.'],
    ['SubDomainFromMesh 1\n3 1 1 0', 'Subdomainfrommesh left out: 1.'],
    ['TangentAtEdgeVertices 1 1 1 1', 'Tangentatedgevertices left out: 1.'],
    ['AngleOfCornerBound 25', 'Angleofcornerbound left out: 1.'],
    ['BoundingBox\n0 0 0 1 1 nan', 'Boundingbox left out: 1.'],
    ['VertexOnGeometricEdge 1\n1 1 0.5 0', 'Vertexongeometricedge left out: 1.'],
    ['Geometry\n"a file.mesh"', 'Geometry left out: 1.'],
    ['SolAtVertices 1\n1 1\n0.5', 'Solatvertices left out: 1.'],
    ['Iterations 12 Time 1e-3', 'Iterations left out: 1.'],
  ])('%j', (section, note) => {
    const { tets, notes } = read('a.mesh', around(section));
    expect([...tets]).toEqual([0, 1, 2, 3]);
    expect(notes[0]).toBe(note);
  });

  it('but not names that no document has', () => {
    expect(() => read('a.mesh', 'MeshVersionFormatted 2\nDimension 3\nTetrahedrons 1')).toThrow(
      "a.mesh: line 3 has 'Tetrahedrons'; expected a keyword such as Vertices, Triangles, Tetrahedra or End",
    );
  });

  it('and a name of any length makes a short note', () => {
    const { notes } = read('a.mesh', around(`Required${'x'.repeat(1e5)} 1`));
    expect(notes[0].length).toBeLessThan(300);
  });
});

describe('fields of VTK are skipped, whatever they hold', () => {
  const mesh = 'POINTS 4 float\n0 0 0 1 0 0 0 1 0 0 0 1\nCELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n';
  const vtk = (field: string) => `# vtk DataFile Version 4.2\n\nASCII\nDATASET UNSTRUCTURED_GRID\n${field}${mesh}`;

  it.each([
    ['texts', 'FIELD FieldData 1\nName 1 2 string\na%20text of words\n\n'],
    ['NaN', 'FIELD FieldData 2\nA 1 3 double\nnan -inf 1e999\nB 1 1 int\n7\n'],
    ['bits', 'FIELD FieldData 1\nA 2 2 bit\n0 1 1 0\n'],
    ['what is known of an array', 'FIELD FieldData 2\nA 1 1 int\n7\nMETADATA\nINFORMATION 0\n\nB 1 1 int\n8\n'],
    ['an array that is not there', 'FIELD FieldData 2\nNULL_ARRAY\nB 1 1 vtktypeuint64\n8\n'],
  ])('%s', (_, field) => {
    expect([...read('a.vtk', vtk(field)).tets]).toEqual([0, 1, 2, 3]);
  });

  it.each([
    ['FIELD a 1\nb 1 4000000 string\n', 'promises 4,000,000 values of a field'],
    ['FIELD a 1\nb 3 4000000 float\n', 'promises 12,000,000 values of a field'],
    ['FIELD a 1\nb 1 1 variant\n', "has 'variant'; expected a type of numbers"],
  ])('%j is refused', (field, message) => {
    expect(() => read('a.vtk', vtk(field))).toThrow(message);
  });

  it('of binary files: texts of short and long lengths, bits and NaN', () => {
    const be = (...words: readonly number[]) => Buffer.from(Uint32Array.from(words).buffer).swap32();
    const floats = Buffer.from(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1).buffer).swap32();
    const long = Buffer.alloc(2 + 300, 'x');
    long.writeUInt16BE(0x8000 + 300);
    const bytes = Buffer.concat([
      Buffer.from('# vtk DataFile Version 4.2\n\nBINARY\nDATASET UNSTRUCTURED_GRID\nFIELD FieldData 3\nA 1 2 string\n'),
      Buffer.from([0xc0 + 3]),
      Buffer.from('abc'),
      long,
      Buffer.from('\nB 9 1 bit\n'),
      Buffer.from([0xff, 0x80]),
      Buffer.from('\nC 1 1 float\n'),
      be(0x7fc00000),
      Buffer.from('\nPOINTS 4 float\n'),
      floats,
      Buffer.from('\nCELLS 1 5\n'),
      be(4, 0, 1, 2, 3),
      Buffer.from('\nCELL_TYPES 1\n'),
      be(10),
    ]);
    expect([...read('a.vtk', bytes).tets]).toEqual([0, 1, 2, 3]);
    // A text that is longer than the file.
    bytes[bytes.indexOf('string\n') + 7] = 0xc0 + 63;
    bytes.writeUInt16BE(0xbfff, bytes.indexOf('abc') + 3);
    expect(() => read('a.vtk', bytes)).toThrow(/^a\.vtk: /);
  });
});
