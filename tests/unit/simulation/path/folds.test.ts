import { expect, test } from 'vitest';
import { NONE } from '../../../../src/mesh/topology.ts';
import { path, PATH_OPTIONS } from '../../../../src/simulation/path/candidate.ts';
import { findShortestPath } from '../../../../src/simulation/path/find-shortest-path.ts';
import { clearPathWork, pathWork } from '../../../../src/simulation/path/path-work.ts';
import { isFoldedEdge, isFoldedVertex } from '../../../../src/simulation/path/folds.ts';
import { bentBars } from '../../../fixtures/bent-bars.ts';
import { pathBody } from '../../../fixtures/path-body.ts';
import { PathOracle } from '../../../fixtures/path-oracle.ts';
import { pathQueries } from '../../../fixtures/path-queries.ts';

type Vector = readonly [number, number, number];
const sub = (a: Vector, b: Vector) => a.map((x, i) => x - b[i]) as unknown as Vector;
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const angle = (a: Vector, b: Vector) => Math.acos(dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b)));

/** Interior dihedral angle at an edge in an element, by the angle between the two faces' perpendiculars to it. */
function dihedral(edge: Vector, u: Vector, v: Vector): number {
  return angle(cross(edge, u), cross(edge, v));
}

/** Sums of angles by arc cosines: dihedral angles around each boundary edge, solid angles around each surface vertex. */
function angleSums(oracle: PathOracle) {
  const { tets, tetCount, edges, edgeCount, surfaceIndices, surfaceVertexCount } = oracle.topology;
  const edgeIds = new Map(Array.from({ length: edgeCount }, (_, e) => [`${edges[2 * e]} ${edges[2 * e + 1]}`, e]));
  const dihedrals = new Array<number>(edgeCount).fill(0);
  const solids = new Array<number>(surfaceVertexCount).fill(0);
  for (let tet = 0; tet < tetCount; tet++) {
    const ids = [...tets.subarray(4 * tet, 4 * tet + 4)];
    const x = ids.map((v) => oracle.vertex(v));
    for (let i = 0; i < 4; i++) {
      const others = [0, 1, 2, 3].filter((k) => k !== i);
      let sum = -Math.PI; // solid angle: the sum of the three dihedral angles, less pi
      for (const j of others) {
        const [k, l] = others.filter((m) => m !== j);
        const at = dihedral(sub(x[j], x[i]), sub(x[k], x[i]), sub(x[l], x[i]));
        sum += at;
        const edge = edgeIds.get(`${ids[i]} ${ids[j]}`);
        if (edge !== undefined) dihedrals[edge] += at;
      }
      const surface = surfaceIndices[ids[i]];
      if (surface !== NONE) solids[surface] += sum;
    }
  }
  return { dihedrals, solids };
}

test.each(bentBars(1).map((bar) => [bar.name, bar] as const))(
  'folds of %s are those of the summed angles',
  (_, bar) => {
    const { topology } = pathBody(bar.positions, bar.tets);
    const { dihedrals, solids } = angleSums(new PathOracle(topology, bar.positions));
    dihedrals.forEach((sum, e) => {
      expect(isFoldedEdge(topology, bar.positions, 0, e), `edge ${e}, ${sum}`).toBe(sum > 2 * Math.PI - 1e-3);
    });
    solids.forEach((sum, s) => {
      expect(isFoldedVertex(topology, bar.positions, 0, s), `vertex ${s}, ${sum}`).toBe(sum > 4 * Math.PI - 2e-3);
    });
    expect(dihedrals.some((sum) => sum > 2 * Math.PI)).toBe(bar.name === 'fan');
  },
);

test('at the folds of the fan culling steps aside, and answers are right', () => {
  const fan = bentBars(1)[3];
  const body = pathBody(fan.positions, fan.tets);
  const oracle = new PathOracle(body.topology, fan.positions);
  clearPathWork();
  for (const { point, tet } of pathQueries(oracle, 400, 0)) {
    const exact = oracle.shortestPath(point, tet, -1)?.distance ?? 0;
    findShortestPath(body, ...point, tet, NONE, PATH_OPTIONS);
    expect(Math.abs(Math.sqrt(path.depthSquared) - exact)).toBeLessThan(1e-9);
  }
  expect(pathWork.cullingAside).toBeGreaterThan(0);
});

test('an inverted element marks what it touches', () => {
  const bar = bentBars(1)[1];
  const body = pathBody(bar.positions, bar.tets);
  const { topology } = body;
  const positions = bar.positions.slice();
  // One corner through the opposite face.
  const v = topology.faces[0];
  for (let axis = 0; axis < 3; axis++)
    positions[3 * v + axis] += 2 * (positions[3 * topology.tets[3] + axis] - positions[3 * v + axis]);
  expect(isFoldedVertex(topology, positions, 0, topology.surfaceIndices[v])).toBe(true);
});
