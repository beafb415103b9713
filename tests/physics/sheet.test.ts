import { cases } from '../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import { type SurfaceMesh, triangleAreas } from '../../src/mesh/surface-mesh.ts';
import { octopus } from '../../src/scenes/models/octopus.ts';
import { createModel } from '../../src/simulation/world/create-model.ts';
import { createSheet } from '../../src/simulation/world/create-sheet.ts';
import type { OwnMaterial } from '../../src/simulation/world/material.ts';
import { countPiercing } from '../../src/simulation/diagnostics/measure.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import type { Placement } from '../../src/simulation/world/world.ts';
import { sheetMesh } from '../fixtures/sheet.ts';
import { box, type Physics, physics, placed } from './bodies.ts';

const CLOTH: OwnMaterial = {
  ...{ springStiffness: 200, materialDamping: 0.01, density: 500, staticFriction: 0.8, dynamicFriction: 0.7 },
};
const FLOOR = [{ normal: [0, 1, 0], offset: 0 }] as const;
/** Sheets keep clear of what they lie on by more than float32 rounds. */
const OFFSET = 2e-3;
const AROUND: Partial<SimulationParameters> = {
  ...{ mode: 'hybrid', contacts: 'in-the-loop', contactOffset: OFFSET, velocityDamping: 2 },
  ...{ youngsModulus: 4e5, materialDamping: 0.01 },
};

/** A sheet 1 mm thick, placed. */
function sheet(mesh: SurfaceMesh, map: (x: number, y: number, z: number) => readonly number[]): Placement {
  const positions = mesh.positions.slice();
  for (let i = 0; i < positions.length; i += 3) positions.set(map(positions[i], positions[i + 1], positions[i + 2]), i);
  return { model: createSheet('sheet', mesh, 1e-3), positions, material: CLOTH };
}

/** Positions of a body's vertices. */
function positionsOf({ world, state }: Physics, body: number): Float32Array {
  const end = world.bodies[body + 1]?.vertexBase ?? world.vertexCount;
  return state.positions.subarray(3 * world.bodies[body].vertexBase, 3 * end);
}

const heights = (positions: Float32Array) => Array.from(positions).filter((_, i) => i % 3 === 1);
const highest = (positions: Float32Array) => Math.max(...heights(positions));
const lowest = (positions: Float32Array) => Math.min(...heights(positions));

/** Height of a surface above a place, where it lies there. */
function heightOver({ positions: p, triangles }: SurfaceMesh, x: number, z: number): number | undefined {
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[t + k]);
    const area = (i: number, j: number) => (p[i] - x) * (p[j + 2] - z) - (p[j] - x) * (p[i + 2] - z);
    const [u, v, w] = [area(b, c), area(c, a), area(a, b)];
    if ((u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0))
      return (u * p[a + 1] + v * p[b + 1] + w * p[c + 1]) / (u + v + w);
  }
  return undefined;
}

/** Runs, and looks again and again. @returns the most vertices inside and edges that pierced at any look, and the last energy [J] */
async function watch(body: Physics, looks: number, steps: number) {
  const seen = { penetrating: 0, piercing: 0, kineticEnergy: 0 };
  for (let i = 0; i < looks; i++) {
    const row = await body.simulator.frame({ steps });
    seen.penetrating = Math.max(seen.penetrating, row.penetrating);
    seen.piercing = Math.max(seen.piercing, await countPiercing(body.simulator.backend));
    seen.kineticEnergy = row.kineticEnergy;
  }
  return seen;
}

describe('a sheet that falls on an octopus', () => {
  const { mesh, armBaseRadius } = octopus({ tetrahedra: 1200 });
  const model = createModel('octopus', mesh, armBaseRadius);
  const cloth = sheetMesh(cases(12, 9), cases(0.06, 0.08));
  const above = highest(mesh.positions) + 0.05;
  const world = (mode: SimulationParameters['mode']) =>
    physics(
      [{ model, positions: mesh.positions }, sheet(cloth, (x, _, z) => [x, above, z])],
      { ...AROUND, mode },
      { planes: FLOOR },
    );

  it('stays on it: nothing is pierced, no vertex is inside or on the wrong side, and all lies still', async () => {
    const body = await world('hybrid');
    const seen = await watch(body, cases(10, 8), 40);
    expect(seen.penetrating).toBe(0);
    expect(seen.piercing).toBe(0);
    expect(seen.kineticEnergy).toBeLessThan(0.02);
    const draped = { positions: positionsOf(body, 1).slice(), triangles: cloth.triangles };
    // It hangs down to all sides, off the floor, from above the head.
    expect(lowest(draped.positions)).toBeGreaterThan(0.03);
    expect(highest(draped.positions) - lowest(draped.positions)).toBeGreaterThan(0.2);
    const below = positionsOf(body, 0);
    let covered = 0;
    for (let i = 0; i < below.length; i += 3) {
      const height = heightOver(draped, below[i], below[i + 2]);
      if (height === undefined) continue;
      covered++;
      expect(below[i + 1]).toBeLessThan(height);
    }
    expect(covered).toBeGreaterThan(100);
    const area = (surface: SurfaceMesh) => triangleAreas(surface).reduce((sum, x) => sum + x, 0);
    expect(area(draped) / area(cloth)).toBeGreaterThan(0.9);
    expect(area(draped) / area(cloth)).toBeLessThan(1.05);
  });

  it('falls through where no contacts are found', async () => {
    const body = await world('off');
    const seen = await watch(body, 5, 40);
    expect(seen.penetrating + seen.piercing).toBeGreaterThan(20);
    expect(lowest(positionsOf(body, 1))).toBeLessThan(0.01);
  });
});

