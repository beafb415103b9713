import { expect, test } from 'vitest';
import { explainPath, stillBody } from '../../../../../src/simulation/view/explain/explain-path.ts';
import { explainPath2d, stillBody2d } from '../../../../../src/simulation/view/explain/explain-path-2d.ts';
import {
  type Candidate,
  distanceBetween,
  type Verdict,
} from '../../../../../src/simulation/view/explain/explanation.ts';
import { createPathScratch2d } from '../../../../../src/simulation/path-2d/scratch.ts';
import { bentBars } from '../../../../fixtures/bent-bars.ts';
import { flatQueries, flatShapes, invertedShapes } from '../../../../fixtures/flat-shapes.ts';
import { pathBody } from '../../../../fixtures/path-body.ts';
import { closestOnTriangle, PathOracle } from '../../../../fixtures/path-oracle.ts';
import { PathOracle2d } from '../../../../fixtures/path-oracle-2d.ts';
import { pathQueries } from '../../../../fixtures/path-queries.ts';
import { cross, dot, minus, type Vector } from '../../../../fixtures/vectors.ts';

// Each reason for a rejection is compared with the geometry around the rejected point s, which the path methods do not see in this form.

/** Tolerance [m] for shapes some 10 m across: float64 rounding, with slack. */
const TOLERANCE = 1e-9;
const PLACING = { scale: 1, away: 0 };

const KINDS: readonly Verdict[] = ['answer', 'own', 'outer', 'culled', 'left', 'elsewhere'];

function expectEachKind(candidates: readonly Candidate[]): void {
  const found = new Set(candidates.map(({ verdict }) => verdict));
  expect(KINDS.filter((kind) => !found.has(kind))).toEqual([]);
}

/** The bent bars, and a coil with some inner vertices pushed past their neighbours, so that elements are inverted. */
function bars() {
  const bent = bentBars(1).filter(({ name }) => name === 'coil' || name === 'twisted');
  const skin = new Set(pathBody(bent[0].positions, bent[0].tets).topology.surfaceVertices);
  const inner = Array.from({ length: bent[0].positions.length / 3 }, (_, v) => v).filter((v) => !skin.has(v));
  const pushed = bent[0].positions.slice();
  for (const v of inner.filter((_, i) => i % 5 === 0)) pushed[3 * v + 1] -= 1.2;
  return [...bent, { ...bent[0], name: 'pushed', positions: pushed }];
}

test('in 3D, candidates of each kind have their true reason', () => {
  const all: Candidate[] = [];
  for (const { name, positions, tets } of bars()) {
    const { topology } = pathBody(positions, tets);
    const oracle = new PathOracle(topology, positions);
    const still = stillBody(topology, positions, 0, positions);
    const corners = (face: number) => [0, 1, 2].map((k) => oracle.vertex(topology.faces[3 * face + k]));
    const around = (s: Vector) =>
      Array.from({ length: topology.faceCount }, (_, face) => corners(face)).filter(
        (triangle) => distanceBetween(closestOnTriangle(s, triangle), s) < TOLERANCE,
      );
    for (const { point, tet, vertex } of pathQueries(oracle, 60, 30)) {
      const { candidates } = explainPath(still, point, tet, vertex < 0 ? undefined : vertex);
      all.push(...candidates);
      const holdsVertex = topology.tets.subarray(4 * tet, 4 * tet + 4).includes(vertex);
      for (const { verdict, point: at, distance } of candidates) {
        if (verdict !== 'outer' && verdict !== 'culled') continue;
        const s: Vector = [at[0], at[1], at[2]];
        // The side of a face on which p lies: positive on the inner side.
        const sides = around(s).map(([a, b, c]) => dot(cross(minus(b, a), minus(c, a)), minus(a, point)));
        const nearer = around(s).filter(
          (triangle) => distanceBetween(closestOnTriangle(point, triangle), point) < distance,
        );
        const message = `${name}, (${point}) in ${tet}: ${verdict} at (${s})`;
        if (verdict === 'outer') expect(Math.max(...sides), message).toBeLessThan(TOLERANCE);
        else
          expect([holdsVertex, nearer.length > 0, Math.max(...sides) > -TOLERANCE], message).toEqual([
            false,
            true,
            true,
          ]);
      }
    }
  }
  expectEachKind(all);
});

test('in the plane, candidates of each kind have their true reason', () => {
  const scratch = createPathScratch2d();
  const all: Candidate[] = [];
  for (const { name, topology, positions } of [...flatShapes(PLACING), ...invertedShapes(PLACING)]) {
    const oracle = new PathOracle2d(topology, positions, TOLERANCE);
    const body = stillBody2d(topology, positions, positions);
    for (const { point, triangle, vertex } of flatQueries(oracle, 380, 30)) {
      const { candidates, point: p } = explainPath2d(scratch, body, point, triangle, vertex < 0 ? undefined : vertex);
      all.push(...candidates);
      for (const { verdict, face, weights, point: s } of candidates) {
        if (verdict !== 'outer' && verdict !== 'culled') continue;
        const [a, b] = [0, 1].map((k) => oracle.vertex(topology.segments[2 * face + k]));
        const side = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
        // Neighbours on the boundary of the vertex s towards which p lies, so that points on the way to them are nearer.
        const v = topology.segments[2 * face + weights.indexOf(1)];
        const ahead = [
          topology.segments[2 * topology.vertexSegments[2 * v]],
          topology.segments[2 * topology.vertexSegments[2 * v + 1] + 1],
        ].filter((next) => dotOf(p, s, oracle.vertex(next)) > 0);
        const message = `${name}, (${point}) in ${triangle}: ${verdict} at (${s})`;
        expect(weights.includes(1), message).toBe(verdict === 'culled');
        if (verdict === 'outer') expect(side, message).toBeLessThan(TOLERANCE);
        else expect(ahead.length, message).toBeGreaterThan(0);
      }
    }
  }
  expectEachKind(all);
});

/** Returns the dot product of two directions from s: to p and to another point. */
const dotOf = (p: readonly number[], s: readonly number[], other: readonly number[]) =>
  p.reduce((sum, x, k) => sum + (x - s[k]) * (other[k] - s[k]), 0);
