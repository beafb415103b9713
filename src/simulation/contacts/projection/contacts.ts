import { frictionBetween, frictionShare } from './friction.ts';
import type { Context, Stage } from '../../program/stage.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS, type State } from '../../state.ts';
import { isBetweenHeld } from './free-share.ts';
import type { Projection } from './scratch.ts';

/**
 * Projects the contacts of all sources, with friction. The stage's argument is the number of sweeps over all contacts.
 *
 * 1. Contacts are projected colour by colour (colour.ts). The contacts of one colour share no vertex and run in parallel. The colours
 *    run one after another, as in Gauss-Seidel.
 * 2. A contact's first vertices are one of its sides, such as a point; the others are the other side, such as a face. A contact with
 *    vertices x_i, weights w_i and normal n is violated if (sum of w_i x_i) . n < offset. Its vertices then move along n in proportion to
 *    their weights and inverse masses, which conserves momentum. A contact between two held sides moves nothing (free-share.ts).
 * 3. Friction then takes back the tangential displacement of one side relative to the other since x0, the positions at the step's
 *    start, as far as Coulomb's friction cone allows (friction.ts).
 * 4. Each contact accumulates its normal and tangential impulse (Lagrange multipliers) over all sweeps. The sums are bounded, as in
 *    projected Gauss-Seidel: the normal sum is at least 0, and the tangential sum at most the friction coefficient times the normal
 *    sum. So a later sweep can take back an impulse that another contact has made needless, and the impulses stay in the friction cone
 *    for any number of sweeps. (If each sweep's change were bounded instead of the sums, a block on a slope would creep.)
 * Source: Chen et al. 2023, equation 6; for friction, Bender, Mueller, Macklin 2015, and Macklin et al. 2014, section 6.1.
 */
export const contacts: Stage = {
  phases: ({ state, argument }) => argument * state.counters[COUNTERS.colours],
  count({ state }, phase) {
    const colour = phase % state.counters[COUNTERS.colours];
    return state.colourOffsets[colour + 1] - state.colourOffsets[colour];
  },
  run(context, begin, end, phase) {
    const { contactOrder, colourOffsets, counters } = context.state;
    const first = colourOffsets[phase % counters[COUNTERS.colours]];
    for (let i = first + begin; i < first + end; i++) projectContact(context, contactOrder[i]);
  },
};

function projectContact({ world, state, parameters, scratch }: Context, contact: number): void {
  const { projection } = scratch.project;
  const { gap, impulse } = projection;
  const { f32, u32 } = state.contacts;
  const { positions, positionsT0, inverseMasses } = state;
  const at = CONTACT.stride * contact;
  const count = u32[at + CONTACT.count];
  const nx = f32[at + CONTACT.normal];
  const ny = f32[at + CONTACT.normal + 1];
  const nz = f32[at + CONTACT.normal + 2];
  let mobility = 0; // sum of w_i^2 times inverse mass [1/kg]
  let free = 0; // sum of |w_i| of free vertices
  let all = 0; // sum of |w_i|
  let distance = -f32[at + CONTACT.offset];
  for (let k = 0; k < count; k++) {
    const v = u32[at + CONTACT.vertices + k];
    const weight = f32[at + CONTACT.weights + k];
    const inverseMass = inverseMasses[v];
    all += Math.abs(weight);
    if (inverseMass > 0) free += Math.abs(weight);
    mobility += weight * weight * inverseMass;
    distance += weight * (nx * positions[3 * v] + ny * positions[3 * v + 1] + nz * positions[3 * v + 2]);
  }
  const before = f32[at + CONTACT.lambda];
  if (mobility === 0 || (distance >= 0 && before === 0) || isBetweenHeld(free, all)) return;
  const lambda = Math.max(0, before - distance / mobility);
  f32[at + CONTACT.lambda] = lambda;
  impulse[0] = (lambda - before) * nx;
  impulse[1] = (lambda - before) * ny;
  impulse[2] = (lambda - before) * nz;
  move(projection, state, at);

  // Here `gap` is the displacement of one side relative to the other since x0.
  gap.fill(0);
  for (let k = 0; k < count; k++) {
    const v = 3 * u32[at + CONTACT.vertices + k];
    const weight = f32[at + CONTACT.weights + k];
    for (let j = 0; j < 3; j++) gap[j] += weight * (positions[v + j] - positionsT0[v + j]);
  }
  const along = gap[0] * nx + gap[1] * ny + gap[2] * nz;
  // The tangential impulse accumulated so far. Before a contact's first impulse, its friction words are undefined.
  const hasFriction = before > 0;
  const fx = hasFriction ? f32[at + CONTACT.friction] : 0;
  const fy = hasFriction ? f32[at + CONTACT.friction + 1] : 0;
  const fz = hasFriction ? f32[at + CONTACT.friction + 2] : 0;
  // The accumulated tangential impulse that would stop all sliding; below it is scaled to lie in the friction cone.
  let tx = fx - (gap[0] - along * nx) / mobility;
  let ty = fy - (gap[1] - along * ny) / mobility;
  let tz = fz - (gap[2] - along * nz) / mobility;
  const friction = frictionBetween(world.materials, u32[at + CONTACT.materials], parameters, scratch.project.friction);
  const share = frictionShare(Math.sqrt(tx * tx + ty * ty + tz * tz), lambda, friction);
  tx *= share;
  ty *= share;
  tz *= share;
  f32[at + CONTACT.friction] = tx;
  f32[at + CONTACT.friction + 1] = ty;
  f32[at + CONTACT.friction + 2] = tz;
  impulse[0] = tx - fx;
  impulse[1] = ty - fy;
  impulse[2] = tz - fz;
  move(projection, state, at);
}

