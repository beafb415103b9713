import { depthOf, fieldAt, type FieldScratch } from '../../path/distance-field/field-at.ts';
import { contactOfQuery } from '../../capacities.ts';
import type { Context, Stage } from '../../program/stage.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS, QUERY } from '../../state.ts';
import { pairOfMaterials } from '../../world/material.ts';
import { lookUpSource } from '../../world/points.ts';
import type { PathContactScratch } from '../projection/scratch.ts';
import { offsetOf, writeSides } from './contact-sides.ts';

/**
 * Makes one contact per query from carried distances, for the path method `distance-field`. It needs no search: the element that contains the
 * point m has the distance d at m, and its gradient.
 *
 * 1. The constraint is (m - sum of u_i n_i) . n >= d / |gradient| + contactOffset (depthOf: less where the gradient is small). The sum runs over the four vertices of the element; their
 *    weights u_i are the barycentric weights of m at detection, so that the left side is 0 then. A vertex makes a contact of five vertices.
 * 2. The normal n is the outward direction, in which the distance falls fastest. It would be 0 at d / |gradient| from m.
 * 3. depenetrationSpeed limits the offset as in path-contacts.ts.
 *
 * No contact is made, and `pathsMissing` counts it, if there is nothing to read (fieldAt): an element whose vertices all lie on the boundary
 * pushes nothing. `contactsGivenUp` counts the points whose own weight is too small (writeSides).
 * Source: Fisher and Lin 2001, section 5.2.
 */
export const fieldContacts: Stage = {
  count: ({ state }) => state.counters[COUNTERS.queries],
  run(context, begin, end) {
    const { pathContact } = context.scratch.project;
    const { counters } = context.state;
    pathContact.skipped = 0;
    pathContact.givenUp = 0;
    const { field } = context.scratch.path;
    for (let i = begin; i < end; i++) writeContact(pathContact, field, context, i);
    if (pathContact.skipped > 0) Atomics.add(counters, COUNTERS.pathsMissing, pathContact.skipped);
    if (pathContact.givenUp > 0) Atomics.add(counters, COUNTERS.contactsGivenUp, pathContact.givenUp);
  },
};

function writeContact(
  pathContact: PathContactScratch,
  field: FieldScratch,
  { world, state, parameters }: Context,
  i: number,
): void {
  const { source, otherVertices, otherWeights } = pathContact;
  const { contacts, queries, positions, fieldDistances } = state;
  const at = CONTACT.stride * contactOfQuery(world, i);
  const query = QUERY.stride * i;
  const body = queries.u32[query + QUERY.body];
  const point = queries.u32[query + QUERY.source];
  const tet = queries.u32[query + QUERY.tet];
  const { model, vertexBase, material } = world.bodies[body];
  const { topology } = world.models[model];
  contacts.u32[at + CONTACT.kind] = CONTACT_KINDS.none;
  contacts.f32[at + CONTACT.lambda] = 0;
  const x = queries.f32[query + QUERY.point];
  const y = queries.f32[query + QUERY.point + 1];
  const z = queries.f32[query + QUERY.point + 2];
  if (!fieldAt(field, topology.tets, positions, fieldDistances, vertexBase, x, y, z, tet)) {
    pathContact.skipped++;
    return;
  }
  lookUpSource(source, world, point, queries.f32[query + QUERY.along]);
  for (let k = 0; k < 4; k++) {
    otherVertices[k] = vertexBase + topology.tets[4 * tet + k];
    otherWeights[k] = field.weights[k];
  }
  if (!writeSides(pathContact, contacts, at, 4)) {
    pathContact.givenUp++;
    return;
  }
  const { gradient } = field;
  const slope = Math.sqrt(gradient[0] * gradient[0] + gradient[1] * gradient[1] + gradient[2] * gradient[2]);
  for (let k = 0; k < 3; k++) contacts.f32[at + CONTACT.normal + k] = -gradient[k] / slope;
  contacts.f32[at + CONTACT.offset] = offsetOf(state, parameters, at, depthOf(field.distance, slope));
  const pointMaterial = world.bodies[world.points.bodies[point]].material;
  contacts.u32[at + CONTACT.materials] = pairOfMaterials(pointMaterial, material);
  contacts.u32[at + CONTACT.kind] = CONTACT_KINDS.field;
}
