import { describe, expect, test } from 'vitest';
import { NONE } from '../../../../src/mesh/topology.ts';
import { aimRay, createRay, limitRay } from '../../../../src/simulation/path/exit-faces.ts';
import { traverse, walkLine } from '../../../../src/simulation/path/traversal.ts';
import type { PathBody } from '../../../../src/simulation/path/path-body.ts';
import {
  BRANCHES,
  INVALID,
  OVERFLOW,
  RING,
  type TraversalLimits,
  UNSURE,
  VALID,
} from '../../../../src/simulation/path/limits.ts';
import { GENERATED, PlacedShape, PLACEMENTS } from '../../../fixtures/generated-shapes.ts';
import { pathBody } from '../../../fixtures/path-body.ts';
import type { PathQuery } from '../../../fixtures/path-queries.ts';
import { type Candidate, nearCandidates } from './near-candidates.ts';
import { createPathScratch } from '../../../../src/simulation/path/scratch.ts';

const scratch = createPathScratch();
const { target } = scratch;

const QUERIES = 20;
const CANDIDATES = 40;
/** More steps than any line here needs; a line that overflows all the same is not compared. */
const LIMITS: TraversalLimits = { branches: BRANCHES, ring: RING, steps: 20000 };
/** Least share of lines that get a verdict; the others pass close to an edge, as many do in bars made of cubes. */
const LEAST_SURE = 0.2;

const ray = createRay();

function aimAt(body: PathBody, { face, vertices }: Candidate): void {
  target.tet = body.topology.faceTets[face];
  target.a = vertices[0] ?? NONE;
  target.b = vertices[1] ?? target.a;
}

function holdsTarget({ topology: { tets } }: PathBody, tet: number): boolean {
  const corners = tets.subarray(4 * tet, 4 * tet + 4);
  return target.a === NONE ? tet === target.tet : corners.includes(target.a) && corners.includes(target.b);
}

function walk(body: PathBody, { point, tet }: PathQuery, { x, y, z }: Candidate, away: boolean): number {
  const sign = away ? -1 : 1;
  aimRay(ray, ...point, sign * x, sign * y, sign * z, Math.sqrt(x * x + y * y + z * z));
  limitRay(ray, away, target.mayOvershoot);
  return walkLine(scratch, body, ray, tet, target);
}

interface Tally {
  lines: number;
  sure: number;
  valid: number;
  invalid: number;
  readonly wrong: string[];
}

/** Lines towards s, past s, and away from s. */
function compare(body: PathBody, query: PathQuery, candidate: Candidate, tally: Tally): void {
  const { x, y, z, face } = candidate;
  aimAt(body, candidate);
  if (holdsTarget(body, query.tet) || x * x + y * y + z * z === 0) return;
  for (const further of [false, true])
    for (const away of [false, true]) {
      target.mayOvershoot = further;
      const verdict = traverse(scratch, body, ...query.point, query.tet, x, y, z, away, LIMITS);
      if (verdict === OVERFLOW) continue;
      const walked = walk(body, query, candidate, away);
      tally.lines++;
      if (walked === UNSURE) continue;
      tally.sure++;
      if (verdict === VALID) tally.valid++;
      if (verdict === INVALID) tally.invalid++;
      if (walked !== verdict)
        tally.wrong.push(
          `(${query.point}) in ${query.tet} to face ${face}, further ${further}, away ${away}: ${walked}`,
        );
    }
}

describe('a walked line is unsure, or says what the traversal says', () => {
  Object.keys(GENERATED).forEach((name, i) => {
    test(name, () => {
      const placed = new PlacedShape(GENERATED[name](), PLACEMENTS[i % PLACEMENTS.length], i);
      const body = pathBody(placed.positions, placed.shape.tets);
      const tally: Tally = { lines: 0, sure: 0, valid: 0, invalid: 0, wrong: [] };
      for (const query of placed.draw(QUERIES))
        for (const candidate of nearCandidates(body, query, CANDIDATES)) compare(body, query, candidate, tally);
      expect(tally.wrong).toEqual([]);
      expect(tally.sure).toBeGreaterThan(LEAST_SURE * tally.lines);
      expect(tally.valid).toBeGreaterThan(0);
      expect(tally.invalid).toBeGreaterThan(0);
    });
  });
});
