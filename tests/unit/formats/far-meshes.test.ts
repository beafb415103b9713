import { describe, expect, it } from 'vitest';
import { boundarySurface } from '../../../src/formats/boundary-surface.ts';
import { shiftOf } from '../../../src/formats/far-mesh.ts';
import type { FileSurface } from '../../../src/formats/file-surface.ts';
import { inspectSurface } from '../../../src/formats/inspect/inspect-surface.ts';
import { inspectTets } from '../../../src/formats/inspect/inspect-tets.ts';
import { readSurface } from '../../../src/formats/read-surface.ts';
import { readTets } from '../../../src/formats/read-tets.ts';
import { soundTets, usedTets } from '../../../src/formats/sound-tets.ts';
import { placeLost, writeSurface } from '../../../src/formats/write-surface.ts';
import { writeTets } from '../../../src/formats/write-tets.ts';
import { writeGlb } from '../../../src/formats/write/write-animated-glb.ts';
import { loadMesh } from '../../../src/scenes/own/load-mesh.ts';
import { boxMesh } from '../mesh/box-mesh.ts';
import { ball } from '../surface/shapes.ts';
import { textFile } from './surfaces.ts';

/** Places as maps have them [m]: a UTM zone's easting and northing, and Earth's centre as origin. */
const PLACES = [
  { name: 'UTM', place: [500_000, 4_000_000, 100] },
  { name: 'geocentric', place: [-1.2e7, 3.1e6, 6.3e6] },
] as const;
/** Positions are multiples of this [m], as in files with six decimals. */
const DECIMALS = 6;

const SHAPE = ball(0.5, [0, 0, 0], 7);
const NEAR = Array.from(SHAPE.positions, (x) => Number(x.toFixed(DECIMALS)));
const farFrom = (place: readonly number[]) => NEAR.map((x, i) => Number((x + place[i % 3]).toFixed(DECIMALS)));
const rowsOf = (values: ArrayLike<number>, perRow: number): number[][] =>
  Array.from({ length: values.length / perRow }, (_, i) =>
    Array.from({ length: perRow }, (_unused, k) => values[perRow * i + k]),
  );
const FACES = rowsOf(SHAPE.triangles, 3);

/** Writes the ball as programs of maps do, by hand. */
const WRITTEN: Readonly<Record<string, (positions: readonly number[]) => string>> = {
  obj: (positions) =>
    [
      ...rowsOf(positions, 3).map((p) => `v ${p.join(' ')}`),
      ...FACES.map((f) => `f ${f.map((v) => v + 1).join(' ')}`),
    ].join('\n'),
  stl: (positions) => {
    const places = rowsOf(positions, 3);
    const facets = FACES.map(
      (f) =>
        `facet normal 0 0 0\nouter loop\n${f.map((v) => `vertex ${places[v].join(' ')}`).join('\n')}\nendloop\nendfacet`,
    );
    return `solid a\n${facets.join('\n')}\nendsolid a\n`;
  },
  ply: (positions) =>
    [
      'ply\nformat ascii 1.0',
      `element vertex ${positions.length / 3}\nproperty double x\nproperty double y\nproperty double z`,
      `element face ${FACES.length}\nproperty list uchar int vertex_indices\nend_header`,
      ...rowsOf(positions, 3).map((p) => p.join(' ')),
      ...FACES.map((f) => `3 ${f.join(' ')}`),
    ].join('\n'),
};
const read = (format: string, positions: readonly number[]) =>
  readSurface([textFile(`a.${format}`, WRITTEN[format](positions))]);

/** Greatest distance of a coordinate from those expected. */
const error = (found: ArrayLike<number>, expected: readonly number[]) =>
  expected.reduce((most, x, i) => Math.max(most, Math.abs(found[i] - x)), 0);

