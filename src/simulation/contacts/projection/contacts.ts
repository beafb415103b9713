import { frictionBetween, frictionShare } from './friction.ts';
import type { Context, Stage } from '../../stage.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS, type State } from '../../state.ts';
import type { Projection } from './scratch.ts';

/**
 * Projects the contacts of all sources, with friction; the stage's argument is the number of sweeps.
 *
 * 1. Contacts are projected colour by colour (colour.ts): those of one colour share no vertex and run in parallel, colours follow
 *    one another as in Gauss-Seidel.
 * 2. If (sum of w_i x_i) . n < offset, all vertices move along n by their weights and inverse masses, which conserves momentum.
 * 3. Friction then reverses the relative tangential displacement since x0 (the step's start), as far as Coulomb's cone allows (friction.ts).
 * 4. Each contact accumulates its normal and tangential impulse (Lagrange multipliers) over all sweeps, and the sums are bounded, as
 *    in projected Gauss-Seidel. The normal sum is at least 0, so that a later sweep can take back an impulse that another contact has
 *    made needless. The tangential sum is at most the friction coefficient times the normal sum. So a contact stays in Coulomb's cone
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
  let mobility = 0; // sum of w_i^2 / m_i [1/kg]
  let distance = -f32[at + CONTACT.offset];
  for (let k = 0; k < count; k++) {
    const v = u32[at + CONTACT.vertices + k];
    const weight = f32[at + CONTACT.weights + k];
    mobility += weight * weight * inverseMasses[v];
    distance += weight * (nx * positions[3 * v] + ny * positions[3 * v + 1] + nz * positions[3 * v + 2]);
  }
  const before = f32[at + CONTACT.lambda];
  if (mobility === 0 || (distance >= 0 && before === 0)) return;
  const lambda = Math.max(0, before - distance / mobility);
  f32[at + CONTACT.lambda] = lambda;
  impulse[0] = (lambda - before) * nx;
  impulse[1] = (lambda - before) * ny;
  impulse[2] = (lambda - before) * nz;
  move(projection, state, at);

  gap.fill(0);
  for (let k = 0; k < count; k++) {
    const v = 3 * u32[at + CONTACT.vertices + k];
    const weight = f32[at + CONTACT.weights + k];
    for (let j = 0; j < 3; j++) gap[j] += weight * (positions[v + j] - positionsT0[v + j]);
  }
  const along = gap[0] * nx + gap[1] * ny + gap[2] * nz;
  const applied = before > 0; // before a contact's first impulse its friction words are undefined
  const fx = applied ? f32[at + CONTACT.friction] : 0;
  const fy = applied ? f32[at + CONTACT.friction + 1] : 0;
  const fz = applied ? f32[at + CONTACT.friction + 2] : 0;
  // The total tangential impulse that would stop the relative motion, then cut to the cone.
  let tx = fx - (gap[0] - along * nx) / mobility;
  let ty = fy - (gap[1] - along * ny) / mobility;
  let tz = fz - (gap[2] - along * nz) / mobility;
  const friction = frictionBetween(world.materials, u32[at + CONTACT.materials], parameters, scratch.project.friction);
  const keep = frictionShare(Math.sqrt(tx * tx + ty * ty + tz * tz), lambda, friction);
  tx *= keep;
  ty *= keep;
  tz *= keep;
  f32[at + CONTACT.friction] = tx;
  f32[at + CONTACT.friction + 1] = ty;
  f32[at + CONTACT.friction + 2] = tz;
  impulse[0] = tx - fx;
  impulse[1] = ty - fy;
  impulse[2] = tz - fz;
  move(projection, state, at);
}

/** Applies `impulse` [kg m], an impulse times dt, to a contact's vertices one after another: a vertex may occur twice. */
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
  // The opposite impulses on the two sides act at points that were `gap` apart at x0, which causes a moment. Half of it is added to a
  // vertex of each side.
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
