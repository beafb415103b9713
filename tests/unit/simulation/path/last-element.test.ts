import { describe, expect, test } from 'vitest';
import { closestOnFace } from '../../../../src/simulation/path/near-face.ts';
import { isFolded } from '../../../../src/simulation/path/folds.ts';
import { findInverted, isCovered as isPointCovered } from '../../../../src/simulation/path/clearance.ts';
import { mayEnd } from '../../../../src/simulation/path/culling.ts';
import type { PathBody } from '../../../../src/simulation/path/path-body.ts';
import { GENERATED, PLACEMENTS, PlacedShape } from '../../../fixtures/generated-shapes.ts';
import { pathBody } from '../../../fixtures/path-body.ts';
import type { PathOracle } from '../../../fixtures/path-oracle.ts';
import type { PathQuery } from '../../../fixtures/path-queries.ts';
import { type Candidate, nearCandidates } from './near-candidates.ts';
import { createPathScratch } from '../../../../src/simulation/path/scratch.ts';

const scratch = createPathScratch();

const QUERIES = 24;
const CANDIDATES = 40;
/**
 * How far lines may miss elements, as a share of the diagonal: rounding and no more. With a larger tolerance, a line would count as valid
 * that leaves the body beside a vertex and reaches an edge from outside by 1e-12.
 */
const TOUCHING = 1e-15;
/** Rounds to float32, as vertices are. Otherwise points beside their element, and closest points beside a corner, are valid by rounding. */
const ROUNDED = true;

/** Whether an inverted element covers p: then lines may reach s from behind, and the test does not apply. */
function isCovered(body: PathBody, { point }: PathQuery): boolean {
  findInverted(body);
  return isPointCovered(scratch.cover, body, ...point, 0);
}

function mayEndAt(body: PathBody, { point }: PathQuery, { face, feature, x, y, z }: Candidate): boolean {
  closestOnFace(scratch, body, face, ...point);
  return mayEnd(scratch, body, face, feature, x, y, z);
}

function isValid(oracle: PathOracle, { point, tet }: PathQuery, { face, x, y, z }: Candidate): boolean {
  oracle.line.through(point, x, y, z);
  return oracle.line.reaches(tet, oracle.topology.faceTets[face], TOUCHING * oracle.diagonal);
}

describe('where a valid path ends, it may end', () => {
  Object.keys(GENERATED).forEach((name, i) => {
    test(name, () => {
      const placed = new PlacedShape(GENERATED[name](), PLACEMENTS[i % PLACEMENTS.length], i);
      const { oracle } = placed;
      const body = pathBody(placed.positions, placed.shape.tets);
      let [valid, rejected] = [0, 0];
      const wrong: string[] = [];
      for (const query of placed.draw(QUERIES, ROUNDED)) {
        if (isCovered(body, query)) continue;
        for (const candidate of nearCandidates(body, query, CANDIDATES)) {
          const may = mayEndAt(body, query, candidate);
          if (!may) rejected++;
          if (!isValid(oracle, query, candidate)) continue;
          valid++;
          const { face, feature } = candidate;
          if (!may) wrong.push(`(${query.point}) in ${query.tet} to face ${face}, feature ${feature}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(valid).toBeGreaterThan(0);
      // A box is convex, so every point inside is on the inner side of every face.
      expect(rejected > 0).toBe(name !== 'grid');
    });
  });
});

test.each(['fan', 'wide fan', 'double cone', 'cap and tail'])('nothing is said at folded vertices: %s', (name) => {
  const placed = new PlacedShape(GENERATED[name](), PLACEMENTS[2], 5);
  const body = pathBody(placed.positions, placed.shape.tets);
  const { faceCount, surfaceIndices } = body.topology;
  const said = placed.draw(3 * QUERIES, ROUNDED).flatMap((query) =>
    nearCandidates(body, query, faceCount)
      .filter(({ vertices }) => vertices.length === 1 && isFolded(scratch.fold, body, surfaceIndices[vertices[0]]))
      .map((candidate) => mayEndAt(body, query, candidate)),
  );
  expect(said.length).toBeGreaterThan(0);
  expect(said).not.toContain(false);
});
