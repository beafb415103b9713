import type { SimulationParameters } from '../parameters.ts';
import type { Pass } from '../program/pass.ts';
import type { Detection } from '../state.ts';
import type { ContactSlots, World } from '../world/world.ts';
import { CONTACTS_OF_AIR } from './air/passes.ts';
import { CONTACTS_OF_CCD } from './ccd/passes.ts';
import type { ContactSource, UnslottedWorld } from '../features.ts';
import { CONTACTS_OF_PATHS } from './paths/passes.ts';
import { COLOUR } from './projection/passes.ts';

/**
 * All contact sources, in the order in which their passes run. No source's passes read arrays that another source writes, so every
 * order finds the same contacts, but it may change their ids (see below). CCD comes first because it runs in the worker pool: while the
 * workers run CCD, the GPU can run passes that don't need its contacts.
 *
 * A source with slots has a fixed number of contact records (slots); the other sources fill lists that can grow. The order of
 * projection depends only on the contacts' ids (a hash of them, projection/colour.ts). The ids of contacts in lists don't depend on
 * the order of sources (capacities.ts), but those of slots do. Swapping two sources with slots changes the ids of both. Contacts
 * are then projected in another order, and the positions differ in their last bits.
 */
const CONTACT_SOURCES: readonly ContactSource[] = [CONTACTS_OF_CCD, CONTACTS_OF_PATHS, CONTACTS_OF_AIR];

const sourcesFor = (world: Pick<World, 'dimension'>): ContactSource[] =>
  CONTACT_SOURCES.filter(({ dimensions }) => dimensions.includes(world.dimension));

/** Assigns consecutive ranges of slots to the sources that are on and have slots. */
export function layOutSlots(
  world: UnslottedWorld,
  parameters: SimulationParameters,
): Pick<World, 'contactSlots' | 'slotCount'> {
  let first = 0;
  const contactSlots: ContactSlots[] = sourcesFor(world).flatMap((source) => {
    const count = source.isOn(parameters, world) ? (source.slots?.(world, parameters) ?? 0) : 0;
    first += count;
    return count > 0 ? [{ source: source.name, first: first - count, count }] : [];
  });
  return { contactSlots, slotCount: first };
}

/**
 * Returns the sources whose passes run: those that are on, and those to which layOutSlots gave slots. If a source with slots is turned
 * off during a run, its passes must still clear its contacts.
 */
export const sourcesOf = (parameters: SimulationParameters, world: World): ContactSource[] =>
  sourcesFor(world).filter(
    ({ name, isOn }) => isOn(parameters, world) || world.contactSlots.some(({ source }) => source === name),
  );

/** Returns the passes that find the contacts of all sources at the current positions, then colour these contacts for projection. */
export function findContacts(
  parameters: SimulationParameters,
  world: World,
  detection: Detection = 'only',
): readonly Pass[] {
  const sources = sourcesOf(parameters, world);
  return sources.length > 0 ? [...sources.flatMap((source) => source.find(parameters, world, detection)), COLOUR] : [];
}
