import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { exportTarget } from '../../src/cli/exports/open-export.ts';
import type { GivenFile } from '../../src/formats/given-file.ts';
import { writeSurface } from '../../src/formats/write-surface.ts';
import { writeTets } from '../../src/formats/write-tets.ts';
import { exportedRun, PYRAMID } from '../fixtures/exported-run.ts';
import { type Numbers, type ParaviewFile, type ParaviewState, readInParaview } from '../fixtures/paraview.ts';
import { hasPython } from '../fixtures/python.ts';
import { cornersOf } from '../unit/formats/surfaces.ts';

/** VTK's numbers of cell types. */
const TRIANGLE = 5;
const TETRAHEDRON = 10;
/** ParaView takes seconds to start [ms]. */
const TIMEOUT = 120_000;

/** Two tetrahedra and a triangle; numbers that need all their digits or an exponent. */
const MESH = {
  positions: Float64Array.of(0, 0, 0, 1, 0, 0, 1 / 3, 1, 1e-20, -0.1, 0, 1, 1, 1, 1.25),
  tets: Uint32Array.of(0, 1, 2, 3, 1, 4, 2, 3),
  triangles: Uint32Array.of(0, 2, 1),
};

const folder = mkdtempSync(join(tmpdir(), 'untangle-paraview-'));
afterAll(() => rmSync(folder, { recursive: true }));
const hasParaview = hasPython('paraview.simple');

/** The bits of numbers, which tell NaN from others, too. */
const bitsOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);

describe.skipIf(!hasParaview)(`ParaView${hasParaview ? '' : ' (skipped: python3-paraview is not installed)'}`, () => {
  it(
    'reads from a .pvd file what was simulated: times, positions, cells and fields, to the same bits',
    async () => {
      const { scene, samples } = await exportedRun();
      const path = join(folder, 'run.pvd');
      const exported = exportTarget(path, 'run', samples.length).open(scene);
      for (const sample of samples) exported.add(sample);
      exported.close();
      const [{ times, states }] = readInParaview(path) as [ParaviewFile];
      expect(times).toEqual(samples.map(({ time }) => time));
      const { tets, triangles, bodyOfVertex, bodyOfElement } = scene.elements;
      samples.forEach((sample, frame) => {
        const { positions, types, cells, pointData, cellData } = states[frame]!;
        expect(bitsOf(positions)).toEqual(bitsOf(sample.positions));
        expect(cells).toEqual([...tets, ...triangles]);
        expect(types).toEqual([
          ...Array.from({ length: tets.length / 4 }, () => TETRAHEDRON),
          ...Array.from({ length: triangles.length / 3 }, () => TRIANGLE),
        ]);
        expect(Object.keys(pointData)).toEqual(['depth', 'stress', 'velocity', 'contacts', 'body']);
        expect(bitsOf(pointData.depth!)).toEqual(bitsOf(sample.depths));
        expect(bitsOf(pointData.velocity!)).toEqual(bitsOf(sample.velocities!));
        expect(bitsOf(pointData.contacts!)).toEqual(bitsOf(sample.contacts!));
        expect(pointData.body).toEqual(bodyOfVertex);
        expect(cellData).toEqual({ body: bodyOfElement });
      });
      // The run has all that fields can tell.
      for (const name of ['depth', 'velocity', 'contacts'])
        expect(Math.max(...states.flatMap(({ pointData }) => [...pointData[name]!])), name).toBeGreaterThan(0);
      const inSheet = [...bodyOfVertex].map((body) => body === 1);
      expect([...states.at(-1)!.pointData.stress!].map(Number.isNaN)).toEqual(inSheet);
    },
    TIMEOUT,
  );

  it(
    'reads tetrahedra from .vtu and .vtk to the same bits',
    () => {
      const files = ['vtu', 'vtk'].flatMap((end) => writeTets(join(folder, 'mesh'), end, MESH));
      for (const { positions, types, cells } of readFiles(files).flat()) {
        expect(positions).toEqual(MESH.positions);
        expect(types).toEqual([TETRAHEDRON, TETRAHEDRON, TRIANGLE]);
        expect(cells).toEqual([...MESH.tets, ...MESH.triangles]);
      }
    },
    TIMEOUT,
  );

  it(
    'reads surfaces from .obj, .ply, .stl and .glb: corners to the same bits, and colours and texture coordinates',
    () => {
      const files = ['obj', 'ply', 'stl', 'glb'].map((end) => writeSurface(join(folder, 'surface'), end, PYRAMID)[0]!);
      const [obj, ply, stl, glb] = readFiles(files);
      const ours = cornersOf(PYRAMID);
      const corners = (states: readonly ParaviewState[], values: (state: ParaviewState) => Numbers, perRow: number) =>
        states.flatMap((state) =>
          state.cells.flatMap((v) => [...values(state).subarray(perRow * v, perRow * v + perRow)]),
        );
      for (const states of [obj, ply, stl, glb])
        expect(corners(states!, ({ positions }) => positions, 3)).toEqual(ours.positions);
      expect(corners(glb!, ({ pointData }) => pointData.COLOR_0!, 3)).toEqual(ours.colours);
      expect(corners(glb!, ({ pointData }) => pointData.TEXCOORD_0!, 2)).toEqual(ours.uvs);
      expect(corners(ply!, ({ pointData }) => pointData.RGB!, 3)).toEqual(ours.colours.map((share) => 255 * share));
    },
    TIMEOUT,
  );
});

/** Writes the files and opens them. @returns the states of each */
function readFiles(files: readonly GivenFile[]): (readonly ParaviewState[])[] {
  for (const { name, bytes } of files) writeFileSync(name, bytes);
  return readInParaview(...files.map(({ name }) => name)).map(({ states }) => states);
}
