import type { SimulationParameters } from '../../parameters.ts';
import { CONTACT, type State, type Words } from '../../state.ts';
import type { PathContactScratch } from '../projection/scratch.ts';

/**
 * Smallest own weight with which a point that is a single vertex makes a contact. If the own weight is smaller, the path ends almost
 * at this vertex, which is a corner of the face, and the contact would push the vertex away from itself.
 */
export const LEAST_OWN_WEIGHT = 1e-6;
/**
 * Smallest own weight with which a point between several vertices makes a contact. The own weight is below 1 if some of these vertices
 * are also corners of the face. With a small own weight, the vertices must move far to change the distance from the face by a little,
 * so a small depth would cause a large displacement. (Points on edges that share a corner with the face threw octopi apart at 1e5 m/s.)
 */
export const LEAST_SHARED_WEIGHT = 0.5;

/**
 * Writes the vertices of a contact and their weights: those of the point (`source`), then those of the other side, negated. If a vertex of the
 * other side is also one of the point's vertices, that vertex gets the sum of both weights.
 * @param at offset of the contact's record
 * @param others number of vertices of the other side, in `otherVertices` and `otherWeights`
 * @returns whether the point's own weight suffices (LEAST_OWN_WEIGHT, LEAST_SHARED_WEIGHT)
 */
export function writeSides(
  { source, otherVertices, otherWeights }: PathContactScratch,
  contacts: Words,
  at: number,
  others: number,
): boolean {
  const { count } = source;
  for (let k = 0; k < others; k++) {
    const vertex = otherVertices[k];
    const weight = otherWeights[k];
    // If the vertex is also the point's vertex number `shared`, its negated weight is added to the weight of that vertex.
    let shared = 0;
    while (shared < count && source.vertices[shared] !== vertex) shared++;
    if (shared < count) source.weights[shared] -= weight;
    contacts.u32[at + CONTACT.vertices + count + k] = vertex;
    contacts.f32[at + CONTACT.weights + count + k] = shared < count ? 0 : -weight;
  }
  let ownWeight = 0;
  for (let k = 0; k < count; k++) {
    contacts.u32[at + CONTACT.vertices + k] = source.vertices[k];
    contacts.f32[at + CONTACT.weights + k] = source.weights[k];
    ownWeight += Math.max(0, source.weights[k]);
  }
  contacts.u32[at + CONTACT.count] = count + others;
  return ownWeight >= (count === 1 ? LEAST_OWN_WEIGHT : LEAST_SHARED_WEIGHT);
}

/**
 * Returns the offset of a contact's constraint: `depth` plus the smallest signed distance from the boundary that the contact allows at the end of
 * the step [m]. This distance is negative if the point may stay inside.
 * It is the smaller of contactOffset and a sum: the distance at x0 (the positions at the step's start) plus speed * dt. Since
 * this sum is never below the distance at x0, the contact prevents deeper penetration at any speed.
 * @param speed greatest speed at which the contact undoes a depth that was there at x0 [m/s]; 0 for no limit
 * @param depth what (sum of w_i x_i) . n is short of the signed distance [m]: 0 where the other side is a boundary face
 */
export function offsetOf(
  state: State,
  parameters: SimulationParameters,
  at: number,
  depth: number,
  speed = parameters.depenetrationSpeed,
): number {
  const { contactOffset, timeStep } = parameters;
  if (speed === 0) return depth + contactOffset;
  return Math.min(depth + contactOffset, distanceAtStart(state, at) + speed * timeStep);
}

/** Returns the signed distance of a contact's two sides at x0 [m]: (sum of w_i x_i) . n. @param at offset of the contact's record */
export function distanceAtStart({ contacts, positionsT0: x0 }: State, at: number): number {
  const { f32, u32 } = contacts;
  let distance = 0;
  // Positions are taken relative to the first vertex. The sum of the weights differs from 0 by float32 rounding; far from the origin,
  // this error times the coordinates would be as large as the distance.
  const reference = 3 * u32[at + CONTACT.vertices];
  for (let k = 1; k < u32[at + CONTACT.count]; k++) {
    const v = 3 * u32[at + CONTACT.vertices + k];
    for (let j = 0; j < 3; j++)
      distance += f32[at + CONTACT.weights + k] * f32[at + CONTACT.normal + j] * (x0[v + j] - x0[reference + j]);
  }
  return distance;
}
