import { TYPESCRIPT_KERNELS } from '../../../../../src/simulation/program/kernels.ts';
import { describe, expect, it } from 'vitest';
import { colour } from '../../../../../src/simulation/contacts/projection/colour.ts';
import { contacts } from '../../../../../src/simulation/contacts/projection/contacts.ts';
import type { Context } from '../../../../../src/simulation/program/stage.ts';
import { CONTACT, CONTACT_KINDS } from '../../../../../src/simulation/state.ts';
import { boxWorld, seededRandom } from '../../../../fixtures/box-world.ts';
import { contextOf, cornerTet, momenta, parametersWith, putContact, runInRanges } from '../../../../fixtures/stages.ts';
import { createScratch } from '../../../../../src/simulation/scratch.ts';

/** Vertex 4 of the second tetrahedron lies `depth` below the face x + y + z = 1 of the first. */
function pushed(depth: number, changed: Parameters<typeof contextOf>[1] = {}): Context {
  const tet = cornerTet();
  const at = (1 - depth * Math.sqrt(3)) / 3;
  const context = contextOf([tet, tet], { shifts: [[], [at, at, at]], ...changed });
  context.state.inverseMasses.set([1, 2, 3, 0.5, 0.25, 1, 1, 1]);
  return context;
}
const n = Array(3).fill(1 / Math.sqrt(3));
const third = Math.fround(1 / 3);
const project = (context: Context) => {
  runInRanges(colour, context);
  runInRanges(contacts, context);
};
const height = ({ positions: x }: Context['state']) =>
  [0, 1, 2].reduce((sum, k) => sum + n[k] * (x[12 + k] - (x[3 + k] + x[6 + k] + x[9 + k]) / 3), 0);

describe('a contact', () => {
  it('separates what it holds apart, and keeps momentum and its moment', () => {
    const context = pushed(0.1, { staticFriction: 0, dynamicFriction: 0 });
    const { state } = context;
    putContact(state, 0, [4, 1, 2, 3], [1, -third, -third, -third], n, 0.01);
    const before = state.positions.slice();
    project(context);
    expect(height(state)).toBeCloseTo(0.01, 6);
    for (const value of momenta(state, before)) expect(Math.abs(value)).toBeLessThan(1e-6);
    const mobility = 0.25 + (2 + 3 + 0.5) / 9;
    expect(state.contacts.f32[CONTACT.lambda]).toBeCloseTo(0.11 / mobility, 5);
    project(context);
    expect(height(state)).toBeCloseTo(0.01, 6);
  });

  it('leaves alone what is apart, held vertices, and a vertex tied to itself', () => {
    const context = pushed(-0.1);
    putContact(context.state, 0, [4, 1, 2, 3], [1, -third, -third, -third], n);
    const before = context.state.positions.slice();
    project(context);
    expect(context.state.positions).toEqual(before);
    const held = pushed(0.1);
    held.state.inverseMasses.fill(0);
    putContact(held.state, 0, [4, 1, 2, 3], [1, -third, -third, -third], n);
    project(held);
    expect(held.state.contacts.f32[CONTACT.lambda]).toBe(0);
  });

  it('with what is no body moves its one vertex, and leaves no moment', () => {
    const context = pushed(0, { staticFriction: 0, dynamicFriction: 0 });
    const { state } = context;
    putContact(state, 0, [4], [1], [0, 1, 0], 0.5);
    state.contacts.u32[CONTACT.kind] = CONTACT_KINDS.external;
    const before = state.positions.slice();
    project(context);
    expect(state.positions[13]).toBeCloseTo(0.5, 6);
    expect(state.positions.filter((x, i) => x !== before[i])).toHaveLength(1);
    expect(state.moments.every((moment) => moment === 0)).toBe(true);
    expect(state.contacts.f32[CONTACT.lambda]).toBeCloseTo((0.5 - before[13]) / 0.25, 5);
  });

  it('with a vertex that stands twice moves it by its merged weight', () => {
    const context = pushed(0, { staticFriction: 0, dynamicFriction: 0 });
    const { state } = context;
    state.positions.set([0.2, 0.2, 0.2], 3);
    putContact(state, 0, [1, 1, 2, 3], [0.75, 0, -0.5, -0.25], n);
    const gap = () =>
      [0, 1, 2].reduce((sum, k) => sum + n[k] * (0.75 * x[3 + k] - 0.5 * x[6 + k] - 0.25 * x[9 + k]), 0);
    const x = state.positions;
    expect(gap()).toBeLessThan(-0.1);
    project(context);
    expect(gap()).toBeCloseTo(0, 6);
  });
});

describe('friction', () => {
  const tangent = [1, -1, 0].map((x) => x / Math.SQRT2);
  /** The vertex slides along the face from x0 to `depth` below it. @returns the slip that remains */
  function slide(slip: number, depth: number, passes: number, changed: Parameters<typeof contextOf>[1]): number {
    const context = pushed(depth, changed);
    const { state } = context;
    for (let k = 0; k < 3; k++) {
      state.positionsT0[12 + k] += depth * n[k];
      state.positions[12 + k] += slip * tangent[k];
    }
    putContact(state, 0, [4, 1, 2, 3], [1, -third, -third, -third], n);
    const before = state.positions.slice();
    context.argument = passes;
    project(context);
    expect(
      momenta(state, before)
        .slice(0, 3)
        .every((value) => Math.abs(value) < 1e-6),
    ).toBe(true);
    expect(height(state)).toBeCloseTo(0, 6);
    const relative = [0, 1, 2].map((k) => {
      const moved = (v: number) => state.positions[3 * v + k] - state.positionsT0[3 * v + k];
      return moved(4) - (moved(1) + moved(2) + moved(3)) / 3;
    });
    return relative.reduce((sum, value, k) => sum + value * tangent[k], 0);
  }
  it.each([1, 2, 10])('holds below the static coefficient and brakes by the dynamic one, in %d passes', (passes) => {
    const coefficients = { staticFriction: 0.5, dynamicFriction: 0.3 };
    expect(slide(0.049, 0.1, passes, coefficients)).toBeCloseTo(0, 6);
    expect(slide(0.051, 0.1, passes, coefficients)).toBeCloseTo(0.021, 6);
    expect(slide(0.09, 0.1, passes, coefficients)).toBeCloseTo(0.06, 6);
    expect(slide(0.09, 0.1, passes, { staticFriction: 0, dynamicFriction: 0 })).toBeCloseTo(0.09, 6);
    expect(slide(0.02, 0.1, passes, { staticFriction: 0, dynamicFriction: 0.3 })).toBeCloseTo(0, 6);
  });
});

describe('splits', () => {
  it('of a colour give the same bits', () => {
    const results = [Infinity, 3, 1].map((size, i) => {
      const random = seededRandom(11);
      const context: Context = {
        ...boxWorld(),
        parameters: parametersWith({}),
        argument: 3,
        scratch: createScratch(),
        kernels: TYPESCRIPT_KERNELS,
      };
      const count = context.world.vertexCount;
      for (let c = 0; c < 200; c++) {
        const vertices = Array.from({ length: 4 }, () => Math.floor(count * random()));
        putContact(context.state, c, vertices, [1, -0.25, -0.25, -0.5], [0, 1, 0]);
      }
      runInRanges(colour, context);
      runInRanges(contacts, context, size, i === 2);
      return context.state;
    });
    expect(results[1].positions).toEqual(results[0].positions);
    expect(results[2].positions).toEqual(results[0].positions);
    expect(results[2].contacts.u32).toEqual(results[0].contacts.u32);
  });
});
