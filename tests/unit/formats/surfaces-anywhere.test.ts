import { describe, expect, it } from 'vitest';
import type { GivenFile } from '../../../src/formats/given-file.ts';
import { readMesh } from '../../../src/formats/read-mesh.ts';
import { readSurface } from '../../../src/formats/read-surface.ts';
import { readTets } from '../../../src/formats/read-tets.ts';
import { soundTets } from '../../../src/formats/sound-tets.ts';
import { writeTets } from '../../../src/formats/write-tets.ts';
import { loadMesh } from '../../../src/scenes/own/load-mesh.ts';

const file = (name: string, text: string): GivenFile => ({ name, bytes: Buffer.from(text) });

/** A tetrahedron's four faces, and a fifth vertex that none has. */
const POSITIONS = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 9, 9, 9];
const FACES = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
const surface = {
  positions: Float64Array.from(POSITIONS),
  tets: new Uint32Array(),
  triangles: Uint32Array.from(FACES),
};

describe('a surface in a format of tetrahedra is a surface', () => {
  it.each(['mesh', 'msh', 'vtk', 'vtu'])('.%s', async (extension) => {
    const files = writeTets('a', extension, surface);
    const read = await readSurface(files);
    expect([...read.positions]).toEqual(POSITIONS.slice(0, 12));
    expect([...read.triangles]).toEqual(FACES);
    expect(read.notes).toEqual(['Vertices without a triangle left out: 1.']);
    expect(await readMesh(files)).toEqual({ kind: 'surface', surface: read });
    const body = await loadMesh(files, { file: files[0].name, metresPerUnit: 2, cell: 1 });
    expect(body.mesh.tets.length).toBeGreaterThan(0);
    expect([...body.surface!.triangles]).toEqual(FACES);
    expect(() => soundTets(readTets(files))).toThrow(
      'The file has 4 triangles and no tetrahedra; expected at least one tetrahedron',
    );
  });

  it('but not if it has tetrahedra, too', async () => {
    const files = writeTets('a', 'msh', { ...surface, tets: Uint32Array.of(0, 1, 2, 3) });
    expect((await readMesh(files)).kind).toBe('tetrahedra');
    await expect(readSurface(files)).rejects.toThrow(
      'a.msh: the file has 1 tetrahedron and 4 triangles; expected a surface, which has triangles only',
    );
  });

  it('and is refused if a coordinate is none of float32', async () => {
    const files = writeTets('a', 'vtk', { ...surface, positions: surface.positions.map((x) => x * 1e39) });
    await expect(readSurface(files)).rejects.toThrow(
      /^a\.vtk: the coordinate x of vertex 1 is 1e\+39; expected a finite/,
    );
  });

  it.each([
    ['a.t', 'Vertex 0 0 0 0\n'],
    ['a.mesh', 'MeshVersionFormatted 1\nDimension 3\nVertices\n1\n0 0 0 0\nEnd\n'],
    ['a.msh', '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1\n1 0 0 0\n$EndNodes\n$Elements\n0\n$EndElements\n'],
    ['a.vtk', '# vtk DataFile Version 3.0\n\nASCII\nDATASET POLYDATA\nPOINTS 1 float\n0 0 0\nVERTICES 1 2\n1 0\n'],
  ])('a file without any is refused: %s', (name, text) => {
    const message = `${name}: the file has no tetrahedra and no triangles; expected`;
    expect(() => readTets([file(name, text)])).toThrow(message);
    // The name stands once.
    return expect(readSurface([file(name, text)])).rejects.toThrow(new RegExp(`^${message}`));
  });
});

const trianglesOf = (given: GivenFile) => [...readTets([given]).triangles];
/** Five vertices in a plane, of which 0, 1, 2, 3 go around a square and 4 lies near 3, within it. */
const SQUARE = '0 0 0 1 0 0 1 1 0 0 1 0 0.2 0.2 0';
const polydata = (lists: string) =>
  file('a.vtk', `# vtk DataFile Version 3.0\n\nASCII\nDATASET POLYDATA\nPOINTS 5 float\n${SQUARE}\n${lists}\n`);
