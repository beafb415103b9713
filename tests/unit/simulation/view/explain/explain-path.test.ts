import { describe, expect, test } from 'vitest';
import { NONE } from '../../../../../src/mesh/topology.ts';
import { explainPath, stillBody } from '../../../../../src/simulation/view/explain/explain-path.ts';
import { distanceBetween, type Explanation } from '../../../../../src/simulation/view/explain/explanation.ts';
import { findShortestPath } from '../../../../../src/simulation/path/search.ts';
import { bentBars } from '../../../../fixtures/bent-bars.ts';
import { pathBody } from '../../../../fixtures/path-body.ts';
import { closestOnTriangle, PathOracle } from '../../../../fixtures/path-oracle.ts';
import { loadPathCase, NO_PATH_CASES } from '../../../../fixtures/path-cases.ts';
import { pathQueries } from '../../../../fixtures/path-queries.ts';
import { boxMesh } from '../../../mesh/box-mesh.ts';
import { PATH_OPTIONS } from '../../../../../src/simulation/path/path-query.ts';
import { createPathScratch } from '../../../../../src/simulation/path/scratch.ts';

const scratch = createPathScratch();
const { path } = scratch;

/** Tolerance [m] for bars some 10 m across: float64 rounding, with slack. */
const TOLERANCE = 1e-9;
const FREE = 60;
const OWN = 30;

/** A bent bar, its brute-force oracle, and queries with their explanations. */
function explained(name: string) {
  const bar = bentBars(1).find((candidate) => candidate.name === name)!;
  const body = pathBody(bar.positions, bar.tets);
  const oracle = new PathOracle(body.topology, bar.positions);
  // The fan has no straight shape, so it serves as its own rest shape.
  const rest = name === 'fan' ? bar.positions : boxMesh(20, 3, 3).positions;
  const still = stillBody(body.topology, bar.positions, 0, rest);
  const queries = pathQueries(oracle, FREE, OWN).map((query) => ({
    ...query,
    explanation: explainPath(still, query.point, query.tet, query.vertex < 0 ? undefined : query.vertex),
  }));
  return { body, oracle, queries, rest };
}

describe.each(['ring', 'coil', 'twisted', 'fan'])('on the bent bar %s', (name) => {
  const { body, oracle, queries } = explained(name);

  test('the answer is that of the method and of the brute force', () => {
    for (const { point, tet, vertex, explanation } of queries) {
      findShortestPath(scratch, body, ...point, tet, vertex < 0 ? NONE : vertex, PATH_OPTIONS);
      const exact = oracle.shortestPath(point, tet, vertex);
      expect(explanation.answer?.distance).toBeCloseTo(Math.sqrt(path.depthSquared), 9);
      expect(explanation.answer?.distance).toBeCloseTo(exact!.distance, 9);
      expect(explanation.answer?.verdict).toBe('answer');
    }
  });

  test('crossed elements are neighbours, and together hold the path', () => {
    for (const { point, tet, explanation } of queries) {
      const { elements, point: s } = explanation.answer!;
      expect(elements[0]).toBe(tet);
      for (let i = 1; i < elements.length; i++)
        expect([...body.topology.neighbours.subarray(4 * elements[i - 1], 4 * elements[i - 1] + 4)]).toContain(
          elements[i],
        );
      for (let i = 0; i <= 20; i++) {
        const at = point.map((x, k) => x + (i / 20) * (s[k] - x)) as [number, number, number];
        const isHeld = elements.some((element) => oracle.barycentric(element, at).every((b) => b > -TOLERANCE));
        expect(isHeld, `at ${i / 20} of the path`).toBe(true);
      }
    }
  });

  test('candidates come near first, are boundary points, and each nearer one is rejected rightly', () => {
    for (const { point, tet, vertex, explanation } of queries) {
      const { candidates, counts, answer } = explanation;
      expect(candidates.length).toBe(1 + counts.own + counts.outer + counts.culled + counts.left + counts.elsewhere);
      for (const [i, candidate] of candidates.entries()) {
        expect(candidate.distance).toBeGreaterThanOrEqual(candidates[Math.max(0, i - 1)].distance);
        expect(candidate.distance).toBeCloseTo(distanceBetween(candidate.point, point), 9);
        const s = candidate.point as [number, number, number];
        expect(distanceBetween(onFace(explanation, i, body.topology.faces, oracle), s)).toBeLessThan(TOLERANCE);
        if (candidate.verdict === 'own') expect(distanceBetween(s, oracle.vertex(vertex))).toBeLessThan(TOLERANCE);
        if (candidate.verdict === 'left' || candidate.verdict === 'elsewhere')
          expect(oracle.isValid(point, tet, s, candidate.face), candidate.verdict).toBe(false);
        if (candidate.exit) expect(distanceBetween(candidate.exit, point)).toBeLessThan(candidate.distance);
      }
      expect(candidates.at(-1)).toBe(answer);
    }
  });
});

