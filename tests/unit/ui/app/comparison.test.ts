import { expect, it } from 'vitest';
import { octopi8 } from '../../../../src/scenes/octopi-8.ts';
import type { SceneBuild } from '../../../../src/scenes/scene.ts';
import { defaultParameters } from '../../../../src/simulation/parameters.ts';
import { rightBuild, rightParameters, readComparison, withoutCompared } from '../../../../src/ui/app/comparison.ts';
import { readLink } from '../../../../src/ui/link/links.ts';

const euclidean = { name: 'pathMethod', value: 'euclidean' } as const;

it('reads comparisons from links, and explains what is wrong with others', () => {
  expect(readLink('?compare=pathMethod:euclidean').compare).toEqual(euclidean);
  expect(() => readComparison('mode:soft')).toThrow("compare is 'mode:soft'; allowed are mode:off, mode:ccd");
  expect(() => readComparison('density:5')).toThrow(
    'allowed are mode, pathMethod, contacts, culling, each followed by : and a value',
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
