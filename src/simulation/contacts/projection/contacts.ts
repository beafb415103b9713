import { frictionBetween, frictionShare } from './friction.ts';
import type { Context, Stage } from '../../stage.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS, type State } from '../../state.ts';
import type { Projection } from './scratch.ts';

/**
 * Projects the contacts colour by colour, `argument` times: where (sum of w_i x_i) . n < offset, it moves all
 * vertices along n by their weights and inverse masses, so that momentum is kept; then friction takes back
 * relative tangential displacement since x0. Both impulses are summed up over all passes of a set of contacts, and it is
 * the sums that are bounded, as in projected Gauss-Seidel: the normal one by 0, so that a pass can give back what another
 * contact has made needless, the tangential one by its coefficient times the normal one. So however many passes there are, a
 * contact stays in Coulomb's cone. (Bounds on each pass' own change let a block on a slope creep.)
 * Source: Chen et al. 2023, equation 6; Bender, Mueller, Macklin 2015, and Macklin et al. 2014, section 6.1, for friction.
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
  const applied = before > 0; // what stands in a contact's words before its first impulse means nothing
  const fx = applied ? f32[at + CONTACT.friction] : 0;
  const fy = applied ? f32[at + CONTACT.friction + 1] : 0;
  const fz = applied ? f32[at + CONTACT.friction + 2] : 0;
  // The sum that would stop the vertices, cut to the cone.
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

/** Applies `impulse`, an impulse times dt, to a contact's vertices, one after another: a vertex may stand twice. */
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
  // Both sides' impulses have the gap at x0 between them. That is as if they acted in its middle, and half their moment went
  // to each side.
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
