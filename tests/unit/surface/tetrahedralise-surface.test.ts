import { cases } from '../../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import { buildTopology } from '../../../src/mesh/build-topology.ts';
import type { DrawnSurface } from '../../../src/mesh/drawn-surface.ts';
import { embeddedPositions } from '../../../src/mesh/embed.ts';
import { dihedralRange, nonManifoldVertices, signedVolumes } from '../../../src/mesh/quality.ts';
import { MAX_DIHEDRAL, MIN_DIHEDRAL } from '../../../src/mesh/tetrahedralise/isosurface-stuffing.ts';
import { type FilledSurface, tetrahedraliseSurface } from '../../../src/surface/tetrahedralise-surface.ts';
import { ball, box, drawn, insideOut, moved, only, together, torus } from './shapes.ts';

/** Rounding of vertices to float32 moves an angle by less than this [degrees]. */
const ROUNDING = 0.01;

function fill(surface: DrawnSurface, cell: number): FilledSurface & { volume: number } {
  const filled = tetrahedraliseSurface(surface, { cell });
  const { mesh } = filled;
  const volumes = signedVolumes(mesh);
  expect(volumes.every((volume) => volume > 0)).toBe(true);
  const vertices = mesh.positions.length / 3;
  const { faces } = buildTopology(mesh.tets, vertices);
  expect(nonManifoldVertices(faces, vertices)).toHaveLength(0);
  const { min, max } = dihedralRange(mesh);
  expect(min).toBeGreaterThan(MIN_DIHEDRAL - ROUNDING);
  expect(max).toBeLessThan(MAX_DIHEDRAL + ROUNDING);
  const out = new Float32Array(surface.positions.length);
  embeddedPositions(filled.surface, mesh.tets, mesh.positions, out);
  const extent = Math.max(...surface.positions) - Math.min(...surface.positions);
  const misses = Array.from(new Set(surface.triangles), (v) =>
    Math.max(...[0, 1, 2].map((k) => Math.abs(out[3 * v + k] - surface.positions[3 * v + k]))),
  );
  expect(Math.max(...misses)).toBeLessThan(1e-6 * extent);
  return { ...filled, volume: volumes.reduce((sum, part) => sum + part, 0) };
}

/** Greatest amount by which a boundary vertex is off a surface. */
function greatestMiss({ mesh }: FilledSurface, distance: (x: number, y: number, z: number) => number): number {
  const { surfaceVertices } = buildTopology(mesh.tets, mesh.positions.length / 3);
  const at = (v: number) => [...mesh.positions.subarray(3 * v, 3 * v + 3)] as [number, number, number];
  return Math.max(...Array.from(surfaceVertices, (v) => Math.abs(distance(...at(v)))));
}

const BALL = (4 / 3) * Math.PI;

