import { cases, isFull } from '../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import type { SurfaceMesh } from '../../src/mesh/surface-mesh.ts';
import { createCloth } from '../../src/simulation/world/create-cloth.ts';
import { minimise, referenceCloth } from '../fixtures/cloth-energy.ts';
import { sheetMesh } from '../fixtures/sheet.ts';
import { onCpu } from './bodies.ts';
import { at, drape, freeFlight, hangingStrip, rectangle, THICKNESS } from './cloth-laws.ts';

hangingStrip(onCpu);

it('a strip that hangs from its long side resists shear by E / (2 (1 + nu))', async () => {
  const [length, cells, youngsModulus, poissonRatio] = [0.1, 4, 5e4, 0.3];
  // Gravity pulls along the side that is held.
  const mesh = rectangle(cells, 10 * cells, length / cells, (u, v) => [u, v, 0]);
  const parameters = {
    youngsModulus,
    poissonRatio,
    bendingStiffness: 0,
    iterations: 15,
    velocityDamping: 30,
    timeStep: 2e-3,
  };
  const body = await drape(mesh, parameters, (x) => x === 0);
  await body.run(250);
  const middle = (cells + 1) * 5 * cells + cells;
  const sheared = (500 * 9.81 * length ** 2 * 2 * (1 + poissonRatio)) / (2 * youngsModulus);
  const sunk = mesh.positions[3 * middle + 1] - at(body, middle)[1];
  expect(Math.abs(sunk - sheared) / sheared).toBeLessThan(0.02);
});

/** Horizontal tension and sag of an elastic catenary. @param stiffness E A [N]    @param weight per rest length [N/m] */
function catenary(length: number, span: number, stiffness: number, weight: number) {
  const half = length / 2;
  const spanOf = (h: number) => (2 * h * half) / stiffness + ((2 * h) / weight) * Math.asinh((weight * half) / h);
  let [low, high] = [1e-6, stiffness];
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2;
    if (spanOf(middle) < span) low = middle;
    else high = middle;
  }
  const tension = (low + high) / 2;
  const sag = (weight * half ** 2) / (2 * stiffness) + (Math.hypot(tension, weight * half) - tension) / weight;
  return { tension, sag };
}

it('a strip that hangs between its ends is an elastic catenary', async () => {
  const [length, span, cells, youngsModulus] = [1, 0.8, 32, 2e5];
  const mesh = rectangle(cells, 2, length / cells, (u, v) => [u, 0, v]);
  const held = (x: number) => x < 1e-6 || x > span - 1e-6;
  const start = mesh.positions.slice();
  // Along a parabola of about the length, so that it only has to settle.
  for (let i = 0; i < start.length; i += 3) {
    const s = start[i] / length;
    start.set([s * span, -1.1 * s * (1 - s)], i);
  }
  const parameters = { youngsModulus, bendingStiffness: 0, iterations: 30, velocityDamping: 8, timeStep: 1e-3 };
  const body = await drape(mesh, parameters, held, start);
  await body.run(1500);
  const width = (2 * length) / cells;
  const expected = catenary(length, span, youngsModulus * THICKNESS * width, 500 * 9.81 * THICKNESS * width);
  const sag = -at(body, cells + 1 + cells / 2)[1];
  expect(Math.abs(sag - expected.sag) / expected.sag).toBeLessThan(2e-3);
});