test('bent bars reject candidates for every reason but one: no ray leaves them before its end', () => {
  const total = { own: 0, outer: 0, culled: 0, elsewhere: 0, farther: 0 };
  let left = 0;
  for (const { explanation } of ['coil', 'twisted'].flatMap((name) => explained(name).queries)) {
    for (const verdict of Object.keys(total) as (keyof typeof total)[]) total[verdict] += explanation.counts[verdict];
    left += explanation.counts.left;
  }
  expect(left).toBe(0);
  for (const [verdict, count] of Object.entries(total)) expect(count, verdict).toBeGreaterThan(0);
});

test('the Euclidean answer is the nearest boundary point, which no path may lead to', () => {
  const { body, oracle, queries } = explained('coil');
  let wrong = 0;
  for (const { point, vertex, explanation } of queries) {
    const nearest = Array.from({ length: body.topology.faceCount }, (_, face) =>
      corners(oracle, body.topology.faces, face),
    )
      .map((triangle) => closestOnTriangle(point, triangle))
      .filter((s) => vertex < 0 || distanceBetween(s, point) > TOLERANCE)
      .reduce((least, s) => Math.min(least, distanceBetween(s, point)), Number.POSITIVE_INFINITY);
    expect(explanation.euclidean?.distance).toBeCloseTo(nearest, 9);
    if (explanation.euclidean !== explanation.answer) wrong++;
  }
  expect(wrong).toBeGreaterThan(10);
});

test('the rest-shape answer is the nearest one there, seen where it lies now: never shorter than the shortest path', () => {
  const { body, oracle, queries, rest } = explained('coil');
  const straight = new PathOracle(body.topology, rest);
  for (const { tet, point, explanation } of queries) {
    const { restPoint, restShape, answer } = explanation;
    const weights = oracle.barycentric(tet, point);
    const place = [0, 1, 2].map((k) =>
      straight.corners(tet).reduce((sum, corner, i) => sum + weights[i] * corner[k], 0),
    );
    expect(distanceBetween(place, restPoint)).toBeLessThan(1e-6);
    const nearest = Array.from({ length: body.topology.faceCount }, (_, face) =>
      distanceBetween(
        closestOnTriangle(place as [number, number, number], corners(straight, body.topology.faces, face)),
        place,
      ),
    ).reduce((a, b) => Math.min(a, b));
    const triangle = corners(straight, body.topology.faces, restShape!.face);
    const there = [0, 1, 2].map((k) => restShape!.weights.reduce((sum, w, i) => sum + w * triangle[i][k], 0));
    expect(distanceBetween(there, place)).toBeCloseTo(nearest, 6);
    expect(restShape!.distance).toBeGreaterThan(answer!.distance - TOLERANCE);
  }
});

const corners = (oracle: PathOracle, faces: Uint32Array, face: number) =>
  [0, 1, 2].map((k) => oracle.vertex(faces[3 * face + k]));

function onFace({ candidates }: Explanation, i: number, faces: Uint32Array, oracle: PathOracle): number[] {
  const { face, weights } = candidates[i];
  const triangle = corners(oracle, faces, face);
  return [0, 1, 2].map((k) => weights.reduce((sum, w, corner) => sum + w * triangle[corner][k], 0));
}

/** Every n-th query of a case, since explaining looks at all faces. */
const STRIDE = 17;

test.skipIf(NO_PATH_CASES).each(['octopus-self', 'octopus-inverted'])(
  `%s: the answer is that of the method${NO_PATH_CASES}`,
  (name) => {
    const given = loadPathCase(name);
    const body = pathBody(given.positions, given.tets);
    const still = stillBody(body.topology, given.positions, 0, given.positions);
    for (let i = 0; i < given.vertices.length; i += STRIDE) {
      const [x, y, z] = given.points.slice(3 * i, 3 * i + 3);
      const vertex = given.vertices[i];
      findShortestPath(scratch, body, x, y, z, given.elements[i], vertex < 0 ? NONE : vertex, PATH_OPTIONS);
      const { answer } = explainPath(still, [x, y, z], given.elements[i], vertex < 0 ? undefined : vertex);
      expect(answer === undefined).toBe(path.face === NONE);
      if (answer) expect(answer.distance, `query ${i}`).toBeCloseTo(Math.sqrt(path.depthSquared), 9);
    }
  },
);
