import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { exportTarget as targetOf } from '../../../../src/cli/exports/open-export.ts';
import { OutputError, UsageError } from '../../../../src/node/errors.ts';
import { saveAll } from '../../../../src/node/interruption.ts';
import { ExportedScene } from '../../../../src/record/export/exported-scene.ts';
import type { FrameSample } from '../../../../src/record/export/frame-sample.ts';
import { defaultParameters } from '../../../../src/simulation/parameters.ts';
import { createModel } from '../../../../src/simulation/world/create-model.ts';
import { CommandLine } from '../../../fixtures/command-line.ts';
import { contextOf } from '../../../fixtures/stages.ts';
import { boxMesh } from '../../mesh/box-mesh.ts';

const folder = mkdtempSync(join(tmpdir(), 'untangle-exports-'));
const file = (name: string): string => join(folder, name);
const said = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
afterAll(() => {
  said.mockRestore();
  rmSync(folder, { recursive: true });
});
const exportTarget = (path: string, name: string) => targetOf(path, name, 9);
const inFolder = (prefix: string) => readdirSync(folder).filter((name) => name.startsWith(prefix));

const model = createModel('box', boxMesh(2, 2, 2), 0.5);
const { world, state } = contextOf([model, model], { shifts: [[], [5, 0, 0]] });
const scene = new ExportedScene(world, [{}, {}]);
const parameters = defaultParameters();
const sampleOf = (frame: number): FrameSample => ({
  frame,
  time: frame / 4,
  positions: state.positions.map((x) => x + frame),
  depths: new Float32Array(world.vertexCount),
  velocities: new Float32Array(3 * world.vertexCount),
  contacts: new Uint32Array(world.vertexCount),
  parameters,
});

/** Reads a .pc2 file by what its format says. */
function readPc2(name: string) {
  const bytes = readFileSync(file(name));
  const [pointCount, frameCount] = [bytes.readInt32LE(16), bytes.readInt32LE(28)];
  const value = (i: number) => bytes.readFloatLE(32 + 4 * i);
  return {
    pointCount,
    frameCount,
    length: bytes.length,
    frame: (f: number) => Array.from({ length: 3 * pointCount }, (_, i) => value(3 * pointCount * f + i)),
  };
}

