import { touchesInverted } from '../../detect/inverted-boundary.ts';
import { NONE, type Topology } from '../../../mesh/topology.ts';
import { lookUpSource } from '../../world/points.ts';
import { pairOfMaterials } from '../../world/material.ts';
import { contactOfQuery } from '../../capacities.ts';
import { shallowSpeed } from '../regions/parting.ts';
import { partsRegions } from '../regions/tables.ts';
import { offsetOf, writeSides } from './contact-sides.ts';
import type { Context, Stage } from '../../program/stage.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS, DIRECTED, PATH, PATH_OVERFLOW, QUERY } from '../../state.ts';
import type { PathContactScratch } from '../projection/scratch.ts';
import { addFaceArea } from '../../world/vector-area.ts';

/**
 * Makes one contact per shortest path. A path leads from a penetrating point to the boundary face on which the path ends. The contact
 * is a constraint that pushes the point to the outer side of this face.
 *
 * 1. The constraint is (sum of w_i x_i) . n >= offset. The sum runs over the vertices that define the point (points.ts) and over the
 *    three corners of the face. The weights w_i of the corners are the negated barycentric weights of the path's end. If a corner is
 *    also one of the point's vertices, that vertex gets the sum of both weights.
 * 2. The normal n is the normal of the face. If the path ends on an edge or a corner, n is the area-weighted average of the normals of
 *    the faces around that edge or corner.
 * 3. If the parameter depenetrationSpeed is above 0, the offset is reduced to what this speed allows in one step.
 *
 * Where regions are parted (regions/regions.ts), a deep region's direction is the normal, and speeds are limited anyway (parting.ts).
 *
 * A path makes no contact in three cases:
 * - depenetrationSpeed is above 0, and the path lies in the point's own body and touches inverted elements (inverted-boundary.ts). The
 *   counter `invertedSkipped` counts this case; `contactsGivenUp` counts the other two.
 * - There is no normal, since the vector areas of the faces add up to 0.
 * - The point's own weight is too small (writeSides). The own weight is the sum of the positive weights of
 *   the point's vertices, after step 1 has added the weights of common corners.
 * Source: Chen et al. 2023, equation 6.
 */
export const pathContacts: Stage = {
  count: ({ state }) => state.counters[COUNTERS.queries],
  run(context, begin, end) {
    const { pathContact } = context.scratch.project;
    pathContact.skipped = 0;
    pathContact.givenUp = 0;
    const areParted = partsRegions(context.parameters, context.world);
    for (let i = begin; i < end; i++) writeContact(pathContact, context, i, areParted);
    if (pathContact.skipped > 0) Atomics.add(context.state.counters, COUNTERS.invertedSkipped, pathContact.skipped);
    if (pathContact.givenUp > 0) Atomics.add(context.state.counters, COUNTERS.contactsGivenUp, pathContact.givenUp);
  },
};

function writeContact(
  pathContact: PathContactScratch,
  { world, state, parameters }: Context,
  i: number,
  areParted: boolean,
): void {
  const { normal, source, otherVertices, otherWeights } = pathContact;
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

  const isOwnBody = world.points.bodies[point] === body;
  if (parameters.depenetrationSpeed > 0 && isOwnBody && touchesInverted(world, state, point, face)) {
    pathContact.skipped++;
    return;
  }
  lookUpSource(source, world, point, queries.f32[query + QUERY.along]);
  const b0 = paths.f32[path + PATH.b0];
  const b1 = paths.f32[path + PATH.b1];
  for (let k = 0; k < 3; k++) {
    otherVertices[k] = vertexBase + topology.faces[3 * face + k];
    otherWeights[k] = k === 0 ? b0 : k === 1 ? b1 : 1 - b0 - b1;
  }
  if (!writeSides(pathContact, contacts, at, 3)) {
    pathContact.givenUp++;
    return;
  }
  const feature = paths.u32[path + PATH.feature];
  if (feature === DIRECTED) for (let k = 0; k < 3; k++) normal[k] = paths.f32[path + PATH.point + k];
  else normalAt(pathContact, state.positions, topology, vertexBase, face, feature);
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (length === 0) {
    pathContact.givenUp++;
    return;
  }
  for (let k = 0; k < 3; k++) contacts.f32[at + CONTACT.normal + k] = normal[k] / length;
  let speed = parameters.depenetrationSpeed;
  if (feature === DIRECTED) speed = paths.f32[path + PATH.depth];
  else if (areParted) speed = shallowSpeed(world, parameters, world.points.bodies[point], body);
  contacts.f32[at + CONTACT.offset] = offsetOf(state, parameters, at, 0, speed);
  const pointMaterial = world.bodies[world.points.bodies[point]].material;
  contacts.u32[at + CONTACT.materials] = pairOfMaterials(pointMaterial, world.bodies[body].material);
  contacts.u32[at + CONTACT.kind] = CONTACT_KINDS.dcd;
}

/**
 * Computes the normal at a path's end, not normalised: adds up twice the vector areas [m^2] of the faces around the end.
 * @param x positions of all vertices
 * @param feature what the path ends on (PATH.feature): 0 the face itself, 1 to 3 one of its edges, 4 to 6 one of its corners
 */
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
