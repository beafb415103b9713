import { COLLISION, REBUILDS } from './detect/parameters.ts';
import type { ParameterDefinition, ParameterTable, ValuesOf } from './parameter-definition.ts';
import { PATHS } from './path/parameters.ts';
import { PRESSURE } from './constraints/pressure/parameters.ts';
import { PROJECTION } from './contacts/projection/parameters.ts';
import { DRAGGING } from './constraints/attachments/parameters.ts';
import { MATERIAL } from './constraints/elastic/parameters.ts';
import { INTEGRATION } from './integrators/xpbd/parameters.ts';

export { CONTACT_POINTS, CONTACT_SCHEDULES, type ContactPoints, MODES } from './detect/parameters.ts';
export type { NumberParameter, ParameterDefinition } from './parameter-definition.ts';
export { MATERIALS } from './constraints/elastic/parameters.ts';

/** How a scene starts. */
const START = {
  dropSpeed: {
    kind: 'number',
    group: 'scene',
    default: 0,
    min: 0,
    max: 100,
    unit: 'm/s',
    onReset: true,
    meaning: 'downward speed of the bodies at the start',
  },
} as const satisfies ParameterTable;

/** Each feature's own, in the order in which people see them. */
const TABLES = {
  ...COLLISION,
  ...INTEGRATION,
  ...MATERIAL,
  ...PRESSURE,
  ...PROJECTION,
  ...PATHS,
  ...REBUILDS,
  ...DRAGGING,
  ...START,
};

export type SimulationParameters = ValuesOf<typeof TABLES>;
export const PARAMETERS: { readonly [K in keyof SimulationParameters]: ParameterDefinition } = TABLES;

export const defaultParameters = (): SimulationParameters =>
  Object.fromEntries(
    Object.entries(PARAMETERS).map(([name, definition]) => [name, definition.default]),
  ) as unknown as SimulationParameters;
