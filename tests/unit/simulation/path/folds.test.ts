import { cross, dot, minus, type Vector } from '../../../fixtures/vectors.ts';
import { expect, test } from 'vitest';
import { NONE } from '../../../../src/mesh/topology.ts';
import { findShortestPath } from '../../../../src/simulation/path/search.ts';
import { clearPathWork } from '../../../../src/simulation/path/path-body.ts';
import { isFoldedEdge, isFoldedVertex } from '../../../../src/simulation/path/folds.ts';
import { bentBars } from '../../../fixtures/bent-bars.ts';
import { pathBody } from '../../../fixtures/path-body.ts';
import { PathOracle } from '../../../fixtures/path-oracle.ts';
import { pathQueries } from '../../../fixtures/path-queries.ts';
import { SHAPES } from '../../../fixtures/path-shapes.ts';
import { PATH_OPTIONS } from '../../../../src/simulation/path/path-query.ts';
import { createPathScratch } from '../../../../src/simulation/path/scratch.ts';

const scratch = createPathScratch();
const { path, work: pathWork } = scratch;

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
        const at = dihedral(minus(x[j], x[i]), minus(x[k], x[i]), minus(x[l], x[i]));
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

/** Whether two arcs between directions cross, tested on the line of intersection of their planes. */
function arcsCross([a, b]: readonly Vector[], [c, d]: readonly Vector[]): boolean {
  const [ab, cd] = [cross(a, b), cross(c, d)];
  const shared = cross(ab, cd);
  const holds = (n: Vector, from: Vector, to: Vector, t: Vector) =>
    dot(cross(from, t), n) > 0 && dot(cross(t, to), n) > 0;
  return [1, -1].some((sign) => {
    const t: Vector = [sign * shared[0], sign * shared[1], sign * shared[2]];
    return holds(ab, a, b, t) && holds(cd, c, d, t);
  });
}

/** Whether two of the faces around a surface vertex cross, each taken as an arc as seen from the vertex. */
function facesCross(oracle: PathOracle, local: number): boolean {
  const { faces, vertexFaces, vertexFaceOffsets, surfaceVertices } = oracle.topology;
  const v = surfaceVertices[local];
  const arcs = Array.from(vertexFaces.subarray(vertexFaceOffsets[local], vertexFaceOffsets[local + 1]), (face) => {
    const at = faces.subarray(3 * face, 3 * face + 3).indexOf(v);
    const ends = [1, 2].map((k) => faces[3 * face + ((at + k) % 3)]);
    return { ends, directions: ends.map((w) => minus(oracle.vertex(w), oracle.vertex(v))) };
  });
  return arcs.some((one, i) =>
    arcs
      .slice(i + 1)
      .some((other) => !one.ends.some((w) => other.ends.includes(w)) && arcsCross(one.directions, other.directions)),
  );
}

/** Largest share of vertices that may be marked without a fold. */
const MOST_IN_VAIN = 0.05;

test.each([...bentBars(1), ...['knot', 'octopus', 'double cone', 'cap and tail'].map((name) => SHAPES[name]())])(
  'folds of $name are those of the summed angles and of faces that cross',
  ({ name, positions, tets }) => {
    const { topology } = pathBody(positions, tets);
    const oracle = new PathOracle(topology, positions);
    const { dihedrals, solids } = angleSums(oracle);
    dihedrals.forEach((sum, e) => {
      expect(isFoldedEdge(scratch.fold, topology, positions, 0, e), `edge ${e}, ${sum}`).toBe(sum > 2 * Math.PI - 1e-3);
    });
    let inVain = 0;
    solids.forEach((sum, s) => {
      const isFolded = isFoldedVertex(scratch.fold, topology, positions, 0, s);
      if (sum > 4 * Math.PI - 2e-3 || facesCross(oracle, s)) expect(isFolded, `vertex ${s}, ${sum}`).toBe(true);
      else if (isFolded) inVain++;
    });
    expect(inVain).toBeLessThanOrEqual(MOST_IN_VAIN * solids.length);
    expect(dihedrals.some((sum) => sum > 2 * Math.PI)).toBe(name === 'fan');
    expect(solids.some((sum) => sum > 4 * Math.PI)).toBe(name === 'fan' || name === 'double cone');
    if (name === 'cap and tail') expect(facesCross(oracle, topology.surfaceIndices[0])).toBe(true);
  },
);

/**
 * Vertex 0 has a solid angle of 3.1 pi and no folded edge, yet the strip returns over the half sphere. Without the mark, the strip's edges
 * would cull vertex 0 for points of the half sphere whose answer it is.
 */
test('where a surface returns over itself below 4 pi, culling steps aside', () => {
  const { positions, tets } = SHAPES['cap and tail']();
  const body = pathBody(positions, tets);
  const oracle = new PathOracle(body.topology, positions);
  const depth = 0.25;
  const ids = Array.from({ length: body.topology.tetCount }, (_, t) => t);
  const tet = ids.find((t) => oracle.barycentric(t, [0, 0, depth]).every((b) => b > -1e-12)) ?? NONE;
  for (const culling of [true, false]) {
    findShortestPath(scratch, body, 0, 0, depth, tet, NONE, { ...PATH_OPTIONS, culling });
    expect(Math.sqrt(path.depthSquared)).toBeCloseTo(depth, 12);
  }
});

test('at the folds of the fan culling steps aside, and answers are right', () => {
  const fan = bentBars(1)[3];
  const body = pathBody(fan.positions, fan.tets);
  const oracle = new PathOracle(body.topology, fan.positions);
  clearPathWork(scratch.work);
  for (const { point, tet } of pathQueries(oracle, 400, 0)) {
    const exact = oracle.shortestPath(point, tet, -1)?.distance ?? 0;
    findShortestPath(scratch, body, ...point, tet, NONE, PATH_OPTIONS);
    expect(Math.abs(Math.sqrt(path.depthSquared) - exact)).toBeLessThan(1e-9);
  }
  expect(pathWork.undecidedByCulling).toBeGreaterThan(0);
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
  expect(isFoldedVertex(scratch.fold, topology, positions, 0, topology.surfaceIndices[v])).toBe(true);
});
