import { afterAll, describe, expect, test } from 'vitest';
import { NONE } from '../../src/mesh/topology.ts';
import { PATH_METHODS } from '../../src/simulation/path/tables.ts';
import { findEuclideanPath2d, findRestShapePath2d } from '../../src/simulation/path-2d/other-ways.ts';
import { createPathBody2d } from '../../src/simulation/path-2d/path-body.ts';
import { CommandLine, type PathAnswers } from '../fixtures/command-line.ts';
import { describeQuery, GPU_ROUNDING, GPU_TOLERANCES } from '../fixtures/judged-paths.ts';
import { isNaivelyRight, isRightOnSkin, SKIN_KINDS_3D } from '../fixtures/judged-skin.ts';
import { isNaivelyRight2d, isRightOnSkin2d, SKIN_KINDS_2D } from '../fixtures/judged-skin-2d.ts';
import { type Asked, skinPathCase, skinPathCase2d } from '../fixtures/skin-path-case.ts';
import { createPathScratch2d } from '../../src/simulation/path-2d/scratch.ts';

const scratch2d = createPathScratch2d();
const { path: path2d } = scratch2d;

/**
 * Points on the skin of elements, as a file of queries has them: on boundary and inner faces, edges and vertices, rounded to float32 and
 * moved by up to three units in the last place, where the reader still accepts them. Each is passed to the command line, for every method,
 * with culling and without, on both backends, and compared with brute force at the nearest point of its element.
 *
 * 3D: 19 shapes x 90 points x 6 kinds, 1,710 of each kind; 2D: 32 placed shapes x 80 points x 4 kinds, 2,560 of each: 20,500 in all.
 * Every combination of dimension, method, culling and backend answers all points of its dimension.
 */
const POINTS_3D = 90;
const POINTS_2D = 80;
const LEAST_OF_A_KIND = 1000;
/** Largest share of queries whose answer may depend on brute force's tolerance; they are not judged. */
const MOST_AMBIGUOUS = 1e-3;

/** Largest coordinate of the flat shapes at scale 1 [m]. */
const FLAT_SIZE = 15;
const TOUCHING = [1e-12, 1e-9, 1e-7, 1e-6];
const BACKENDS = ['cpu', 'gpu'];
const CULLING = ['on', 'off'];

const line = new CommandLine();
afterAll(() => line.remove());

function answersTo(file: string, ...words: string[]): readonly number[] {
  const { code, stderr } = line.run(['shortest-path', file, '--out', 'out.json', ...words]);
  expect(code, stderr).toBe(0);
  return line.json<PathAnswers>('out.json').distance.map((distance) => distance ?? Number.NaN);
}

describe('3D', () => {
  const { file, asked } = skinPathCase(POINTS_3D, GPU_TOLERANCES);
  line.write('3d.json', file);

  test('as many as told, of each kind, and hardly any that tolerances decide', () => {
    for (const kind of SKIN_KINDS_3D)
      expect(asked.filter(({ truth }) => truth.kind === kind).length).toBeGreaterThan(LEAST_OF_A_KIND);
    const ambiguous = asked.filter(({ truth }) => truth.truth.isAmbiguous).length;
    console.log(`${asked.length} points on the skin of tetrahedra, ${ambiguous} ambiguous`);
    expect(ambiguous / asked.length).toBeLessThan(MOST_AMBIGUOUS);
  });

  const ways = BACKENDS.flatMap((backend) =>
    // The published search has no rule for points on the skin, and the distance field is exact at the vertices alone.
    PATH_METHODS.filter((method) => method !== 'paper' && method !== 'distance-field').flatMap((method) =>
      CULLING.map((culling) => ({ backend, method, culling })),
    ),
  ).filter(({ method, culling }) => method === 'tree' || culling === 'on');
  test.each(ways)('$method on $backend, culling $culling', ({ backend, method, culling }) => {
    const found = answersTo('3d.json', '--backend', backend, '--method', method, '--culling', culling);
    const isRight = ({ truth, placed, naive }: Asked, depth: number) =>
      method === 'euclidean' || method === 'rest-shape'
        ? isNaivelyRight(naive[method], depth, placed.oracle)
        : isRightOnSkin(truth, depth, placed, GPU_TOLERANCES, GPU_ROUNDING);
    const wrong = asked.flatMap((each, i) =>
      isRight(each, found[i])
        ? []
        : [`${each.placed.shape.name}, ${each.truth.kind.name}: ${describeQuery(each.truth.truth, found[i])}`],
    );
    expect(wrong).toEqual([]);
  });
});

describe('2D', () => {
  const { file, asked } = skinPathCase2d(POINTS_2D, TOUCHING);
  line.write('2d.json', file);

  test('as many as told, of each kind', () => {
    for (const kind of SKIN_KINDS_2D)
      expect(asked.filter(({ truth }) => truth.kind === kind).length).toBeGreaterThan(LEAST_OF_A_KIND);
  });

  // They have no command.
  test('euclidean and rest-shape', () => {
    const wrong = asked.flatMap(({ truth: { point, element, kind, naive }, placing, shape }) => {
      const now = createPathBody2d(shape.topology, shape.positions);
      const rest = createPathBody2d(shape.topology, shape.rest);
      const size = FLAT_SIZE * placing.scale;
      findEuclideanPath2d(scratch2d, now, point[0], point[1], element, NONE);
      const euclidean = Math.sqrt(path2d.depthSquared);
      findRestShapePath2d(scratch2d, now, rest, point[0], point[1], element, NONE);
      const restShape = Math.sqrt(path2d.depthSquared);
      const right =
        isNaivelyRight2d(naive.euclidean, euclidean, size) && isNaivelyRight2d(naive['rest-shape'], restShape, size);
      return right ? [] : [`${kind.name}, ${point} in ${element} of ${shape.name}: found ${euclidean}, ${restShape}`];
    });
    expect(wrong).toEqual([]);
  });

  test.each(BACKENDS.flatMap((backend) => CULLING.map((culling) => ({ backend, culling }))))(
    'tree on $backend, culling $culling',
    ({ backend, culling }) => {
      const found = answersTo('2d.json', '--backend', backend, '--culling', culling);
      const wrong = asked.flatMap(({ truth, placing }, i) => {
        const rounding = GPU_ROUNDING * FLAT_SIZE * placing.scale;
        if (isRightOnSkin2d(truth, found[i], FLAT_SIZE, placing, rounding)) return [];
        return [`${truth.kind.name}, ${truth.point} in ${truth.element}: found ${found[i]}, expected ${truth.exact}`];
      });
      expect(wrong).toEqual([]);
    },
  );
});
