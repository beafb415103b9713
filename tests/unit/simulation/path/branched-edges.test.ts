import { cross, dot, minus } from '../../../fixtures/vectors.ts';
import { describe, expect, test } from 'vitest';
import { findBranched, squaredDistanceToBranched } from '../../../../src/simulation/path/clearance.ts';
import { clearPathWork, type PathBody } from '../../../../src/simulation/path/path-body.ts';
import { findPath } from '../../../../src/simulation/path/shortest-path.ts';
import type { BentBar } from '../../../fixtures/bent-bars.ts';
import { ASKING, branchedPillar } from '../../../fixtures/branched-shapes.ts';
import { PlacedShape, PLACEMENTS } from '../../../fixtures/generated-shapes.ts';
import { shake } from '../../../fixtures/inverted-shapes.ts';
import { depthBy, describeQuery, findTruths, isRight, ROUNDING, TOLERANCES } from '../../../fixtures/judged-paths.ts';
import { pathBody } from '../../../fixtures/path-body.ts';
import { SHAPES } from '../../../fixtures/path-shapes.ts';
import { PATH_OPTIONS } from '../../../../src/simulation/path/path-query.ts';
import { createPathScratch } from '../../../../src/simulation/path/scratch.ts';

const scratch = createPathScratch();
const { work: pathWork } = scratch;