describe('frames of a run', () => {
  it('as .pvd: one .vtu file per frame, listed with their times', () => {
    const exported = exportTarget(file('fall.pvd'), 'scene').open(scene);
    for (const frame of [0, 1, 2]) exported.add(sampleOf(frame));
    exported.close();
    expect(readdirSync(file('fall'))).toEqual(['fall-0000.vtu', 'fall-0001.vtu', 'fall-0002.vtu']);
    const listed = readFileSync(file('fall.pvd'), 'utf8').matchAll(/timestep="(.*?)".*file="(.*?)"/g);
    expect([...listed].map(([, time, name]) => [time, name])).toEqual([
      ['0', 'fall/fall-0000.vtu'],
      ['0.25', 'fall/fall-0001.vtu'],
      ['0.5', 'fall/fall-0002.vtu'],
    ]);
  });

  it('in a folder: a .pvd file named after the scene', () => {
    const exported = exportTarget(`${file('made/here')}/`, 'octopi').open(scene);
    exported.add(sampleOf(0));
    exported.close();
    expect(readdirSync(file('made/here'))).toEqual(['octopi', 'octopi.pvd']);
  });

  it('as .pc2: positions of each body, and its surface as .obj in the same order', () => {
    const exported = exportTarget(file('two.pc2'), 'scene').open(scene);
    for (const frame of [0, 1]) exported.add(sampleOf(frame));
    exported.close();
    expect(inFolder('two')).toEqual(['two-0.obj', 'two-0.pc2', 'two-1.obj', 'two-1.pc2']);
    scene.surfaces.forEach((body, i) => {
      const { pointCount, frameCount, length, frame } = readPc2(`two-${i}.pc2`);
      expect([pointCount, frameCount, length]).toEqual([26, 2, 32 + 2 * 26 * 12]);
      const expected = new Float32Array(3 * 26);
      for (const f of [0, 1]) {
        body.place(sampleOf(f).positions, expected);
        expect(frame(f)).toEqual([...expected]);
      }
      const vertices = [...readFileSync(file(`two-${i}.obj`), 'utf8').matchAll(/^v (.*)$/gm)].flatMap(([, row]) =>
        row!.split(' ').map(Number),
      );
      expect(vertices).toEqual(frame(0));
    });
  });

  it('as .glb, refused before the run if it would be too large', () => {
    const exported = exportTarget(file('fall.glb'), 'scene').open(scene);
    exported.add(sampleOf(0));
    exported.add(sampleOf(1));
    exported.close();
    expect(readFileSync(file('fall.glb')).readUInt32LE(8)).toBe(readFileSync(file('fall.glb')).length);
    expect(() => targetOf(file('long.glb'), 'scene', 3000).open(scene)).toThrow(
      /long.glb': an animated .glb file of 52 vertices would have 3000 frames; expected at most 2048/i,
    );
  });

  it.each(['vtu', 'msh', 'mesh', 'obj', 'ply', 'stl'])('as .%s.zip: numbered files', (ending) => {
    const exported = exportTarget(file(`many.${ending}.zip`), 'scene').open(scene);
    for (const frame of [0, 1]) exported.add(sampleOf(frame));
    exported.close();
    const files = Object.keys(unzipSync(readFileSync(file(`many.${ending}.zip`))));
    expect(files).toEqual([`many-0000.${ending}`, `many-0001.${ending}`]);
  });

  it.each(['cut.pvd', 'cut.pc2', 'cut.mesh.zip', 'cut.glb'])(
    'stay readable in %s if the run is interrupted',
    (name) => {
      const exported = exportTarget(file(name), 'scene').open(scene);
      exported.add(sampleOf(0));
      exported.add(sampleOf(1));
      saveAll();
      exported.add(sampleOf(2));
      exported.close();
      if (name.endsWith('.pvd')) expect(readFileSync(file(name), 'utf8').match(/<DataSet/g)).toHaveLength(2);
      else if (name.endsWith('.pc2')) expect(readPc2('cut-1.pc2').frameCount).toBe(2);
      else if (name.endsWith('.glb')) expect(inFolder('cut')).toContain('cut.glb');
      else expect(Object.keys(unzipSync(readFileSync(file(name))))).toHaveLength(2);
      expect(inFolder('cut').filter((part) => part.endsWith('.part'))).toEqual([]);
    },
  );

  it('leave nothing if none was completed', () => {
    exportTarget(file('none.glb'), 'scene').open(scene).close();
    exportTarget(file('none.pc2'), 'scene').open(scene).close();
    exportTarget(file('none.vtu.zip'), 'scene').open(scene).close();
    expect(inFolder('none')).toEqual([]);
  });

  it('that can not be written end the run, and those before stay', () => {
    const exported = exportTarget(file('lost.pvd'), 'scene').open(scene);
    exported.add(sampleOf(0));
    rmSync(file('lost'), { recursive: true });
    expect(() => exported.add(sampleOf(1))).toThrow(OutputError);
    expect(existsSync(file('lost.pvd'))).toBe(true);
  });
});

describe('targets that can not be used are refused before the run', () => {
  mkdirSync(file('folder.pvd'));
  writeFileSync(file('taken'), '');
  it.each([
    ['shape.xyz', /shape.xyz'; expected a folder, NAME.pvd/],
    ['zip.zip', /zip.zip'; expected a folder/],
    ['missing/fall.pvd', /there is no folder/],
    ['taken.pvd', /can't make the folder .*taken/],
    ['/proc/fall.pc2', /"\/proc" takes no files|\/proc.* takes no files/],
  ])('%s', (name, message) => {
    const path = name.startsWith('/') ? name : file(name);
    expect(() => exportTarget(path, 'scene')).toThrow(UsageError);
    expect(() => exportTarget(path, 'scene')).toThrow(message);
  });
});

it('the command writes the start and each frame, and keeps what fits on a full disk', () => {
  const commandLine = new CommandLine();
  const words = ['run', 'mass-spring', '--frames', '8', '--overlaps', 'off', '--export'];
  try {
    commandLine.succeed(...words, 'fall.pvd');
    expect(commandLine.files()).toEqual(['fall', 'fall.pvd']);
    expect(readdirSync(commandLine.path('fall'))).toHaveLength(9);
    // 40 KiB are enough for the surfaces, and for 8 states of each body.
    const { code, stderr } = commandLine.limited([...words, 'full.pc2'], 40);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/can't write .*; 8 frames before it are kept/)]);
    expect(readFileSync(commandLine.path('full-0.pc2')).readInt32LE(28)).toBe(8);
  } finally {
    commandLine.remove();
  }
});
