import { describe, expect, it } from 'vitest';
import { countPiercingEdges } from '../../../../src/simulation/diagnostics/pierce.ts';
import type { Context } from '../../../../src/simulation/program/stage.ts';
import { boxWorld } from '../../../fixtures/box-world.ts';
import { bentWorld, contextWith, pointOf, refitAll } from '../../../fixtures/detection.ts';
import { cross, dot, minus } from '../../../fixtures/vectors.ts';

/** Coordinates become multiples of this [m]: determinants of their differences are then exact in float64. */
const GRID = 1 / 64;

/** Whether pq crosses the inside of abc: the line's parameter and the plane's two, as exact fractions of one determinant. */
function crosses({ state }: Context, p: number, q: number, [a, b, c]: readonly number[]): boolean {
  const at = (v: number) => pointOf(state.positions, v);
  const along = minus(at(q), at(p));
  const [u, v, from] = [minus(at(b), at(a)), minus(at(c), at(a)), minus(at(p), at(a))];
  const normal = cross(u, v);
  const determinant = -dot(along, normal);
  if (determinant === 0) return false;
  const fraction = (x: number) => Math.sign(determinant) * x;
  const t = fraction(dot(from, normal));
  const moment = cross(along, from);
  const s1 = fraction(-dot(v, moment));
  const s2 = fraction(dot(u, moment));
  const whole = Math.abs(determinant);
  return t > 0 && t < whole && s1 > 0 && s2 > 0 && s1 + s2 < whole;
}

function bruteForce(context: Context): number {
  const { world } = context;
  const all = (kind: 'faces' | 'edges', corners: number) =>
    world.bodies.flatMap(({ model, vertexBase }) => {
      const ids = world.models[model].topology[kind];
      return Array.from({ length: ids.length / corners }, (_, i) =>
        Array.from(ids.subarray(corners * i, corners * i + corners), (v) => v + vertexBase),
      );
    });
  const faces = all('faces', 3);
  return all('edges', 2).filter(([p, q]) =>
    faces.some((face) => !face.includes(p) && !face.includes(q) && crosses(context, p, q, face)),
  ).length;
}

function onGrid(context: Context, grid: number): Context {
  const { positions } = context.state;
  for (let i = 0; i < positions.length; i++) positions[i] = grid * Math.round(positions[i] / grid);
  refitAll(context);
  return context;
}

describe('countPiercingEdges', () => {
  it.each([
    ['shaken boxes', () => boxWorld(), GRID],
    ['boxes on a coarse grid, with many that touch', () => boxWorld({ seed: 2, shake: 0.6 }), 1 / 4],
    ['boxes on a unit grid', () => boxWorld({ shake: 0 }), 1],
    ['one box that pierces itself', () => boxWorld({ seed: 5, shake: 0.9, bodies: 1 }), GRID],
    ['two coils', () => bentWorld('coil'), GRID],
  ] as const)('counts of %s what exact brute force counts', (name, make, grid) => {
    const context = onGrid(contextWith(make()), grid);
    const expected = bruteForce(context);
    if (name !== 'boxes on a unit grid') expect(expected).toBeGreaterThan(10);
    expect(countPiercingEdges(context.world, context.state)).toBe(expected);
    const { edgeCount } = context.world;
    const middle = Math.floor(edgeCount / 3);
    const parts =
      countPiercingEdges(context.world, context.state, 0, middle) +
      countPiercingEdges(context.world, context.state, middle, edgeCount);
    expect(parts).toBe(expected);
  });

  it('is 0 for bodies apart', () => {
    const context = contextWith(bentWorld('coil', 1, [0, 0, 100]));
    const one = contextWith(boxWorld({ bodies: 1, shake: 0 }));
    refitAll(one);
    expect(countPiercingEdges(one.world, one.state)).toBe(0);
    refitAll(context);
    // The coils pierce themselves alone, both alike but for rounding of the shift.
    expect(countPiercingEdges(context.world, context.state) % 2).toBe(0);
  });
});
