import { cases } from '../../../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import { buildSurfaceTopology, triangleAreas } from '../../../../src/mesh/surface-mesh.ts';
import { SURFACE_ANIMATIONS } from '../../../../src/scenes/self-collision/animations.ts';
import { flamenco } from '../../../../src/scenes/self-collision/flamenco.ts';
import { pipe } from '../../../../src/scenes/self-collision/pipe.ts';
import type { SurfaceAnimation } from '../../../../src/scenes/self-collision/surface-animation.ts';
import { crossingTriangles } from '../../../fixtures/crossing-triangles.ts';
import { openLoops } from '../../../fixtures/open-loops.ts';
import { missedByDualCone } from '../../../fixtures/dual-cone.ts';

/** Numbers of crossing pairs of triangles at size small, per keyframe, by brute force. */
const crossings = ({ triangles, mesh, positions, frames }: SurfaceAnimation, every: number): number[] => {
  const surface = mesh(triangles.small);
  return Array.from(
    { length: Math.ceil(frames / every) },
    (_, i) => crossingTriangles({ ...surface, positions: positions(triangles.small, i * every) }).length,
  );
};

describe.each(SURFACE_ANIMATIONS)('animation $name', ({ triangles, frames, mesh, positions }) => {
  it.each([triangles.small, triangles.paper])('is one tube with two open ends, of %d triangles', (wanted) => {
    const surface = mesh(wanted);
    const topology = buildSurfaceTopology(surface.triangles, surface.positions.length / 3);
    expect(Math.abs(topology.faceCount / wanted - 1)).toBeLessThan(0.02);
    expect(topology.surfaceVertexCount).toBe(topology.vertexCount);
    expect(topology.vertexCount - topology.edgeCount + topology.faceCount).toBe(0);
    expect(openLoops(topology)).toBe(2);
  });

  it('has no degenerate triangle in any keyframe', () => {
    const surface = mesh(triangles.small);
    for (let frame = 0; frame < frames; frame++) {
      const at = { ...surface, positions: positions(triangles.small, frame) };
      const areas = triangleAreas(at);
      const mean = areas.reduce((sum, area) => sum + area, 0) / areas.length;
      expect(areas.reduce((least, area) => Math.min(least, area)) / mean).toBeGreaterThan(0.01);
      expect(leastHeight(at, areas)).toBeGreaterThan(0.01);
    }
  });

  it('begins with the positions of its mesh, moves smoothly, and has the same bytes twice', () => {
    const [first, ...rest] = Array.from({ length: frames }, (_, frame) => positions(triangles.small, frame));
    expect(first).toEqual(mesh(triangles.small).positions);
    let before = first;
    for (const now of rest) {
      const furthest = now.reduce((most, x, i) => Math.max(most, Math.abs(x - before[i])), 0);
      expect(furthest).toBeGreaterThan(1e-4);
      expect(furthest).toBeLessThan(0.08);
      before = now;
    }
    expect(positions(triangles.small, frames - 1)).toEqual(before);
  });

  it('refuses sizes that are too small', () => {
    expect(() => mesh(100)).toThrow(/100 triangles, expected at least/);
  });
});

describe('pipe', () => {
  it('is free of crossings at first; then its ends cross', () => {
    const every = cases(2, 6);
    const counts = crossings(pipe, every);
    const first = counts.findIndex((count) => count > 0);
    expect(every * first).toBeGreaterThan(pipe.frames / 4);
    expect(every * first).toBeLessThan((3 * pipe.frames) / 4);
    expect(Math.min(...counts.slice(first + 1))).toBeGreaterThan(50);
  });

  it('crosses itself where cones of normals and of binormals of the open ends see nothing', () => {
    const surface = pipe.mesh(pipe.triangles.small);
    const stripes = Uint32Array.from({ length: surface.triangles.length / 3 }, (_, t) => t);
    let all = 0;
    let missed = 0;
    for (let frame = 0; frame < pipe.frames; frame += cases(2, 6)) {
      const at = { ...surface, positions: pipe.positions(pipe.triangles.small, frame) };
      const pairs = crossingTriangles(at);
      all += pairs.length;
      missed += missedByDualCone(at, pairs, stripes);
    }
    // The sides, whose normals turn with the pipe, aren't culled.
    expect(missed / all).toBeGreaterThan(0.25);
    expect(missed / all).toBeLessThan(0.75);
  });
});

describe('flamenco', () => {
  it('crosses itself in every keyframe', () => {
    const counts = crossings(flamenco, 4);
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    expect(least).toBeGreaterThan(100);
    expect(most).toBeLessThan(flamenco.triangles.small / 2);
    expect(most / least).toBeGreaterThan(1.1);
  });
});

/** Least height of a triangle, as a share of its longest side. */
function leastHeight(
  { positions: x, triangles }: { positions: Float32Array; triangles: Uint32Array },
  areas: Float64Array,
): number {
  return areas.reduce((least, area, t) => {
    const corners = [0, 1, 2].map((k) => x.subarray(3 * triangles[3 * t + k], 3 * triangles[3 * t + k] + 3));
    const sides = corners.map((a, k) => Math.hypot(...[0, 1, 2].map((i) => a[i] - corners[(k + 1) % 3][i])));
    return Math.min(least, (2 * area) / Math.max(...sides) ** 2);
  }, Infinity);
}
