import { describe, expect, it } from 'vitest';
import { colour } from '../../../../../src/simulation/contacts/projection/colour.ts';
import { contacts } from '../../../../../src/simulation/contacts/projection/contacts.ts';
import { writeTerms } from '../../../../../src/simulation/integrators/implicit-euler/contact-terms.ts';
import { CONTACT_TERM } from '../../../../../src/simulation/integrators/implicit-euler/words.ts';
import { CONTACT } from '../../../../../src/simulation/state.ts';
import { contextOf, cornerTet, putContact, runInRanges } from '../../../../fixtures/stages.ts';

/** How far each contact is violated [m]. */
const DEPTH = 0.1;

/**
 * Contacts of every form whose only free vertex has the weight w: the vertices, their weights, and which of them is free. Vertices 0 to 3 are
 * one tetrahedron, 4 to 7 another one.
 */
const FORMS: Readonly<Record<string, (w: number) => [vertices: number[], weights: number[], free: number]>> = {
  'a vertex and a face': (w) => [[4, 1, 2, 3], [1, -w, -(1 - w) / 2, -(1 - w) / 2], 1],
  'two edges': (w) => [[4, 5, 1, 2], [1 - w, w, -0.5, -0.5], 5],
  'two edges that were crossed': (w) => [[4, 5, 1, 2], [0.5, 0.5, -w, w - 1], 1],
  'the centroid of an element and a face': (w) => {
    const rest = (1 - w) / 3;
    return [[4, 5, 6, 7, 1, 2, 3], [rest, rest, w, rest, -0.25, -0.25, -0.5], 6];
  },
  'a vertex and an element, by their distance': (w) => [[4, 0, 1, 2, 3], [1, -w, w - 1, 0, 0], 0],
  'a vertex and an edge in the plane': (w) => [[4, 1, 2], [1, w - 1, -w], 2],
};

/** The world of a contact of a form, violated by DEPTH, after it was written. */
function contactOf(form: string, w: number, isFree: (v: number, free: number) => boolean) {
  const [vertices, weights, free] = FORMS[form](w);
  // Only worlds of implicit Euler have its arrays; the projection is the same in all.
  const given = { integrator: 'implicit-euler', timeStep: 0.01, contactStiffness: 10 } as const;
  const context = contextOf([cornerTet(), cornerTet()], { shifts: [[], [0.4, 0.3, 0.2]], ...given });
  const { state } = context;
  for (let v = 0; v < 8; v++) state.inverseMasses[v] = isFree(v, free) ? 2 : 0;
  const height = vertices.reduce((sum, v, i) => sum + weights[i] * state.positions[3 * v + 1], 0);
  putContact(state, 0, vertices, weights, [0, 1, 0], height + DEPTH);
  // Friction divides, too: all that isn't held has slid in this step.
  for (let v = 0; v < 8; v++) if (state.inverseMasses[v] > 0) state.positionsT0[3 * v] -= 0.5;
  return { context, state, free, weight: weights[vertices.indexOf(free)] };
}

/** Projects the contact. @returns the greatest distance that a vertex has moved [m] */
function farthest({ context, state }: ReturnType<typeof contactOf>): number {
  const before = state.positions.slice();
  runInRanges(colour, context);
  runInRanges(contacts, context);
  return Math.max(...before.map((x, i) => Math.abs(state.positions[i] - x)));
}

const isTheFreeOne = (v: number, free: number): boolean => v === free;
const TINY = [0.19, 1e-3, 1e-7, 1e-15, 1e-30] as const;

describe.each(Object.keys(FORMS))('a contact between held sides: %s', (form) => {
  it.each(TINY)('moves nothing if its free vertex has the weight %d', (w) => {
    const made = contactOf(form, w, isTheFreeOne);
    expect(farthest(made)).toBe(0);
    expect(made.state.contacts.f32[CONTACT.lambda]).toBe(0);
  });

  it.each([...TINY, 0.3])('exerts a force in implicit Euler only if its free vertex has weight enough: %d', (w) => {
    const { context, state } = contactOf(form, w, isTheFreeOne);
    const [vertices, weights] = FORMS[form](w);
    // Predicted to approach: each vertex goes against its weight.
    for (const [i, v] of vertices.entries()) state.predictedMoves[3 * v + 1] = -10 * Math.sign(weights[i]);
    writeTerms(context.scratch.implicitEuler.terms, context, 0);
    const terms = state.contactTerms.subarray(0, CONTACT_TERM.stride);
    if (w < 0.2) expect([...terms].every((term) => term === 0)).toBe(true);
    else expect(terms[CONTACT_TERM.normal]).toBeGreaterThan(0);
  });

  it('is resolved where the free vertex has a larger weight, and moves it by its distance over the weight', () => {
    const made = contactOf(form, 0.3, isTheFreeOne);
    const before = made.state.positions[3 * made.free + 1];
    farthest(made);
    expect(made.state.positions[3 * made.free + 1] - before).toBeCloseTo(Math.sign(made.weight) * (DEPTH / 0.3), 5);
  });

  it('acts where nothing is held, however small a weight is', () => {
    const made = contactOf(form, 1e-7, () => true);
    expect(farthest(made)).toBeGreaterThan(0.3 * DEPTH);
  });

  it('acts if one whole side is free', () => {
    const made = contactOf(form, 1e-7, (v) => v >= 4);
    expect(farthest(made)).toBeGreaterThan(0.3 * DEPTH);
  });
});
