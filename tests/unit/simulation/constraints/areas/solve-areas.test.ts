import { expect, it } from 'vitest';
import { solveAreas } from '../../../../../src/simulation/constraints/areas/solve-areas.ts';
import { seededRandom } from '../../../../fixtures/box-world.ts';

/** Resistance of areas [N/m], and a time step [s] so short that an impulse hardly moves the vertices. */
const STIFFNESS = 2e4;
const SHORT = 1e-6;
const WEIGHTS = [3, 5, 0.5];

const areaOf = ([ax, ay, , bx, by, , cx, cy]: ArrayLike<number> & Iterable<number>): number =>
  ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2;

it.each([
  ['as it was at rest, nearly', 1, 1],
  ['mirrored', -1, 1],
  ['flat, nearly', 1e-3, 1],
  ['stretched', 2, 3],
])('the force on a triangle is the gradient of its energy: %s', (_, across, along) => {
  const random = seededRandom(4);
  const shape = [0.1, 0.2, 0, 0.9, 0.3, 0, 0.4, 1.1, 0];
  const rest = areaOf(shape);
  const x0 = Float32Array.from(shape, (x, i) => (i % 3 === 2 ? 0 : x * [along, across][i % 3] + 0.05 * random()));
  const energy = (x: Float64Array) => ((STIFFNESS * rest) / 2) * (areaOf(x) / rest - 1) ** 2;
  const u = new Float32Array(9);
  const multipliers = new Float32Array(1);
  const ids = Uint32Array.of(0, 1, 2);
  const compliance = 1 / (STIFFNESS * SHORT * SHORT);
  const restAreas = Float32Array.of(rest);
  solveAreas(x0, u, Float32Array.from(WEIGHTS), multipliers, ids, restAreas, 0, 0, 0, 1, compliance, 0);
  const expected = Float64Array.from(x0, (__, i) => {
    const [up, down] = [1, -1].map((sign) => energy(Float64Array.from(x0, (x, k) => x + (k === i ? sign * 1e-5 : 0))));
    return (down - up) / 2e-5;
  });
  const scale = Math.max(...expected.map(Math.abs));
  expect(scale).toBeGreaterThan(1);
  u.forEach((move, i) => {
    const force = move / (WEIGHTS[Math.floor(i / 3)] * SHORT * SHORT);
    expect(Math.abs(force - expected[i]) / scale).toBeLessThan(1e-4);
  });
});

it('a converged step is one of implicit Euler, also where a triangle is squeezed to a tenth', () => {
  const shape = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  const x0 = Float32Array.from(shape, (x) => 0.1 * x);
  const u = new Float32Array(9);
  const multipliers = new Float32Array(1);
  const dt = 0.003;
  const arrays = [
    x0,
    u,
    Float32Array.from(WEIGHTS),
    multipliers,
    Uint32Array.of(0, 1, 2),
    Float32Array.of(0.5),
  ] as const;
  for (let i = 0; i < 2000; i++) solveAreas(...arrays, 0, 0, 0, 1, 1 / (STIFFNESS * dt * dt), 0);
  const x = Float64Array.from(x0, (start, i) => start + u[i]);
  const force = -STIFFNESS * (areaOf(x) / 0.5 - 1);
  expect(Math.abs(multipliers[0] / (force * dt * dt) - 1)).toBeLessThan(1e-4);
});
