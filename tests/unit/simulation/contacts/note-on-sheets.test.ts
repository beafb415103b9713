import { expect, it } from 'vitest';
import { noteOnSheets } from '../../../../src/simulation/contacts/guarantee/note.ts';
import { defaultParameters } from '../../../../src/simulation/parameters.ts';
import { boxWorld } from '../../../fixtures/box-world.ts';
import { sandwich } from '../../../fixtures/sheet.ts';

const { world } = sandwich(defaultParameters());
const note = (changed: object, names?: readonly string[]) =>
  noteOnSheets(world, { ...defaultParameters(), ...changed }, names);

it('says that shortest paths lead out of no sheet, where one would expect it', () => {
  expect(note({})).toEqual([]);
  expect(note({ mode: 'ccd' })).toEqual([]);
  expect(note({ mode: 'dcd' }).join()).toMatch(/no shortest path leads out.*Only modes ccd and hybrid/);
  expect(note({ guarantee: false }).join()).toMatch(/stays crossed.*guarantee/);
  expect(note({ pathMethod: 'tree' }, ['pathMethod']).join()).toMatch(/^A sheet has no inside.*stays crossed$/);
  expect(note({ pathMethod: 'tree' }, ['gravity'])).toEqual([]);
});

it('says that CCD stays in the pool, if it was to run on the GPU', () => {
  expect(note({ ccdOn: 'device' })).toEqual([expect.stringMatching(/stays in the worker pool/)]);
  expect(note({ ccdOn: 'device', mode: 'dcd' }).join()).not.toMatch(/worker pool/);
  expect(note({ ccdOn: 'device' }, ['gravity'])).toEqual([]);
  expect(noteOnSheets(boxWorld().world, { ...defaultParameters(), ccdOn: 'device' })).toEqual([]);
});

it('says nothing in a world without sheets', () => {
  expect(noteOnSheets(boxWorld().world, { ...defaultParameters(), mode: 'dcd' }, ['mode', 'pathMethod'])).toEqual([]);
});
