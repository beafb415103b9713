import { contactOfHit, contactOfQuery, contactOfSlot } from '../../capacities.ts';
import { displacementsOf } from '../../constraints/elastic/displacements.ts';
import { frictionBetween, type Friction } from '../../contacts/projection/friction.ts';
import { isBetweenHeld } from '../../contacts/projection/free-share.ts';
import type { SimulationParameters } from '../../parameters.ts';
import type { Context } from '../../program/stage.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS, type State } from '../../state.ts';
import type { World } from '../../world/world.ts';
import type { TermScratch } from './scratch.ts';
import { CONTACT_TERM } from './words.ts';

/** Returns the number of contact records in use: those of paths, of CCD, and slots. */
export const contactCount = ({ state, world }: Pick<Context, 'state' | 'world'>): number =>
  state.counters[COUNTERS.queries] + state.counters[COUNTERS.contactsCcd] + world.slotCount;

/** Returns the id of contact number i of those in use: first the contacts of paths, then of CCD, then slots. */
export function contactAt(world: World, { counters }: State, i: number): number {
  const queries = counters[COUNTERS.queries];
  if (i < queries) return contactOfQuery(world, i);
  const hits = counters[COUNTERS.contactsCcd];
  return i < queries + hits ? contactOfHit(world, i - queries) : contactOfSlot(world, i - queries - hits);
}

/**
 * Greatest distance by which a contact opens per step, as a share of its offset. A contact that opened to its offset at once would throw its
 * point off, and the next step would not find it.
 */
export const OPENING = 0.1;

/**
 * Returns the signed distance [m] to which a contact's energy pulls its point.
 * @param distance signed distance at x0 [m]
 * @param depth part of `offset` that is the depth in a distance field, where the distances are measured from the point at detection
 */
const goalOf = (distance: number, offset: number, depth: number): number =>
  Math.min(offset, Math.max(depth, distance) + OPENING * (offset - depth));

/**
 * Returns how much of a contact's offset is the depth in a distance field [m]: what exceeds the distance that contacts keep. An offset that
 * depenetrationSpeed limits doesn't tell the depth; it is the goal as it is.
 */
function depthOf(kind: number, offset: number, { contactOffset, depenetrationSpeed }: SimulationParameters): number {
  if (kind !== CONTACT_KINDS.field) return 0;
  return depenetrationSpeed > 0 ? offset : Math.max(0, offset - contactOffset);
}

const dot = (a: Float64Array, b: Float64Array): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Returns the length of the part of `a` that is perpendicular to the unit vector n. */
function lengthAcross(a: Float64Array, n: Float64Array): number {
  // Component by component: a float32 normal isn't exactly of length 1, and a difference of squares would take that for sliding.
  const along = dot(a, n);
  const x = a[0] - along * n[0];
  const y = a[1] - along * n[1];
  const z = a[2] - along * n[2];
  return Math.sqrt(x * x + y * y + z * z);
}

/**
 * Computes the stiffnesses of a contact's quadratic energy, along/2 C^2 + across/2 |T d|^2: C is the signed distance less its goal, d the
 * displacement of one side relative to the other since x0, and T = 1 - n n^T.
 *
 * The penalty stiffness is k = contactStiffness m / dt^2, with m the contact's effective mass. A contact acts in the whole step if C is
 * predicted to be negative without contacts (prediction.ts; for colliders see addColliders in vertices.ts). Friction is a bond as stiff as the penalty, as long as its force is in the static
 * friction cone; beyond, its stiffness is such that the force is dynamicFriction times the normal force. So a body on a slope creeps: its n layers
 * of vertices slide by n g sin(angle) dt / contactStiffness, with the default penalty and ten layers by 0.1 mm/s. (The bond starts at the rounded
 * x0, so that it leads a vertex to there; that is less than it creeps.)
 *
 * The step doesn't know these forces yet. It takes for the normal force what would stop the contact's mass under the elements' forces at x0, which
 * at rest is the load; and for the sliding, the velocity at x0. A bond that sticks yields a little in each step, so that this velocity tells its
 * force.
 * @param atStart C at x0 [m]
 */
export function stiffnesses(
  terms: TermScratch,
  atStart: number,
  mass: number,
  friction: Friction,
  contactStiffness: number,
  dt: number,
): void {
  const { predicted, forced, before, normal } = terms;
  const inertia = mass / (dt * dt);
  const k = contactStiffness * inertia;
  terms.along = 0;
  terms.across = 0;
  if (!(atStart + dot(predicted, normal) < 0)) return;
  terms.along = k;
  const force = Math.max(0, (-k * (atStart + dot(forced, normal))) / (1 + contactStiffness));
  const slide = lengthAcross(before, normal);
  if (k * slide < friction.staticFriction * force) terms.across = k;
  else if (slide > 0) terms.across = Math.min(k, (friction.dynamicFriction * force) / slide);
}

