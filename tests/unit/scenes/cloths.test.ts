import { some } from '../../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import { buildSurfaceTopology, type SurfaceMesh } from '../../../src/mesh/surface-mesh.ts';
import { NONE } from '../../../src/mesh/topology.ts';
import { clothOctopus } from '../../../src/scenes/cloth-octopus.ts';
import { funnel } from '../../../src/scenes/funnel.ts';
import { ballSurface, funnelWall } from '../../../src/scenes/models/funnel-wall.ts';
import { squareGrid, squareSheet } from '../../../src/scenes/models/sheet-grid.ts';
import { skirtLayers } from '../../../src/scenes/models/skirt-layers.ts';
import { slab } from '../../../src/scenes/models/slab.ts';
import { tShirt } from '../../../src/scenes/models/t-shirt.ts';
import { extent } from '../../../src/scenes/parts/cloth-check.ts';
import { skirt } from '../../../src/scenes/skirt.ts';
import { tShirtScene } from '../../../src/scenes/t-shirt.ts';
import { poseAt } from '../../../src/simulation/script/motion.ts';
import { openLoops } from '../../fixtures/open-loops.ts';
import { startOf } from './start-of.ts';

const topologyOf = ({ positions, triangles }: SurfaceMesh) => buildSurfaceTopology(triangles, positions.length / 3);
const sum = (values: ArrayLike<number>) => Array.from(values).reduce((total, x) => total + x, 0);
/** Vector area [m^2] of a surface: for a closed one 0, for a flat one its normal times its area. */
function vectorArea({ positions: x, triangles }: SurfaceMesh): number[] {
  const total = [0, 0, 0];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[t + k]);
    for (let k = 0; k < 3; k++) {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      total[k] += ((x[b + i] - x[a + i]) * (x[c + j] - x[a + j]) - (x[b + j] - x[a + j]) * (x[c + i] - x[a + i])) / 2;
    }
  }
  return total;
}
/** Flux of the position through a surface: three times the volume that it encloses, if its normals point outwards [m^3]. */
function flux({ positions: x, triangles }: SurfaceMesh): number {
  let total = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => x.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3));
    total +=
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return total / 2;
}

describe('a square sheet', () => {
  const mesh = squareSheet(squareGrid(5000), 1.25);

  it('is a disc of the wanted area and number of triangles, whose normals point up', () => {
    const { vertexCount, edgeCount, faceCount } = topologyOf(mesh);
    expect(faceCount).toBe(5000);
    expect(vertexCount - edgeCount + faceCount).toBe(1);
    const [x, y, z] = vectorArea(mesh);
    expect(y).toBeCloseTo(1.25 ** 2, 4);
    expect(Math.abs(x) + Math.abs(z)).toBeLessThan(1e-6);
  });
});

describe('layers of a skirt', () => {
  const layers = skirtLayers(
    [
      { height: 1, waist: 0.1, length: 0.2 },
      { height: 0.9, waist: 0.12, length: 0.4 },
    ],
    6000,
  );

  it('are flat rings with the wanted number of triangles together', () => {
    expect(Math.abs(sum(layers.map(({ mesh }) => mesh.triangles.length / 3)) / 6000 - 1)).toBeLessThan(0.05);
    for (const [i, [inner, outer]] of [
      [0.1, 0.3],
      [0.12, 0.52],
    ].entries()) {
      const topology = topologyOf(layers[i].mesh);
      expect(openLoops(topology)).toBe(2);
      const area = Math.PI * (outer ** 2 - inner ** 2);
      expect(vectorArea(layers[i].mesh)[1] / area).toBeGreaterThan(0.99);
      expect(vectorArea(layers[i].mesh)[1] / area).toBeLessThan(1);
    }
  });

  it('have their waistband and their hem at the two open edges', () => {
    for (const { mesh, waistband, hem } of layers) {
      const { edges, edgeFaces, edgeCount } = topologyOf(mesh);
      const open = new Set<number>();
      for (let e = 0; e < edgeCount; e++)
        if (edgeFaces.subarray(2 * e, 2 * e + 2).includes(NONE))
          for (const v of edges.subarray(2 * e, 2 * e + 2)) open.add(v);
      expect([...open].sort((a, b) => a - b)).toEqual([...waistband, ...hem].sort((a, b) => a - b));
    }
  });
});

