import { describe, expect, it } from 'vitest';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { box, physics, placed } from '../physics/bodies.ts';

/**
 * Bug: an edge that pierced another body with all vertices of both outside stayed there for ever. Shortest paths of vertices don't see it,
 * and CCD kept each of two crossed edges on its side of the other one. So a tenth of the edges of a noodle's pile pierced faces at rest.
 */

/** Half of the diagonal of a bar's cross-section [m]. */
const REACH = 0.5 * Math.SQRT2;
/** Depth by which the two ridges overlap [m]. */
const DEPTH = 0.02;

/** Two bars at right angles to each other, the one's lower ridge across the other's upper ridge. All vertices are at the bars' ends. */
function crossedBars() {
  const bar = box(1, 1, 1, 1);
  /** Turns the cross-section by 45 degrees. */
  const turned = (y: number, z: number) => [Math.SQRT1_2 * (y - z), Math.SQRT1_2 * (y + z - 1)];
  return [
    placed('upper', bar, (x, y, z) => {
      const [up, side] = turned(y, z);
      return [4 * (x - 0.47), up + 2 * REACH - DEPTH, side + 0.03];
    }),
    placed('lower', bar, (x, y, z) => {
      const [up, side] = turned(y, z);
      return [side, up, -4 * (x - 0.52)];
    }),
  ];
}

async function piercingAfter(frames: number, changed: Partial<SimulationParameters>): Promise<(number | undefined)[]> {
  const { simulator } = await physics(crossedBars(), {
    gravity: 0,
    youngsModulus: 1e5,
    contactOffset: 1e-3,
    ...changed,
  });
  const shares: (number | undefined)[] = [];
  for (let i = 0; i < frames; i++) shares.push((await simulator.frame({ piercing: true, steps: 1 })).piercingShare);
  return shares;
}

describe.each(['in-the-loop', 'end-of-step'] as const)('two bars whose ridges are crossed, contacts %s', (contacts) => {
  it('are parted within three steps, if crossed edges are parted', async () => {
    expect((await piercingAfter(5, { contacts, crossedEdges: 'part' })).slice(2)).toEqual([0, 0, 0]);
  });

  it('stay crossed, if crossed edges stay', async () => {
    for (const share of await piercingAfter(5, { contacts, crossedEdges: 'stay' })) expect(share).toBeGreaterThan(0);
  });
});
