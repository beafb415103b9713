import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readTets } from '../../../src/formats/read-tets.ts';
import { WRITTEN_TET_FORMATS, writeTets } from '../../../src/formats/write-tets.ts';

/** Debian's Python, which has meshio if the package python3-meshio is installed. */
const PYTHON = '/usr/bin/python3';
const hasMeshio = spawnSync(PYTHON, ['-c', 'import meshio']).status === 0;
const hasGmsh = spawnSync('gmsh', ['--version']).status === 0;

const folder = mkdtempSync(join(tmpdir(), 'untangle-written-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Two tetrahedra and a triangle; numbers that need all their digits or an exponent. */
const MESH = {
  positions: Float64Array.of(0, 0, 0, 1, 0, 0, 1 / 3, 1, 1e-20, -0.1, 0, 1, 1, 1, 1.25),
  tets: Uint32Array.of(0, 1, 2, 3, 1, 4, 2, 3),
  triangles: Uint32Array.of(0, 2, 1),
};
const FORMATS = WRITTEN_TET_FORMATS.filter((extension) => extension !== 'ele');

describe.each(FORMATS)('.%s', (extension) => {
  const files = writeTets(join(folder, 'out'), extension, MESH);
  const holdsTriangles = !['t', 'node'].includes(extension);

  it('is read here to the same bits', () => {
    const { positions, tets, triangles } = readTets(files);
    expect({ positions, tets }).toEqual({ positions: MESH.positions, tets: MESH.tets });
    expect([...triangles]).toEqual(holdsTriangles ? [...MESH.triangles] : []);
  });

  it.skipIf(!hasMeshio || extension === 't')('is read by meshio to the same bits', () => {
    for (const { name, bytes } of files) writeFileSync(name, bytes);
    const script = `
import json, sys, meshio
mesh = meshio.read(sys.argv[1])
cells = mesh.cells_dict
print(json.dumps({"positions": mesh.points.tolist(), "tets": cells["tetra"].tolist(), "triangles": cells["triangle"].tolist() if "triangle" in cells else []}))`;
    const output = execFileSync(PYTHON, ['-c', script, files[0].name], { encoding: 'utf8' });
    const { positions, tets, triangles } = JSON.parse(output.slice(output.lastIndexOf('{')));
    expect(positions.flat()).toEqual([...MESH.positions]);
    expect(tets.flat()).toEqual([...MESH.tets]);
    expect(triangles.flat()).toEqual(holdsTriangles ? [...MESH.triangles] : []);
  });
});

it.each(['xyz', 'constructor', ''])("refuses the extension '%s'", (extension) => {
  expect(() => writeTets('a', extension, MESH)).toThrow(
    `Tetrahedra were to be written as '${extension}', expected one of t, mesh, `,
  );
});

it.skipIf(!hasGmsh).each(['msh', 'mesh', 'vtk'])('Gmsh finds no fault in a .%s file', (extension) => {
  const [{ name, bytes }] = writeTets(join(folder, 'checked'), extension, MESH);
  writeFileSync(name, bytes);
  const { status, stdout, stderr } = spawnSync('gmsh', [name, '-check', '-v', '4'], { cwd: folder, encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout + stderr).not.toMatch(/error|warning/i);
  expect(stdout + stderr).toMatch(/5 (nodes|points)/);
});
