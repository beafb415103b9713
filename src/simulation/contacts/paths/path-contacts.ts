import { touchesInverted } from '../../detect/inverted-boundary.ts';
import { NONE, type Topology } from '../../../mesh/topology.ts';
import { lookUpSource } from '../../points.ts';
import type { SimulationParameters } from '../../parameters.ts';
import { pairOfMaterials } from '../../material.ts';
import { contactOfQuery } from '../../capacities.ts';
import type { Context, Stage } from '../../stage.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS, PATH, PATH_OVERFLOW, QUERY, type State } from '../../state.ts';
import type { PathContactScratch } from '../projection/scratch.ts';
import { addFaceArea } from '../../vector-area.ts';

/**
 * Makes the contact of each shortest path (id `contactOfQuery`). The constraint keeps the query's point on the outer side of the
 * boundary at the path's end.
 *
 * 1. The point's vertices and weights (points.ts), and the face's three corners with the negated barycentric weights of the path's
 *    end, form the constraint (sum of w_i x_i) . n >= offset. A vertex on both sides gets the sum of its weights.
 * 2. The normal n is the face's; at an edge or a corner it is the area-weighted average of the faces around it.
 * 3. With a limit on the depenetration speed, the offset is reduced to the distance that the limit allows in this step.
 * A path makes no contact in three cases: if it touches inverted elements in a body that starts tangled (inverted-boundary.ts; counted
 * in `invertedSkipped`); if there is no normal; or if the point's own weight is too small (LEAST_OWN_WEIGHT; both counted in
 * `contactsGivenUp`). A point's own weight is the sum of its vertices' weights after those of common vertices were subtracted.
 * Source: Chen et al. 2023, equation 6.
 */
export const pathContacts: Stage = {
  count: ({ state }) => state.counters[COUNTERS.queries],
  run(context, begin, end) {
    const { pathContact } = context.scratch.project;
    pathContact.skipped = 0;
    pathContact.givenUp = 0;
    for (let i = begin; i < end; i++) writeContact(pathContact, context, i);
    if (pathContact.skipped > 0) Atomics.add(context.state.counters, COUNTERS.invertedSkipped, pathContact.skipped);
    if (pathContact.givenUp > 0) Atomics.add(context.state.counters, COUNTERS.contactsGivenUp, pathContact.givenUp);
  },
};

/** Smallest own weight with which a vertex makes a contact. With less, the vertex is almost a corner of the face, and would be pushed away from itself. */
export const LEAST_OWN_WEIGHT = 1e-6;
/**
 * Smallest own weight with which a point made of several vertices makes a contact. It is below 1 if some of them are corners of the
 * face, too. Since only the difference of the weights moves anything, a small own weight turns a small depth into a large
 * displacement. (Edges next to a face's corner threw octopi apart at 1e5 m/s.)
 */
export const LEAST_SHARED_WEIGHT = 0.5;