const grid = (type: number, ids: readonly number[]) =>
  file(
    'a.vtu',
    `<VTKFile type="UnstructuredGrid"><Piece NumberOfPoints="5" NumberOfCells="1"><Points><DataArray type="Float32">${SQUARE}</DataArray></Points><Cells><DataArray type="Int8" Name="connectivity">${ids.join(' ')}</DataArray><DataArray type="Int8" Name="offsets">${ids.length}</DataArray><DataArray type="Int8" Name="types">${type}</DataArray></Cells></Piece></VTKFile>`,
  );

describe('polygons are divided into triangles', () => {
  it.each([
    ['a quadrilateral', 9, [0, 1, 2, 3], [0, 1, 2, 0, 2, 3]],
    ['one with a corner that points inwards', 9, [0, 1, 4, 3], [0, 1, 4, 0, 4, 3]],
    ['one whose first diagonal lies outside', 9, [1, 4, 3, 0], [4, 3, 0, 4, 0, 1]],
    ['one with a corner twice', 9, [0, 1, 2, 2], [0, 1, 2]],
    ['a pixel', 8, [0, 1, 3, 2], [0, 1, 2, 0, 2, 3]],
    ['a polygon', 7, [0, 1, 2, 3, 4], [0, 1, 4, 1, 2, 4, 2, 3, 4]],
    ['a polygon of second order', 36, [0, 1, 2, 4, 4, 4], [0, 1, 2]],
    ['a strip', 6, [0, 1, 3, 2], [0, 1, 3, 3, 1, 2]],
    ['a strip that begins anew', 6, [0, 1, 3, 3, 3, 1, 2], [0, 1, 3, 3, 1, 2]],
  ])('%s', (_, type, ids, triangles) => {
    const found = trianglesOf(grid(type, ids));
    const sorted = (list: readonly number[]) =>
      Array.from({ length: list.length / 3 }, (_, i) => {
        const corners = list.slice(3 * i, 3 * i + 3);
        const least = corners.indexOf(Math.min(...corners));
        return [...corners.slice(least), ...corners.slice(0, least)].join();
      }).sort();
    expect(sorted(found)).toEqual(sorted(triangles));
  });

  it('and those of POLYDATA', () => {
    expect(
      trianglesOf(polydata('POLYGONS 2 9\n4 0 1 2 3\n3 0 1 4\nTRIANGLE_STRIPS 1 5\n4 0 1 3 2\nLINES 1 3\n2 0 1')),
    ).toEqual([0, 1, 2, 0, 2, 3, 0, 1, 4, 0, 1, 3, 3, 1, 2]);
    expect(trianglesOf(polydata('TRIANGLE_STRIPS 1 5\n4 0 1 3 2'))).toEqual([0, 1, 3, 3, 1, 2]);
    expect(readTets([polydata('POLYGONS 2 7\n3 0 1 2\n2 0 1\n')]).notes).toEqual([
      'Polygons with fewer than three corners left out: 1.',
    ]);
  });

  it('and one of very many corners into a fan', () => {
    const count = 3000;
    const ids = Array.from({ length: count }, (_, i) => i % 5);
    expect(trianglesOf(polydata(`POLYGONS 1 ${count + 1}\n${count} ${ids.join(' ')}`)).length / 3).toBeGreaterThan(
      count / 2,
    );
  });

  it('but one of very many corners at one vertex is left out', () => {
    expect(() => trianglesOf(polydata(`POLYGONS 1 601\n600 ${'3 '.repeat(600)}`))).toThrow(
      '(Polygons with fewer than three corners left out: 1.)',
    );
  });

  it('Gmsh’s and Medit’s quadrilaterals', () => {
    const nodes = ['0 0 0', '1 0 0', '1 1 0', '0 1 0'];
    const gmsh = `$NOD\n4\n${nodes.map((node, i) => `${i + 1} ${node}`).join('\n')}\n$ENDNOD\n$ELM\n1\n1 3 1 1 4 1 2 3 4\n$ENDELM\n`;
    expect(trianglesOf(file('a.msh', gmsh))).toEqual([0, 1, 2, 0, 2, 3]);
    const medit = `MeshVersionFormatted 1\nDimension 3\nVertices 4\n${nodes.map((node) => `${node} 0`).join('\n')}\nQuadrilaterals 1\n1 2 3 4 0\nEnd`;
    expect(trianglesOf(file('a.mesh', medit))).toEqual([0, 1, 2, 0, 2, 3]);
  });
});