/**
 * Applies `impulse` [kg m], an impulse times dt, to a contact's vertices. They are moved one after another, since a vertex may occur twice.
 * @param at offset of the contact's record
 */
function move(projection: Projection, state: State, at: number): void {
  const { gap, impulse, moment } = projection;
  const { contacts, positions, positionsT0, remainders, inverseMasses } = state;
  const x = impulse[0];
  const y = impulse[1];
  const z = impulse[2];
  const count = contacts.u32[at + CONTACT.count];
  gap.fill(0);
  for (let k = 0; k < count; k++) {
    const v = contacts.u32[at + CONTACT.vertices + k];
    const weight = contacts.f32[at + CONTACT.weights + k];
    const scale = weight * inverseMasses[v];
    const nextX = positions[3 * v] + remainders[3 * v] + scale * x;
    const nextY = positions[3 * v + 1] + remainders[3 * v + 1] + scale * y;
    const nextZ = positions[3 * v + 2] + remainders[3 * v + 2] + scale * z;
    positions[3 * v] = nextX;
    positions[3 * v + 1] = nextY;
    positions[3 * v + 2] = nextZ;
    remainders[3 * v] = nextX - positions[3 * v];
    remainders[3 * v + 1] = nextY - positions[3 * v + 1];
    remainders[3 * v + 2] = nextZ - positions[3 * v + 2];
    for (let j = 0; j < 3; j++) gap[j] += weight * positionsT0[3 * v + j];
  }
  if (contacts.u32[at + CONTACT.kind] === CONTACT_KINDS.external) return;
  // The two sides get opposite impulses at points that were `gap` apart at x0. This pair of impulses has a moment about x0. Half of the
  // moment is added to the first vertex, which is on one side, and half to the last vertex, which is on the other side.
  moment[0] = 0.5 * (gap[1] * z - gap[2] * y);
  moment[1] = 0.5 * (gap[2] * x - gap[0] * z);
  moment[2] = 0.5 * (gap[0] * y - gap[1] * x);
  addMoment(projection, state, contacts.u32[at + CONTACT.vertices]);
  addMoment(projection, state, contacts.u32[at + CONTACT.vertices + count - 1]);
}

function addMoment(projection: Projection, { moments }: State, v: number): void {
  const { moment } = projection;
  moments[3 * v] += moment[0];
  moments[3 * v + 1] += moment[1];
  moments[3 * v + 2] += moment[2];
}
