import { contactOfSlot } from '../../capacities.ts';
import type { Context, Stage } from '../../program/stage.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS } from '../../state.ts';
import { pairOfMaterials } from '../../world/material.ts';
import { bodyOfVertex, slotsOf, type World } from '../../world/world.ts';
import { findEdge } from './near-edge.ts';
import { findFacet } from './near-facet.ts';
import { AIR_SOURCE, isOn } from './is-on.ts';

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
  const vertex = edge < 0 ? world.surfaceVertices[slot] : firstOfEdge(world, edge);
  const others = edge < 0 ? world.dimension : 2;
  if (edge < 0) {
    if (!findFacet(context, vertex)) return false;
    u32[at + CONTACT.vertices] = vertex;
    f32[at + CONTACT.weights] = 1;
  } else {
    const second = secondOfEdge(world, edge);
    if (!findEdge(context, vertex, second)) return false;
    u32[at + CONTACT.vertices] = vertex;
    u32[at + CONTACT.vertices + 1] = second;
    f32[at + CONTACT.weights] = 1 - found.along;
    f32[at + CONTACT.weights + 1] = found.along;
  }
  const own = edge < 0 ? 1 : 2;
  for (let k = 0; k < others; k++) {
    u32[at + CONTACT.vertices + own + k] = found.vertices[k];
    f32[at + CONTACT.weights + own + k] = -found.weights[k];
  }
  for (let k = 0; k < 3; k++) f32[at + CONTACT.normal + k] = found.normal[k];
  f32[at + CONTACT.offset] = parameters.contactOffset;
  u32[at + CONTACT.kind] = edge < 0 ? CONTACT_KINDS.vertexFace : CONTACT_KINDS.edgeEdge;
  u32[at + CONTACT.count] = own + others;
  const [a, b] = [vertex, found.vertices[0]].map((v) => world.bodies[bodyOfVertex(world, v)].material);
  u32[at + CONTACT.materials] = pairOfMaterials(a, b);
  return true;
}

const endOfEdge = ({ bodies, models }: World, edge: number, end: 0 | 1): number => {
  const { model, vertexBase, edgeBase } = bodies[bodies.findLastIndex((body) => body.edgeBase <= edge)];
  return vertexBase + models[model].topology.edges[2 * (edge - edgeBase) + end];
};
const firstOfEdge = (world: World, edge: number): number => endOfEdge(world, edge, 0);
const secondOfEdge = (world: World, edge: number): number => endOfEdge(world, edge, 1);
