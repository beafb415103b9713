import { describe, expect, it } from 'vitest';
import { BOUNDARY, NONE, type Topology } from '../../../../../src/mesh/topology.ts';
import { buildTopology } from '../../../../../src/mesh/build-topology.ts';
import { createFieldScratch, fieldAt } from '../../../../../src/simulation/path/distance-field/field-at.ts';
import { exactDistances } from '../../../../../src/simulation/path/distance-field/node-distances.ts';
import { createModel } from '../../../../../src/simulation/world/create-model.ts';
import { seededRandom } from '../../../../fixtures/box-world.ts';
import { GENERATED } from '../../../../fixtures/generated-shapes.ts';
import { boxMesh } from '../../../mesh/box-mesh.ts';

/** Vertices of other bodies that come before the body's own. */
const BASE = 7;
/** Rounding of float64 in a dozen operations with numbers below 10. */
const ROUNDING = 1e-12;
/** Largest distance that counts as 0, and as equal: the point is rounded to float32 at coordinates of some 10 m. */
const ON_FACE = 1e-6;

interface Field {
  readonly topology: Topology;
  readonly positions: Float32Array;
  readonly distances: Float32Array;
}
/** The body behind others, whose numbers must not be read. */
const behind = ({ tets }: { tets: Uint32Array }, own: Float32Array, distances: Float32Array): Field => {
  const positions = new Float32Array(3 * BASE + own.length).fill(Number.NaN);
  positions.set(own, 3 * BASE);
  const all = new Float32Array(BASE + distances.length).fill(Number.NaN);
  all.set(distances, BASE);
  return { topology: buildTopology(tets, own.length / 3), positions, distances: all };
};

const random = seededRandom(5);
/** A bar of 5 x 5 cubes in cross-section, bent until it overlaps itself, with the exact distances of its rest shape. */
function coil(): Field {
  const { positions, tets } = GENERATED['thick coil']();
  const { distances } = exactDistances(createModel('bar', boxMesh(20, 5, 5), 1));
  return behind({ tets }, positions, distances as Float32Array);
}
/** A box with shaken vertices and random distances, negative ones too. */
function shaken(): Field {
  const mesh = boxMesh(3, 3, 3);
  const positions = mesh.positions.map((x) => x + 0.12 * (2 * random() - 1));
  return behind(
    mesh,
    positions,
    Float32Array.from({ length: positions.length / 3 }, () => 2 * random() - 0.5),
  );
}

const cornersOf = ({ topology }: Field, tet: number) => [...topology.tets.subarray(4 * tet, 4 * tet + 4)];
const place = ({ positions }: Field, v: number) => [...positions.subarray(3 * (BASE + v), 3 * (BASE + v) + 3)];
const mix = (field: Field, vertices: readonly number[], weights: readonly number[]) =>
  [0, 1, 2].map((k) => vertices.reduce((sum, v, i) => sum + weights[i] * place(field, v)[k], 0));
/** Random weights that add up to 1. */
function drawWeights(count: number): number[] {
  const drawn = Array.from({ length: count }, () => random() + 0.01);
  const sum = drawn.reduce((a, b) => a + b);
  return drawn.map((x) => x / sum);
}

/** Solves a system of three equations by elimination with pivoting: an independent way to invert G. */
function solve(rows: readonly (readonly number[])[], right: readonly number[]): number[] {
  const a = rows.map((row, i) => [...row, right[i]]);
  for (let c = 0; c < 3; c++) {
    const pivot = [0, 1, 2].slice(c).reduce((best, r) => (Math.abs(a[r][c]) > Math.abs(a[best][c]) ? r : best), c);
    [a[c], a[pivot]] = [a[pivot], a[c]];
    for (let r = 0; r < 3; r++) {
      if (r === c) continue;
      const factor = a[r][c] / a[c][c];
      for (let k = c; k < 4; k++) a[r][k] -= factor * a[c][k];
    }
  }
  return a.map((row, i) => row[3] / row[i]);
}
/** Equation 4: the weights at m of an element's corners. */
function weightsAt(field: Field, tet: number, m: readonly number[]): number[] {
  const [n1, n2, n3, n4] = cornersOf(field, tet).map((v) => place(field, v));
  const rows = [0, 1, 2].map((k) => [n1[k] - n4[k], n2[k] - n4[k], n3[k] - n4[k]]);
  const u = solve(
    rows,
    m.map((x, k) => x - n4[k]),
  );
  return [...u, 1 - u[0] - u[1] - u[2]];
}
/** Equation 3. */
const depthAt = (field: Field, tet: number, m: readonly number[]) =>
  weightsAt(field, tet, m).reduce((sum, u, i) => sum + u * field.distances[BASE + cornersOf(field, tet)[i]], 0);

const scratch = createFieldScratch();
const read = ({ topology, positions, distances }: Field, tet: number, [x, y, z]: readonly number[]) =>
  fieldAt(scratch, topology.tets, positions, distances, BASE, x, y, z, tet);

