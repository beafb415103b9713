import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MeshFileError } from '../../../src/formats/file-mesh.ts';
import { readTets } from '../../../src/formats/read-tets.ts';
import { soundTets } from '../../../src/formats/sound-tets.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/meshes');
const DATA = '/work/shared/data/meshes';
const given = (folder: string, name: string) => ({ name, bytes: new Uint8Array(readFileSync(join(folder, name))) });
const read = (name: string) => readTets([given(FIXTURES, name)]);
const fromText = (name: string, text: string) => readTets([{ name, bytes: new TextEncoder().encode(text) }]);

/** The mesh of tests/fixtures/meshes/make.py. */
const POSITIONS = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1 / 3, -0.1, 1e-20, 1, 1, 1.25];
const TETS = [0, 1, 2, 3, 1, 5, 2, 3];
const TRIANGLE = [0, 2, 1];

describe('files of meshio and Gmsh', () => {
  it.each([
    'two.mesh',
    'two-2.2-text.msh',
    'two-2.2-binary.msh',
    'two-4.2-text.vtk',
    'two-4.2-binary.vtk',
    'two-5.1-text.vtk',
    'two-5.1-binary.vtk',
    'two-binary.vtu',
    'two-uncompressed.vtu',
  ])('%s is read to the same bits', (name) => {
    const { positions, tets, triangles, notes } = read(name);
    expect([[...positions], [...tets], [...triangles]]).toEqual([POSITIONS, TETS, TRIANGLE]);
    expect(notes).toEqual([expect.stringMatching(/^(Edges|Lines) left out: 1\.$/)]);
  });

  it('a text may have exponents of Fortran', () => {
    const text = readFileSync(join(FIXTURES, 'two.mesh'), 'utf8');
    const fortran = text.replace(/(?<=[\s.\d])e(?=[-+]?\d)/g, 'D');
    expect(fortran).not.toBe(text);
    expect([...fromText('a.mesh', fortran).positions]).toEqual(POSITIONS);
    expect(() => fromText('a.mesh', text.replace(/e(?=[-+]?\d)/, 'dd'))).toThrow(MeshFileError);
  });

  it('two-text.vtu, in which meshio rounds numbers to twelve digits', () => {
    const { positions, tets } = read('two-text.vtu');
    positions.forEach((x, i) => {
      expect(x).toBeCloseTo(POSITIONS[i], 11);
    });
    expect([...tets]).toEqual(TETS);
  });

  it.each(['text', 'binary'])('two-4.1-%s.msh, with tags that leave one out', (kind) => {
    const { positions, tets, triangles } = read(`two-4.1-${kind}.msh`);
    const used = POSITIONS.filter((_, i) => i < 12 || i >= 15);
    expect([...positions]).toEqual(used);
    expect([...tets]).toEqual(TETS.map((v) => Math.min(v, 4)));
    expect([...triangles]).toEqual(TRIANGLE);
  });
});

describe('files of TetGen', () => {
  const tetgen = (node: string, ele: string) =>
    readTets([
      { name: 'a.ele', bytes: new TextEncoder().encode(ele) },
      { name: 'a.node', bytes: new TextEncoder().encode(node) },
    ]);
  const CORNERS = ['0 0 0', '1 0 0', '0 1 0', '0 0 1'];
  const nodes = (head: string, first: number, end = '') =>
    `# corners\n${head}\n${CORNERS.map((corner, i) => `${i + first} ${corner}${end}\n`).join('\n')}`;

  it.each([
    ['from 0', nodes('4 3 0 0', 0), '1 4 0\n0 0 1 2 3\n'],
    [
      'from 1, with attributes and markers',
      nodes('4  3  2  1', 1, ' 0.5 7 1 # one'),
      '1 4 1\n1 1 2 3 4 9\n# made by tetgen',
    ],
    ['from 1, without the numbers of attributes', nodes('4 3', 1), '1 4\n1 1 2 3 4'],
    ['from 1, with middles of edges', nodes('4 3 0 0', 1), '1 10 0\n1 1 2 3 4 1 1 1 1 1 1'],
  ])('are read with ids %s', (_, node, ele) => {
    const { positions, tets } = tetgen(node, ele);
    expect([[...positions], [...tets]]).toEqual([
      CORNERS.flatMap((corner) => corner.split(' ').map(Number)),
      [0, 1, 2, 3],
    ]);
  });

  it('are refused with more than they promise', () => {
    expect(() => tetgen(nodes('4 3 0 0', 0), '1 4 0\n0 0 1 2 3\n1 0 1 2 3\n')).toThrow(
      'line 3 goes on after the last element; expected the end of the file',
    );
    expect(() => tetgen(nodes('3 3 0 0', 0), '1 4 0\n0 0 1 2 2\n')).toThrow('goes on after the last element');
  });
});