function writeContact(pathContact: PathContactScratch, { world, state, parameters }: Context, i: number): void {
  const { normal, source } = pathContact;
  const { contacts, queries, paths } = state;
  const at = CONTACT.stride * contactOfQuery(world, i);
  const path = PATH.stride * i;
  const query = QUERY.stride * i;
  const body = queries.u32[query + QUERY.body];
  const point = queries.u32[query + QUERY.source];
  const { model, vertexBase } = world.bodies[body];
  const { topology } = world.models[model];
  const face = paths.u32[path + PATH.face];
  contacts.u32[at + CONTACT.kind] = CONTACT_KINDS.none;
  contacts.f32[at + CONTACT.lambda] = 0;
  if (face === NONE || face === PATH_OVERFLOW) return;

  const isWithin = world.points.bodies[point] === body;
  if (parameters.depenetrationSpeed > 0 && isWithin && touchesInverted(world, state, point, face)) {
    pathContact.skipped++;
    return;
  }
  lookUpSource(source, world, point, queries.f32[query + QUERY.along]);
  const b0 = paths.f32[path + PATH.b0];
  const b1 = paths.f32[path + PATH.b1];
  const { count } = source;
  for (let k = 0; k < 3; k++) {
    const corner = vertexBase + topology.faces[3 * face + k];
    const weight = k === 0 ? b0 : k === 1 ? b1 : 1 - b0 - b1;
    // If the corner is one of the point's own vertices, its weight is added to that vertex.
    let own = 0;
    while (own < count && source.vertices[own] !== corner) own++;
    if (own < count) source.weights[own] -= weight;
    contacts.u32[at + CONTACT.vertices + count + k] = corner;
    contacts.f32[at + CONTACT.weights + count + k] = own < count ? 0 : -weight;
  }
  let ownWeight = 0;
  for (let k = 0; k < count; k++) {
    contacts.u32[at + CONTACT.vertices + k] = source.vertices[k];
    contacts.f32[at + CONTACT.weights + k] = source.weights[k];
    ownWeight += Math.max(0, source.weights[k]);
  }
  contacts.u32[at + CONTACT.count] = count + 3;
  if (ownWeight < (count === 1 ? LEAST_OWN_WEIGHT : LEAST_SHARED_WEIGHT)) {
    pathContact.givenUp++;
    return;
  }
  normalAt(pathContact, state.positions, topology, vertexBase, face, paths.u32[path + PATH.feature]);
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (length === 0) {
    pathContact.givenUp++;
    return;
  }
  for (let k = 0; k < 3; k++) contacts.f32[at + CONTACT.normal + k] = normal[k] / length;
  contacts.f32[at + CONTACT.offset] = offsetOf(state, parameters, at);
  const own = world.bodies[world.points.bodies[point]].material;
  contacts.u32[at + CONTACT.materials] = pairOfMaterials(own, world.bodies[body].material);
  contacts.u32[at + CONTACT.kind] = CONTACT_KINDS.dcd;
}

/**
 * The signed distance that a contact enforces at the end of the step [m], negative if the point may stay inside. It is contactOffset
 * or, if the speed limit doesn't allow to get there in this step, the distance at x0 (the step's start) plus the limit times dt. So
 * the contact prevents any further penetration, whatever the limit.
 */
function offsetOf({ contacts, positionsT0: x0 }: State, parameters: SimulationParameters, at: number): number {
  const { contactOffset, depenetrationSpeed, timeStep } = parameters;
  if (depenetrationSpeed === 0) return contactOffset;
  const { f32, u32 } = contacts;
  let distance = 0;
  // Relative to the first vertex: the sum of the weights is 0 except for float32 rounding, whose product with large coordinates would
  // count as a distance.
  const origin = 3 * u32[at + CONTACT.vertices];
  for (let k = 1; k < u32[at + CONTACT.count]; k++) {
    const v = 3 * u32[at + CONTACT.vertices + k];
    for (let j = 0; j < 3; j++)
      distance += f32[at + CONTACT.weights + k] * f32[at + CONTACT.normal + j] * (x0[v + j] - x0[origin + j]);
  }
  return Math.min(contactOffset, distance + depenetrationSpeed * timeStep);
}

/** Sums twice the vector areas [m^2] of the faces around a feature (PATH.feature) into `normal`. */
function normalAt(
  pathContact: PathContactScratch,
  x: Float32Array,
  topology: Topology,
  vertexBase: number,
  face: number,
  feature: number,
): void {
  const { normal } = pathContact;
  normal.fill(0);
  if (feature === 0) {
    addFaceArea(normal, x, topology.faces, vertexBase, face);
  } else if (feature <= 3) {
    const edge = topology.faceEdges[3 * face + feature - 1];
    addFaceArea(normal, x, topology.faces, vertexBase, topology.edgeFaces[2 * edge]);
    addFaceArea(normal, x, topology.faces, vertexBase, topology.edgeFaces[2 * edge + 1]);
  } else {
    const corner = topology.surfaceIndices[topology.faces[3 * face + feature - 4]];
    const end = topology.vertexFaceOffsets[corner + 1];
    for (let k = topology.vertexFaceOffsets[corner]; k < end; k++)
      addFaceArea(normal, x, topology.faces, vertexBase, topology.vertexFaces[k]);
  }
}