describe('tetrahedra in a surface', () => {
  it('have their boundary on the surface, and its volume: a ball, a torus', () => {
    const round = fill(ball(1, [0, 0, 0], 16), 0.2);
    expect(round.notes).toEqual([]);
    expect(greatestMiss(round, (x, y, z) => Math.hypot(x, y, z) - 1)).toBeLessThan(0.004); // depth of a facet
    expect(round.volume / BALL).toBeGreaterThan(0.975);
    expect(round.volume / BALL).toBeLessThan(1);
    const ring = fill(torus(1, 0.4), 0.2);
    expect(greatestMiss(ring, (x, y, z) => Math.hypot(Math.hypot(x, y) - 1, z) - 0.4)).toBeLessThan(0.007);
    expect(ring.volume / (2 * Math.PI ** 2 * 0.16)).toBeGreaterThan(0.96);
    expect(ring.volume / (2 * Math.PI ** 2 * 0.16)).toBeLessThan(1);
  });

  it('fill a box with seams, and cut off no more than its edges', () => {
    const filled = fill(box([1, 2, 0.7]), 0.15);
    expect(filled.notes).toEqual([]);
    expect(filled.volume / 1.4).toBeGreaterThan(0.97);
    expect(filled.volume).toBeLessThan(1.4 * (1 + 1e-6));
    const toBox = (x: number, y: number, z: number) => Math.max(Math.abs(x) - 0.5, Math.abs(y) - 1, Math.abs(z) - 0.35);
    expect(greatestMiss(filled, toBox)).toBeLessThan(1e-6);
  });

  it('close a hole', () => {
    const filled = fill(
      only(ball(), (_x, _y, z) => z < 0.8),
      0.2,
    );
    expect(filled.notes[0]).toMatch(/^The surface is open at \d+ edges; holes are filled/);
    expect(filled.volume / BALL).toBeGreaterThan(0.93);
    expect(filled.volume / BALL).toBeLessThan(1);
  });

  it('unite balls and boxes that overlap', () => {
    const lens = (5 / 12) * Math.PI; // of two unit balls whose centres are 1 apart
    const balls = fill(together(ball(), ball(1, [1, 0, 0])), 0.2);
    expect(balls.volume / (2 * BALL - lens)).toBeGreaterThan(0.98);
    expect(balls.volume / (2 * BALL - lens)).toBeLessThan(1);
    // Lattice points lie on the faces inside, since the lattice is centred as the boxes are.
    const boxes = fill(together(box([1, 1, 1]), box([1, 1, 1], [0.5, 0, 0])), 0.125);
    expect(boxes.volume / 1.5).toBeGreaterThan(0.98);
    expect(boxes.volume / 1.5).toBeLessThan(1 + 1e-6);
  });

  it('are the same if the surface, some triangles of it, or a part of it are inside out, and it is said', () => {
    const cell = cases(0.25, 0.35);
    const round = fill(ball(), cell);
    const turned = fill(insideOut(ball()), cell);
    expect(turned.mesh).toEqual(round.mesh);
    expect(turned.notes).toEqual(['The surface was inside out, and was turned around.']);
    const mixed = ball();
    for (let t = 0; t < mixed.triangles.length; t += 21)
      mixed.triangles.set([mixed.triangles[t + 1], mixed.triangles[t]], t);
    const straightened = fill(mixed, cell);
    expect(straightened.mesh).toEqual(round.mesh);
    expect(straightened.notes[0]).toMatch(/^\d+ triangles looked to the other side than their neighbours/);
    const half = fill(together(ball(), insideOut(ball(0.5, [1, 0, 0]))), cell);
    expect(half.mesh).toEqual(fill(together(ball(), ball(0.5, [1, 0, 0])), cell).mesh);
  });

  it('leave a cavity free', () => {
    const hollow = fill(together(ball(), insideOut(ball(0.5))), 0.15);
    expect(hollow.volume / (BALL * (1 - 1 / 8))).toBeGreaterThan(0.98);
    expect(hollow.volume / (BALL * (1 - 1 / 8))).toBeLessThan(1.02);
    expect(hollow.notes).toEqual([]);
  });

  it('keep pieces that are apart, and leave out crumbs, which is said', () => {
    const filled = fill(together(ball(), ball(0.5, [2, 0, 0]), ball(0.2, [0, 2, 0])), 0.2);
    expect(filled.notes[0]).toBe("The mesh consists of 2 pieces, which aren't joined and move apart.");
    expect(filled.notes[1]).toMatch(/^1 small piece left out, 0\.\d+ % of the volume\.$/);
    expect(filled.notes[2]).toContain('lie farther than one cell from the tetrahedra');
    expect(filled.volume / (BALL * (1 + 1 / 8))).toBeGreaterThan(0.95);
  });

  it('have the same bits twice, and grow with the surface by powers of two', () => {
    const cell = cases(0.2, 0.25);
    const once = fill(torus(1, 0.3), cell);
    expect(fill(torus(1, 0.3), cell)).toEqual(once);
    const large = fill(moved(torus(1, 0.3), 8, [0, 0, 0]), 8 * cell);
    expect(large.mesh.positions).toEqual(once.mesh.positions.map((x) => 8 * x));
    expect(large.surface.weights).toEqual(once.surface.weights);
    expect(large.thickness).toBe(8 * once.thickness);
  });

  it('tell of progress from 0 to 1, never back', () => {
    const told: number[] = [];
    tetrahedraliseSurface(ball(), { cell: 0.3 }, (fraction) => told.push(fraction));
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect([told[0], told.at(-1)]).toEqual([0, 1]);
  });

  it('can not be made where nothing is enclosed, or for a senseless cell', () => {
    const sheet = drawn([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
    expect(() => tetrahedraliseSurface(sheet, { cell: 0.1 })).toThrow('expected a surface that encloses a volume');
    expect(() => tetrahedraliseSurface(drawn([], []), { cell: 0.1 })).toThrow('no triangles');
    expect(() => tetrahedraliseSurface(drawn([0, 0, NaN], [0, 0, 0]), { cell: 0.1 })).toThrow(
      'Vertex 0 lies at (0,0,NaN)',
    );
    expect(() => tetrahedraliseSurface(drawn([0, 0, 0], [0, 0, 7]), { cell: 0.1 })).toThrow(
      'vertex 7, expected ids below 1',
    );
    expect(() => tetrahedraliseSurface(ball(), { cell: 9 })).toThrow('a smaller cell');
    for (const cell of [0, -1, NaN, Infinity])
      expect(() => tetrahedraliseSurface(ball(), { cell })).toThrow('expected a positive length');
    expect(() => tetrahedraliseSurface(ball(), { cell: 1e-4 })).toThrow(
      /expected at most 8e\+6, that is, a cell of 0\.01\d m or more/,
    );
  });
});