/** Loads the contact whose record starts at `at`: normal, displacements, signed distance at x0, and mobility, the inverse effective mass; 0 if nothing may move. */
function loadContact(terms: TermScratch, { state, parameters }: Context, at: number): void {
  const { contacts, positionsT0: x0, velocitiesT0, inverseMasses, predictedMoves, forcedMoves } = state;
  const { timeStep } = parameters;
  const u = displacementsOf(state);
  const { moved, predicted, forced, before, normal } = terms;
  moved.fill(0);
  predicted.fill(0);
  forced.fill(0);
  before.fill(0);
  for (let j = 0; j < 3; j++) normal[j] = contacts.f32[at + CONTACT.normal + j];
  let mobility = 0;
  let free = 0;
  let all = 0;
  let distance = 0;
  const isExternal = contacts.u32[at + CONTACT.kind] === CONTACT_KINDS.external;
  const reference = 3 * contacts.u32[at + CONTACT.vertices];
  const count = contacts.u32[at + CONTACT.count];
  for (let k = 0; k < count; k++) {
    const vertex = contacts.u32[at + CONTACT.vertices + k];
    const weight = contacts.f32[at + CONTACT.weights + k];
    const inverseMass = inverseMasses[vertex];
    all += Math.abs(weight);
    if (inverseMass > 0) free += Math.abs(weight);
    mobility += weight * weight * inverseMass;
    for (let j = 0; j < 3; j++) {
      // Positions relative to the first vertex: the weights add up to 0 only up to rounding. An external contact's needn't.
      distance += weight * normal[j] * (x0[3 * vertex + j] - (isExternal ? 0 : x0[reference + j]));
      moved[j] += weight * u[3 * vertex + j];
      predicted[j] += weight * predictedMoves[3 * vertex + j];
      forced[j] += weight * forcedMoves[3 * vertex + j];
      before[j] += weight * timeStep * velocitiesT0[3 * vertex + j];
    }
  }
  terms.mobility = isBetweenHeld(free, all) ? 0 : mobility;
  terms.distance = distance;
}

/** Computes the terms of the contact with id `contact`: stiffnesses, and the gradient of its energy with respect to the point's position. */
export function writeTerms(terms: TermScratch, context: Context, contact: number): void {
  const { world, state, parameters, scratch } = context;
  const { contacts, contactTerms } = state;
  const at = CONTACT.stride * contact;
  const out = CONTACT_TERM.stride * contact;
  contactTerms.fill(0, out, out + CONTACT_TERM.stride);
  if (contacts.u32[at + CONTACT.kind] === CONTACT_KINDS.none) return;
  loadContact(terms, context, at);
  const { moved, normal, mobility, distance } = terms;
  if (mobility === 0) return;
  const friction = frictionBetween(
    world.materials,
    contacts.u32[at + CONTACT.materials],
    parameters,
    scratch.project.friction,
  );
  const offset = contacts.f32[at + CONTACT.offset];
  const depth = depthOf(contacts.u32[at + CONTACT.kind], offset, parameters);
  const atStart = distance - goalOf(distance, offset, depth);
  stiffnesses(terms, atStart, 1 / mobility, friction, parameters.contactStiffness, parameters.timeStep);
  const { along, across } = terms;
  contactTerms[out + CONTACT_TERM.normal] = along;
  contactTerms[out + CONTACT_TERM.tangent] = across;
  const height = dot(moved, normal);
  for (let j = 0; j < 3; j++)
    contactTerms[out + CONTACT_TERM.force + j] =
      along * (atStart + height) * normal[j] + across * (moved[j] - height * normal[j]);
}

/** Writes to a contact's terms the product of its Hessian and a direction. @param p direction [m], 3 per vertex */
export function multiplyContact({ contacts, contactTerms }: State, contact: number, p: Float32Array): void {
  const out = CONTACT_TERM.stride * contact;
  const along = contactTerms[out + CONTACT_TERM.normal];
  if (along === 0) return;
  const across = contactTerms[out + CONTACT_TERM.tangent];
  const at = CONTACT.stride * contact;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let k = 0; k < contacts.u32[at + CONTACT.count]; k++) {
    const v = 3 * contacts.u32[at + CONTACT.vertices + k];
    const weight = contacts.f32[at + CONTACT.weights + k];
    x += weight * p[v];
    y += weight * p[v + 1];
    z += weight * p[v + 2];
  }
  const nx = contacts.f32[at + CONTACT.normal];
  const ny = contacts.f32[at + CONTACT.normal + 1];
  const nz = contacts.f32[at + CONTACT.normal + 2];
  const more = (along - across) * (x * nx + y * ny + z * nz);
  contactTerms[out + CONTACT_TERM.force] = across * x + more * nx;
  contactTerms[out + CONTACT_TERM.force + 1] = across * y + more * ny;
  contactTerms[out + CONTACT_TERM.force + 2] = across * z + more * nz;
}
