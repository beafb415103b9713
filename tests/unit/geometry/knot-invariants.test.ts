import { describe, expect, it } from 'vitest';
import { knotDeterminant, linkingNumber } from '../../../src/geometry/knot-invariants.ts';
import { FIGURE_EIGHT, ring, sampled, torusKnot } from '../../fixtures/closed-tubes.ts';

describe('linkingNumber', () => {
  it('is 0 for rings apart, and 1 for the Hopf link, with the sign of their directions', () => {
    const flat = ring([0, 0, 0], 1);
    const through = ring([1, 0, 0], 1, true);
    expect(linkingNumber(flat, ring([3, 0, 0], 1, true))).toBe(0);
    expect(Math.abs(linkingNumber(flat, through))).toBe(1);
    expect(linkingNumber(flat, [...through].reverse())).toBe(-linkingNumber(flat, through));
    expect(linkingNumber(through, flat)).toBe(linkingNumber(flat, through));
  });

  it.each([1, 2, 3, 5])('is %i for two strands that wind around one another as often', (q) => {
    expect(Math.abs(linkingNumber(torusKnot(1, q), torusKnot(1, q, 113, Math.PI)))).toBe(q);
  });

  it('is 0 for the Whitehead link, though its parts cannot come apart', () => {
    const clasp = sampled(200, (a) => [2 * Math.sin(2 * a), Math.sin(a) * 3, Math.cos(3 * a) * 0.4]);
    expect(linkingNumber(clasp, ring([0, 0, 0], 0.9))).toBe(0);
  });
});

describe('knotDeterminant', () => {
  // Published values: Rolfsen's table.
  it.each([
    ['an unknotted ring', ring([0, 0, 0], 1), 1],
    ['an unknot with 5 curls', torusKnot(1, 5), 1],
    ['an unknot of the torus (5, 1)', torusKnot(5, 1), 1],
    ['the trefoil', torusKnot(2, 3), 3],
    ['the trefoil the other way around', torusKnot(3, 2), 3],
    ['the figure eight', FIGURE_EIGHT, 5],
    ['5_1', torusKnot(2, 5), 5],
    ['7_1', torusKnot(2, 7), 7],
    ['8_19', torusKnot(3, 4), 3],
    ['10_124, a knot that it does not see', torusKnot(3, 5, 200), 1],
  ])('of %s', (_, loop, determinant) => {
    expect(knotDeterminant(loop)).toBe(determinant);
    expect(knotDeterminant([...loop].reverse())).toBe(determinant);
  });
});
