import type { SimulationParameters } from '../parameters.ts';
import type { Pass } from '../pass.ts';
import type { ContactSlots, World } from '../world.ts';
import { CONTACTS_OF_CCD } from './ccd/passes.ts';
import type { ContactSource, UnslottedWorld } from '../features.ts';
import { CONTACTS_OF_PATHS } from './paths/passes.ts';
import { COLOUR } from './projection/passes.ts';

/**
 * All contact sources, in the order in which their passes run. No source's passes read what another's write, so that this order
 * changes no contact. CCD comes first: it runs in the pool, so that a device meanwhile does what needs no answer of it.
 *
 * Contacts are projected in an order that their ids alone decide (a hash, projection/colour.ts). Ids of lists that grow depend on the
 * list (capacities.ts), and not on this order. Those of places do: who changes the order of two sources with places changes the ids
 * of both, and with them the order of projection and its bits.
 */
const CONTACT_SOURCES: readonly ContactSource[] = [CONTACTS_OF_CCD, CONTACTS_OF_PATHS];

const sourcesFor = (world: Pick<World, 'dimension'>): ContactSource[] =>
  CONTACT_SOURCES.filter(({ dimension }) => dimension === world.dimension);

/** Lays out the places of the sources that have a fixed number. */
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

/** Sources that are on, and those that have places: who is turned off in a run has to clear its contacts. */
export const sourcesOf = (parameters: SimulationParameters, world: World): ContactSource[] =>
  sourcesFor(world).filter(
    ({ name, isOn }) => isOn(parameters) || world.contactSlots.some(({ source }) => source === name),
  );

/** Finds the contacts of all sources at the positions of now, and groups them by colour for their projection. */
export function findContacts(parameters: SimulationParameters, world: World): readonly Pass[] {
  const sources = sourcesOf(parameters, world);
  return sources.length > 0 ? [...sources.flatMap((source) => source.find(parameters, world)), COLOUR] : [];
}
