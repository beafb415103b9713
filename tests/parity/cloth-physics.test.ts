import { describe, expect, it } from 'vitest';
import { freeFlight, hangingStrip } from '../physics/cloth-laws.ts';
import { equilateral, sagOf } from '../physics/sagging-strip.ts';
import { collide, edgeOn, expectKeptMomenta, heldByGuarantee, overBall } from '../physics/sheet-laws.ts';
import { onDevice } from './bring.ts';
import { isFull, some } from '../fixtures/tier.ts';

/** Cloth's physics on the device: the tests of tests/physics, of fewer cases and steps. Takes long: the device is emulated. */

describe.runIf(isFull)('a cloth at rest', () => {
  hangingStrip(onDevice);
});

it.runIf(isFull)('a strip that is clamped at one end sinks as a plate does', async () => {
  expect(Math.abs((await sagOf(equilateral(4, 4), 4, onDevice)) - 1)).toBeLessThan(0.04);
});

freeFlight(onDevice, 60, ['vibrates and folds', 'tumbles']);

describe('a cloth never crosses itself or others', () => {
  const hard = { n: 8, speed: 20, kind: 'cloth' } as const;
  const throws: Parameters<typeof heldByGuarantee>[2] = [
    ['hard on the floor', edgeOn, hard],
    ['on a ball, without a gap', overBall, { ...hard, changed: { contactOffset: 0 } }],
  ];
  heldByGuarantee(onDevice, 40, some(throws, 1));
});

it.each(some(['cloth', 'sheet'] as const, 1))('two that collide in free space keep their momenta: %s', async (kind) => {
  expectKeptMomenta(await collide(onDevice, { speed: 5, steps: 40, kind }));
});
