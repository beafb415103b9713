import { orient2d } from 'robust-predicates';
import { describe, expect, it } from 'vitest';
import { airMesh } from '../../src/mesh/air/air-mesh.ts';
import { createPlanarModel, inPlane } from '../../src/simulation/world/create-sheet.ts';
import { createPoints } from '../../src/simulation/world/create-rope.ts';
import { type Physics, physics } from './bodies.ts';

/** Corners of a square about the origin, counter-clockwise from the lower left. @param half [m] */
const corners = (half: number) => [-half, -half, half, -half, half, half, -half, half];
/** Angular acceleration by the torque [1/s^2]. */
const TORQUE = 2;
const TIME_STEP = 0.01;

/** A box (vertices 0 to 3) in a border (4 to 7) with the 8 triangles between them, as in the paper's Figure 6. */
async function boxInBox(airFlips: number): Promise<Physics> {
  const positions = Float32Array.from(corners(0.5));
  const box = createPlanarModel('box', { positions, triangles: Uint32Array.of(0, 1, 2, 0, 2, 3) }, 0.1);
  const border = createPoints('border', corners(1), { volume: 0 });
  const air = [0, 1, 2, 3].flatMap((k) => {
    const next = (k + 1) % 4;
    return [4 + k, 4 + next, next, 4 + k, next, k];
  });
  return physics(
    [
      { model: box, positions: inPlane(positions) },
      { model: border, positions: border.mesh.positions },
    ],
    {
      gravity: 0,
      velocityDamping: 0.5,
      timeStep: TIME_STEP,
      mode: 'off',
      material: 'mass-spring',
      springStiffness: 1e5,
      iterations: 20,
      airFlips,
    },
    { air: airMesh(2, air) },
  );
}

/** Turns the box by a torque for a number of steps. @returns how far it has turned [turns], and how often an edge crossed the border */
async function turn(body: Physics, steps: number): Promise<{ turns: number; crossed: number }> {
  const { velocities: v, positions: x } = body.state;
  let turned = 0;
  let crossed = 0;
  const angle = () => Math.atan2(x[1] + x[4] - x[7] - x[10], x[0] + x[3] - x[6] - x[9]);
  let before = angle();
  for (let step = 0; step < steps; step++) {
    const [cx, cy] = [0, 1].map((k) => (x[k] + x[3 + k] + x[6 + k] + x[9 + k]) / 4);
    for (let i = 0; i < 4; i++) {
      v[3 * i] -= TORQUE * TIME_STEP * (x[3 * i + 1] - cy);
      v[3 * i + 1] += TORQUE * TIME_STEP * (x[3 * i] - cx);
    }
    await body.run(1);
    const now = angle();
    turned += ((now - before + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
    before = now;
    if (isOutside(x)) crossed++;
  }
  return { turns: turned / (2 * Math.PI), crossed };
}

/** Exact: whether a corner of the box is beyond an edge of the border, which is convex. */
function isOutside(x: Float32Array): boolean {
  for (let corner = 0; corner < 4; corner++)
    for (let k = 0; k < 4; k++) {
      const [a, b] = [3 * (4 + k), 3 * (4 + ((k + 1) % 4))];
      // robust-predicates has the y axis point down: above 0 is clockwise.
      if (orient2d(x[a], x[a + 1], x[b], x[b + 1], x[3 * corner], x[3 * corner + 1]) > 0) return true;
    }
  return false;
}

describe('a box in a box', () => {
  it('locks without flips where an edge of the box points at a corner of the border', async () => {
    const { turns } = await turn(await boxInBox(0), 1000);
    // The line of an edge is 0.5 m from the centre, the corner sqrt 2 m, at first 45 degrees from the edge's normal: 0.068 turns, 24 degrees.
    const locked = (Math.acos(0.5 / Math.SQRT2) - Math.PI / 4) / (2 * Math.PI);
    expect(turns / locked).toBeGreaterThan(0.95);
    expect(turns / locked).toBeLessThan(1.1);
  });

  it('turns more than once with flips, and never crosses the border', async () => {
    const { turns, crossed } = await turn(await boxInBox(1), 1000);
    expect(turns).toBeGreaterThan(1);
    expect(crossed).toBe(0);
  });
});
