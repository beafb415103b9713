import { expect } from 'vitest';
import { buildTopology } from '../../../src/mesh/build-topology.ts';
import { dihedralRange, nonManifoldVertices, signedVolumes } from '../../../src/mesh/quality.ts';
import type { TetMesh } from '../../../src/mesh/tet-mesh.ts';

/** Expects a closed manifold of a sphere's kind, positive volumes and angles [degrees] within bounds; returns its volume [m^3]. */
export function expectSound(mesh: TetMesh, angles: { readonly min: number; readonly max: number }): number {
  const vertices = mesh.positions.length / 3;
  const topology = buildTopology(mesh.tets, vertices);
  expect(new Set(mesh.tets).size).toBe(vertices);
  expect(topology.surfaceVertexCount - topology.edgeCount + topology.faceCount).toBe(2);
  expect(nonManifoldVertices(topology.faces, vertices)).toHaveLength(0);
  const volumes = signedVolumes(mesh);
  expect(volumes.every((volume) => volume > 0)).toBe(true);
  const { min, max } = dihedralRange(mesh);
  expect(min).toBeGreaterThan(angles.min);
  expect(max).toBeLessThan(angles.max);
  return volumes.reduce((sum, volume) => sum + volume, 0);
}

/** All coordinates along axis `k`. */
export const along = (positions: Float32Array, k: number): Float32Array => positions.filter((_, i) => i % 3 === k);

/** Expects to be told of progress from 0 to 1, never back. */
export function expectProgress(make: (progress: (fraction: number) => void) => void): void {
  const told: number[] = [];
  make((fraction) => told.push(fraction));
  expect(told).toEqual([...told].sort((a, b) => a - b));
  expect([told[0], told.at(-1)]).toEqual([0, 1]);
}
