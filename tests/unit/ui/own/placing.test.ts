import { describe, expect, it } from 'vitest';
import { turned, turnOnto, type Vector } from '../../../../src/ui/own/placing.ts';

describe('turnOnto', () => {
  it.each<Vector>([
    [0, 1, 0],
    [0, -1, 0],
    [1, 0, 0],
    [0.3, 0.2, -5],
    [-2, -3, 0.1],
    [1e-6, -1, 0],
  ])('takes the y axis to %s, %s, %s, as a unit turn', (...direction) => {
    const turn = turnOnto(direction);
    expect(Math.hypot(...turn)).toBeCloseTo(1, 12);
    const length = Math.hypot(...direction);
    turned(turn, [0, 1, 0]).forEach((x, k) => {
      expect(x).toBeCloseTo(direction[k]! / length, 6);
    });
  });
});
