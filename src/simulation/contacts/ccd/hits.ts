import { NONE } from '../../../mesh/topology.ts';
import { CAPACITY, contactOfHit } from '../../capacities.ts';
import { pairOfMaterials } from '../../world/material.ts';
import { type Context, raise, type Stage } from '../../program/stage.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS, HIT, hitsPerVertex } from '../../state.ts';
import { hasSheet, isSheet } from '../../world/world.ts';
import { keptGap } from '../guarantee/planes.ts';
import { isGuarded } from '../guarantee/is-guarded.ts';
import { distanceAtStart } from '../paths/contact-sides.ts';
import { shallowSpeed } from '../regions/parting.ts';
import { partsRegions } from '../regions/tables.ts';
import { mostHits } from './capacities.ts';
import { crossedNormal, edgeNormal, faceNormal } from './hit-normals.ts';
import { CROSSED } from './crossed-edges.ts';
import { chooseDeepest, depthOfContact, isChosen, prepareChoice } from './deepest-hits.ts';
import { keptDistance, nearNormal } from './near-contacts.ts';
import type { HitScratch } from './scratch.ts';
import { NEAR, NO_HIT } from './search.ts';

/**
 * Makes contacts of the hits of CCD: first of the vertices' hits, in the order of the vertices, then of the edges' hits. Hits without a
 * normal make no contact; `contactsGivenUp` counts them. One worker runs the whole stage, so that the order is fixed. If the list is too short, it
 * grows, and the step runs again. At its greatest length (mostHits), the deepest hits make the contacts (deepest-hits.ts); where memory ends before, the first.
 */
export const hits: Stage = {
  count: () => 1,
  run(context, begin, end) {
    if (begin === end) return; // a worker without a part of the stage
    const { world, state, scratch } = context;
    const { hit } = scratch.ccd;
    const capacity = state.capacities[CAPACITY.hits];
    hit.anySheet = hasSheet(world);
    visitHits(hit, context, 'first');
    const found = hit.visited;
    if (hit.dropped > 0 && capacity >= mostHits(world)) {
      prepareChoice(hit.choice, found);
      visitHits(hit, context, 'measure');
      chooseDeepest(hit.choice, found, capacity);
      visitHits(hit, context, 'chosen');
    }
    state.counters[COUNTERS.contactsCcd] = hit.count;
    state.counters[COUNTERS.contactsGivenUp] += hit.givenUp;
    if (hit.dropped === 0) return;
    state.counters[COUNTERS.contactsDropped] += hit.dropped;
    raise(state.counters, COUNTERS.needs + CAPACITY.hits, hit.count + hit.dropped);
  },
};

/** Which hits make contacts: the first ones, as many as there is room for; none, since only their depths are asked for; those that were chosen. */
type Choice = 'first' | 'measure' | 'chosen';

/** Goes through the hits of all vertices and edges. */
function visitHits(hit: HitScratch, context: Context, choice: Choice): void {
  const { world, state } = context;
  const hitsPerEdge = state.capacities[CAPACITY.hitsPerEdge];
  const perVertex = hitsPerVertex(world);
  hit.count = 0;
  hit.visited = 0;
  hit.dropped = 0;
  hit.givenUp = 0;
  for (let s = 0; s < world.surfaceVertexCount; s++) {
    // Vertices of ropes and of points are in no group (vertex-face.ts): nobody writes their records.
    if (world.models[world.bodies[world.surfaceBodies[s]].model].topology.faceCount === 0) continue;
    for (let j = 0; j < perVertex; j++) {
      const at = HIT.stride * (world.surfaceVertexCount * j + s);
      if (state.vertexHits.f32[at + HIT.t] >= NO_HIT) break;
      visitHit(hit, context, choice, NONE, s, at);
    }
  }
  for (let body = 0; body < world.bodies.length; body++) {
    const { edgeBase, model } = world.bodies[body];
    const { edgeCount } = world.models[model].topology;
    for (let edge = 0; edge < edgeCount; edge++) {
      for (let j = 0; j < hitsPerEdge; j++) {
        const at = HIT.stride * (world.edgeCount * j + edgeBase + edge);
        if (state.edgeHits.f32[at + HIT.t] >= NO_HIT) break;
        visitHit(hit, context, choice, body, edge, at);
      }
    }
  }
}

/**
 * Makes a contact of a hit, or measures it.
 * @param body the edge's body; NONE for a vertex    @param element the edge, or the index of the surface vertex
 * @param at offset of the hit's record
 */
function visitHit(hit: HitScratch, context: Context, choice: Choice, body: number, element: number, at: number): void {
  const { world, state } = context;
  const i = hit.visited++;
  // Contact 0 lends its record to the hits that are measured.
  const contact = contactOfHit(world, choice === 'measure' ? 0 : hit.count);
  if (choice === 'chosen' ? !isChosen(hit.choice, i) : hit.count === state.capacities[CAPACITY.hits]) {
    hit.dropped++;
    return;
  }
  const isWritten =
    body === NONE
      ? writeVertexFace(hit, context, element, at, contact)
      : writeEdgeEdge(hit, context, body, element, at, contact);
  if (isWritten && body === NONE && isGuarded(context.parameters, world) && !hit.ofSheet)
    keepGap(context, element, CONTACT.stride * contact);
  if (isWritten && partsRegions(context.parameters, world)) limit(context, body, element, at, CONTACT.stride * contact);
  if (choice === 'measure')
    hit.choice.depths[i] = isWritten ? depthOfContact(state, CONTACT.stride * contact) : -Infinity;
  else if (isWritten) hit.count++;
  else hit.givenUp++;
}