describe('a sheet that hangs from two corners', () => {
  const [side, youngsModulus, poissonRatio, bendingStiffness] = [0.5, 3e5, 0.3, 2e-3];
  const material = { youngsModulus, poissonRatio, bendingStiffness, thickness: THICKNESS };
  const meshOf = (cells: number) => rectangle(cells, cells, side / cells, (u, v) => [u, -v, 0]);
  const isHeld = (x: number, y: number) => y === 0 && (x === 0 || x > side - 1e-6);
  /** Its corners come closer, so that it can't stay flat, and it bulges. */
  const bulged = ({ positions }: SurfaceMesh) =>
    Float64Array.from(positions, (x, i) => {
      const [u, v] = [positions[i - (i % 3)] / side, positions[i - (i % 3) + 1] / side];
      return [0.05 + 0.8 * u * side, x - 0.15 * u * (1 - u), 0.3 * u * (1 - u) * (1 + v / 4)][i % 3];
    });

  /** The least energy of another mesh, in float64. @returns positions, 3 per vertex */
  function reference(mesh: SurfaceMesh): Float64Array {
    const { energy } = referenceCloth(mesh, material);
    const { vertexVolumes } = createCloth('reference', mesh, THICKNESS);
    const x = bulged(mesh);
    const weights = Float64Array.from(vertexVolumes, (volume) => 500 * 9.81 * volume);
    minimise(
      (y, g) => {
        let sum = energy(y, g);
        weights.forEach((weight, v) => {
          sum += weight * y[3 * v + 1];
          g[3 * v + 1] += weight;
        });
        return sum;
      },
      x,
      (i) => isHeld(mesh.positions[i - (i % 3)], mesh.positions[i - (i % 3) + 1]),
      { iterations: 4000, tolerance: 1e-7 },
    );
    return x;
  }

  it(`lies as the least energy of its mesh says${isFull ? ', and as that of a finer mesh but for the mesh' : ''}`, async () => {
    const cells = 8;
    const same = reference(meshOf(cells));
    // The finer mesh's takes seconds.
    const fine = isFull ? reference(meshOf(2 * cells)) : undefined;
    const mesh = meshOf(cells);
    const start = bulged(mesh);
    const { x, y } = { x: start[0], y: start[1] };
    const held = (px: number, py: number) =>
      Math.abs(py - y) < 1e-6 && Math.min(Math.abs(px - x), Math.abs(px - side + x)) < 1e-6;
    const parameters = {
      youngsModulus,
      poissonRatio,
      bendingStiffness,
      iterations: 10,
      velocityDamping: 8,
      timeStep: 1e-3,
    };
    const body = await drape(mesh, parameters, held, start);
    await body.run(1600);
    let [fromFine, fromSame, moved] = [0, 0, 0];
    for (let v = 0; v < body.masses.length; v++) {
      const inFine = 2 * Math.floor(v / (cells + 1)) * (2 * cells + 1) + 2 * (v % (cells + 1));
      const distance = (to: ArrayLike<number>, w: number) =>
        Math.hypot(...at(body, v).map((value, k) => value - to[3 * w + k]));
      if (fine) fromFine = Math.max(fromFine, distance(fine, inFine));
      fromSame = Math.max(fromSame, distance(same, v));
      moved = Math.max(moved, distance(start, v));
    }
    expect(moved).toBeGreaterThan(0.1);
    expect(fromSame).toBeLessThan(1e-3);
    if (fine) expect(fromFine).toBeLessThan(0.012 * side);
  });
});

freeFlight(onCpu, cases(500, 200));

it('a cloth at rest stays at rest, also one that is not flat, turned', async () => {
  const { positions, triangles } = sheetMesh(8, 0.05);
  const arched = positions.map((y, i) => (i % 3 === 1 ? 0.3 - 3 * positions[i - 1] ** 2 : y));
  const parameters = { gravity: 0, velocityDamping: 0, youngsModulus: 1e6, bendingStiffness: 0.1 };
  // Turned about an axis of no symmetry, and away from the origin: so float32 rounds the shape.
  const turned = arched.map((_, i) => {
    const [x, y, z] = arched.subarray(i - (i % 3), i - (i % 3) + 3);
    return [0.36 * x + 0.48 * y - 0.8 * z + 1, -0.8 * x + 0.6 * y, 0.48 * x + 0.64 * y + 0.6 * z - 2][i % 3];
  });
  for (const start of [arched, turned]) {
    const body = await drape({ positions: arched, triangles }, parameters, undefined, start);
    await body.run(200);
    const moved = body.state.positions.map((x, i) => Math.abs(x - start[i]));
    expect(Math.max(...moved)).toBeLessThan(5e-7);
  }
});