describe.each([
  ['a shaken box with random distances', shaken()],
  ['a bar bent until it overlaps itself', coil()],
])('%s', (_, field) => {
  const { topology, distances } = field;
  const eachTet = Array.from({ length: topology.tetCount }, (__, tet) => tet);

  it('has the depth that equations 2 to 4 give, solved by elimination', () => {
    let found = 0;
    for (const tet of eachTet) {
      const m = mix(field, cornersOf(field, tet), drawWeights(4));
      const exists = read(field, tet, m);
      const expected = depthAt(field, tet, m);
      expect(Math.abs(scratch.distance - expected)).toBeLessThan(ROUNDING);
      weightsAt(field, tet, m).forEach((weight, i) => {
        expect(Math.abs(scratch.weights[i] - weight)).toBeLessThan(ROUNDING);
      });
      const values = cornersOf(field, tet).map((v) => distances[BASE + v]);
      expect(exists).toBe(expected > 0 && values.some((d) => d !== values[0]));
      if (exists) found++;
    }
    expect(found).toBeGreaterThan(0.4 * topology.tetCount);
    expect(found).toBeLessThan(topology.tetCount);
  });

  it('has the gradients that finite differences of depth and weights give', () => {
    const step = 1e-3;
    for (const tet of eachTet.filter((t) => t % 3 === 0)) {
      const m = mix(field, cornersOf(field, tet), drawWeights(4));
      read(field, tet, m);
      const gradient = [...scratch.gradient];
      const weightGradients = [...scratch.weightGradients];
      for (let k = 0; k < 3; k++) {
        const [lower, upper] = [-step, step].map((by) => {
          const moved = m.map((x, i) => (i === k ? x + by : x));
          return { depth: depthAt(field, tet, moved), weights: weightsAt(field, tet, moved) };
        });
        // Depth and weights are linear, so that only rounding over the step remains.
        expect(Math.abs(gradient[k] - (upper.depth - lower.depth) / (2 * step))).toBeLessThan(1e-9);
        for (let i = 0; i < 3; i++) {
          const rate = (upper.weights[i] - lower.weights[i]) / (2 * step);
          expect(Math.abs(weightGradients[3 * i + k] - rate)).toBeLessThan(1e-9);
        }
      }
    }
  });

  it('is the same on both sides of a face between two elements', () => {
    let shared = 0;
    for (const tet of eachTet)
      for (let corner = 0; corner < 4; corner++) {
        const next = topology.neighbours[4 * tet + corner];
        if ((next & BOUNDARY) !== 0 || next < tet) continue;
        const face = cornersOf(field, tet).filter((___, i) => i !== corner);
        const m = mix(field, face, drawWeights(3)).map(Math.fround);
        read(field, tet, m);
        const here = scratch.distance;
        read(field, next, m);
        expect(Math.abs(scratch.distance - here)).toBeLessThan(2 * ON_FACE);
        shared++;
      }
    expect(shared).toBeGreaterThan(200);
  });
});

it('is 0 on the boundary', () => {
  const field = coil();
  const { topology } = field;
  let besidesInner = 0;
  for (let f = 0; f < topology.faceCount; f++) {
    const tet = topology.faceTets[f];
    const face = [...topology.faces.subarray(3 * f, 3 * f + 3)];
    if (cornersOf(field, tet).some((v) => topology.surfaceIndices[v] === NONE)) besidesInner++;
    for (const weights of [drawWeights(3), [1, 0, 0], [0.5, 0.5, 0]]) {
      const m = mix(field, face, weights).map(Math.fround);
      read(field, tet, m);
      expect(Math.abs(scratch.distance)).toBeLessThan(ON_FACE);
    }
  }
  expect(besidesInner).toBeGreaterThan(100);
});

describe('nothing can be read', () => {
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
  const tets = Uint32Array.of(0, 1, 2, 3);
  const centre = [0.2, 0.2, 0.2];
  const withDistances = (...distances: number[]) => behind({ tets }, positions, Float32Array.from(distances));

  it('in an inverted or a flat element', () => {
    const field = withDistances(0, 0, 0.1, 0.2);
    expect(read(field, 0, centre)).toBe(true);
    const { topology, distances } = field;
    const moved = (height: number) => ({
      topology,
      distances,
      positions: field.positions.map((x, i) => (i === 3 * BASE + 11 ? height : x)),
    });
    expect(read(moved(1e-3), 0, [0.2, 0.2, 2e-4])).toBe(true);
    expect(read(moved(0), 0, [0.2, 0.2, 0])).toBe(false);
    expect(read(moved(-1), 0, [0.2, 0.2, -0.2])).toBe(false);
    expect(read(moved(Number.NaN), 0, centre)).toBe(false);
  });

  it('in an element whose vertices all lie on the boundary', () => {
    expect(read(withDistances(0, 0, 0, 0), 0, centre)).toBe(false);
  });

  it('on the boundary, and where all vertices are equally deep', () => {
    expect(read(withDistances(0, 0, 0, 0.2), 0, [0.2, 0.3, 0])).toBe(false);
    expect(read(withDistances(0.3, 0.3, 0.3, 0.3), 0, centre)).toBe(false);
  });
});
