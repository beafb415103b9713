import { describe, expect, it } from 'vitest';
import { createPoints, createRope } from '../../src/simulation/world/create-rope.ts';
import type { Placement } from '../../src/index.ts';
import { momenta, type Physics, physics } from './bodies.ts';

const GRAVITY = 9.81;
const TIME_STEP = 3.3e-3;
const LINKS = 20;
const LINK = 0.1;
const THICKNESS = 0.05;
const DENSITY = 1000;
const CALM = { velocityDamping: 0, timeStep: TIME_STEP, gravity: GRAVITY, springStiffness: 1e5 } as const;

/** A straight rope of LINKS edges along x, its first vertex at the origin. */
function rope(options: { closed?: boolean; resistsBending?: boolean } = {}): Placement {
  const flat = Array.from({ length: LINKS + 1 }, (_, v) => [v * LINK, 0]).flat();
  const model = createRope('rope', flat, { thickness: THICKNESS, ...options });
  return { model, positions: model.mesh.positions.slice() };
}

const zs = ({ state }: Physics) => [...state.positions, ...state.velocities].filter((_, i) => i % 3 === 2);

describe('a rope in the plane', () => {
  it('has the mass of its length and cross-section', async () => {
    const { masses } = await physics([rope()], CALM);
    const mass = masses.reduce((sum, m) => sum + m, 0);
    expect(mass / (LINKS * LINK * THICKNESS * THICKNESS * DENSITY)).toBeCloseTo(1, 6);
    expect(masses[0] / masses[1]).toBeCloseTo(0.5, 6);
  });

  it('hangs between two points as a chain does: each vertex bears its weight, and the tension along x is the same everywhere', async () => {
    const { model, positions } = rope();
    // Both ends move together, so that the chain sags.
    const slack = positions.map((x, i) => (i % 3 === 0 ? 0.8 * x : x));
    const changed = { ...CALM, springStiffness: 1e6, velocityDamping: 8, iterations: 60 };
    const held = (x: number) => x === 0 || x === slack.at(-3);
    const body = await physics([{ model, positions: slack }], changed, { held });
    await body.run(2000);
    const { positions: x } = body.state;
    const edge = (e: number) => [x[3 * e + 3] - x[3 * e], x[3 * e + 4] - x[3 * e + 1]];
    // Extensions are hardly more than float32 resolves, so slopes stand for forces: in equilibrium, from edge to edge they change by a
    // vertex's weight divided by the horizontal tension.
    const slopes = Array.from({ length: LINKS }, (_, e) => edge(e)[1] / edge(e)[0]);
    const changes = slopes.slice(1).map((slope, i) => slope - slopes[i]);
    const mean = changes.reduce((sum, c) => sum + c / changes.length, 0);
    expect(mean).toBeGreaterThan(0.05);
    for (const change of changes) expect(Math.abs(change / mean - 1)).toBeLessThan(1e-2);
    // A catenary of this length between these points: sinh(s / 2a) 2a = span has its lowest point at a (cosh(s / 2a) - 1) below the ends.
    const sag = -Math.min(...x.filter((_, i) => i % 3 === 1));
    expect(Math.abs(sag / catenarySag(LINKS * LINK, 0.8 * LINKS * LINK) - 1)).toBeLessThan(1e-2);
    expect(new Set(zs(body).map(Math.abs))).toEqual(new Set([0]));
  });

  it.each([false, true])(
    'keeps momenta as it tumbles (closed: %s), and stays in the plane to the last bit',
    async (closed) => {
      const flat = closed ? ring(24, 0.5) : Array.from({ length: 24 }, (_, v) => [0.1 * v, v % 2 ? 0.02 : 0]).flat();
      const model = createRope('rope', flat, { thickness: THICKNESS, closed, resistsBending: true });
      const body = await physics([{ model, positions: model.mesh.positions.slice() }], { ...CALM, gravity: 0 });
      const { state, masses } = body;
      for (let v = 0; v < masses.length; v++) {
        const [x, y] = state.positions.subarray(3 * v, 3 * v + 2);
        state.velocities.set([0.3 - 3 * y, 0.2 + 3 * x, 0], 3 * v);
      }
      const before = momenta(body);
      await body.run(400);
      const after = momenta(body);
      for (const kind of ['linear', 'angular'] as const) {
        const scale = Math.hypot(...before[kind]);
        after[kind].forEach((x, k) => {
          expect(Math.abs(x - before[kind][k]) / scale).toBeLessThan(1e-5);
        });
      }
      expect(new Set(zs(body).map(Math.abs))).toEqual(new Set([0]));
    },
  );

  it('follows a hand', async () => {
    const body = await physics([rope()], CALM);
    body.simulator.setGrabs([{ vertex: LINKS, target: [1.5, 1, 0.5] }]);
    await body.run(100);
    expect(body.state.positions[3 * LINKS + 1]).toBeGreaterThan(0.3);
    expect(new Set(zs(body).map(Math.abs))).toEqual(new Set([0]));
  });

  it('says what it can’t be made of', () => {
    const make = (flat: number[], options = {}) => createRope('rope', flat, { thickness: 0.1, ...options });
    expect(() => make([0, 0, 1])).toThrow('rope has 3 coordinates, expected a multiple of 2 above 0');
    expect(() => make([0, 0])).toThrow('rope has 1 vertices, expected at least 2');
    expect(() => make([0, 0, 1, 0], { closed: true })).toThrow('rope has 2 vertices, expected at least 3');
    expect(() => make([0, 0, 1, 0, 1, 0])).toThrow(
      'The edge from vertex 1 to 2 of rope has no length, expected a positive one',
    );
    expect(() => make([0, NaN, 1, 0])).toThrow('Coordinate 1 of rope is NaN, expected a finite number');
    expect(() => make([0, 0, 1, 0], { thickness: 0 })).toThrow('The thickness of rope is 0 m');
    expect(() => createPoints('points', [])).toThrow('points has 0 coordinates, expected a multiple of 2 above 0');
    expect(() => createPoints('points', [0, 0], { volume: -1 })).toThrow(
      'The volume of each point of points is -1 m^3',
    );
  });
});

/** A ring's vertices, 2 numbers each. */
const ring = (count: number, radius: number): number[] =>
  Array.from({ length: count }, (_, v) => {
    const angle = (2 * Math.PI * v) / count;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  }).flat();

/** Depth of a catenary's lowest point below its ends, by bisection. @param length of the chain @param span between the ends */
function catenarySag(length: number, span: number): number {
  let [low, high] = [1e-3, 1e3];
  for (let i = 0; i < 200; i++) {
    const a = (low + high) / 2;
    if (2 * a * Math.sinh(span / (2 * a)) > length) low = a;
    else high = a;
  }
  return low * (Math.cosh(span / (2 * low)) - 1);
}
