import { expect, it } from 'vitest';
import { SCENES } from '../../../../src/scenes/scenes.ts';
import { PARAMETERS, type SimulationParameters } from '../../../../src/simulation/parameters.ts';
import { writeLink } from '../../../../src/ui/link/address.ts';
import { readLink } from '../../../../src/ui/link/links.ts';
import { settingsFrom } from '../../../../src/ui/link/settings.ts';

const BACKENDS = ['gpu', 'cpu'] as const;
const wantedOf = (search: string) => settingsFrom(readLink(search), BACKENDS).settings;
const rewritten = (search: string) => writeLink(wantedOf(search), BACKENDS[0], search);

/** Another value than the scene's own, of every kind. */
function changedParameter(name: keyof SimulationParameters, value: unknown): string {
  const definition = PARAMETERS[name];
  if (definition.kind === 'flag') return value ? 'off' : 'on';
  if (definition.kind === 'choice') return definition.options.find((option) => option !== value)!;
  return String(value === definition.min ? definition.max : definition.min);
}

it('writes links that readLink reads back, for every scene and every parameter', () => {
  for (const { name: scene, size } of SCENES) {
    const plain = wantedOf(`?scene=${scene}`);
    for (const [name, value] of Object.entries(plain.parameters)) {
      const given = changedParameter(name as keyof SimulationParameters, value);
      const link = `?scene=${scene}&size=${size.min}&backend=cpu&compare=mode:ccd&${name}=${given}`;
      const written = rewritten(link);
      expect(wantedOf(written)).toEqual(wantedOf(link));
      expect(readLink(written).complaints).toEqual([]);
      expect(new URLSearchParams(written).get(name)).toBe(given);
    }
  }
});

it('leaves out what the page would choose itself, and drops what is wrong', () => {
  expect(rewritten('?scene=octopi-8')).toBe('?scene=octopi-8');
  expect(rewritten('?colour=red&mode=soft&backend=gpu&size=medium')).toBe('?scene=octopi-8&size=medium');
  expect(rewritten('?scene=octopi-8&mode=hybrid&compare=mode:dcd')).toBe('?scene=octopi-8&compare=mode:dcd');
  expect(rewritten('?chart&mode=off')).toBe('?scene=octopi-8&mode=off&chart');
  expect(rewritten('?paused&workers=2&mode=off')).toBe('?scene=octopi-8&mode=off&workers=2&paused');
});

it("keeps a slider's value to the last bit", () => {
  const settings = wantedOf('?scene=octopi-8');
  settings.parameters.youngsModulus = 10 ** 5.23;
  const link = writeLink(settings, 'gpu', '');
  expect(wantedOf(link).parameters.youngsModulus).toBe(10 ** 5.23);
});
