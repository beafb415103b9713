import { expect, it } from 'vitest';
import { buildSurfaceTopology } from '../../../../src/mesh/surface-mesh.ts';
import { cutAtBoxes } from '../../../../src/simulation/self-collision/cut-at-boxes.ts';
import { buildPatchTree } from '../../../../src/simulation/self-collision/patch-tree.ts';
import { gridSurface } from '../../../fixtures/folded-surfaces.ts';

/** Mean of a node's faces' centroids along an axis, and the extremes. */
function centroids(faces: Uint32Array, positions: Float32Array, chosen: Uint32Array, axis: number): number[] {
  return Array.from(
    chosen,
    (f) => [0, 1, 2].reduce((sum, k) => sum + positions[3 * faces[3 * f + k] + axis], 0) / 3,
  ).sort((a, b) => a - b);
}

it('cuts through the middle of the box: first across y, then z, then x', () => {
  // Breadths differ from column to column, so that the middle isn't the median.
  const { positions, triangles } = gridSurface(8, 6, (i, j) => [i * i, j * j, 3 * ((i + j) % 2)]);
  const topology = buildSurfaceTopology(triangles, positions.length / 3);
  const tree = buildPatchTree(topology, positions, cutAtBoxes);
  const facesOf = (n: number) => tree.order.slice(tree.begins[n], tree.ends[n]);
  const cut = (n: number, axis: number, middle: number) => {
    expect(centroids(triangles, positions, facesOf(n + 1), axis).at(-1)).toBeLessThan(middle);
    expect(centroids(triangles, positions, facesOf(tree.rights[n]), axis)[0]).toBeGreaterThanOrEqual(middle);
  };
  cut(0, 1, 18);
  cut(1, 2, 1.5);
  cut(tree.rights[0], 2, 1.5);
  cut(2, 0, 32);
});

it('gives every part a face where a plane leaves one side empty', () => {
  // All triangles have the same centroid.
  const positions = new Float32Array(3 * 3 * 4);
  for (let f = 0; f < 4; f++) positions.set([1 + f, 0, 0, -1 - f, 1, 0, 0, -1, 0], 9 * f);
  const triangles = Uint32Array.from({ length: 12 }, (_, i) => i);
  const tree = buildPatchTree(buildSurfaceTopology(triangles, 12), positions, cutAtBoxes);
  expect([...tree.order].sort()).toEqual([0, 1, 2, 3]);
  expect(tree.nodeCount).toBe(7);
  for (let n = 0; n < 7; n++) expect(tree.ends[n]).toBeGreaterThan(tree.begins[n]);
});
