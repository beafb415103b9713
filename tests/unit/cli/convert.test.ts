import { afterAll, describe, expect, it } from 'vitest';
import { CommandLine } from '../../fixtures/command-line.ts';

const line = new CommandLine();
afterAll(() => line.remove());

const CORNERS = ['0 0 0', '1 0 0', '0 1 0', '0 0 1'];
const gmsh = (...elements: string[]) =>
  `$NOD\n4\n${CORNERS.map((corner, i) => `${i} ${corner}\n`).join('')}$ENDNOD\n$ELM\n${elements.length}\n${elements.join('\n')}\n$ENDELM\n`;
const FACES = ['0 2 1', '0 1 3', '0 3 2', '1 2 3'].map((ids, i) => `${i} 2 1 1 3 ${ids}`);
line.write('surface.msh', gmsh(...FACES));
line.write('both.msh', gmsh('1 4 1 1 4 0 1 2 3', FACES[0]));
line.write('twice.msh', gmsh('1 4 1 1 4 0 1 2 3', '2 4 1 1 4 0 1 2 3'));
line.write('points.msh', gmsh('1 15 1 1 1 2'));
line.write(
  'surface.vtk',
  `# vtk DataFile Version 3.0\n\nASCII\nDATASET POLYDATA\nPOINTS 4 float\n${CORNERS.join('\n')}\nTRIANGLE_STRIPS 1 7\n6 0 1 2 3 0 1\n`,
);
line.write(
  'surface.mesh',
  `MeshVersionFormatted 1\nDimension 3\nVertices 4\n${CORNERS.map((corner) => `${corner} 0\n`).join('')}Triangles 4\n1 3 2 0\n1 2 4 0\n1 4 3 0\n2 3 4 0\nEnd\n`,
);

describe('convert writes what a file holds, or refuses', () => {
  it.each(['surface.msh', 'surface.vtk', 'surface.mesh'])('a surface in %s', async (input) => {
    for (const end of ['obj', 'stl', 'ply', 'glb']) {
      expect(await line.answer(['convert', input, `o.${end}`])).toMatchObject({
        code: 0,
        stderr: `untangle: wrote o.${end}\n`,
      });
      const { stdout } = await line.answer(['info', '--format', 'json', `o.${end}`]);
      expect(JSON.parse(stdout)[0]).toMatchObject({ kind: 'surface', triangles: 4, isClosedManifold: true });
    }
    const { code, stderr } = await line.answer(['convert', input, 'o.t', '--tetrahedra', '100']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/The surface of 4 triangles is filled with \d+ tetrahedra; radius of thin parts/);
    const { stdout } = await line.answer(['info', 'o.t', input]);
    expect(stdout).toMatch(/^o\.t\n {2}tetrahedra +[1-9]/);
    expect(stdout).toMatch(/\n {2}triangles +4\n/);
  });

  it.each([
    [
      ['points.msh', 'p.obj'],
      'points.msh: the file has no tetrahedra and no triangles; expected at least one of either (Points left out: 1.)',
    ],
    [['points.msh', 'p.vtu'], 'points.msh: the file has no tetrahedra and no triangles; expected'],
    [
      ['twice.msh', 'p.stl'],
      'The 2 tetrahedra have no face that belongs to one of them only; expected some, the boundary',
    ],
    [
      ['surface.msh', 'p.stl', '--tetrahedra', '100'],
      '--tetrahedra fills a surface with tetrahedra; .stl has no room for them; expected OUT as .t, .mesh',
    ],
    [
      ['surface.vtk', 'p.glb', '--cell', '0.1'],
      '--cell fills a surface with tetrahedra; .glb has no room for them; expected OUT as .t, .mesh',
    ],
    [
      ['both.msh', 'p.vtu', '--tetrahedra', '100'],
      '--tetrahedra fills a surface with tetrahedra; both.msh has 1 tetrahedron; expected a surface',
    ],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await line.answer(['convert', ...words]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`untangle: ${message}`) });
    expect(line.files().filter((name) => name.startsWith('p.'))).toEqual([]);
  });

  it('says which triangles it leaves out', async () => {
    const { stderr } = await line.answer(['convert', 'both.msh', 'b.node']);
    expect(stderr).toContain('Triangles left out, for which .node has no room: 1.\n');
    const boundary = await line.answer(['convert', 'both.msh', 'b.ply']);
    expect(boundary.stderr).toContain(
      'The boundary of the tetrahedra is written, 4 triangles; left out that the file lists: 1 triangle.\n',
    );
    expect((await line.answer(['convert', 'both.msh', 'b.vtk'])).stderr).toBe('untangle: wrote b.vtk\n');
    const { stdout } = await line.answer(['info', 'b.vtk']);
    expect(stdout).toMatch(/\n {2}triangles +1, which the file lists besides\n/);
  });
});
