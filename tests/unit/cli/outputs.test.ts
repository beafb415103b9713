import { copyFileSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { objFileNames, writeObj } from '../../../src/formats/write/write-obj.ts';
import { writeMedit } from '../../../src/formats/write/write-medit.ts';
import { writeTets } from '../../../src/formats/write-tets.ts';
import { boundarySurface } from '../../../src/formats/boundary-surface.ts';
import { cuboid } from '../../../src/mesh/model/cuboid.ts';
import { checkOutputs } from '../../../src/node/outputs.ts';
import { CommandLine } from '../../fixtures/command-line.ts';

/** No command replaces a file that it reads, however the file is named, and none writes a file of its own twice. */

const line = new CommandLine();
afterAll(() => line.remove());

const { mesh } = cuboid({ size: [1, 1, 1], cells: [2, 2, 2] });
const tets = { ...mesh, triangles: new Uint32Array() };
const skin = boundarySurface({ ...tets, positions: Float64Array.from(mesh.positions), notes: [] });
const SCENE = {
  untangle: 1,
  meshes: { cube: { file: 'cube.obj', cell: 0.4 }, block: { file: 'block.node' } },
  bodies: [{ mesh: 'cube' }, { mesh: 'block', at: [0, 3, 0] }],
};
const STAGES = { solve: 1, refit: 1, dcd: 1, path: 1, ccd: 1, projection: 1, readback: 0, measuring: 0, render: 0 };
const RECORDING = {
  ...{ scene: 'octopi-8', size: 900, bodies: 8, vertices: 2472, tetrahedra: 6976, parameters: {}, backend: 'cpu' },
  ...{ adapter: 'a processor', workers: 1, host: 'Node v20', version: '0.1.0', inputs: [] },
  frames: [{ frame: 0, step: 5, hash: '0123456789abcdef', stages: STAGES }],
};
const TET = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const QUERIES = { obj: [-1], vertex: [-1], tobj: [0], elem: [0], p: [0.2, 0.2, 0.2] };

beforeEach(() => {
  line.write('my.scene.json', SCENE);
  const look = {
    name: 'paint',
    colour: [1, 0, 0] as const,
    opacity: 1,
    roughness: 1,
    metalness: 0,
    doubleSided: false,
  };
  const surface = { ...skin, materials: [look], groups: [] };
  for (const { name, bytes } of writeObj(surface, 'cube')) writeFileSync(line.path(name), bytes);
  for (const { name, bytes } of writeTets('block', 'node', tets)) writeFileSync(line.path(name), bytes);
  writeFileSync(line.path('cube.mesh'), writeMedit(tets));
  line.write('rec.json', RECORDING);
  line.write('in.json', { dim: 3, objects: [{ rest: TET, pos: TET, elem: [0, 1, 2, 3] }], queries: QUERIES });
  line.write('rows.csv', Array.from({ length: 8 }, () => '0,1,0,1,0,1,0\n').join(''));
});

const RUN = ['run', 'my.scene.json', '--frames', '1'];
const CHECK = ['check', 'my.scene.json'];

describe('an output that is an input, or is written beside a file that is one', () => {
  it.each<[file: string, words: readonly string[]]>([
    ['my.scene.json', [...RUN, '--record', 'my.scene.json']],
    ['cube.obj', [...RUN, '--save-state', 'cube.obj']],
    ['block.ele', [...RUN, '--save-state', './block.ele']],
    ['cube.mtl', [...RUN, '--save-state', 'cube.mtl']],
    ['my.scene.json', [...CHECK, '--json', 'my.scene.json']],
    ['cube.obj', ['convert', 'cube.obj', 'cube.obj']],
    ['block.ele', ['convert', 'block.node', 'block.ele']],
    ['block.ele', ['resolve', 'block.node', '--rest', 'cube.mesh', '--out', 'block.ele']],
    ['cube.mesh', ['resolve', 'block.node', '--rest', 'cube.mesh', '--out', 'cube.mesh']],
    ['rec.json', ['chart', 'rec.json', '--out', 'rec.json']],
    ['in.json', ['shortest-path', 'in.json', '--out', 'in.json']],
    ['in.json', ['contains', 'in.json', '--out', 'in.json']],
    ['rows.csv', ['ccd', 'rows.csv', '--type', 'vf', '--out', 'rows.csv']],
  ])('is refused: %s, %s', async (file, words) => {
    const before = readFileSync(line.path(file));
    const files = line.files();
    const { code, stderr } = await line.answer(words);
    expect(stderr).toMatch(/^untangle: .*the same file as the input '.*; expected another file( name)?\n$/);
    expect(code).toBe(2);
    expect(readFileSync(line.path(file)).equals(before)).toBe(true);
    expect(line.files()).toEqual(files);
  });

  it.each<[file: string, words: readonly string[], what: string]>([
    ['cube.mtl', ['convert', 'other.obj', 'sub/../cube.obj'], "it also writes 'sub/../cube.mtl'"],
    ['cube.obj', [...RUN, '--export', 'cube.pc2'], "it also writes 'cube.obj'"],
    ['cube.mtl', [...RUN, '--export', 'cube.pc2'], "it also writes 'cube.mtl'"],
  ])('is refused where it is written beside the target: %s, %s', (file, words, what) => {
    mkdirSync(line.path('sub'), { recursive: true });
    // Reads cube.mtl, and is no file that is written.
    copyFileSync(line.path('cube.obj'), line.path('other.obj'));
    const bodies = file === 'cube.mtl' ? 'other.obj' : 'cube.obj';
    line.write('my.scene.json', {
      ...SCENE,
      meshes: { cube: { file: bodies, cell: 0.4 } },
      bodies: [{ mesh: 'cube' }],
    });
    const before = readFileSync(line.path(file));
    const { code, stderr } = line.run(words);
    expect(stderr).toContain(what);
    expect(stderr).toContain('the same file as the input');
    expect(code).toBe(2);
    expect(readFileSync(line.path(file)).equals(before)).toBe(true);
  });

  it('is refused as a frame of a series, by its name and by a link', () => {
    mkdirSync(line.path('fall'), { recursive: true });
    const series = { folder: line.path('fall'), isFrame: (name: string) => /^fall-\d{4}\.vtu$/.test(name) };
    const output = { path: line.path('fall.pvd'), series };
    const input = line.path('fall/fall-0003.vtu');
    expect(() => checkOutputs({ '--export': output }, [input])).toThrow(
      /it also writes '.*fall-0003.vtu', the same file/,
    );
    expect(() => checkOutputs({ '--export': output, '--save-state': input })).toThrow('it also writes');
    expect(() => checkOutputs({ '--export': output }, [line.path('fall/other.vtu')])).not.toThrow();
    linkSync(line.path('cube.mesh'), line.path('fall/fall-0007.vtu'));
    expect(() => checkOutputs({ '--export': output }, [line.path('cube.mesh')])).toThrow('fall-0007.vtu');
  });

  it('is known through symbolic and hard links, of a file or of its folder', () => {
    symlinkSync(line.path('cube.mesh'), line.path('soft.mesh'));
    linkSync(line.path('cube.mesh'), line.path('hard.mesh'));
    symlinkSync(line.folder, line.path('here'));
    for (const name of ['soft.mesh', 'hard.mesh', 'here/cube.mesh', 'none/../cube.mesh'])
      expect(() => checkOutputs({ '--out': `${line.folder}/${name}` }, [line.path('cube.mesh')])).toThrow(
        'the same file as the input',
      );
    expect(() => checkOutputs({ '--out': line.path('here/new.a'), '--json': line.path('new.a') })).toThrow(
      /--json is '.*new.a', the same file as --out/,
    );
    // On a file system that tells capital letters from small ones, these are two files.
    expect(() => checkOutputs({ '--out': line.path('NEW.a'), '--json': line.path('new.a') })).not.toThrow();
  });
});

describe('every file that is written is named', () => {
  it('beside a .pc2 file, and in the order in which it is written', () => {
    line.write('my.scene.json', { ...SCENE, bodies: [{ mesh: 'cube' }, { mesh: 'cube', at: [0, 3, 0] }] });
    const { stderr, code } = line.run([...RUN, '--export', 'fall.pc2', '--overlaps', 'off']);
    expect(stderr).toContain('wrote fall-0.pc2, fall-0.obj, fall-0.mtl, fall-1.pc2, fall-1.obj, fall-1.mtl, 2 frames');
    expect(code).toBe(0);
    for (const name of ['fall-0.pc2', 'fall-1.mtl']) expect(line.files()).toContain(name);
  });

  it('as writeObj names them', () => {
    const image = { name: 'a.png', type: 'image/png', bytes: new Uint8Array(4) };
    const look = { name: 'x', colour: [1, 1, 1] as const, opacity: 1, roughness: 1, metalness: 0, doubleSided: false };
    const surface = { ...skin, groups: [] };
    for (const materials of [[], [look], [{ ...look, colourTexture: image }, look]]) {
      const drawn = { ...surface, materials } as Parameters<typeof writeObj>[0];
      expect(objFileNames(drawn, 'b')).toEqual(writeObj(drawn, 'b').map(({ name }) => basename(name)));
    }
  });
});
