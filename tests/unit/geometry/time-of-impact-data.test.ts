import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CcdQueries, parseCcdQueries } from '../../../src/queries/ccd-queries.ts';
import {
  createImpact,
  edgeEdgeTimeOfImpact,
  QUERY_STRIDE,
  vertexFaceTimeOfImpact,
} from '../../../src/geometry/time-of-impact.ts';
import { NONZERO_INPUT_ERROR } from '../../../src/simulation/contacts/ccd/sweep.ts';
import { sharedData, skipNote } from '../../fixtures/shared-data.ts';
import { firstImpact, scaledTime } from './impact-oracle.ts';

/** Part of the benchmark of Wang et al. 2021; lies beside the repository where it is present. */
const ROOT = sharedData('ccd-queries');
const SKIPPED = skipNote('ccd-queries');
const TIME_TOLERANCE = 1e-6;

interface QueryFile extends CcdQueries {
  readonly name: string;
  readonly square: boolean;
}

function readAll(): QueryFile[] {
  if (SKIPPED) return [];
  const names = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.csv'));
  return names.sort().map((name) => {
    const queries = parseCcdQueries(readFileSync(join(ROOT, name), 'utf8'));
    return { ...queries, name, square: name.includes('edge-edge') };
  });
}

const files = readAll();
const impact = createImpact();

/** @param least smallest error that coordinates have */
function query(file: QueryFile, i: number, least: number): boolean {
  const timeOfImpact = file.square ? edgeEdgeTimeOfImpact : vertexFaceTimeOfImpact;
  return timeOfImpact(file.points, i * QUERY_STRIDE, impact, Math.max(least, file.inputErrors[i]));
}

const indices = (file: QueryFile, truth: number): number[] =>
  Array.from({ length: file.count }, (_, i) => i).filter((i) => file.truth![i] === truth);

describe.skipIf(SKIPPED).each([
  ['as the command line asks: exact where float64 is open', 0],
  ['as the step asks: a hit where float64 is open', NONZERO_INPUT_ERROR],
])(`time of impact on the benchmark of Wang et al. 2021, %s${SKIPPED}`, (_, least) => {
  it('misses no collision', () => {
    const missed = files.flatMap((file) => indices(file, 1).filter((i) => !query(file, i, least)));
    expect(missed).toEqual([]);
    expect(files.reduce((sum, file) => sum + indices(file, 1).length, 0)).toBeGreaterThan(200);
  });

  it.each([
    ['vertex-face', false],
    ['edge-edge', true],
  ] as const)('gives few false alarms in %s queries', (kind, square) => {
    const chosen = files.filter((file) => file.square === square);
    const alarms = chosen.reduce((sum, file) => sum + indices(file, 0).filter((i) => query(file, i, least)).length, 0);
    const free = chosen.reduce((sum, file) => sum + indices(file, 0).length, 0);
    console.info(`${kind}: ${alarms} false alarms in ${free} queries without a collision`);
    if (least === 0) expect(alarms / free).toBeLessThanOrEqual(0.01);
  });

  it(`is never late${least === 0 ? ' and at most 1e-6 early' : ''}`, () => {
    let compared = 0;
    for (const file of files) {
      for (const i of indices(file, 1)) {
        const points = file.points.subarray(i * QUERY_STRIDE, (i + 1) * QUERY_STRIDE);
        const truth = firstImpact(points, file.square);
        query(file, i, least);
        if (truth.kind === 'degenerate') continue;
        if (truth.kind === 'apart') throw new Error(`${file.name}, query ${i}: the oracle disagrees with the file`);
        expect(scaledTime(impact.t) <= truth.latest, `${file.name}, query ${i}: late`).toBe(true);
        const early = truth.earliest - scaledTime(impact.t);
        if (least === 0) expect(early <= scaledTime(TIME_TOLERANCE), `${file.name}, query ${i}: early`).toBe(true);
        compared++;
      }
    }
    console.info(`${compared} times of impact compared with the exact ones`);
    expect(compared).toBeGreaterThan(100);
  });
});

describe('time of impact of rational coordinates', () => {
  it('holds what touches only before rounding', () => {
    // The vertex rests at (1/n, m/n, 1 - (m+1)/n), on the plane x + y + z = 1 through the face's corners.
    const face = ['1,1,0,1,0,1', '0,1,1,1,0,1', '0,1,0,1,1,1'];
    let open = 0;
    for (let n = 3; n < 40; n++) {
      for (let m = 1; m < n - 1; m++) {
        const vertex = `1,${n},${m},${n},${n - m - 1},${n}`;
        const { points, inputErrors } = parseCcdQueries([vertex, ...face, vertex, ...face].join('\n'));
        expect(vertexFaceTimeOfImpact(points, 0, impact, inputErrors[0])).toBe(true);
        expect(impact.t).toBe(0);
        if (!vertexFaceTimeOfImpact(points, 0, impact)) open++;
      }
    }
    // Without the bound, many hits are missed.
    expect(open).toBeGreaterThan(100);
  });
});
