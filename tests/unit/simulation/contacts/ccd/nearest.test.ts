import { describe, expect, it } from 'vitest';
import { createClosestPoint } from '../../../../../src/geometry/closest-point.ts';
import { createImpact } from '../../../../../src/geometry/time-of-impact.ts';
import { buildSurfaceTopology } from '../../../../../src/mesh/surface-mesh.ts';
import {
  findNearestOnEdges,
  findNearestOnFace,
  type Surface,
} from '../../../../../src/simulation/contacts/ccd/nearest.ts';
import { seededRandom } from '../../../../fixtures/box-world.ts';
import { sheetMesh } from '../../../../fixtures/sheet.ts';

type Vector = readonly number[];
const FAR = 10;
/** Share of the way to a corner, and what rounding of unit lengths may make of a distance that should not shrink. */
const NUDGE = 1e-5;
const ROUNDING = 1e-13;

/** A sheet of 4 x 4 unit cells whose vertices lie at random heights. */
function wavy(random: () => number, height: number, roughness: number): Surface {
  const { positions, triangles } = sheetMesh(4, 1);
  const moved = positions.map((x, i) => (i % 3 === 1 ? height + roughness * random() : x + 0.3 * random()));
  return { topology: buildSurfaceTopology(triangles, 25), vertexBase: 0, positions: moved };
}

const at = ({ positions }: Surface, v: number): Vector => [...positions.subarray(3 * v, 3 * v + 3)];
const mix = (points: readonly Vector[], weights: readonly number[]): Vector =>
  [0, 1, 2].map((k) => points.reduce((sum, p, i) => sum + weights[i] * p[k], 0));
const apart = (p: Vector, q: Vector): number => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
const corners = (surface: Surface, kind: 'faces' | 'edges', size: number, i: number): Vector[] =>
  Array.from(surface.topology[kind].subarray(size * i, size * i + size), (v) => at(surface, v));
/** A query's corners at the end of the motion; the start doesn't matter. */
const motionOf = (points: readonly Vector[]): Float64Array =>
  Float64Array.from([...new Array(12).fill(NaN), ...points.flat()]);

/** Points of all faces, on a grid of `n` parts per side. */
function samples(surface: Surface, n: number): Vector[] {
  const { faceCount } = surface.topology;
  return Array.from({ length: faceCount }, (_, face) => {
    const points = corners(surface, 'faces', 3, face);
    const found: Vector[] = [];
    for (let i = 0; i <= n; i++)
      for (let j = 0; i + j <= n; j++) found.push(mix(points, [1 - (i + j) / n, i / n, j / n]));
    return found;
  }).flat();
}

/** Points beside a place on a surface, a little towards each corner of the faces that hold the place. @param of the place's vertices */
function beside(surface: Surface, place: Vector, of: readonly number[]): Vector[] {
  const { faces, faceCount } = surface.topology;
  const ids = Array.from({ length: faceCount }, (_, face) => [...faces.subarray(3 * face, 3 * face + 3)]);
  const around = ids.filter((face) => of.every((v) => face.includes(v))).flat();
  return [...new Set(around)].map((v) => mix([place, at(surface, v)], [1 - NUDGE, NUDGE]));
}

/** All pairs of a vertex of one surface and a face of another that stand for their place: vertex, nearest point, distance. */
function pairsOfVertices(of: Surface, on: Surface) {
  const closest = createClosestPoint();
  const impact = createImpact();
  const found: { vertex: number; place: Vector; distance: number; around: Vector[] }[] = [];
  for (let vertex = 0; vertex < 25; vertex++)
    for (let face = 0; face < on.topology.faceCount; face++) {
      const points = corners(on, 'faces', 3, face);
      if (!findNearestOnFace(closest, motionOf([at(of, vertex), ...points]), impact, on, face, FAR)) continue;
      const place = mix(points, [1 - impact.u - impact.v, impact.u, impact.v]);
      expect(Math.min(impact.u, impact.v, 1 - impact.u - impact.v)).toBeGreaterThan(-1e-12);
      expect(Math.sqrt(closest.distanceSquared)).toBeCloseTo(apart(at(of, vertex), place), 10);
      const weights = [1 - impact.u - impact.v, impact.u, impact.v];
      const of3 = [...on.topology.faces.subarray(3 * face, 3 * face + 3)].filter((_, k) => weights[k] > 1e-12);
      found.push({ vertex, place, distance: apart(at(of, vertex), place), around: beside(on, place, of3) });
    }
  return found;
}

/** All pairs of edges that stand for their place. */
function pairsOfEdges(a: Surface, b: Surface) {
  const gap = new Float64Array(3);
  const impact = createImpact();
  const found: { distance: number; aroundA: Vector[]; aroundB: Vector[] }[] = [];
  for (let edgeA = 0; edgeA < a.topology.edgeCount; edgeA++)
    for (let edgeB = 0; edgeB < b.topology.edgeCount; edgeB++) {
      const [ofA, ofB] = [corners(a, 'edges', 2, edgeA), corners(b, 'edges', 2, edgeB)];
      if (!findNearestOnEdges(gap, motionOf([...ofA, ...ofB]), impact, a, edgeA, b, edgeB, FAR)) continue;
      const onA = mix(ofA, [1 - impact.u, impact.u]);
      const onB = mix(ofB, [1 - impact.v, impact.v]);
      for (let k = 0; k < 3; k++) expect(gap[k]).toBeCloseTo(onB[k] - onA[k], 10);
      const [aroundA, aroundB] = [
        [onA, ...beside(a, onA, [...a.topology.edges.subarray(2 * edgeA, 2 * edgeA + 2)])],
        [onB, ...beside(b, onB, [...b.topology.edges.subarray(2 * edgeB, 2 * edgeB + 2)])],
      ];
      found.push({ distance: apart(onA, onB), aroundA, aroundB });
    }
  return found;
}

