import { expect, it } from 'vitest';
import { buildSurfaceTopology } from '../../../../src/mesh/surface-mesh.ts';
import { NONE } from '../../../../src/mesh/topology.ts';
import { ALL_PASSED, enhancedTest } from '../../../../src/simulation/self-collision/culling-tests.ts';
import { createFaceSearch, fitSearch } from '../../../../src/simulation/self-collision/face-pairs.ts';
import { buildPatchTree } from '../../../../src/simulation/self-collision/patch-tree.ts';
import { wayOf } from '../../../../src/simulation/self-collision/ways.ts';
import { gridSurface } from '../../../fixtures/folded-surfaces.ts';

const TILT = Math.PI / 3;

it("a child that is a leaf is its own part, with its own face's normal", () => {
  // A flat strip, and at its end a triangle that is turned up about its inner edge: its binormals are across its own normal alone.
  const { positions, triangles } = gridSurface(4, 1, (i, j) => [i, j - 0.5, 0]);
  const tip = positions.length / 3;
  const x = Float32Array.from([...positions, -0.5 * Math.cos(TILT), 0, 0.5 * Math.sin(TILT)]);
  const faces = Uint32Array.from([0, 1, tip, ...triangles]);
  const topology = buildSurfaceTopology(faces, tip + 1);
  const tree = buildPatchTree(topology, x, () => (_order, begin) => begin + 1);
  expect([tree.rights[1], tree.begins[1], tree.order[0]]).toEqual([0, 0, 0]);
  expect(tree.twins[0]).not.toBe(NONE);
  const search = createFaceSearch(tree, wayOf('enhanced-simple'));
  fitSearch(search, x, x);
  expect(enhancedTest(search, 0) & 1).toBe(1);
  expect(enhancedTest(search, 0)).not.toBe(ALL_PASSED); // the last part is the strip's whole border
});
