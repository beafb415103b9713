import { describe, expect, it } from 'vitest';
import { AIR_STRIDE } from '../../../../src/mesh/air/air-mesh.ts';
import { inFrame } from '../../../../src/scenes/parts/frame.ts';
import { createPoints, createRope } from '../../../../src/simulation/world/create-rope.ts';
import type { Placement } from '../../../../src/simulation/world/world.ts';

/** A rope of one edge (vertices 0 and 1), with a point just above and one just below its middle (2 and 3). */
function ropeBetweenPoints(isThere: boolean): readonly Placement[] {
  const make = isThere ? createRope : (name: string, at: number[]) => createPoints(name, at);
  const rope = make('rope', [-1, 0, 1, 0], { thickness: 0.1 });
  const points = createPoints('points', [0, 0.1, 0, -0.1]);
  return [rope, points].map((model) => ({ model, positions: model.mesh.positions }));
}

/** Number of elements of air at an edge. */
function countAt(placements: readonly Placement[], a: number, b: number): number {
  const { elements } = inFrame({ placements, frame: [-2, -1, 2, 1], segments: [2, 2] }).air;
  return Array.from({ length: elements.length / AIR_STRIDE }, (_, e) =>
    elements.subarray(AIR_STRIDE * e, AIR_STRIDE * (e + 1)),
  ).filter((element) => element.includes(a) && element.includes(b)).length;
}

describe('air around a rope', () => {
  it('has the edges of the rope on both sides, also where other edges would be shorter', () => {
    expect(countAt(ropeBetweenPoints(true), 0, 1)).toBe(2);
    expect(countAt(ropeBetweenPoints(true), 2, 3)).toBe(0);
  });

  it('joins what is near where there is no rope', () => {
    expect(countAt(ropeBetweenPoints(false), 0, 1)).toBe(0);
    expect(countAt(ropeBetweenPoints(false), 2, 3)).toBe(2);
  });
});