describe('files of other programs', () => {
  it('of Gmsh 4.1 have tags in any order, up to great ones, and vertices with parameters', () => {
    const text =
      '$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 0 0\n$EndEntities\n$Nodes\n2 4 5 4000000000\n0 1 0 2\n4000000000\n5\n0 0 0\n1 0 0\n3 1 1 2\n77\n78\n0 1 0 .1 .2 .3\n0 0 1 .1 .2 .3\n$EndNodes\n$Elements\n1 1 9 9\n3 1 4 1\n9 5 77 78 4000000000\n$EndElements\n';
    const { positions, tets } = fromText('a.msh', text);
    expect([...positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect([...tets]).toEqual([1, 2, 3, 0]);
  });

  it('of Medit have references of any sign', () => {
    const text =
      'MeshVersionFormatted 1\nDimension\n3\nVertices\n4\n0 0 0 -1\n1 0 0 5\n0 1 0 7\n0 0 1 0\nTetrahedra\n1\n1 2 3 4 99\nRidges\n0\nEnd';
    expect([...fromText('a.mesh', text).tets]).toEqual([0, 1, 2, 3]);
  });

  it('may begin with a mark of UTF-8', () => {
    expect(() => fromText('a.msh', '\ufeff$MeshFormat\n3 0 8\n')).toThrow(
      "line 2 has '3'; expected version 1, 2.0 to 2.2, 4.0 or 4.1, as which Gmsh can save it anew",
    );
  });
});

describe('a VTK file', () => {
  it('may have a field of ids before its points', () => {
    const text =
      '# vtk DataFile Version 3.0\n\nASCII\nDATASET UNSTRUCTURED_GRID\nFIELD FieldData 1\nCounts 1 2 vtkIdType\n7 8\nPOINTS 4 float\n0 0 0 1 0 0 0 1 0 0 0 1\nCELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n';
    expect([...fromText('a.vtk', text).tets]).toEqual([0, 1, 2, 3]);
  });
});

describe.skipIf(!existsSync(DATA))(`the octopus of ${DATA}`, () => {
  const tetgen = () => readTets([given(DATA, 'octopus-3.6k.node'), given(DATA, 'octopus-3.6k.ele')]);

  it('is the same from TetGen’s files and from VTK’s', () => {
    const mesh = tetgen();
    expect(readTets([given(DATA, 'octopus-3.6k.vtk')])).toEqual(mesh);
    expect([mesh.positions.length / 3, mesh.tets.length / 4]).toEqual([3597, 14289]);
  });

  it('is the same from a .t file but for its six decimals', () => {
    const { positions, tets } = readTets([given(DATA, 'octopus-3.6k.t')]);
    const exact = tetgen();
    expect(tets).toEqual(exact.tets);
    const farthest = positions.reduce((most, x, i) => Math.max(most, Math.abs(x - exact.positions[i])), 0);
    expect(farthest).toBeLessThan(1e-6);
  });
});

describe('a mesh that a simulation takes', () => {
  it('has no vertex that nothing uses, and float32 positions in metres', () => {
    const { mesh, notes } = soundTets(read('two.mesh'), 0.5);
    expect([...mesh.tets]).toEqual(TETS.map((v) => Math.min(v, 4)));
    expect([...mesh.positions.subarray(12)]).toEqual([0.5, 0.5, 0.625]);
    expect(notes).toEqual(['Edges left out: 1.', 'Vertices without a tetrahedron left out: 1.']);
  });

  const CORNERS = 'Vertex 0 0 0 0\nVertex 1 1 0 0\nVertex 2 0 1 0\nVertex 3 0 0 1\nVertex 4 1 1 0\n';
  it('has its tetrahedra turned', () => {
    const { mesh, notes } = soundTets(fromText('a.t', `${CORNERS}Tet 0 0 2 1 3\n`));
    expect([...mesh.tets]).toEqual([0, 2, 3, 1]);
    expect(notes[0]).toBe('Tetrahedra turned, whose corners were in the opposite order: 1 of 1.');
  });

  it.each([
    ['Tet 0 0 1 2 4', 'Tetrahedron 0, of the vertices 0, 1, 2, 4, is flat; expected a volume'],
    ['Tet 0 0 1 2 5', 'a.t: line 6 has the vertex 5 in tetrahedron 0; expected one of the 5 vertices from 0 to 4'],
    ['Tet 0 0 1 2 1', 'Tetrahedron 0 has the vertex 1 twice; expected four vertices'],
    ['Tet 0 0 1 2 3\nTet 1 1 0 3 2', 'Tetrahedra 0 and 1 have the same vertices; expected each once'],
    ['', 'a.t: the file has no tetrahedra and no triangles; expected at least one of either'],
  ])('refuses %j', (tets, message) => {
    expect(() => soundTets(fromText('a.t', CORNERS + tets))).toThrow(new MeshFileError(message));
  });
});

describe('a bad file is refused in one sentence', () => {
  it.each([
    ['a.t', '', 'a.t: the file has 0 bytes; expected a mesh'],
    ['a.t', 'Vertex 0 0 nan 0', "a.t: line 1 has 'nan'; expected the coordinate y of vertex 0"],
    ['a.t', 'Vertex 0 0 0 0\nVertex 2 0 0 0', "a.t: line 2 has '2'; expected the vertex's id 1, the whole number 1"],
    ['a.t', 'Vertex 0 0 0', 'a.t: line 1 ends the file; expected the coordinate z of vertex 0'],
    ['a.t', 'Vertex\0 0', 'a.t: byte 6 is 0, no character of a text; expected a text'],
    [
      'a.mesh',
      'MeshVersionFormatted 2 Dimension 3 Vertices 2000000000 0 0 0 0',
      'a.mesh: line 1 promises 2,000,000,000 vertices; expected no more than the rest of the file has room for',
    ],
    [
      'a.msh',
      '$MeshFormat\n3 0 8\n',
      "a.msh: line 2 has '3'; expected version 1, 2.0 to 2.2, 4.0 or 4.1, as which Gmsh can save it anew",
    ],
    [
      'a.msh',
      '$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Foo\n1',
      "a.msh: line 4 begins a section $Foo, which doesn't end; expected $EndFoo",
    ],
    ['a.vtk', 'hello\n', "a.vtk: line 1 is 'hello'; expected '# vtk DataFile Version'"],
    [
      'a.vtk',
      '# vtk DataFile Version 3.0\n\nASCII\nDATASET STRUCTURED_GRID',
      "a.vtk: line 4 has 'STRUCTURED_GRID'; expected UNSTRUCTURED_GRID or POLYDATA",
    ],
    [
      'a.vtk',
      '# vtk DataFile Version 5.1\n\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 1 float 0 0 0\nCELLS 3 4\nOFFSETS int 0 4 9\nCONNECTIVITY int 0 0 0 0\nCELL_TYPES 2 10 10',
      'a.vtk: the offset 2 of the cells, before line 8, is 9; expected a whole number from 4 to 4',
    ],
    [
      'a.vtu',
      '<VTKFile type="UnstructuredGrid"><Piece NumberOfPoints="4" NumberOfCells="1"><Cells><DataArray type="Float32" Name="connectivity">0 1.5 2 3</DataArray><DataArray type="Int8" Name="offsets">4</DataArray><DataArray type="Int8" Name="types">10</DataArray></Cells><Points><DataArray type="Int8">0 0 0 1 0 0 0 1 0 0 0 1</DataArray></Points></Piece></VTKFile>',
      "a.vtu: number 1 of the cells' vertices, of the piece on line 1, is 1.5; expected one of the 4 vertices from 0 to 3",
    ],
    [
      'a.mesh',
      'MeshVersionFormatted 2 Dimension 3\nVertices 1 0 0 0 0\nTetrahedra 1\n1 1 2 1 0',
      "a.mesh: line 4 has '2'; expected a vertex of number 1 of the tetrahedra, the whole number 1",
    ],
    [
      'a.msh',
      '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1\n7 0 0 0\n$EndNodes\n$Elements\n1\n1 4 0 7 7 7 8\n$EndElements',
      "a.msh: line 10 has '8'; expected the tag of a vertex that the file has",
    ],
    [
      'a.msh',
      '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n2\n7 0 0 0\n7 1 0 0\n$EndNodes',
      "a.msh: line 7 has '7'; expected a tag that no vertex before has",
    ],
    [
      'a.msh',
      '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1\nx',
      "a.msh: line 6 has 'x'; expected the tag of vertex 0, a whole number",
    ],
    ['a.vtk', 'solid', "a.vtk: line 1 is 'solid'; expected '# vtk DataFile Version'"],
    ['a.vtu', 'solid', 'a.vtu: the file has no tag; expected VTKFile'],
    ['a.vtu', '<VTKFile \0>', 'a.vtu: byte 9 is 0, no character of a text; expected a text'],
    [
      'a.vtu',
      '<VTKFile type="UnstructuredGrid">\n<Piece NumberOfPoints="9" NumberOfCells="0"></Piece></VTKFile>',
      'a.vtu: the piece on line 2 has no array of positions; expected 27 numbers',
    ],
    [
      'a.vtu',
      '<VTKFile type="UnstructuredGrid">\n<Piece NumberOfPoints="1" NumberOfCells="0"><Points><DataArray type="Float32" format="binary">DAAAAAAAwH8AAAAAAAAAAA==</DataArray></Points></Piece></VTKFile>',
      'a.vtu: the array of positions on line 2 has NaN as number 0; expected finite numbers',
    ],
    ['a.vtu', '<VTKFile type="PolyData">', 'a.vtu: the file holds a PolyData; expected an UnstructuredGrid'],
    ['a.node', '1 3 0 0', 'a.node came alone; expected the .ele file beside it'],
    ['a.xyz', '', 'a.xyz is of an unknown kind; expected .t, .mesh, .msh, .vtk, .vtu, .node, .ele'],
  ])('%s: %j', (name, text, message) => {
    expect(() => fromText(name, text)).toThrow(new MeshFileError(message));
  });
});