describe('the funnel', () => {
  it('has a wall around the y axis, open above and below, whose normals point inwards', () => {
    const wall = funnelWall([
      [0.4, 0.5],
      [0.1, 0.2],
      [0.1, 0],
    ]);
    expect(openLoops(topologyOf(wall))).toBe(2);
    const { positions: x, triangles } = wall;
    for (let t = 0; t < triangles.length; t += 3) {
      const corners = triangles.subarray(t, t + 3);
      const [nx, , nz] = vectorArea({ positions: x, triangles: corners });
      const [cx, cz] = [0, 2].map((k) => sum(Array.from(corners, (v) => x[3 * v + k])));
      expect(nx * cx + nz * cz).toBeLessThan(0);
    }
  });

  it('has a ball whose normals point outwards', () => {
    const ball = ballSurface(0.1, 0.7);
    expect(openLoops(topologyOf(ball))).toBe(0);
    expect(flux(ball)).toBeCloseTo(4 * Math.PI * 0.1 ** 3, 3);
  });
});

describe('a T-shirt', () => {
  const { mesh, pattern } = tShirt(5832);
  const topology = topologyOf(mesh);
  const x = mesh.positions;

  it('is one piece with four openings: neck, hem and two cuffs', () => {
    const { vertexCount, edgeCount, faceCount, surfaceVertexCount } = topology;
    expect(faceCount).toBe(5832);
    expect(surfaceVertexCount).toBe(vertexCount);
    expect(openLoops(topology)).toBe(4);
    // A sphere with four holes.
    expect(vertexCount - edgeCount + faceCount).toBe(2 - 4);
  });

  it('has outward normals: in front along z, at the back against it', () => {
    for (let t = 0; t < mesh.triangles.length; t += 3) {
      const corners = mesh.triangles.subarray(t, t + 3);
      const depth = sum(Array.from(corners, (v) => x[3 * v + 2]));
      expect(depth * vectorArea({ positions: x, triangles: corners })[2]).toBeGreaterThan(0);
    }
  });

  it('is symmetric, with its hem at height 0 and its seams in the middle plane', () => {
    expect(pattern).toHaveLength((2 * x.length) / 3);
    const places = new Set(Array.from({ length: x.length / 3 }, (_, v) => x.slice(3 * v, 3 * v + 3).join()));
    for (let v = 0; v < x.length; v += 3) expect(places).toContain([-x[v] || 0, x[v + 1], x[v + 2]].join());
    expect(extent(x, 1).least).toBe(0);
    const inMiddle = Array.from({ length: x.length / 3 }, (_, v) => v).filter((v) => x[3 * v + 2] === 0);
    // With 3 pieces per square: sides and undersides of sleeves (2 x (27 + 12) + 2), shoulders (2 x 21 + 2).
    expect(inMiddle).toHaveLength(80 + 44);
  });
});

describe('a slab', () => {
  it('is closed, its normals point outwards', () => {
    const mesh = slab([0.2, 0.3, 0.5], [3, 4]);
    expect(openLoops(topologyOf(mesh))).toBe(0);
    expect(flux(mesh)).toBeCloseTo(3 * 0.2 * 0.3 * 0.5, 5);
    expect(extent(mesh.positions, 1)).toEqual({ least: expect.closeTo(-0.15, 6), greatest: expect.closeTo(0.15, 6) });
  });
});

describe.each([clothOctopus, skirt, funnel, tShirtScene])('$name', (scene) => {
  const { build, world, piercing } = startOf(scene);
  /** Drivers that move all vertices of their body. */
  const rigid = (build.script?.drivers ?? []).filter(
    ({ body, vertices }) => vertices.length === build.placements[body].positions.length / 3,
  );

  it('starts without a crossing, above the floor', () => {
    expect(piercing).toBe(0);
    const floor = build.colliders.find((collider) => 'normal' in collider && collider.normal[1] === 1);
    // Surfaces that a script moves may reach below it.
    const free = build.placements.filter((_, placement) => !rigid.some(({ body }) => body === placement));
    const lowest = Math.min(...free.map(({ positions }) => extent(positions, 1).least));
    expect(lowest).toBeGreaterThanOrEqual(floor && 'offset' in floor ? floor.offset : Number.NaN);
  });

  it.each(some(['small', 'medium', 'paper'] as const, 1))(
    'has cloths with as many triangles as size %s says',
    (name) => {
      const { placements } = scene.build(scene.size[name]);
      const cloths = placements.filter(({ material }) => material !== undefined);
      const triangles = sum(cloths.map(({ model }) => model.topology.faceCount));
      expect(Math.abs(triangles / scene.size[name] - 1)).toBeLessThan(0.08);
    },
  );

  it('drives whole rigid surfaces, and waistbands as it drives the dress form', () => {
    expect(rigid).toHaveLength({ 'cloth-octopus': 0, skirt: 1, funnel: 2, 't-shirt': 2 }[scene.name] as number);
    if (scene !== skirt) return;
    const drivers = build.script?.drivers ?? [];
    expect(drivers).toHaveLength(4);
    for (const { motion } of drivers) expect(poseAt(motion, 1.7)).toEqual(poseAt(drivers[0].motion, 1.7));
    expect(world.drivers).toHaveLength(4);
  });
});
