import { describe, expect, it } from 'vitest';
import { octopi8 } from '../../../../src/scenes/octopi-8.ts';
import type { SceneBuild } from '../../../../src/scenes/scene.ts';
import { defaultParameters, type SimulationParameters } from '../../../../src/simulation/parameters.ts';
import type { Switch } from '../../../../src/simulation/script/script.ts';
import {
  changesComparisons,
  comparisonInWords,
  readComparison,
  rightBuild,
  rightParameters,
  sideInWords,
  withoutCompared,
  worthComparing,
} from '../../../../src/ui/app/comparison.ts';
import { CONTACT_SOURCES, sourcesOf } from '../../../../src/ui/app/contact-sources.ts';
import { readLink } from '../../../../src/ui/link/links.ts';

const euclidean = { name: 'pathMethod', value: 'euclidean' } as const;

it('reads comparisons from links, and explains what is wrong with others', () => {
  expect(readLink('?compare=pathMethod:euclidean').compare).toEqual(euclidean);
  expect(() => readComparison('mode:soft')).toThrow("compare is 'mode:soft'; allowed are mode:off, mode:ccd");
  expect(() => readComparison('density:5')).toThrow(
    'allowed are mode, sources, pathMethod, contacts, culling, integrator, each followed by : and a value',
  );
  expect(readLink('?compare=colour').complaints[0]).toMatch("compare is 'colour'");
});

it('compares flags, in both spellings, by their value', () => {
  const off = { name: 'culling', value: 'off' } as const;
  expect(readLink('?compare=culling:false').compare).toEqual(off);
  expect(readLink('?compare=culling:off').compare).toEqual(off);
  expect(rightParameters(defaultParameters(), off).culling).toBe(false);
  expect(() => readComparison('culling:soft')).toThrow('allowed are culling:on, culling:off');
});

it('takes named sizes in links', () => {
  expect(readLink('?scene=octopi-8&size=medium').size).toBe(octopi8.size.medium);
  expect(readLink('?scene=octopi-8&size=huge').complaints[0]).toMatch(
    /whole number from \d+ to \d+, or small, medium, paper/,
  );
});

it('keeps the right half’s method, whatever panel or script set', () => {
  expect(rightParameters(defaultParameters(), euclidean).pathMethod).toBe('euclidean');
  expect(withoutCompared({ pathMethod: 'rest-shape', gravity: 1 }, euclidean)).toEqual({ gravity: 1 });
  const switches = [{ time: 2, parameters: { pathMethod: 'rest-shape', iterations: 9 } as const }];
  const build = { placements: [], colliders: [], notes: [], script: { switches } } satisfies SceneBuild;
  expect(rightBuild(build, euclidean).script?.switches).toEqual([{ time: 2, parameters: { iterations: 9 } }]);
});

it('compares contact sources by both of their parameters', () => {
  const ccd = readComparison('sources:ccd');
  expect(rightParameters(defaultParameters(), ccd)).toMatchObject({ mode: 'ccd', air: 'off' });
  expect(withoutCompared({ mode: 'dcd', air: 'on', gravity: 1 }, ccd)).toEqual({ gravity: 1 });
  expect(sideInWords(ccd, { ...defaultParameters(), mode: 'off', air: 'on' })).toBe('Contacts by air alone');
  expect(comparisonInWords(ccd)).toBe('Contacts by continuous (CCD) alone');
  expect(() => readComparison('sources:soft')).toThrow('allowed are sources:air, sources:ccd');
  // Each pair of values has one name.
  for (const mode of ['off', 'ccd', 'dcd', 'hybrid'] as const)
    for (const air of ['off', 'on'] as const)
      expect(CONTACT_SOURCES[sourcesOf({ mode, air })]).toMatchObject({ mode, air });
});

describe('what is worth comparing', () => {
  const offered = (changed: Partial<SimulationParameters>, hasPaths: boolean, switches: readonly Switch[] = []) =>
    worthComparing({ parameters: { ...defaultParameters(), ...changed }, switches, hasPaths }).map(
      ({ name, value }) => `${name}:${value}`,
    );

  it('leaves out path methods while no paths are searched, and the run’s own values', () => {
    expect(offered({}, false)).toEqual([
      'mode:off',
      'mode:ccd',
      'mode:dcd',
      'contacts:end-of-step',
      'integrator:implicit-euler',
    ]);
    expect(offered({}, true)).toEqual([
      'mode:off',
      'mode:ccd',
      'mode:dcd',
      'pathMethod:tree',
      'pathMethod:paper',
      'pathMethod:euclidean',
      'pathMethod:euclidean-between',
      'pathMethod:rest-shape',
      'pathMethod:distance-field',
      'contacts:end-of-step',
      'integrator:implicit-euler',
    ]);
  });

  it('has the other integrator, but nothing that the present one doesn’t use', () => {
    const implicit = offered({ integrator: 'implicit-euler' }, false);
    expect(implicit).toEqual(['mode:off', 'mode:ccd', 'mode:dcd', 'integrator:xpbd']);
  });

  it('has culling where the path method culls, and nothing about contacts where there are none', () => {
    for (const pathMethod of ['tree', 'paper'] as const)
      expect(offered({ pathMethod, culling: true }, true)).toContain('culling:off');
    expect(offered({ pathMethod: 'flood' }, true).join()).not.toContain('culling');
    expect(offered({ mode: 'off' }, true)).toEqual([
      'mode:ccd',
      'mode:dcd',
      'mode:hybrid',
      'integrator:implicit-euler',
    ]);
    expect(offered({ mode: 'ccd' }, true).join()).not.toContain('pathMethod');
  });

  it('counts modes that the scene’s script switches on', () => {
    const switches = [{ time: 1, parameters: { mode: 'dcd' } as const }];
    expect(offered({ mode: 'off' }, true, switches)).toEqual(
      expect.arrayContaining(['pathMethod:tree', 'contacts:end-of-step']),
    );
  });

  it('has contact sources instead of modes where a scene has air', () => {
    const inAir = (air: 2 | 3, changed: Partial<SimulationParameters> = {}) =>
      worthComparing({ parameters: { ...defaultParameters(), ...changed }, switches: [], hasPaths: false, air })
        .map(({ name, value }) => `${name}:${value}`)
        .filter((one) => /^(mode|sources)/.test(one));
    expect(inAir(3, { mode: 'off' })).toEqual([
      'sources:ccd',
      'sources:paths',
      'sources:hybrid',
      'sources:air-ccd',
      'sources:air-paths',
      'sources:air-hybrid',
      'sources:none',
    ]);
    expect(inAir(3, { mode: 'ccd', air: 'off' })).toContain('sources:air');
    // No source but air acts on bodies in the plane.
    expect(inAir(2, { mode: 'off' })).toEqual(['sources:none']);
    expect(inAir(3, { integrator: 'implicit-euler' })).toEqual(['mode:off', 'mode:ccd', 'mode:dcd']);
  });

  it('depends on few parameters', () => {
    expect(changesComparisons({ air: 'off' })).toBe(true);
    expect(changesComparisons({ pathMethod: 'tree' })).toBe(true);
    expect(changesComparisons({ gravity: 1 })).toBe(false);
  });
});
