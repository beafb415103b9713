import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportTarget } from '../../src/cli/exports/open-export.ts';
import { writeSurface } from '../../src/formats/write-surface.ts';
import type { ExportedScene } from '../../src/record/export/exported-scene.ts';
import { surfaceAt } from '../../src/record/export/body-surfaces.ts';
import type { FrameSample } from '../../src/record/export/frame-sample.ts';
import { exportedRun, PYRAMID } from '../fixtures/exported-run.ts';
import {
  type BlenderBody,
  type BlenderFile,
  type BlenderPose,
  hasBlender,
  openInBlender,
} from '../fixtures/blender.ts';
import { cornersOf, difference } from '../unit/formats/surfaces.ts';

/** Blender takes seconds to start [ms]. */
const TIMEOUT = 120_000;
/** Frames per second of a new scene in Blender. */
const FPS = 24;
/** Largest difference by rounding of coordinates of a few metres that are turned or mixed in float32 [m]. */
const ROUNDING = 1e-6;

const folder = mkdtempSync(join(tmpdir(), 'untangle-blender-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Blender's z points upwards: turns what has y upwards, 3 numbers per point. */
const turned = (values: ArrayLike<number>): number[] =>
  Array.from({ length: values.length }, (_, i) => {
    const at = i - (i % 3);
    return [values[at]!, -values[at + 2]!, values[at + 1]!][i % 3]!;
  });

describe.skipIf(!hasBlender)(`Blender${hasBlender ? '' : ' (skipped: blender is not installed)'}`, () => {
  let run: { scene: ExportedScene; samples: FrameSample[] };
  beforeAll(async () => {
    run = await exportedRun();
  }, TIMEOUT);

  const write = (name: string) => {
    const path = join(folder, name);
    const exported = exportTarget(path, 'run', run.samples.length).open(run.scene);
    for (const sample of run.samples) exported.add(sample);
    exported.close();
    return path;
  };

  it(
    'moves the vertices of each body by .pc2 to the same bits, and turns them upright',
    () => {
      write('run.pc2');
      const files = openInBlender(
        ...run.scene.surfaces.map(({ body }) => ({
          path: join(folder, `run-${body}.obj`),
          cache: join(folder, `run-${body}.pc2`),
          frames: run.samples.map(({ frame }) => frame),
        })),
      );
      run.scene.surfaces.forEach((surface, body) => {
        run.samples.forEach(({ positions }, f) => {
          const [{ vertices, corners }] = files[body]!.frames[f] as [BlenderPose];
          const expected = surfaceAt(surface, positions);
          expect(vertices.flat()).toEqual([...expected.positions]);
          expect(difference(corners.flat(), turned(cornersOf(expected).positions))).toBeLessThan(ROUNDING);
        });
      });
    },
    TIMEOUT,
  );

  it(
    'plays an animated .glb: each body at the time of each frame, and halfway between two',
    () => {
      const path = write('run.glb');
      const half = run.samples[1]!.time / 2;
      const times = [...run.samples.map(({ time }) => time), half];
      const [{ fps, bodies, frames }] = openInBlender({ path, frames: times.map((time) => time * FPS) }) as [
        BlenderFile,
      ];
      expect(fps).toBe(FPS);
      const names = bodies.map(({ name }) => name);
      expect(names).toEqual(['box 0', 'box 2', 'cube 3', 'sheet 1']);
      run.scene.surfaces.forEach((surface, body) => {
        const cornersAt = (positions: Float32Array) => turned(cornersOf(surfaceAt(surface, positions)).positions);
        const poses = run.samples.map(({ positions }) => cornersAt(positions));
        const halfway = poses[0]!.map((x, i) => (x + poses[1]![i]!) / 2);
        const item = names.findIndex((name) => name.endsWith(` ${body}`));
        [...poses, halfway].forEach((pose, f) => {
          expect(difference(frames[f]![item]!.corners.flat(), pose), `body ${body}`).toBeLessThan(ROUNDING);
        });
      });
    },
    TIMEOUT,
  );

  it(
    'imports surfaces from .obj, .ply, .stl and .glb: corners, texture coordinates, colours, materials and images',
    () => {
      const ends = ['obj', 'ply', 'stl', 'glb'];
      const written = ends.map((end) => writeSurface(join(folder, 'surface'), end, PYRAMID));
      for (const { name, bytes } of written.flat()) writeFileSync(name, bytes);
      const opened = openInBlender(...written.map(([{ name }]) => ({ path: name }) as const));
      const [obj, ply, stl, glb] = opened.map(({ bodies }) => bodies[0]!) as [
        BlenderBody,
        BlenderBody,
        BlenderBody,
        BlenderBody,
      ];
      const ours = cornersOf(PYRAMID);
      // Importers of .obj and .glb turn what they import, those of .ply and .stl don't.
      for (const { corners } of [ply, stl]) expect(corners.flat()).toEqual(ours.positions);
      for (const { corners } of [obj, glb])
        expect(difference(corners.flat(), turned(ours.positions))).toBeLessThan(ROUNDING);
      for (const { uvs, colours } of [obj, ply, glb]) {
        expect(uvs.flat()).toEqual(ours.uvs.map((x, i) => (i % 2 === 0 ? x : 1 - x)));
        expect(colours.flat()).toEqual(ours.colours);
      }
      for (const { materials, materialOfFace } of [obj, glb]) {
        expect(materialOfFace).toEqual([0, 0, 1, 1, 1, 1]);
        expect(materials.map(({ name, roughness, metalness }) => [name, roughness, metalness])).toEqual([
          ['painted', 0.75, 0.25],
          ['red', 0.75, 0.25],
        ]);
        // Blue and white below red and green, and opaque.
        const pixels = [0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1];
        expect(materials.map(({ images }) => images)).toEqual([[[[2, 2], pixels]], []]);
      }
      expect(glb.materials[1]!.colour).toEqual([0.5, 0.125, 0, 1]);
    },
    TIMEOUT,
  );
});