describe.each(PLACES)('a surface far from the origin ($name)', ({ place }) => {
  const far = farFrom(place);

  it.each(Object.keys(WRITTEN))('keeps its places and its volume in .%s, and its position', async (format) => {
    const [surface, near] = [await read(format, far), await read(format, NEAR)];
    const [found, expected] = [inspectSurface(surface), inspectSurface(near)];
    expect(near.far).toBeUndefined();
    expect(found.places).toBe(expected.places);
    expect(found.places).toBe(NEAR.length / 3);
    expect(found.volume! / expected.volume!).toBeCloseTo(1, 6);
    expect(found.bounds!.low).toEqual(expected.bounds!.low.map((x, k) => expect.closeTo(x + place[k], 6)));
    expect(surface.notes).toEqual([
      expect.stringContaining(`(${surface.far!.shift.join(', ')}) is taken for its origin`),
    ]);
  });

  it('is written where it was, to all digits that the format has', async () => {
    const surface = await read('obj', far);
    for (const [format, most] of [
      ['obj', 0],
      ['ply', 0],
      ['glb', 1e-6],
    ] as const) {
      const again = await readSurface(writeSurface('b', format, surface, surface.far));
      expect(error(again.far!.positions, far), format).toBeLessThanOrEqual(most);
      expect(placeLost(format, surface.far)).toBeUndefined();
    }
    const inStl = inspectSurface(await readSurface(writeSurface('b', 'stl', surface, surface.far)));
    expect(inStl.places).toBe(NEAR.length / 3);
    expect(placeLost('stl', surface.far)).toContain(`(${surface.far!.shift.join(', ')}) subtracted`);
  });

  it('may be in a format of tetrahedra', async () => {
    const mesh = { positions: Float64Array.from(far), tets: new Uint32Array(), triangles: SHAPE.triangles };
    for (const format of ['mesh', 'msh', 'vtk', 'vtu']) {
      const surface = await readSurface(writeTets('b', format, mesh));
      expect([...surface.far!.positions], format).toEqual(far);
      expect(inspectSurface(surface).places).toBe(NEAR.length / 3);
    }
  });

  it('fills a body of a scene, near to the origin and with a note', async () => {
    const reference = { file: 'a.obj', metresPerUnit: 1, cell: 0.5 };
    const { mesh, note } = await loadMesh([textFile('a.obj', WRITTEN.obj(far))], reference);
    expect(Math.max(...mesh.positions.map(Math.abs))).toBeLessThan(2);
    expect(note).toContain('is taken for its origin');
  });

  it('may be tetrahedra', async () => {
    const box = boxMesh(2, 3, 4);
    const positions = Float64Array.from(box.positions, (x, i) => 0.1 * x + place[i % 3]);
    const mesh = { ...box, positions, triangles: new Uint32Array() };
    for (const format of ['t', 'mesh', 'msh', 'vtk', 'vtu']) {
      const file = readTets(writeTets('b', format, mesh));
      expect([...file.positions], format).toEqual([...positions]);
      const { mesh: sound, shift, notes } = soundTets(file);
      expect(
        error(
          sound.positions,
          Array.from(positions, (x, i) => x - shift![i % 3]),
        ),
      ).toBeLessThan(1e-7);
      expect(notes).toHaveLength(1);
      expect(usedTets(file).positions).toEqual(sound.positions);
      const report = inspectTets(file);
      expect(report.volume).toBeCloseTo(0.024, 7);
      expect(report.problem).toBeUndefined();
      expect(report.bounds!.low).toEqual([...place]);
      const boundary: FileSurface = boundarySurface(file);
      expect(inspectSurface(boundary)).toMatchObject({ isClosedManifold: true, volume: expect.closeTo(0.024, 6) });
      expect(inspectSurface(boundary).bounds!.low).toEqual([...place]);
    }
  });
});

describe('a glTF whose node shifts it far', () => {
  it('keeps its places, since matrices are multiplied in float64', async () => {
    const { place } = PLACES[0];
    const far = await readSurface([{ name: 'a.glb', bytes: writeGlb(SHAPE, place) }]);
    expect(inspectSurface(far).places).toBe(NEAR.length / 3);
    expect(far.far!.shift).toEqual([...place]);
  });
});

describe('a surface near the origin', () => {
  it.each([0, 1, 100])('keeps its bits %d times its size away', async (away) => {
    const near = NEAR.map((x) => x + away);
    const { positions, far } = await read('obj', near);
    expect(far).toBeUndefined();
    expect(positions).toEqual(Float32Array.from(near));
  });

  it('is told by its size, whatever the unit, and by the vertices of its elements alone', () => {
    const ids = Uint32Array.from([0, 1, 2]);
    const at = (x: number, size: number) => [x, 0, 0, x + size, 0, 0, x, size, 0];
    for (const unit of [1e-9, 1, 1e9]) {
      expect(shiftOf(at(200 * unit, unit), ids)).toBeUndefined();
      expect(shiftOf(at(300 * unit, unit), ids)![0] / unit).toBeCloseTo(300, -1);
    }
    expect(shiftOf([...at(300.2, 1), 0, 0, 0], ids)).toEqual([301, 1, 0]);
    expect(shiftOf([5, 5, 5, 5, 5, 5, 5, 5, 5], ids)).toBeUndefined();
    expect(shiftOf(at(1e30, 1e16), ids)![0]).toBeCloseTo(1e30, -17);
    expect(shiftOf([], new Uint32Array())).toBeUndefined();
  });

  it('has polygons that are divided alike far away', async () => {
    // A concave pentagon: its notch reaches to the middle.
    const pentagon = [0, 0, 1, 0, 1, 1, 0.5, 0.4, 0, 1];
    const file = (x: number, y: number) =>
      `${rowsOf(pentagon, 2)
        .map(([a, b]) => `v ${a + x} ${b + y} 0`)
        .join('\n')}\nf 1 2 3 4 5\n`;
    const [near, far] = [
      await readSurface([textFile('a.obj', file(0, 0))]),
      await readSurface([textFile('a.obj', file(5e7, 4e7))]),
    ];
    expect(far.triangles).toEqual(near.triangles);
  });
});
