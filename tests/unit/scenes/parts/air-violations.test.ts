import { expect, it } from 'vitest';
import { AIR_STRIDE } from '../../../../src/mesh/air/air-mesh.ts';
import { countAirViolations } from '../../../../src/scenes/parts/air-violations.ts';
import { createWorld } from '../../../../src/simulation/world/create-world.ts';
import { heaped, section, steps } from '../../../fixtures/air-layers.ts';

it.each([2, 3] as const)(
  'counts elements that are inside out, not those that are flat, in dimension %d',
  (dimension) => {
    const lower = section(steps(0, 1, 4), [0, 0.2]);
    const upper = section(steps(0.1, 0.9, 3), [0.5, 0.7]);
    const { placements, air } = heaped(dimension, [lower, upper], steps(0, 0.4, 2));
    const { world, positions } = createWorld(placements, [], {}, {}, air);
    const count = (map: (y: number) => number) =>
      countAirViolations({ world, positions: positions.map((x, i) => (i % 3 === 1 ? map(x) : x)) });
    expect(count((y) => y)).toBe(0);
    expect(count((y) => -y)).toBe(air.elements.length / AIR_STRIDE);
    expect(count(() => 0)).toBe(0);
    // Only a little inside out, as elements between bodies that touch are.
    expect(count((y) => -1e-3 * y)).toBe(0);
  },
);
