import { seededRandom } from '../../fixtures/box-world.ts';
import { describe, expect, it } from 'vitest';
import { matchFaces } from '../../../src/mesh/match-faces.ts';
import { dihedralRange, signedVolumes } from '../../../src/mesh/quality.ts';
import { bccLattice, edgeSlot, inMargin, tetOffsets } from '../../../src/mesh/tetrahedralise/bcc-lattice.ts';
import {
  ALPHA_LONG,
  ALPHA_SHORT,
  MAX_DIHEDRAL,
  MIN_DIHEDRAL,
} from '../../../src/mesh/tetrahedralise/isosurface-stuffing.ts';
import { ON, OUTSIDE, STENCIL_EDGES, stencilCase, stencilTable } from '../../../src/mesh/tetrahedralise/stencils.ts';

type Vector = readonly number[];
/** A lattice tetrahedron with cubes of edge 1; edges 0-1 and 2-3 are long. Corner 0's offset from corner 2 is even. */
const CORNERS: readonly Vector[] = [
  [0, 0, 0],
  [1, 0, 0],
  [0.5, -0.5, -0.5],
  [0.5, 0.5, -0.5],
];
const EDGES: Vector[] = [];
for (let axis = 0; axis < 3; axis++)
  for (const step of [1, -1]) EDGES.push([0, 1, 2].map((k) => (k === axis ? step : 0)));
for (let octant = 0; octant < 8; octant++) EDGES.push([0, 1, 2].map((k) => ((octant >> k) & 1) - 0.5));

const alpha = (edge: Vector) => (edge.some((x) => x === 0) ? ALPHA_LONG : ALPHA_SHORT);
const between = (a: Vector, b: Vector, t: number) => a.map((x, k) => x + t * (b[k] - x));
const table = stencilTable();
const tetsOf = (c: number) => {
  const tets: number[][] = [];
  for (let n = table.offsets[c]; n < table.offsets[c + 1]; n += 4) tets.push([...table.points.slice(n, n + 4)]);
  return tets;
};
const ALL_SIGNS = [...Array(81).keys()].map((c) => [1, 3, 9, 27].map((digit) => Math.floor(c / digit) % 3));
const midpoint = (point: number) =>
  point < 4 ? CORNERS[point] : between(CORNERS[STENCIL_EDGES[point - 4][0]], CORNERS[STENCIL_EDGES[point - 4][1]], 0.5);

describe('stencils', () => {
  it('of neighbours meet face to face, whatever the signs', () => {
    const lattice = bccLattice({ min: [0, 0, 0], max: [4, 4, 4] }, 1);
    const [sx, sy, sz] = lattice.size;
    const random = seededRandom(1);
    const signs = Uint8Array.from({ length: lattice.pointCount }, (_, p) => {
      const sign = Math.floor(3 * random());
      return inMargin(lattice, p) ? OUTSIDE : sign;
    });
    const offsets = tetOffsets(lattice);
    const tets: number[] = [];
    for (let cube = 0; cube < lattice.pointCount; cube += 2) {
      const [i, j] = [(cube >> 1) % sx, Math.floor((cube >> 1) / sx) % sy];
      if (i + 1 === sx || j + 1 === sy || cube >= lattice.pointCount * (1 - 1 / sz)) continue;
      for (let row = 0; row < 12; row++) {
        const v = [0, 1, 2, 3].map((c) => cube + offsets[4 * row + c]);
        const c = stencilCase(signs[v[0]], signs[v[1]], signs[v[2]], signs[v[3]], row & 1);
        for (const point of tetsOf(c).flat()) {
          const [a, b] = point < 4 ? [0, 0] : STENCIL_EDGES[point - 4];
          tets.push(point < 4 ? v[point] : lattice.pointCount + edgeSlot(lattice, v[a], v[b]));
        }
      }
    }
    const { faces } = matchFaces(Uint32Array.from(tets), 8 * lattice.pointCount);
    expect(faces.length).toBeGreaterThan(1000);
    // A face at an inside point lies between two lattice tetrahedra: both must have made the same one.
    expect(faces.every((v) => v >= lattice.pointCount || signs[v] === ON)).toBe(true);
  });

  it('fill what is inside of the lattice tetrahedron, no more and no less', () => {
    for (const signs of ALL_SIGNS)
      for (const odd of [0, 1]) {
        const tets = tetsOf(stencilCase(signs[0], signs[1], signs[2], signs[3], odd));
        const positions = Float32Array.from(tets.flat().flatMap(midpoint));
        const volumes = signedVolumes({
          positions,
          tets: Uint32Array.from(positions.keys()).slice(0, 4 * tets.length),
        });
        expect(volumes.every((volume) => volume > 0)).toBe(true);
        // By hand, cut points in the middle: a corner cut off takes 1/8 of the volume, less where edges aren't cut (1/4, 1/2).
        const inside = signs.filter((s) => s > ON).length;
        const outside = signs.filter((s) => s === OUTSIDE).length;
        const share =
          inside === 0 ? 0 : inside === 1 ? 2 ** -outside : outside === 1 ? 1 - 2 ** -inside : outside === 0 ? 1 : 0.5;
        expect(volumes.reduce((a, b) => a + b, 0)).toBeCloseTo(share / 12, 6); // the whole has 1/12 of a cube
      }
  });

  it('keep to the stated angles wherever corners are warped to and edges are cut', () => {
    const extremes = { min: 180, max: 0 };
    const positions = new Float32Array(12);
    const tet = Uint32Array.of(0, 1, 2, 3);
    // Two corners don't move along the edge between them: the first to move voids the cut point there.
    const toward = (p: number, edge: Vector) =>
      CORNERS.findIndex((c) => c.every((x, k) => x === CORNERS[p][k] + edge[k]));
    const place = (points: number[], signs: number[], n: number, targets: Map<number, number>): void => {
      if (n === 4) {
        const { min, max } = dihedralRange({ positions, tets: tet });
        extremes.min = Math.min(extremes.min, min);
        extremes.max = Math.max(extremes.max, max);
        return;
      }
      const p = points[n];
      const next = () => place(points, signs, n + 1, targets);
      if (p >= 4) {
        const [a, b] = STENCIL_EDGES[p - 4];
        const near = p === 4 || p === 9 ? ALPHA_LONG : ALPHA_SHORT;
        for (const t of [near, 0.5, 1 - near]) {
          positions.set(between(CORNERS[a], CORNERS[b], t), 3 * n);
          next();
        }
        return;
      }
      positions.set(CORNERS[p], 3 * n);
      next();
      if (signs[p] !== ON) return;
      for (const edge of EDGES) {
        const target = toward(p, edge);
        if (target >= 0 && targets.get(target) === p) continue;
        targets.set(p, target);
        positions.set(
          between(
            CORNERS[p],
            CORNERS[p].map((x, k) => x + edge[k]),
            alpha(edge),
          ),
          3 * n,
        );
        next();
      }
      targets.delete(p);
    };
    for (const signs of ALL_SIGNS)
      for (const odd of [0, 1])
        for (const points of tetsOf(stencilCase(signs[0], signs[1], signs[2], signs[3], odd)))
          place(points, signs, 0, new Map());
    expect(extremes.min).toBeGreaterThan(MIN_DIHEDRAL);
    expect(extremes.min).toBeLessThan(MIN_DIHEDRAL + 0.01);
    expect(extremes.max).toBeLessThan(MAX_DIHEDRAL);
    expect(extremes.max).toBeGreaterThan(MAX_DIHEDRAL - 0.01);
  });
});
