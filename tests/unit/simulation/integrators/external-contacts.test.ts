import { describe, expect, test } from 'vitest';
import { displacementsOf } from '../../../../src/simulation/constraints/elastic/displacements.ts';
import { writeTerms } from '../../../../src/simulation/integrators/implicit-euler/contact-terms.ts';
import { CONTACT_TERM } from '../../../../src/simulation/integrators/implicit-euler/words.ts';
import { CONTACT, CONTACT_KINDS } from '../../../../src/simulation/state.ts';
import { contextOf, cornerTet, putContact } from '../../../fixtures/stages.ts';

const DT = 0.01;
const STIFFNESS = 10;
const NORMAL = [0, 0.6, 0.8];
const OFFSET = 0.5;
/** Far enough from the origin that a distance from the wrong place shows. */
const SHIFT = [3, -2, 1];

/**
 * Force on the point of a contact [N], and its stiffness [N/m], from code and, in float64, from the energy: k/2 (n . sum w x -
 * goal)^2, with x the positions themselves.
 * @param above signed distance of the point at x0 [m]
 */
function forcesAt(vertices: readonly number[], weights: readonly number[], above: number) {
  const context = contextOf([cornerTet()], {
    integrator: 'implicit-euler',
    timeStep: DT,
    contactStiffness: STIFFNESS,
    staticFriction: 0,
    dynamicFriction: 0,
    shifts: [SHIFT],
  });
  const { state, scratch } = context;
  const { positionsT0: x0, predictedMoves } = state;
  const u = displacementsOf(state);
  x0.set(state.positions);
  const sum = (values: ArrayLike<number>) =>
    vertices.reduce(
      (all, v, i) => all + weights[i] * NORMAL.reduce((along, n, k) => along + n * values[3 * v + k], 0),
      0,
    );
  // Moves the vertices along the normal until their point is `above`.
  const lift = (above - sum(x0)) / weights.reduce((all, w) => all + w, 0);
  for (let i = 0; i < x0.length; i++) x0[i] += lift * NORMAL[i % 3];
  for (let i = 0; i < u.length; i++) {
    u[i] = 0.01 * ((i % 5) - 2);
    predictedMoves[i] = -2 * NORMAL[i % 3];
  }
  putContact(state, 0, vertices, weights, NORMAL, OFFSET);
  state.contacts.u32[CONTACT.kind] = CONTACT_KINDS.external;
  state.contacts.u32[CONTACT.materials] = 0;
  writeTerms(scratch.implicitEuler.terms, context, 0);
  const mobility = vertices.reduce((all, v, i) => all + weights[i] ** 2 * state.inverseMasses[v], 0);
  const k = STIFFNESS / mobility / DT ** 2;
  const before = sum(x0);
  const goal = Math.min(OFFSET, Math.max(0, before) + 0.1 * OFFSET);
  const { contactTerms } = state;
  return {
    stiffness: contactTerms[CONTACT_TERM.normal],
    expectedStiffness: k,
    force: [...contactTerms.subarray(CONTACT_TERM.force, CONTACT_TERM.force + 3)],
    expected: NORMAL.map((n) => k * (before + sum(u) - goal) * n),
    before,
  };
}

describe('an external contact', () => {
  test.each([
    ['a vertex that is inside', [1], [1], -0.3],
    ['a vertex that comes from outside', [1], [1], 0.2],
    ['a vertex beyond its offset that comes', [2], [1], 0.7],
    ['two vertices, whose weights add up to less than 1', [1, 3], [0.5, 0.25], -0.1],
    ['a centroid', [0, 1, 2, 3], [0.25, 0.25, 0.25, 0.25], 0.1],
  ] as const)('measures positions themselves, not relative to its first vertex: %s', (_, vertices, weights, above) => {
    const { force, expected, stiffness, expectedStiffness, before } = forcesAt(vertices, weights, above);
    expect(before).toBeCloseTo(above, 5);
    expect(stiffness / expectedStiffness).toBeCloseTo(1, 5);
    const scale = Math.hypot(...expected);
    expect(scale).toBeGreaterThan(0);
    for (const [k, f] of expected.entries()) expect(Math.abs(force[k] - f) / scale).toBeLessThan(1e-5);
  });
});
