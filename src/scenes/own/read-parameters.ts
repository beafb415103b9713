import { PARAMETERS, type SimulationParameters } from '../../simulation/parameters.ts';
import {
  currentName,
  formerNames,
  isParameter,
  isInRange,
  rangeInWords,
} from '../../simulation/tables/parse-parameters.ts';
import { MATERIAL_NAMES, type OwnMaterial } from '../../simulation/world/material.ts';
import { Fields, pathTo, refuse } from './checks.ts';
import { SceneFileError } from './scene-file.ts';

const ALL_NAMES = Object.keys(PARAMETERS) as (keyof SimulationParameters)[];

/** Reads parameters of the scene. */
export const readParameters = (value: unknown, path: string): Partial<SimulationParameters> =>
  readNamed(value, path, ALL_NAMES);

/** Reads the parameters of a body's own material. */
export const readMaterial = (value: unknown, path: string): OwnMaterial => readNamed(value, path, MATERIAL_NAMES);

/** Reads parameters that change while a scene runs. */
export function readChange(value: unknown, path: string): Partial<SimulationParameters> {
  const read = readParameters(value, path);
  const fixed = (Object.keys(read) as (keyof SimulationParameters)[]).find((name) => PARAMETERS[name].onReset);
  if (fixed) throw new SceneFileError(`${pathTo(path, fixed)}: can't change while a scene runs; expected one that can`);
  return read;
}

function readNamed(
  value: unknown,
  path: string,
  names: readonly (keyof SimulationParameters)[],
): Partial<SimulationParameters> {
  const former = formerNames.filter((name) => names.some((known) => known === currentName(name)));
  const fields = new Fields(value, path, [...names, ...former]);
  return Object.fromEntries(
    fields.keys.map((name) => [
      currentName(name),
      fields.get(name, (given, at) => readValue(currentName(name), given, at)),
    ]),
  );
}

function readValue(name: string, value: unknown, path: string): unknown {
  if (!isParameter(name)) return refuse(path, value, 'a parameter');
  const definition = PARAMETERS[name];
  switch (definition.kind) {
    case 'choice':
      return definition.options.includes(value as string)
        ? value
        : refuse(path, value, `one of ${definition.options.join(', ')}`);
    case 'flag':
      return typeof value === 'boolean' ? value : refuse(path, value, 'true or false');
    default:
      return typeof value === 'number' && isInRange(definition, value)
        ? value
        : refuse(path, value, rangeInWords(definition));
  }
}
