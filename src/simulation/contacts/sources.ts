import type { SimulationParameters } from '../parameters.ts';
import type { Pass } from '../pass.ts';
import type { ContactSlots, World } from '../world.ts';
import { CONTACTS_OF_CCD } from './ccd/passes.ts';
import type { ContactSource, UnslottedWorld } from '../features.ts';
import { CONTACTS_OF_PATHS } from './paths/passes.ts';
import { COLOUR } from './projection/passes.ts';

/**
 * All contact sources, in the order in which their passes run. No source's passes read arrays that another source writes, so the
 * order changes no contact. CCD comes first because it runs in the worker pool: meanwhile the device can run passes that don't need
 * its result.
 *
 * Contacts are projected in an order that depends only on their ids (a hash, projection/colour.ts). The ids of contacts in growing
 * lists depend on the list (capacities.ts), not on this order. The ids of contacts in fixed slots do depend on it: swapping two
 * sources with slots changes the ids of both, and with them the order of projection and the resulting bits.
 */
const CONTACT_SOURCES: readonly ContactSource[] = [CONTACTS_OF_CCD, CONTACTS_OF_PATHS];

const sourcesFor = (world: Pick<World, 'dimension'>): ContactSource[] =>
  CONTACT_SOURCES.filter(({ dimension }) => dimension === world.dimension);

/** Assigns consecutive slots to the sources that have a fixed number of them. */
export function layOutSlots(
  world: UnslottedWorld,
  parameters: SimulationParameters,
): Pick<World, 'contactSlots' | 'slotCount'> {
  let first = 0;
  const contactSlots: ContactSlots[] = sourcesFor(world).flatMap((source) => {
    const count = source.isOn(parameters) ? (source.slots?.(world, parameters) ?? 0) : 0;
    first += count;
    return count > 0 ? [{ source: source.name, first: first - count, count }] : [];
  });
  return { contactSlots, slotCount: first };
}

/** Sources that are on or have slots. If a source with slots is turned off during a run, its passes must still clear its contacts. */
export const sourcesOf = (parameters: SimulationParameters, world: World): ContactSource[] =>
  sourcesFor(world).filter(
    ({ name, isOn }) => isOn(parameters) || world.contactSlots.some(({ source }) => source === name),
  );

/** The passes that find the contacts of all sources at the current positions and colour them for projection. */
export function findContacts(parameters: SimulationParameters, world: World): readonly Pass[] {
  const sources = sourcesOf(parameters, world);
  return sources.length > 0 ? [...sources.flatMap((source) => source.find(parameters, world)), COLOUR] : [];
}