/**
 * Lets the contact of a vertex keep a gap that was there at the step's start, so that the guarantee has little left to push (contacts/guarantee). Those of edges don't: where
 * edges of two level faces pass over one another, their contact may lead along the faces, and a block that slides would be braked.
 * @param at offset of the contact's record
 */
function keepGap({ world, state }: Context, surface: number, at: number): void {
  const before = distanceAtStart(state, at);
  if (before > 0)
    state.contacts.f32[at + CONTACT.offset] += Math.min(before, keptGap(world, world.surfaceBodies[surface]));
}

/**
 * Limits the speed of a contact whose two sides were past each other at the step's start already. Between bodies that overlap, CCD takes a hit for one from
 * outside, and would put the sides right at once.
 * @param at offset of the contact's record    @param hitAt offset of the hit's record    Other parameters as in visitHit
 */
function limit({ world, state, parameters }: Context, body: number, element: number, hitAt: number, at: number): void {
  const { f32 } = state.contacts;
  const before = distanceAtStart(state, at);
  const isCrossed = body !== NONE && state.edgeHits.f32[hitAt + HIT.t] === CROSSED;
  if (!(before < 0) && !isCrossed) return;
  const own = body === NONE ? world.surfaceBodies[element] : body;
  const other = (body === NONE ? state.vertexHits : state.edgeHits).u32[hitAt + HIT.body];
  const reach = parameters.timeStep * shallowSpeed(world, parameters, own, other);
  // Crossed edges that turn may have been on the right sides by the places where they are nearest at the end.
  const from = before < 0 ? before : f32[at + CONTACT.offset] - depthOfContact(state, at);
  f32[at + CONTACT.offset] = Math.min(f32[at + CONTACT.offset], from + reach);
}

/**
 * Writes the contact of a vertex that hits a face.
 * @param surface index of the surface vertex    @param at offset of the hit's record
 * @returns false if there is no normal
 */
function writeVertexFace(hit: HitScratch, context: Context, surface: number, at: number, contact: number): boolean {
  const { vertices, weights } = hit;
  const { world, state } = context;
  const { f32, u32 } = state.vertexHits;
  const body = u32[at + HIT.body];
  const { model, material, vertexBase } = world.bodies[body];
  const { faces } = world.models[model].topology;
  const face = 3 * u32[at + HIT.element];
  const u = f32[at + HIT.u];
  const v = f32[at + HIT.v];
  vertices[0] = world.surfaceVertices[surface];
  for (let k = 0; k < 3; k++) vertices[1 + k] = vertexBase + faces[face + k];
  weights[0] = 1;
  weights[1] = u + v - 1;
  weights[2] = -u;
  weights[3] = -v;
  const ownBody = world.surfaceBodies[surface];
  if (f32[at + HIT.t] < NEAR ? !faceNormal(hit, state, isSheet(world, body)) : !nearNormal(hit, state)) return false;
  const vertexMaterial = world.bodies[ownBody].material;
  hit.ofSheet = hit.anySheet && (isSheet(world, body) || isSheet(world, ownBody));
  writeContact(hit, context, contact, CONTACT_KINDS.vertexFace, pairOfMaterials(vertexMaterial, material));
  return true;
}

/** Writes the contact of an edge that hits another edge. @param at offset of the hit's record    @returns false if there is no normal */
function writeEdgeEdge(
  hit: HitScratch,
  context: Context,
  ownBody: number,
  edge: number,
  at: number,
  contact: number,
): boolean {
  const { vertices, weights } = hit;
  const { world, state } = context;
  const { f32, u32 } = state.edgeHits;
  const own = world.bodies[ownBody];
  const otherBody = u32[at + HIT.body];
  const otherEdge = u32[at + HIT.element];
  const other = world.bodies[otherBody];
  const ownEdges = world.models[own.model].topology.edges;
  const otherEdges = world.models[other.model].topology.edges;
  const u = f32[at + HIT.u];
  const v = f32[at + HIT.v];
  for (let k = 0; k < 2; k++) {
    vertices[k] = own.vertexBase + ownEdges[2 * edge + k];
    vertices[2 + k] = other.vertexBase + otherEdges[2 * otherEdge + k];
  }
  weights[0] = 1 - u;
  weights[1] = u;
  weights[2] = v - 1;
  weights[3] = -v;
  hit.t = f32[at + HIT.t];
  if (hit.t >= NEAR) {
    if (!nearNormal(hit, state)) return false;
  } else if (
    hit.t === CROSSED ? !crossedNormal(hit, state) : !edgeNormal(hit, world, state, ownBody, edge, otherBody, otherEdge)
  )
    return false;
  hit.ofSheet = hit.anySheet && (isSheet(world, ownBody) || isSheet(world, otherBody));
  writeContact(hit, context, contact, CONTACT_KINDS.edgeEdge, pairOfMaterials(own.material, other.material));
  return true;
}

function writeContact(
  hit: HitScratch,
  { state, parameters }: Context,
  contact: number,
  kind: number,
  materials: number,
): void {
  const { normal, vertices, weights } = hit;
  const { f32, u32 } = state.contacts;
  const at = CONTACT.stride * contact;
  for (let k = 0; k < 4; k++) {
    u32[at + CONTACT.vertices + k] = vertices[k];
    f32[at + CONTACT.weights + k] = weights[k];
  }
  for (let k = 0; k < 3; k++) f32[at + CONTACT.normal + k] = normal[k];
  const { contactOffset } = parameters;
  f32[at + CONTACT.offset] = hit.ofSheet ? keptDistance(hit, state, contactOffset) : contactOffset;
  f32[at + CONTACT.lambda] = 0;
  u32[at + CONTACT.kind] = kind;
  u32[at + CONTACT.materials] = materials;
  u32[at + CONTACT.count] = 4;
}
