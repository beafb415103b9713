import { describe, expect, it } from 'vitest';
import { Heap } from '../../../src/scenes/parts/heap.ts';
import { octopiPile } from '../../../src/scenes/octopi-pile.ts';
import { pileFigures } from '../../../src/scenes/parts/pile.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';
import { countPiercingEdges } from '../../../src/simulation/diagnostics/pierce.ts';
import { initialState } from '../../../src/simulation/initial-state.ts';
import type { FrameRow } from '../../../src/simulation/statistics.ts';
import type { Plane } from '../../../src/simulation/world/world.ts';
import { contextWith, refitAll } from '../../fixtures/detection.ts';
import { parametersWith } from '../../fixtures/stages.ts';

describe('octopi-pile at its small size', () => {
  const { placements, colliders, box } = octopiPile.build(octopiPile.size.small);
  const { world, positions } = createWorld(placements, colliders);

  it('is 24 octopi of fewer than 25,000 tetrahedra, and at most 1,500 steps', () => {
    expect(placements).toHaveLength(24);
    expect(world.tetCount).toBeLessThan(25_000);
    const { stepsPerFrame } = parametersWith(octopiPile.parameters);
    expect(octopiPile.frames * stepsPerFrame).toBeLessThanOrEqual(1500);
  });

  it('begins inside its walls, and nothing touches', () => {
    let least = Number.POSITIVE_INFINITY;
    for (const { normal, offset } of colliders as readonly Plane[])
      for (let i = 0; i < positions.length; i += 3)
        least = Math.min(
          least,
          normal[0] * positions[i] + normal[1] * positions[i + 1] + normal[2] * positions[i + 2] - offset,
        );
    expect(least).toBeGreaterThan(0.02);
    const state = initialState(world, positions, parametersWith({}), (bytes) => new ArrayBuffer(bytes));
    refitAll(contextWith({ world, state }));
    expect(countPiercingEdges(world, state)).toBe(0);
  });

  it('is stacked in layers, not as a tower: lower than four containers', () => {
    const top = positions.reduce((most, y, i) => (i % 3 === 1 ? Math.max(most, y) : most), 0);
    expect(top).toBeLessThan(4 * box!.height);
  });

  it('starts from the same bits every time', () => {
    expect(octopiPile.build(24).placements[23].positions).toEqual(placements[23].positions);
  });
});

describe('a heap', () => {
  /** Corners of a square plate of half width 0.2 m at a height, centred at the origin. */
  const plate = (y: number) => Float32Array.of(-0.2, y, -0.2, 0.2, y, -0.2, 0.2, y + 0.1, 0.2, -0.2, y + 0.1, 0.2);
  const faces = Uint32Array.of(0, 1, 2, 0, 2, 3);

  it('lowers a body to the gap above the floor or above another body, and takes the lowest place', () => {
    const heap = new Heap(1, 0.5);
    const [first, second, third] = [plate(7), plate(-3), plate(1)];
    heap.put(first, faces, [[0.5, 0.5]], 0.1);
    expect([...first.slice(0, 3)].map((x) => x.toFixed(5))).toEqual(['0.30000', '0.60000', '0.30000']);
    heap.put(second, faces, [[0.4, 0.6]], 0.1);
    expect(second[1]).toBeCloseTo(0.8, 6); // 0.1 above the first one's top
    heap.put(
      third,
      faces,
      [
        [0.4, 0.6],
        [-0.5, 0],
        [0, -0.7],
      ],
      0.1,
    );
    expect([third[0], third[1]].map((x) => x.toFixed(5))).toEqual(['-0.70000', '0.60000']);
  });

  it('keeps bodies clear of the walls, and refuses one that is too wide', () => {
    const heap = new Heap(1, 0);
    const body = plate(0);
    heap.put(body, faces, [[5, -5]], 0.1);
    expect(body[3]).toBeCloseTo(0.9, 6);
    expect(body[2]).toBeCloseTo(-0.9, 6);
    expect(() => new Heap(0.25, 0).put(plate(0), faces, [[0, 0]], 0.1)).toThrow(RangeError);
  });
});

it("a pile's figures are means over its last frames, and the energy's share is of the whole run's peak", () => {
  const row = (kineticEnergy: number, contactsCcd: number) =>
    ({ kineticEnergy, contactsCcd, contactsDcd: 1, deepShare: 0.002, piercingShare: 0.01 }) as FrameRow;
  const rows = [row(100, 0), row(1000, 50), row(4, 10), row(6, 20)];
  const figures = pileFigures('x: ', rows, 2, { contacts: 3, deep: 0.001 });
  expect(figures.map(({ value }) => value)).toEqual([0.005, 16, 0.002, 0.01]);
  expect(figures.map(({ relation }) => relation)).toEqual(['<', '>=', '<', undefined]);
  expect(figures.map(({ bound }) => bound)).toEqual([0.01, 3, 0.001, undefined]);
});
