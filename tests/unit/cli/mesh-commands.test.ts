import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { CommandLine } from '../../fixtures/command-line.ts';

// Takes long: each command has a process of its own.
const line = new CommandLine();
afterAll(() => line.remove());
const fixture = (name: string): string => join(import.meta.dirname, '../../fixtures/meshes', name);

it('converts tetrahedra to TetGen and back to the same numbers, to their boundary, and that to tetrahedra', () => {
  line.succeed('convert', fixture('two.mesh'), 'a.node');
  line.succeed('convert', 'a.node', 'b.t', '--scale', '2');
  expect(line.files()).toEqual(['a.ele', 'a.node', 'b.t']);
  expect(line.read('b.t')).toContain('\nVertex 5 2 2 2.5\nTet 0 0 1 2 3\nTet 1 1 5 2 3\n');
  line.succeed('convert', 'b.t', 'c.stl');
  line.succeed('convert', 'c.stl', 'd.vtu', '--cell', '0.5');
  const [boundary, filled] = JSON.parse(line.succeed('info', '--format', 'json', 'c.stl', 'd.vtu'));
  expect(boundary).toMatchObject({ kind: 'surface', triangles: 6, places: 5, isClosedManifold: true });
  expect(filled).toMatchObject({ kind: 'tetrahedra', pieces: 1, boundary: { isClosedManifold: true } });
  expect(filled.volume / boundary.volume).toBeCloseTo(1, 0);
  expect(line.run(['convert', 'c.stl', 'e.vtu', '--cell', '0.5', '--tetrahedra', '100'])).toMatchObject({
    code: 2,
    stderr: 'untangle: --cell and --tetrahedra both say how finely to fill the surface; expected one of them\n',
  });
});

it('converts a surface far from the origin where it is, filled or not, and says what STL has no room for', () => {
  const corners = ['3e5 5e6 40', '300000.7 5e6 40', '3e5 5000000.7 40', '3e5 5e6 40.7'];
  line.write('far.obj', `${corners.map((corner) => `v ${corner}\n`).join('')}f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n`);
  expect(line.run(['convert', 'far.obj', 'far.ply']).stderr).toContain('(300000, 5000000, 40) is taken for its origin');
  expect(line.run(['convert', 'far.ply', 'far.stl']).stderr).toContain('(300000, 5000000, 40) subtracted');
  line.succeed('convert', 'far.ply', 'far.vtu', '--cell', '0.1');
  const reports = JSON.parse(line.succeed('info', '--format', 'json', 'far.obj', 'far.ply', 'far.stl', 'far.vtu'));
  for (const { volume } of reports.slice(0, 3)) expect(volume).toBeCloseTo(0.7 ** 3 / 6, 6);
  expect(reports[1].bounds).toEqual({ low: [3e5, 5e6, 40], high: [300000.7, 5000000.7, 40.7] });
  expect(reports[3].bounds.low).toEqual([3e5, 5e6, 40].map((x) => expect.closeTo(x, 1)));
  expect(reports[3].problem).toBeUndefined();
});

it('tells a file that is no mesh in a sentence, and goes on with the next', () => {
  line.write('bad.t', 'Vertex 0 0 0 nan\n');
  const { code, stdout, stderr } = line.run(['info', 'bad.t', fixture('two.mesh')]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout).toMatch(
    /^bad\.t: line 1 has 'nan'; expected the coordinate z of vertex 0\n\n.*two\.mesh\n {2}tetrahedra +2\n/,
  );
  expect(line.run(['convert', 'bad.t', 'c.msh'])).toMatchObject({
    code: 2,
    stderr: "untangle: bad.t: line 1 has 'nan'; expected the coordinate z of vertex 0\n",
  });
});
