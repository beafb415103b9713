import { contactOfSlot } from '../../capacities.ts';
import type { Context, Stage } from '../../program/stage.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS } from '../../state.ts';
import { pairOfMaterials } from '../../world/material.ts';
import { slotsOf } from '../../world/world.ts';
import { findEdge } from './near-edge.ts';
import { findFacet } from './near-facet.ts';
import { AIR_SOURCE, isOn } from './is-on.ts';
import { airContactMemory } from './scratch.ts';

/** Number of slots that a worker takes at a time. */
const CHUNK = 64;

/**
 * Makes the contacts of air: of each surface vertex with the nearest facet (near-facet.ts), and in space of each surface edge with the nearest
 * edge (near-edge.ts). All slots are written, also while there is nothing to find.
 */
export const airContacts: Stage = {
  count: ({ world }) => slotsOf(world, AIR_SOURCE).count,
  chunk: CHUNK,
  run(context, begin, end) {
    const { world, state, parameters } = context;
    const { f32, u32 } = state.contacts;
    const { first } = slotsOf(world, AIR_SOURCE);
    const searches = isOn(parameters, world);
    let made = 0;
    for (let slot = begin; slot < end; slot++) {
      const at = CONTACT.stride * contactOfSlot(world, first + slot);
      f32[at + CONTACT.lambda] = 0;
      u32[at + CONTACT.kind] = CONTACT_KINDS.none;
      if (searches && writeContact(context, slot, at)) made++;
    }
    if (made > 0) Atomics.add(state.counters, COUNTERS.contactsAir, made);
  },
};

/** @param at offset of the contact's record    @returns whether there is a contact */
function writeContact(context: Context, slot: number, at: number): boolean {
  const { world, state, parameters, scratch } = context;
  const { f32, u32 } = state.contacts;
  const { found } = scratch.airContacts;
  const edge = slot - world.surfaceVertexCount;
  if (edge < 0 ? !findFacet(context, world.surfaceVertices[slot]) : !findEdgeOf(context, edge)) return false;
  for (let i = 0; i < found.count; i++) {
    u32[at + CONTACT.vertices + i] = found.vertices[i];
    f32[at + CONTACT.weights + i] = found.weights[i];
  }
  for (let k = 0; k < 3; k++) f32[at + CONTACT.normal + k] = found.normal[k];
  f32[at + CONTACT.offset] = parameters.contactOffset;
  u32[at + CONTACT.kind] = edge < 0 ? CONTACT_KINDS.vertexFace : CONTACT_KINDS.edgeEdge;
  u32[at + CONTACT.count] = found.count;
  const { bodies } = airContactMemory(scratch.airContacts, world, state);
  const own = bodies[found.vertices[0]];
  const other = bodies[found.vertices[found.count - 1]];
  u32[at + CONTACT.materials] = pairOfMaterials(world.bodies[own].material, world.bodies[other].material);
  return true;
}

/** Finds the edge nearest to a surface edge (near-edge.ts). */
function findEdgeOf(context: Context, edge: number): boolean {
  const { world, state, scratch } = context;
  const { edges } = airContactMemory(scratch.airContacts, world, state);
  return findEdge(context, edges[2 * edge], edges[2 * edge + 1]);
}
