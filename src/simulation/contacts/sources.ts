import { CCD } from './ccd/passes.ts';
import { CLASSIFY, findQueries } from '../detect/passes.ts';
import type { SimulationParameters } from '../parameters.ts';
import type { Pass } from '../pass.ts';
import { answerPaths, preparePaths } from '../path/passes.ts';
import { PATH_CONTACTS } from './paths/passes.ts';
import { COLOUR } from './projection/passes.ts';
import type { Dimension } from '../model.ts';
import { CONTAINMENT } from '../state.ts';
import type { ContactSlots, World } from '../world.ts';

/** A world before its sources have their places. */
export type UnslottedWorld = Omit<World, 'contactSlots' | 'slotCount' | 'arrayLengths'>;

/** Finds contacts. A step has any number of them; all their contacts are projected together. */
export interface ContactSource {
  readonly name: string;
  /** Worlds that it is for. */
  readonly dimension: Dimension;
  /**
   * Places for the contacts that it makes, for a source that has one for each that it may make: contact k of it is
   * contactOfSlot(world, first + k), with `first` of slotsOf. Each detection writes `kind` and `lambda` of every place; `none` is a
   * kind. Other sources make lists that grow (capacities.ts). It is asked when a world is made, with the parameters that the world
   * is made with: its own takes effect on reset.
   */
  slots?(world: UnslottedWorld, parameters: SimulationParameters): number;
  isOn(parameters: SimulationParameters): boolean;
  /** At x0, before anything moves. A pass that several sources ask for runs once. */
  atStart(parameters: SimulationParameters): readonly Pass[];
  /** At the positions of now, at each detection. */
  find(parameters: SimulationParameters, world: World): readonly Pass[];
}

/** Continuous collision detection of P_out. */
const CONTACTS_OF_CCD: ContactSource = {
  name: 'ccd',
  dimension: 3,
  isOn: ({ mode }) => mode === 'ccd' || mode === 'hybrid',
  atStart: () => CLASSIFY,
  find: () => CCD,
};

/** DCD and shortest paths: of P_in where CCD has the others, else of all points. */
const CONTACTS_OF_PATHS: ContactSource = {
  name: 'paths',
  dimension: 3,
  isOn: ({ mode }) => mode === 'dcd' || mode === 'hybrid',
  atStart: ({ mode }) => (mode === 'hybrid' ? CLASSIFY : []),
  find: ({ mode, pathMethod }) => [
    ...findQueries(mode === 'dcd' ? CONTAINMENT.all : CONTAINMENT.inside),
    ...preparePaths(pathMethod),
    answerPaths(pathMethod),
    PATH_CONTACTS,
  ],
};

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
