import { describe, expect, it } from 'vitest';
import { buildTopology } from '../../../src/mesh/build-topology.ts';
import { apple, COUNT_TOLERANCE as APPLE_TOLERANCE } from '../../../src/scenes/models/apple.ts';
import {
  COUNT_TOLERANCE as HOLLOW_TOLERANCE,
  GULLET_END,
  HOLLOW_LENGTH,
  HOLLOW_RADIUS,
  hollowSnake,
} from '../../../src/scenes/models/hollow-snake.ts';
import { COUNT_TOLERANCE, innerVertices, SNAKE_LENGTH, SNAKE_RADIUS, snake } from '../../../src/scenes/models/snake.ts';
import { sectionPlaces, thicknessAt } from '../../../src/scenes/models/snake-shape.ts';
import { along, expectProgress, expectSound } from './sound-mesh.ts';

/** Bounds of the dihedral angles of swept bodies, whose thin tails have slim elements [degrees]. */
const SWEPT = { min: 3, max: 160 };
/** Those of the apple: isosurface stuffing promises 9.31 to 161.65. */
const STUFFED = { min: 9.31, max: 161.65 };

const extent = (positions: Float32Array, k: number) => {
  const values = along(positions, k);
  return Math.max(...values) - Math.min(...values);
};

describe.each([2000, 7500, 14_000, 60_000])('a snake of %i tetrahedra', (tetrahedra) => {
  const { mesh, laid, sides, layers, places, centreline } = snake({ tetrahedra });

  it('is sound, of about that size, with a thin tail and a neck behind its head', () => {
    expectSound(mesh, SWEPT);
    expect(Math.abs(mesh.tets.length / 4 / tetrahedra - 1)).toBeLessThan(COUNT_TOLERANCE);
    expect(extent(mesh.positions, 0)).toBeCloseTo(SNAKE_LENGTH, 5);
    expect(extent(mesh.positions, 1)).toBeLessThanOrEqual(2 * SNAKE_RADIUS);
    expect(thicknessAt(0)).toBeLessThan(thicknessAt(0.9));
    expect(thicknessAt(0.9)).toBeLessThan(thicknessAt(0.95));
    expect(thicknessAt(0.95)).toBeLessThan(thicknessAt(0.5));
    expect(laid).toEqual(mesh.positions);
  });

  it('has a centre line from tail to snout, and inner vertices that are not on its surface', () => {
    expect(centreline).toHaveLength(layers);
    const xs = Array.from(centreline, (v) => mesh.positions[3 * v]!);
    expect(xs).toEqual([...xs].sort((a, b) => a - b));
    const surface = new Set(buildTopology(mesh.tets, mesh.positions.length / 3).surfaceVertices);
    const inner = innerVertices({ mesh, laid, sides, layers, places, centreline, sites: new Float32Array() }, 0.4, 0.6);
    expect(inner.length).toBeGreaterThan(layers / 10);
    expect(Array.from(inner).some((v) => surface.has(v))).toBe(false);
  });
});

it('lays a snake along another line than its rest shape, with the same tetrahedra', () => {
  const bent = Float64Array.from([0, 0, 0, 1, 0, 0, 1, 0, 0.6].map((x) => x));
  const straight = snake({ tetrahedra: 4000 });
  const laid = snake({ tetrahedra: 4000, laidLine: bent });
  expect(laid.mesh).toEqual(straight.mesh);
  expect(extent(laid.laid, 2)).toBeGreaterThan(0.5);
});

describe.each([3000, 6000, 18_400, 60_000])('a hollow snake of %i tetrahedra', (tetrahedra) => {
  const { mesh, places, gullet, sites } = hollowSnake({ tetrahedra });

  it('is sound and closed at the end of its gullet: a sphere in kind', () => {
    expectSound(mesh, SWEPT);
    expect(Math.abs(mesh.tets.length / 4 / tetrahedra - 1)).toBeLessThan(HOLLOW_TOLERANCE);
    expect(extent(mesh.positions, 0)).toBeCloseTo(HOLLOW_LENGTH, 5);
    expect(extent(mesh.positions, 1)).toBeLessThanOrEqual(2 * HOLLOW_RADIUS * 1.1);
  });

  it('has a gullet from the mouth to its end, whose vertices are on the surface', () => {
    const surface = new Set(buildTopology(mesh.tets, mesh.positions.length / 3).surfaceVertices);
    const inGullet = Array.from(gullet.keys()).filter((v) => gullet[v]);
    expect(inGullet.every((v) => surface.has(v))).toBe(true);
    expect(inGullet.every((v) => sites[3 * v]! >= Math.fround(GULLET_END))).toBe(true);
    expect(Math.max(...inGullet.map((v) => sites[3 * v]!))).toBe(1);
    expect(sites).toHaveLength(mesh.positions.length);
    expect(places[0]).toBe(0);
  });
});

it.each([500, 1500, 4600, 20_000])(
  'an apple of %i tetrahedra is sound, broader than high, and broadest above its middle',
  (tetrahedra) => {
    const mesh = apple({ tetrahedra, radius: 1 });
    const volume = expectSound(mesh, STUFFED);
    expect(Math.abs(mesh.tets.length / 4 / tetrahedra - 1)).toBeLessThan(APPLE_TOLERANCE);
    expect(volume).toBeGreaterThan(2.5);
    expect(volume).toBeLessThan(4.2);
    expect(extent(mesh.positions, 0)).toBeGreaterThan(extent(mesh.positions, 1));
    const broad = Array.from({ length: mesh.positions.length / 3 }, (_, v) =>
      mesh.positions.subarray(3 * v, 3 * v + 3),
    );
    const widest = broad.reduce((a, b) => (Math.hypot(b[0]!, b[2]!) > Math.hypot(a[0]!, a[2]!) ? b : a));
    expect(widest[1]).toBeGreaterThan(0);
  },
);

it('makes the same bytes every time, and tells of its progress', () => {
  expect(snake({ tetrahedra: 5000 })).toEqual(snake({ tetrahedra: 5000 }));
  expect(hollowSnake({ tetrahedra: 5000 })).toEqual(hollowSnake({ tetrahedra: 5000 }));
  expect(apple({ tetrahedra: 1500 })).toEqual(apple({ tetrahedra: 1500 }));
  expectProgress((progress) => snake({ tetrahedra: 5000, progress }));
  expectProgress((progress) => hollowSnake({ tetrahedra: 5000, progress }));
});

it('refuses sizes that it cannot make', () => {
  expect(() => snake({ tetrahedra: 100 })).toThrow('A snake of 100 tetrahedra was asked for, expected 2000 to 200000');
  expect(() => snake({ radius: 0 })).toThrow('expected sizes above 0');
  expect(() => hollowSnake({ tetrahedra: 100 })).toThrow('A hollow snake of 100 tetrahedra');
  expect(() => hollowSnake({ radius: -1 })).toThrow('expected sizes above 0');
  expect(() => apple({ tetrahedra: 1 })).toThrow('An apple of 1 tetrahedra');
  expect(() => apple({ radius: 0 })).toThrow('expected sizes above 0');
});

it('puts cross-sections closer where the body is thinner', () => {
  const places = sectionPlaces(101, (place) => (place < 0.5 ? 1 : 0.5));
  expect(places[0]).toBe(0);
  expect(places[100]).toBeCloseTo(1, 12);
  expect((places[1]! - places[0]!) / (places[100]! - places[99]!)).toBeCloseTo(2, 3);
});