describe('a sheet that is held at its rim', () => {
  const cloth = sheetMesh(8, 0.1);
  const held = (x: number, y: number, z: number) => y === 0.5 && Math.max(Math.abs(x), Math.abs(z)) > 0.39;
  const cube = (y: number) => placed('cube', box(2, 2, 2, 0.08), (x, h, z) => [x - 0.09, h + y, z - 0.07]);
  const gravity = (g: number) => ({ ...AROUND, gravity: g, springStiffness: 2e4 });
  const rim = () => ({ ...sheet(cloth, (x, _, z) => [x, 0.5, z]), material: { density: 500, staticFriction: 0.5 } });

  // Its faces point up: from below is their back.
  it.each([
    ['above', 9.81, 0.55, 1],
    ['below', -9.81, 0.29, -1],
  ] as const)('catches a cube that comes from %s', async (_, g, start, side) => {
    const body = await physics([rim(), cube(start)], gravity(g), { held });
    const seen = await watch(body, 6, 40);
    expect(seen.piercing).toBe(0);
    const caught = positionsOf(body, 1);
    const net = { positions: positionsOf(body, 0), triangles: cloth.triangles };
    for (let i = 0; i < caught.length; i += 3)
      expect(side * (caught[i + 1] - (heightOver(net, caught[i], caught[i + 2]) as number))).toBeGreaterThan(0);
    // It has sunk in, and no farther than the net gives.
    expect(side * (0.5 - (side > 0 ? lowest(caught) : highest(caught)))).toBeGreaterThan(0.005);
    expect(side * (0.5 - (side > 0 ? lowest(caught) : highest(caught)))).toBeLessThan(0.25);
  });
});

describe('a strip that falls over onto itself', () => {
  const strip: SurfaceMesh = (() => {
    const { positions, triangles } = sheetMesh(12, 0.05);
    // The middle rows: 4 cells across.
    const keep = (v: number) => Math.abs(positions[3 * v + 2]) < 0.101;
    const kept = Array.from({ length: positions.length / 3 }, (_, v) => v).filter(keep);
    const places = new Map(kept.map((v, i) => [v, i]));
    const inside: number[] = [];
    for (let t = 0; t < triangles.length; t += 3) {
      const corners = [...triangles.subarray(t, t + 3)].map((v) => places.get(v));
      if (corners.every((v) => v !== undefined)) inside.push(...(corners as number[]));
    }
    return {
      positions: Float32Array.from(kept.flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)])),
      triangles: Uint32Array.from(inside),
    };
  })();
  const run = async (mode: SimulationParameters['mode']) => {
    // Its right half leans over to the left, its left one lies.
    const lean = (x: number, _: number, z: number) => (x > 0 ? [-0.9 * x, 0.004 + 0.43 * x, z] : [x, 0.004, z]);
    // A vertex that has crossed a surface stays there, so a larger contact offset pays.
    const body = await physics([sheet(strip, lean)], { ...AROUND, mode, contactOffset: 5e-3 }, { planes: FLOOR });
    const seen = await watch(body, 6, 40);
    return { seen, positions: positionsOf(body, 0) };
  };

  it('comes to rest on itself, and pierces itself nowhere', async () => {
    const { seen, positions } = await run('hybrid');
    expect(seen.piercing).toBe(0);
    const over = Array.from(strip.positions.keys()).filter((i) => i % 3 === 0 && strip.positions[i] > 0.2);
    expect(over.length).toBeGreaterThan(8);
    for (const i of over) {
      expect(positions[i]).toBeLessThan(0);
      expect(positions[i + 1]).toBeGreaterThan(OFFSET);
      // It stands as a loop: springs across edges resist bending.
      expect(positions[i + 1]).toBeLessThan(0.1);
    }
  });

  it('or in itself, where no contacts are found', async () => {
    const { positions } = await run('off');
    const over = Array.from(strip.positions.keys()).filter((i) => i % 3 === 0 && strip.positions[i] > 0.2);
    expect(over.some((i) => positions[i + 1] < OFFSET)).toBe(true);
  });
});