it('tight cloth does not tremble, though transverse waves pass several triangles in a step', async () => {
  const [cells, cell, stretch, timeStep, youngsModulus] = [8, 0.02, 1.5, 3.3e-3, 1e6];
  const mesh = sheetMesh(cells, cell);
  const rim = (cells / 2) * cell * stretch;
  const start = mesh.positions.map((x, i) => (i % 3 === 1 ? 1e-5 * Math.sin(i) : stretch * x));
  const held = (x: number, _: number, z: number) => Math.max(Math.abs(x), Math.abs(z)) > rim - 1e-3;
  const parameters = { gravity: 0, velocityDamping: 0, youngsModulus, timeStep, iterations: 10, bendingStiffness: 0 };
  expect((Math.sqrt((youngsModulus * (stretch - 1)) / 500) * timeStep) / (stretch * cell)).toBeGreaterThan(3);
  const body = await drape(mesh, parameters, held, start);
  await body.run(200);
  // Held vertices keep their heights, up to 1e-5 m; those between them lie no higher, and still.
  for (let v = 0; v < body.masses.length; v++) expect(Math.abs(at(body, v)[1])).toBeLessThan(1.001e-5);
  for (const velocity of body.state.velocities) expect(Math.abs(velocity)).toBeLessThan(1e-5);
});

describe('cloth in impossible shapes', () => {
  const { positions, triangles } = sheetMesh(6, 0.05);
  const shapes: Readonly<Record<string, (x: number, y: number, z: number, i: number) => readonly number[]>> = {
    'in a point': () => [0, 0.3, 0],
    'in a line': (x) => [x, 0.3, 0],
    'folded flat over itself': (x, _, z) => [Math.abs(x), 0, z],
    crumpled: (_, __, ___, i) => [0.1 * Math.sin(17 * i), 0.1 * Math.sin(29 * i), 0.1 * Math.cos(41 * i)],
    'stretched tenfold': (x, y, z, i) => [10 * x, y + 0.01 * Math.sin(i), 10 * z],
  };
  const stiffnesses = [
    [1e4, 0],
    [1e8, 1],
  ] as const;
  it.each(Object.keys(shapes).flatMap((shape) => stiffnesses.map(([e, b]) => [shape, e, b] as const)))(
    '%s, %f Pa and %f N m: it stays finite, and comes to its size',
    async (shape, youngsModulus, bendingStiffness) => {
      const start = positions.slice();
      for (let i = 0; i < start.length; i += 3)
        start.set(shapes[shape](positions[i], positions[i + 1], positions[i + 2], i / 3), i);
      const parameters = {
        gravity: 0,
        velocityDamping: 5,
        youngsModulus,
        bendingStiffness,
        poissonRatio: 0.3,
        materialDamping: 2e-3,
      };
      const body = await drape({ positions, triangles }, { ...parameters, iterations: 10 }, undefined, start);
      await body.run(400);
      const x = body.state.positions;
      expect(x.every(Number.isFinite)).toBe(true);
      const lengths = Array.from({ length: triangles.length }, (_, i) => {
        const [v, w] = [triangles[i], triangles[i - (i % 3) + ((i + 1) % 3)]];
        const of = (p: Float32Array) => Math.hypot(...[0, 1, 2].map((k) => p[3 * v + k] - p[3 * w + k]));
        return of(x) / of(positions);
      });
      // A cloth that has collapsed exactly to a point or a line has no direction in which to leave it.
      const isStuck = shape === 'in a point' || shape === 'in a line';
      expect(Math.max(...lengths)).toBeLessThan(isStuck ? 1.5 : 1.1);
      if (!isStuck) expect(Math.min(...lengths)).toBeGreaterThan(0.9);
    },
  );
});
