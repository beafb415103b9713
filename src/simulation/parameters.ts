import { COLLISION, REBUILDS } from './detect/tables.ts';
import type { ParameterDefinition, ParameterTable, ValuesOf } from './tables/table-definitions.ts';
import { CCD_PARAMETERS } from './contacts/ccd/tables.ts';
import { PATHS } from './path/tables.ts';
import { FIELD_PARAMETERS } from './path/distance-field/tables.ts';
import { AIR_PARAMETERS } from './constraints/air/tables.ts';
import { FLATTENING } from './constraints/flatten/tables.ts';
import { PRESSURE } from './constraints/pressure/tables.ts';
import { GUARANTEE_PARAMETERS } from './contacts/guarantee/tables.ts';
import { PROJECTION } from './contacts/projection/tables.ts';
import { GRABBING } from './constraints/grabs/tables.ts';
import { MATERIAL } from './constraints/elastic/tables.ts';
import { IMPLICIT_EULER_PARAMETERS } from './integrators/implicit-euler/tables.ts';
import { INTEGRATOR } from './integrators/tables.ts';
import { INTEGRATION } from './integrators/xpbd/tables.ts';

export { CONTACT_POINTS, CONTACT_SCHEDULES, type ContactPoints, MODES } from './detect/tables.ts';
export type { NumberParameter, ParameterDefinition } from './tables/table-definitions.ts';
export { MATERIALS, PRECISIONS } from './constraints/elastic/tables.ts';

/** Parameters of a scene's start. */
const START = {
  dropSpeed: {
    kind: 'number',
    group: 'scene',
    default: 0,
    min: 0,
    max: 100,
    unit: 'm/s',
    onReset: true,
  },
} as const satisfies ParameterTable;

/** Parameter tables of all features, in the order of the panel. */
const TABLES = {
  ...COLLISION,
  ...CCD_PARAMETERS,
  ...INTEGRATOR,
  ...INTEGRATION,
  ...MATERIAL,
  ...PRESSURE,
  ...PROJECTION,
  ...AIR_PARAMETERS,
  ...FLATTENING,
  ...GUARANTEE_PARAMETERS,
  ...IMPLICIT_EULER_PARAMETERS,
  ...PATHS,
  ...FIELD_PARAMETERS,
  ...REBUILDS,
  ...GRABBING,
  ...START,
};

export type SimulationParameters = ValuesOf<typeof TABLES>;
export const PARAMETERS: { readonly [K in keyof SimulationParameters]: ParameterDefinition } = TABLES;

/** The parts of a world that decide which parameters have an effect: its bodies' own kinds and materials, its air mesh and dimension. */
export interface Materials {
  readonly bodies: readonly { readonly kind: string | undefined; readonly material: number }[];
  readonly materials: readonly Readonly<Partial<SimulationParameters>>[];
  readonly air?: { readonly elements: Uint32Array };
  readonly dimension?: 2 | 3;
}

/** Whether a body whose own kind is among those given takes a parameter from the scene. */
const isUsedByKinds = (
  name: keyof SimulationParameters,
  kinds: readonly string[],
  { bodies, materials }: Materials,
): boolean =>
  bodies.some(
    ({ kind, material }) => kind !== undefined && kinds.includes(kind) && materials[material][name] === undefined,
  );

/**
 * Returns the choices that leave a parameter without an effect, with the options that would give it one.
 * @param world its bodies of their own kind count too: a cloth uses its parameters whichever material is chosen
 */
export function silencedBy(
  name: keyof SimulationParameters,
  parameters: SimulationParameters,
  world?: Materials,
): readonly (readonly [choice: keyof SimulationParameters, options: readonly string[]])[] {
  const { onlyWith = {}, ofCloth = false } = PARAMETERS[name];
  const entries = Object.entries(onlyWith) as [keyof SimulationParameters, readonly string[]][];
  return entries.filter(([choice, options]) => {
    if (options.some((option) => option === parameters[choice])) return false;
    const kinds = ofCloth ? [...options, 'cloth'] : options;
    return choice !== 'material' || !world || !isUsedByKinds(name, kinds, world);
  });
}

/** Tests whether a parameter has an effect with these values of the choices on which it depends (onlyWith). Arguments as in silencedBy. */
export const hasEffect = (
  name: keyof SimulationParameters,
  parameters: SimulationParameters,
  world?: Materials,
): boolean => silencedBy(name, parameters, world).length === 0 && !lacksNeeds(name, world);

/** Tests whether a world lacks that without which a parameter has no effect (needs). */
export const lacksNeeds = (name: keyof SimulationParameters, world?: Materials): boolean =>
  (PARAMETERS[name].needs === 'air' && world?.air?.elements.length === 0) ||
  (PARAMETERS[name].needs === 'plane' && world?.dimension === 3);

/** Tests whether one of these changes restarts the scene. */
export const needsNewStart = (changed: Partial<SimulationParameters>): boolean =>
  Object.keys(changed).some((name) => PARAMETERS[name as keyof SimulationParameters].onReset === 'at once');

export const defaultParameters = (): SimulationParameters =>
  Object.fromEntries(
    Object.entries(PARAMETERS).map(([name, definition]) => [name, definition.default]),
  ) as unknown as SimulationParameters;
