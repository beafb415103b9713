import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../../src/math/random.ts';
import { airMesh, signedMeasure } from '../../../../../src/mesh/air/air-mesh.ts';
import { explainAir, gradientsOf } from '../../../../../src/simulation/view/explain/explain-air.ts';
import { createPoints } from '../../../../../src/simulation/world/create-rope.ts';
import { createWorld } from '../../../../../src/simulation/world/create-world.ts';

/** A world of two bodies of points, with one element between them. */
function oneElement(dimension: 2 | 3, positions: readonly number[]) {
  const [first, second] = [positions.slice(0, 3), positions.slice(3)].map((at) => {
    const own = at.filter((_, i) => i % 3 < dimension);
    return { model: createPoints('points', own, { dimension }), positions: Float32Array.from(at) };
  });
  const air = airMesh(dimension, dimension === 2 ? [0, 1, 2] : [0, 1, 2, 3]);
  const { world, positions: all } = createWorld([first, second], [], {}, {}, air);
  return { world, positions: all, elements: world.air.elements };
}

describe.each([2, 3] as const)('an element of air in %i dimensions', (dimension) => {
  const random = seededRandom(7 + dimension);
  const place = () => [random(), random(), dimension === 2 ? 0 : random()];
  const points = () => Array.from({ length: dimension + 1 }, place);

  it('has the gradients that differences of the signed measure give', () => {
    const elements = airMesh(dimension, dimension === 2 ? [0, 1, 2] : [0, 1, 2, 3]).elements;
    for (let trial = 0; trial < 20; trial++) {
      const at = points();
      const gradients = gradientsOf(at);
      for (let corner = 0; corner <= dimension; corner++)
        for (let k = 0; k < dimension; k++) {
          // The measure is linear in each coordinate, so any step gives the exact slope.
          const moved = at.map((p, i) => p.map((x, j) => x + Number(i === corner && j === k)));
          const slope = signedMeasure(moved.flat(), elements, 0) - signedMeasure(at.flat(), elements, 0);
          expect(gradients[corner][k]).toBeCloseTo(slope, 12);
        }
    }
  });

  it('is flat after a small push along its gradients, if it is inverted, and is not pushed otherwise', () => {
    // Nearly flat, so that the constraint is nearly linear.
    const flat = dimension === 2 ? [0, 0, 0, 1, 0, 0, 0.4, -1e-3, 0] : [0, 0, 0, 1, 0, 0, 0, 1, 0, 0.3, 0.3, -1e-3];
    const { world, positions, elements } = oneElement(dimension, flat);
    const inverseMasses = Float32Array.from({ length: dimension + 1 }, (_, v) => (v === 1 ? 0 : 1 + v));
    const { corners, measure, quality } = explainAir(world, { elements, count: 1, inverseMasses }, positions, 0);
    expect(measure).toBeLessThan(0);
    expect(quality).toBeLessThan(0);
    expect(corners.map(({ body, isHeld }) => [body, isHeld])).toEqual(
      corners.map((_, k) => [k === 0 ? 0 : 1, k === 1]),
    );
    const moved = corners.flatMap(({ at, gradient, push }) => {
      const length = Math.hypot(...gradient);
      return at.map((x, k) => x + (push * gradient[k]) / length);
    });
    const factor = dimension === 2 ? 2 : 6;
    expect(Math.abs(signedMeasure(moved, elements, 0))).toBeLessThan(1e-2 * factor * Math.abs(measure));
    const mirrored = positions.map((x, i) => (i % 3 === dimension - 1 ? -x : x));
    const healthy = explainAir(world, { elements, count: 1, inverseMasses }, mirrored, 0);
    expect(healthy.measure).toBeCloseTo(-measure, 9);
    expect(healthy.corners.every(({ push }) => push === 0)).toBe(true);
  });
});
