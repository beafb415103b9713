import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { Recording } from '../../../../src/record/recording.ts';
import { cuboid } from '../../../../src/mesh/model/cuboid.ts';
import { writeMedit } from '../../../../src/formats/write/write-medit.ts';
import { CommandLine } from '../../../fixtures/command-line.ts';
import { SHAPES } from '../../../../src/scenes/own/shapes.ts';

// Takes long: each command has a process of its own.
const line = new CommandLine();
afterAll(() => line.remove());

/** A box that falls on a box that is held; both overlap at the start. */
const SCENE = {
  untangle: 1,
  title: 'Two boxes',
  meshes: { box: { shape: 'box', tetrahedra: 500 } },
  bodies: [
    { mesh: 'box', held: true },
    { mesh: 'box', at: [0.1, 0.8, 0], scale: 0.5, material: { youngsModulus: 5e4 } },
  ],
  obstacles: [{ kind: 'plane', at: [0, -0.5, 0], normal: [0, 1, 0] }],
  parameters: { timeStep: 0.005, stepsPerFrame: 2 },
};

describe("a scene of one's own", () => {
  it('runs, is recorded and replayed with the same bits', () => {
    line.write('two.scene.json', SCENE);
    const table = line.succeed(
      'run',
      'two.scene.json',
      '--frames',
      '3',
      '--record',
      'out.json',
      '--set',
      'iterations=3',
    );
    expect(table).toMatch(/frames/);
    const { scene, bodies, parameters, frames } = line.json<Recording>('out.json');
    expect([scene, bodies, parameters.timeStep, parameters.iterations]).toEqual(['two.scene.json', 2, 0.005, 3]);
    expect(frames).toHaveLength(3);
    expect(line.succeed('replay', 'out.json')).toContain('all 3 frames have the same bits');
  });

  it('has its passes listed', () => {
    expect(line.succeed('passes', line.write('two.scene.json', SCENE))).toMatch(/positions/);
  });

  it('is checked: what overlaps at the end is counted', () => {
    line.write('short.json', { ...SCENE, frames: 4 });
    mkdirSync(line.path('records'), { recursive: true });
    const { stdout } = line.run(['check', 'short.json', '--record', 'records', '--json', 'figures.json']);
    expect(stdout).toMatch(/surface edges that pierce triangles, at the end/);
    expect(stdout).toMatch(/runs that broke: 0/);
    expect(line.json<{ scene: string }>('figures.json').scene).toBe('short.json');
  });

  it('takes meshes from files beside it, in their unit', () => {
    mkdirSync(line.path('sub'), { recursive: true });
    const { mesh } = cuboid({ size: [100, 100, 100], cells: [2, 2, 2] });
    writeFileSync(line.path('sub/cube.mesh'), writeMedit({ ...mesh, triangles: new Uint32Array() }));
    line.write('sub/mine.json', {
      ...SCENE,
      meshes: { box: { file: 'cube.mesh', unit: 'mm' } },
      bodies: [{ mesh: 'box', at: [0, 0.5, 0] }],
    });
    line.succeed('run', 'sub/mine.json', '--frames', '1', '--record', 'mine.json');
    const { tetrahedra, vertices } = line.json<Recording>('mine.json');
    expect([tetrahedra, vertices]).toEqual([48, 27]);
  });

  it.each([
    ['no.json', undefined, "can't read 'no.json': there is no such file or folder; expected a file to read"],
    ['text.json', 'hello', "'text.json': the scene: no JSON ("],
    ['newer.json', { ...SCENE, untangle: 9 }, "'newer.json': untangle: 9, a format of a newer version of this program"],
    [
      'bodies.json',
      { ...SCENE, bodies: [{ mesh: 'box' }, { mesh: 'box', scale: -1 }] },
      "'bodies.json': bodies[1].scale: -1; expected a number above 0",
    ],
    [
      'file.json',
      { ...SCENE, meshes: { box: { file: 'nothing.t' } } },
      "'file.json': meshes.box: can't read 'nothing.t': there is no such file or folder",
    ],
    [
      'kind.json',
      { ...SCENE, meshes: { box: { file: 'kind.json' } } },
      "'kind.json': meshes.box: kind.json is of an unknown kind; expected .t",
    ],
  ])('%s is refused in one line', async (name, content, message) => {
    if (content !== undefined) line.write(name, content);
    const { code, stderr, stdout } = await line.answer(['run', name, '--frames', '1']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  it('may have each of the shapes', () => {
    const names = Object.keys(SHAPES);
    line.write('shapes.json', {
      untangle: 1,
      meshes: Object.fromEntries(names.map((shape) => [shape, { shape }])),
      bodies: names.map((mesh, i) => ({ mesh, at: [2 * i, 1, 0] })),
    });
    expect(line.succeed('passes', 'shapes.json')).not.toBe('');
  });
});
