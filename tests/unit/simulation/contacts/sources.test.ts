import { expect, it } from 'vitest';
import { defaultParameters } from '../../../../src/simulation/parameters.ts';
import { findContacts, sourcesOf } from '../../../../src/simulation/contacts/sources.ts';
import { slotsOf } from '../../../../src/simulation/world/world.ts';
import { boxWorld } from '../../../fixtures/box-world.ts';

const { world } = boxWorld();
const namesOf = (mode: 'off' | 'ccd' | 'dcd' | 'hybrid', of = world) =>
  sourcesOf({ ...defaultParameters(), mode }, of).map(({ name }) => name);

it('turns sources on by mode', () => {
  expect(namesOf('off')).toEqual([]);
  expect(namesOf('ccd')).toEqual(['ccd']);
  expect(namesOf('dcd')).toEqual(['paths']);
  expect(namesOf('hybrid')).toEqual(['ccd', 'paths']);
  expect(findContacts({ ...defaultParameters(), mode: 'off' }, world)).toEqual([]);
});

it('keeps a source that has places in the step, since only it can clear them', () => {
  const placed = { ...world, contactSlots: [{ source: 'paths', first: 2, count: 5 }] };
  expect(namesOf('off', placed)).toEqual(['paths']);
  expect(slotsOf(placed, 'paths')).toEqual({ source: 'paths', first: 2, count: 5 });
  expect(slotsOf(placed, 'ccd').count).toBe(0);
});