describe.each([0.3, 1, 2])('nearest points of two rough surfaces, roughness %d', (roughness) => {
  const seeds = [1, 2, 3];

  it('a vertex has one pair at each place where a surface is locally nearest, and always one where it is nearest', () => {
    let severalPlaces = 0;
    for (const seed of seeds) {
      const random = seededRandom(seed);
      const [low, high] = [wavy(random, 0, roughness), wavy(random, 2.2, roughness)];
      const found = pairsOfVertices(high, low);
      const all = samples(low, 24);
      for (let vertex = 0; vertex < 25; vertex++) {
        const own = found.filter((pair) => pair.vertex === vertex);
        const sampled = Math.min(...all.map((p) => apart(p, at(high, vertex))));
        const least = Math.min(...own.map(({ distance }) => distance));
        expect(least).toBeLessThanOrEqual(sampled + 1e-6);
        expect(least).toBeGreaterThan(sampled - 0.1);
        if (own.length > 1) severalPlaces++;
        own.forEach(({ place, distance, around }, i) => {
          for (const other of own.slice(0, i)) expect(apart(place, other.place)).toBeGreaterThan(1e-6);
          for (const p of around) expect(apart(p, at(high, vertex))).toBeGreaterThan(distance - ROUNDING);
        });
      }
    }
    if (roughness > 0.5) expect(severalPlaces).toBeGreaterThan(10);
  });

  it('the shortest distance of all is that of a pair, of a vertex and a face or of two edges', () => {
    for (const seed of [...seeds, 4, 5, 6]) {
      const random = seededRandom(seed);
      const [low, high] = [wavy(random, 0, roughness), wavy(random, 2.2, roughness)];
      const ofVertices = [...pairsOfVertices(high, low), ...pairsOfVertices(low, high)];
      const ofEdges = pairsOfEdges(low, high);
      const [byVertex, byEdge] = [ofVertices, ofEdges].map((pairs) =>
        Math.min(...pairs.map(({ distance }) => distance)),
      );
      const [onLow, onHigh] = [samples(low, 6), samples(high, 6)];
      let sampled = Infinity;
      for (const p of onLow) for (const q of onHigh) sampled = Math.min(sampled, apart(p, q));
      const least = Math.min(byVertex, byEdge);
      expect(least).toBeLessThanOrEqual(sampled + 1e-6);
      expect(least).toBeGreaterThan(sampled - 0.25);
      for (const { aroundA, aroundB, distance } of ofEdges)
        for (const p of aroundA) for (const q of aroundB) expect(apart(p, q)).toBeGreaterThan(distance - ROUNDING);
    }
  });
});

it('where two ridges cross, the pair is that of their edges', () => {
  const random = seededRandom(9);
  const [low, high] = [wavy(random, 0, 0.02), wavy(random, 0.5, 0.02)];
  for (let i = 0; i < low.positions.length; i += 3) {
    low.positions[i + 1] -= 0.5 * Math.abs(low.positions[i + 2] - 0.15);
    high.positions[i + 1] += 0.5 * Math.abs(high.positions[i] - 0.15);
    low.positions[i] += 0.45;
    high.positions[i + 2] += 0.45;
  }
  const least = (pairs: readonly { distance: number }[]) => Math.min(...pairs.map(({ distance }) => distance));
  const edges = least(pairsOfEdges(low, high));
  expect(edges).toBeLessThan(least(pairsOfVertices(low, high)));
  expect(edges).toBeLessThan(least(pairsOfVertices(high, low)));
  const onHigh = samples(high, 6);
  const sampled = Math.min(...samples(low, 6).map((p) => Math.min(...onHigh.map((q) => apart(p, q)))));
  expect(edges).toBeLessThanOrEqual(sampled);
  expect(edges).toBeGreaterThan(sampled - 0.1);
});

it('two flat layers have no pairs of edges, and one pair per vertex', () => {
  const random = () => 0;
  const [low, high] = [wavy(random, 0, 0), wavy(random, 0.5, 0)];
  for (let i = 0; i < high.positions.length; i += 3) {
    high.positions[i] = 0.8 * high.positions[i] + 0.07;
    high.positions[i + 2] = 0.8 * high.positions[i + 2] + 0.05;
  }
  expect(pairsOfEdges(low, high)).toEqual([]);
  expect(pairsOfVertices(high, low)).toHaveLength(25);
});

it('a vertex exactly over the edge of two level faces has a pair, though rounding lets each face be nearer than the other', () => {
  const level = Math.fround(2.9802322831784522e-9);
  const [left, right, back, front] = [
    -0.20000000298023224, 5.9604645663569045e-9, -0.4000000059604645, -0.20000000298023224,
  ];
  const surface: Surface = {
    topology: buildSurfaceTopology(Uint32Array.of(0, 1, 2, 2, 1, 3), 4),
    vertexBase: 0,
    positions: Float32Array.of(left, level, back, left, level, front, right, level, front, right, level, right),
  };
  // From a sheet at rest on a box.
  const vertex = [1.5913095285924328e-9, 0.0028931722044944763, front];
  const found = [0, 1].filter((face) => {
    const motion = motionOf([vertex, ...corners(surface, 'faces', 3, face)]);
    return findNearestOnFace(createClosestPoint(), motion, createImpact(), surface, face, FAR);
  });
  expect(found.length).toBeGreaterThan(0);
});
