import { cases } from '../../../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import { buildSurfaceTopology } from '../../../../src/mesh/surface-mesh.ts';
import { NONE } from '../../../../src/mesh/topology.ts';
import {
  type Binormals,
  BORDER_BIT,
  createBinormals,
  fitBinormals,
  INNER_BIT,
  PARTS,
} from '../../../../src/simulation/self-collision/binormals.ts';
import { CONE_ERROR, CONE_STRIDE, isBelowHalfSpace } from '../../../../src/simulation/self-collision/cone.ts';
import { cutAtBoxes } from '../../../../src/simulation/self-collision/cut-at-boxes.ts';
import { createPatchFit, fitNormals } from '../../../../src/simulation/self-collision/fit.ts';
import { buildPatchTree, type PatchTree, sideEnd } from '../../../../src/simulation/self-collision/patch-tree.ts';
import { seededRandom } from '../../../fixtures/box-world.ts';
import { SURFACE_FAMILIES } from '../../../fixtures/folded-surfaces.ts';

const LEAST = 4;
const MOMENTS = [0, 0.17, 0.4, 0.5, 0.83, 1];

/** Binormal of a side at a moment of the motion. */
function binormalAt({ faces }: PatchTree, side: number, x0: Float32Array, x1: Float32Array, t: number): number[] {
  const at = (v: number) => [0, 1, 2].map((k) => (1 - t) * x0[3 * v + k] + t * x1[3 * v + k]);
  const minus = (p: number[], q: number[]) => p.map((x, k) => x - q[k]);
  const cross = (p: number[], q: number[]) =>
    [0, 1, 2].map((k) => p[(k + 1) % 3] * q[(k + 2) % 3] - p[(k + 2) % 3] * q[(k + 1) % 3]);
  const [a, b, c] = [0, 1, 2].map((k) => at(faces[side - (side % 3) + k]));
  return cross(cross(minus(b, a), minus(c, a)), minus(at(sideEnd(faces, side)), at(faces[side])));
}

/** Whether a cone holds a vector. One that isn't narrower than a half-space isn't convex, so it promises nothing; no test passes with it. */
function holds(cones: Float64Array, cone: number, vector: readonly number[]): boolean {
  const at = CONE_STRIDE * cone;
  if (!isBelowHalfSpace(cones, at)) return true;
  const dot = [0, 1, 2].reduce((sum, k) => sum + cones[at + k] * vector[k], 0);
  const angle = Math.acos(Math.min(1, Math.max(-1, dot / Math.hypot(...vector))));
  return angle <= Math.acos(cones[at + 3]) + CONE_ERROR;
}

/** Returns the array and the index of the cone that has to hold a contour's side. */
function coneOf(binormals: Binormals, tree: PatchTree, n: number, i: number): [Float64Array, number, number] {
  if (binormals.needed === 'parts')
    return [binormals.parts, PARTS * n + tree.parts[i], binormals.used[n] & (1 << tree.parts[i])];
  if (tree.twins[tree.contours[i]] === NONE) return [binormals.border, n, binormals.used[n] & BORDER_BIT];
  return [binormals.inner, n, binormals.used[n] & INNER_BIT];
}

describe.each(SURFACE_FAMILIES)('binormals of $name', ({ draw }) => {
  it.each(['border', 'border and inner', 'parts'] as const)('%s: cones hold all binormals at all times', (needed) => {
    const random = seededRandom(11);
    let compared = 0;
    let narrow = 0;
    for (let round = 0; round < 6; round++) {
      const { mesh, deform } = draw(random);
      const topology = buildSurfaceTopology(mesh.triangles, mesh.positions.length / 3);
      const tree = buildPatchTree(topology, mesh.positions, round % 2 === 0 ? undefined : cutAtBoxes);
      const [x0, far] = [deform(), deform()];
      const x1 = round % 3 === 0 ? x0 : x0.map((x, i) => x + 0.1 * (far[i] - x));
      const fit = createPatchFit(tree);
      fitNormals(fit, tree, x0, x1);
      const binormals = createBinormals(tree, needed);
      fitBinormals(binormals, tree, fit.normals, x0, x1, LEAST);
      for (let n = 0; n < tree.nodeCount; n++) {
        if (tree.ends[n] - tree.begins[n] < LEAST || !isBelowHalfSpace(fit.normals, CONE_STRIDE * n)) continue;
        for (let i = tree.contourOffsets[n]; i < tree.contourOffsets[n + 1]; i++) {
          if (needed === 'border' && tree.twins[tree.contours[i]] !== NONE) continue;
          const [cones, cone, used] = coneOf(binormals, tree, n, i);
          if (!(used > 0)) expect.fail(`contour ${i} of node ${n} has no binormal`);
          if (isBelowHalfSpace(cones, CONE_STRIDE * cone)) narrow++;
          for (const t of MOMENTS) {
            const vector = binormalAt(tree, tree.contours[i], x0, x1, t);
            if (Math.hypot(...vector) > 1e-12 && !holds(cones, cone, vector)) expect.fail(`${vector} at ${t}`);
          }
          compared++;
        }
      }
    }
    // Only in tori, which the last draws are, no patch has a border.
    expect(compared).toBeGreaterThan(20);
    expect(narrow).toBeGreaterThan(compared / 20);
  });
});

it('a way that needs no binormals has none, and one that needs the border alone leaves inner sides out', () => {
  const { mesh } = SURFACE_FAMILIES[1].draw(seededRandom(5));
  const tree = buildPatchTree(buildSurfaceTopology(mesh.triangles, mesh.positions.length / 3), mesh.positions);
  expect(createBinormals(tree, 'none')).toMatchObject({ sides: { length: 0 }, parts: { length: 0 } });
  const border = createBinormals(tree, 'border');
  const fit = createPatchFit(tree);
  fitNormals(fit, tree, mesh.positions, mesh.positions);
  fitBinormals(border, tree, fit.normals, mesh.positions, mesh.positions, LEAST);
  for (let side = 0; side < 3 * tree.faceCount; side++) {
    const cone = border.sides.subarray(CONE_STRIDE * side, CONE_STRIDE * (side + 1));
    expect(cone.some((x) => x !== 0)).toBe(tree.twins[side] === NONE);
  }
});

it('the cone of a side holds its binormal at all times of a wide motion', () => {
  const random = seededRandom(23);
  const tree = buildPatchTree(buildSurfaceTopology(Uint32Array.of(0, 1, 2), 3), new Float32Array(9));
  const binormals = createBinormals(tree, 'border');
  let narrow = 0;
  for (let round = 0; round < cases(2000, 400); round++) {
    const [x0, x1] = [1, 1].map(() => Float32Array.from({ length: 9 }, () => 2 * random() - 1));
    fitBinormals(binormals, tree, new Float64Array(CONE_STRIDE), x0, x1, LEAST);
    for (let side = 0; side < 3; side++) {
      if (isBelowHalfSpace(binormals.sides, CONE_STRIDE * side)) narrow++;
      for (let t = 0; t <= 1; t += 1 / 64)
        if (!holds(binormals.sides, side, binormalAt(tree, side, x0, x1, t))) expect.fail(`side ${side} at ${t}`);
    }
  }
  expect(narrow).toBeGreaterThan(cases(500, 100));
});
