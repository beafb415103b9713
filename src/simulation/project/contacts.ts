import type { Context, Stage } from '../stage.ts';
import { CONTACT, COUNTERS } from '../state.ts';

/**
 * Projects the contacts colour by colour, `argument` times: where (sum of w_i x_i) . n < offset, it moves all
 * vertices along n by their weights and inverse masses, so that momentum is kept; then friction takes back
 * relative tangential displacement since x0. `lambda` and `friction` sum up both impulses over all passes of
 * a set of contacts, and friction stays below its coefficient times lambda: however many passes there are, a contact
 * stays in Coulomb's cone, and a later pass can still use what an earlier one left.
 * Source: Chen et al. 2023, equation 6; Bender, Koschier, Charrier, Weber 2014, and Macklin et al. 2014,
 * section 6.1, for friction.
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

const gap = new Float64Array(3);

function projectContact({ state, parameters }: Context, contact: number): void {
  const { f32, u32 } = state.contacts;
  const { positions, positionsT0, inverseMasses } = state;
  const at = CONTACT.stride * contact;
  const nx = f32[at + CONTACT.nx];
  const ny = f32[at + CONTACT.ny];
  const nz = f32[at + CONTACT.nz];
  let mobility = 0; // sum of w_i^2 / m_i [1/kg]
  let distance = -f32[at + CONTACT.offset];
  for (let k = 0; k < 4; k++) {
    const v = u32[at + CONTACT.v0 + k];
    const weight = f32[at + CONTACT.w0 + k];
    mobility += weight * weight * inverseMasses[v];
    distance += weight * (nx * positions[3 * v] + ny * positions[3 * v + 1] + nz * positions[3 * v + 2]);
  }
  if (mobility === 0) return;

  let lambda = f32[at + CONTACT.lambda];
  if (distance < 0) {
    const step = -distance / mobility;
    lambda += step;
    f32[at + CONTACT.lambda] = lambda;
    move(state, at, step * nx, step * ny, step * nz);
  }
  if (lambda === 0) return;

  gap.fill(0);
  for (let k = 0; k < 4; k++) {
    const v = 3 * u32[at + CONTACT.v0 + k];
    const weight = f32[at + CONTACT.w0 + k];
    for (let j = 0; j < 3; j++) gap[j] += weight * (positions[v + j] - positionsT0[v + j]);
  }
  const along = gap[0] * nx + gap[1] * ny + gap[2] * nz;
  const tx = gap[0] - along * nx;
  const ty = gap[1] - along * ny;
  const tz = gap[2] - along * nz;
  const slip = Math.sqrt(tx * tx + ty * ty + tz * tz);
  if (slip === 0) return;
  const used = f32[at + CONTACT.friction];
  const toStick = slip / mobility;
  const sticks = used + toStick <= parameters.staticFriction * lambda;
  const impulse = sticks ? toStick : Math.min(toStick, Math.max(0, parameters.dynamicFriction * lambda - used));
  f32[at + CONTACT.friction] = used + impulse;
  move(state, at, (-impulse * tx) / slip, (-impulse * ty) / slip, (-impulse * tz) / slip);
}

/** Applies an impulse times dt [kg m] to a contact's vertices, one after another: a vertex may stand twice. */
function move({ contacts, positions, inverseMasses }: Context['state'], at: number, x: number, y: number, z: number) {
  for (let k = 0; k < 4; k++) {
    const v = contacts.u32[at + CONTACT.v0 + k];
    const scale = contacts.f32[at + CONTACT.w0 + k] * inverseMasses[v];
    positions[3 * v] += scale * x;
    positions[3 * v + 1] += scale * y;
    positions[3 * v + 2] += scale * z;
  }
}
