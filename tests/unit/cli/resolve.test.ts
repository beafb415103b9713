import { afterAll, describe, expect, it } from 'vitest';
import { writeTets } from '../../../src/formats/write-tets.ts';
import { cuboid } from '../../../src/mesh/model/cuboid.ts';
import type { TetMesh } from '../../../src/mesh/tet-mesh.ts';
import { CommandLine } from '../../fixtures/command-line.ts';

// Takes long: each command has a process of its own.
const line = new CommandLine();
afterAll(() => line.remove());

/** Writes a mesh to a file. */
function save(name: string, { positions, tets }: TetMesh): void {
  const [{ bytes }] = writeTets(name, 'mesh', {
    positions: Float64Array.from(positions),
    tets,
    triangles: new Uint32Array(),
  });
  line.write(`${name}.mesh`, new TextDecoder().decode(bytes));
}

const box = cuboid({ cells: [1, 1, 1], size: [1, 1, 1] }).mesh;
const block = cuboid({ cells: [4, 4, 4], size: [1, 1, 1] }).mesh;
const cube = cuboid({ cells: [2, 2, 2], size: [0.5, 0.5, 0.5] }).mesh;
const single: TetMesh = {
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  tets: Uint32Array.of(0, 1, 2, 3),
};
/** A small cube in the middle of a large one, vertices on vertices; at rest it lies beside. */
const joined = (aside: number): TetMesh => ({
  positions: Float32Array.of(...block.positions, ...cube.positions.map((x, i) => (i % 3 === 0 ? x + aside : x))),
  tets: Uint32Array.of(...block.tets, ...cube.tets.map((v) => v + block.positions.length / 3)),
});
/** Two boxes of six tetrahedra. */
const two = (aside: number): TetMesh => ({
  positions: Float32Array.of(...box.positions, ...box.positions.map((x, i) => x + (i % 3 === 0 ? aside : 0.1))),
  tets: Uint32Array.of(...box.tets, ...box.tets.map((v) => v + box.positions.length / 3)),
});
const scaled = (mesh: TetMesh, z: number): TetMesh => ({
  ...mesh,
  positions: mesh.positions.map((x, i) => (i % 3 === 2 ? z * x : x)),
});

save('box', box);
save('flat', scaled(box, 0));
save('mirrored', scaled(box, -1));
save('low', scaled(box, 0.5));
save('single', single);
save('low-single', scaled(single, 0.5));
save('flat-single', scaled(single, 0));
save('tangled', joined(0));
save('apart', joined(2));
save('two', two(0.3));
save('two-apart', two(2));
line.write('empty.mesh', '');
line.write('plane.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');

const resolved = (tangled: string, rest: string, ...more: string[]) =>
  line.answer(['resolve', `${tangled}.mesh`, '--rest', `${rest}.mesh`, '--out', 'out.mesh', ...more]);

describe('a cube in a gridded one, whose vertices lie between the elements', () => {
  it('is inside by info, contains and resolve alike', async () => {
    const object = (mesh: TetMesh) => ({
      rest: [...mesh.positions],
      pos: [...mesh.positions],
      elem: [...mesh.tets],
    });
    line.write('two.in.json', JSON.stringify({ dim: 3, objects: [object(block), object(cube)] }));
    expect((await line.answer(['contains', 'two.in.json', '--out', 'pairs.json'])).stdout).toMatch(/^26 pairs\n/);
    const [info] = JSON.parse((await line.answer(['info', '--format', 'json', 'tangled.mesh'])).stdout);
    expect(info.inside.count).toBe(26);
    const { code, stdout } = await resolved('tangled', 'apart');
    expect(stdout).toContain('before: 26 vertices and');
    expect(stdout).toMatch(/^free: nothing overlaps/);
    expect(code).toBe(0);
    const after = JSON.parse((await line.answer(['info', '--format', 'json', 'out.mesh'])).stdout)[0];
    expect(after).toMatchObject({ inside: { count: 0 }, inverted: { count: 0 }, boundary: { piercings: 0 } });
  });

  it('is not free where the steps run out, with the reasons', async () => {
    const { code, stdout } = await resolved('two', 'two-apart', '--steps', '1');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /\nNot free: \d+ .* inside, \d+ .* with the middle inside, \d+ edges? through faces, expected none; .* of the smallest piece is shared, expected none/,
    );
    expect(stdout).toContain(
      'The greatest number of steps, 1, was reached: more may help (mostSteps, on the command line --steps).',
    );
  });
});

describe('resolve', () => {
  it.each([
    ['box', 'box'],
    ['single', 'single'],
    ['apart', 'apart'],
  ])('leaves %s.mesh as it is', async (tangled, rest) => {
    const { code, stdout } = await resolved(tangled, rest);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^free: .*, already as it is given\n/);
    expect(line.read('out.mesh')).toBe(line.read(`${tangled}.mesh`));
  });

  it.each([
    ['low', 'box'],
    ['low-single', 'single'],
  ])('lets %s.mesh, crushed to half of its volume, grow', async (tangled, rest) => {
    const { code, stdout } = await resolved(tangled, rest);
    expect(stdout).toContain('least volume of a piece 0.5 of rest');
    expect(stdout).toMatch(/^free: /);
    expect(code).toBe(0);
    const [{ volume }] = JSON.parse((await line.answer(['info', '--format', 'json', 'out.mesh'])).stdout);
    expect(volume).toBeGreaterThan(0.8 * (rest === 'box' ? 1 : 1 / 6));
  });

  it.each([
    ['flat', 'box', 6],
    ['flat-single', 'single', 1],
    ['mirrored', 'box', 6],
  ])('%s.mesh is free only if no tetrahedron is left flat or inverted', async (tangled, rest, count) => {
    const { code, stdout } = await resolved(tangled, rest, '--steps', '60');
    expect(stdout).toMatch(new RegExp(`(^|\\n)before: .*, ${count} tetrahedr(on|a) flat or inverted;`));
    const [{ inverted, flat, volume }] = JSON.parse(
      (await line.answer(['info', '--format', 'json', 'out.mesh'])).stdout,
    );
    const isWhole = inverted.count + flat.count === 0 && volume >= 0.8 * (rest === 'box' ? 1 : 1 / 6);
    expect(code).toBe(isWhole ? 0 : 1);
    expect(stdout.startsWith('free: ')).toBe(isWhole);
    if (!isWhole) expect(stdout).toMatch(/Not free: .*expected/);
  });

  it('refuses what is no mesh, or not the same one', async () => {
    expect(await resolved('empty', 'box')).toMatchObject({ code: 2, stdout: '' });
    expect((await resolved('empty', 'box')).stderr).toContain('empty.mesh');
    const plane = await line.answer(['resolve', 'plane.obj', '--rest', 'plane.obj', '--out', 'out.mesh']);
    expect(plane).toMatchObject({ code: 2, stdout: '' });
    expect(plane.stderr).toContain('plane.obj');
    expect((await resolved('single', 'box')).stderr).toContain(
      'TANGLED has 4 vertices and 1 tetrahedron, REST has 8 vertices and 6 tetrahedra; expected the same mesh',
    );
    expect(await resolved('box', 'flat')).toMatchObject({ code: 2, stdout: '' });
  });
});