const keyOf = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`;

/** Sum of the elements' dihedral angles at each edge, by arc tangents; those of inverted elements are negative. */
function angleSums({ topology, positions }: PathBody): Map<string, { sum: number; isPositive: boolean }> {
  const sums = new Map<string, { sum: number; isPositive: boolean }>();
  const at = (v: number) => [...positions.subarray(3 * v, 3 * v + 3)];
  for (let t = 0; t < topology.tets.length; t += 4) {
    const v = [...topology.tets.subarray(t, t + 4)];
    for (const [i, j, k, l] of [
      [0, 1, 2, 3],
      [0, 2, 3, 1],
      [0, 3, 1, 2],
      [1, 2, 0, 3],
      [1, 3, 2, 0],
      [2, 3, 0, 1],
    ]) {
      const [a, edge] = [at(v[i]), minus(at(v[j]), at(v[i]))];
      const [m, n] = [cross(edge, minus(at(v[k]), a)), cross(edge, minus(at(v[l]), a))];
      const angle = Math.atan2(dot(cross(m, n), edge) / Math.sqrt(dot(edge, edge)), dot(m, n));
      const known = sums.get(keyOf(v[i], v[j])) ?? { sum: 0, isPositive: true };
      sums.set(keyOf(v[i], v[j]), { sum: known.sum + angle, isPositive: known.isPositive && angle > 0 });
    }
  }
  return sums;
}

function boundaryEdges({ topology: { edges, edgeCount } }: PathBody): Set<string> {
  return new Set(Array.from({ length: edgeCount }, (_, e) => keyOf(edges[2 * e], edges[2 * e + 1])));
}

function listed(body: PathBody): string[] {
  findBranched(body);
  return Array.from({ length: body.branched.count }, (_, i) =>
    keyOf(body.branched.edges[2 * i], body.branched.edges[2 * i + 1]),
  );
}

/** The pillar's vertices moved a little: the axis is bent, and all elements stay positive. */
const bent = (): BentBar => shake(branchedPillar(), 0.05, 3);

const bodyOf = ({ positions, tets }: BentBar) => pathBody(positions, tets);
const EVERY = {
  ...SHAPES,
  'branched pillar': branchedPillar,
  'bent pillar': bent,
  'coil, shaken': () => shake(SHAPES.coil(), 0.35, 2),
  'octopus, shaken': () => shake(SHAPES.octopus(), 0.02, 4),
};

describe('inner edges that elements go around more than once', () => {
  test.each(Object.keys(EVERY))('%s: as the summed angles say, among positive elements', (name) => {
    const body = bodyOf(EVERY[name as keyof typeof EVERY]());
    const found = new Set(listed(body));
    expect(found.size).toBe(body.branched.count);
    const outer = boundaryEdges(body);
    let judged = 0;
    for (const [key, { sum, isPositive }] of angleSums(body)) {
      if (outer.has(key)) expect(found.has(key), key).toBe(false);
      else if (isPositive) {
        judged++;
        expect(found.has(key), `${key}: ${sum}`).toBe(sum > 3 * Math.PI);
      }
    }
    expect(judged).toBeGreaterThan(0);
  });

  test('the pillars have them along the axis, and nothing else that is bent has any', () => {
    expect(listed(bodyOf(branchedPillar()))).toHaveLength(5);
    expect(listed(bodyOf(bent()))).toHaveLength(5);
    for (const shape of Object.values(SHAPES)) expect(listed(bodyOf(shape()))).toEqual([]);
  });
});

/** Queries within this share of the diagonal from a branched edge are skipped: both sheets see such a point, so its answer is undefined. */
const BESIDE = 1e-6;

test.each([
  ['straight', branchedPillar],
  ['bent', bent],
] as const)('beside a %s pillar’s answers are those of brute force', (_, make) => {
  for (const [i, placement] of PLACEMENTS.entries()) {
    const placed = new PlacedShape(make(), placement, i);
    const body = pathBody(placed.positions, placed.shape.tets);
    const beside = (BESIDE * placed.oracle.diagonal) ** 2;
    const queries = placed
      .draw(300)
      .filter(({ point }) => squaredDistanceToBranched(body, ...point, Infinity) > beside);
    const walks = [true, false].map((culling) => {
      clearPathWork(scratch.work);
      for (const truth of findTruths(placed.oracle, queries, TOLERANCES)) {
        const depth = depthBy(findPath('tree'), body, truth.query, { ...PATH_OPTIONS, culling }, scratch);
        const right = truth.isAmbiguous || isRight(truth, depth, placed.oracle, TOLERANCES, ROUNDING);
        expect(right, `culling ${culling}, ${describeQuery(truth, depth)}`).toBe(true);
      }
      return pathWork.traversals;
    });
    // Culling is off near branched edges only.
    expect(walks[0]).toBeLessThan(walks[1]);
  }
});

describe('the distance to the nearest', () => {
  const body = bodyOf(branchedPillar());
  test.each([
    [[ASKING[0], ASKING[1], 0.1], 0.3],
    [[0.3, -0.4, 2.5], 0.5],
    [[0, 0.3, 2.9], 0.5],
    [[0, 0, -1], 0],
  ])('from %j is %d', ([x, y, z], distance) => {
    expect(Math.sqrt(squaredDistanceToBranched(body, x, y, z, Infinity))).toBeCloseTo(distance, 6);
    expect(squaredDistanceToBranched(body, x, y, z, Infinity)).toBeLessThanOrEqual(distance ** 2 * (1 + 1e-7));
  });
  test('is infinite where none is nearer than a radius', () => {
    expect(squaredDistanceToBranched(body, 0.3, 0.4, 0, 0.51)).toBeCloseTo(0.25, 6);
    expect(squaredDistanceToBranched(body, 0.3, 0.4, 0, 0.49)).toBe(Infinity);
  });
  test('is infinite where there is none', () =>
    expect(squaredDistanceToBranched(bodyOf(SHAPES.grid()), 0, 0, 0, Infinity)).toBe(Infinity));
  test('is that of the positions of a new pass', () => {
    const moving = bodyOf(branchedPillar());
    expect(squaredDistanceToBranched(moving, 0, 0, 0, Infinity)).toBe(0);
    // Nothing goes around a point.
    moving.positions.fill(0);
    expect(squaredDistanceToBranched(moving, 0, 0, 0, Infinity)).toBe(0);
    moving.passes[0]++;
    expect(squaredDistanceToBranched(moving, 0, 0, 0, Infinity)).toBe(Infinity);
  });
});
