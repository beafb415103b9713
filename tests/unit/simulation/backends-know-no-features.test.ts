import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PARAMETERS } from '../../../src/simulation/parameters.ts';

/** Parameters that choose what a step does, by name; others, whose names records and arrays have, too, by their values alone. */
const NAMES = ['mode', 'pathMethod'] as const;
const OPTIONS = ([...NAMES, 'material', 'contacts'] as const).flatMap((name) => {
  const definition = PARAMETERS[name];
  return definition.kind === 'choice' ? definition.options : [];
});

/** Which choices a text knows: parameters by name, their values as strings. */
const choicesIn = (text: string): string[] => [
  ...NAMES.filter((name) => new RegExp(`[.{,]\\s*${name}\\s*[,}.:=)]`).test(text)),
  ...OPTIONS.filter((option) => text.includes(`'${option}'`)),
];

const files = ['src/cpu', 'src/gpu'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`),
);

it.each(files)('%s names no mode, material, contact schedule or path method', (file) => {
  expect(choicesIn(readFileSync(file, 'utf8'))).toEqual([]);
});

it('would be found', () => {
  expect(choicesIn("if (parameters.mode === 'hybrid') find();")).toEqual(['mode', 'hybrid']);
  expect(choicesIn('const { pathMethod } = parameters;')).toEqual(['pathMethod']);
});
