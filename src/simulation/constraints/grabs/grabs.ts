import type { Context, Stage } from '../../program/stage.ts';
import { COUNTERS, GRAB, GRAB_POINT } from '../../state.ts';

/**
 * Damping ratio of a grab's spring, for the grabbed part alone. The rest of the body hangs on it and moves with it, so the whole is damped
 * less: with four times the grabbed mass, this ratio is critical damping, and the body neither lags behind nor swings beyond the target.
 */
export const GRAB_DAMPING = 2;

/** Limit of the acceleration by which a body is carried along, as a share of the limit of its grabbed part. */
export const CARRY_SHARE = 0.1;

/**
 * Pulls what a person has grabbed towards its target by a damped spring of limited force, and carries the rest of the body along.
 *
 * The spring acts on the mean of the grabbed vertices i with their weights w_i (neighbourhood.ts): position x = sum of m_i w_i x_i / M and
 * velocity v, with M = sum of m_i w_i. So the part can turn freely, and the motion hardly depends on the mesh's resolution. The force M a
 * accelerates vertex i by w_i a, hence the mean by S a / M with S = sum of m_i w_i^2. With the spring's angular frequency f, its damping
 * ratio z, the target t at the step's end and the target's velocity u, implicit Euler gives
 *   a = f^2 (t - x - dt (v + dt a S / M)) + 2 z f (u - v - dt a S / M)
 * solved for a, whose length is then limited to grabAcceleration. A load that acts later in the step, such as the weight, isn't part of this
 * equation. So what hangs at rest sags by 1 + dt (2 z f + dt f^2) S / M times as much as below a spring of this stiffness.
 *
 * A soft body's arms would stay behind when the grabbed part sets out. So while the target moves, vertices far around the part are
 * accelerated, too, by c_i b, which hardly strains the body. b lets their mean velocity q tend to u, at the rate r = grabCarry times
 * |u| / (|u| + |q|). This factor is 0 while the target stands still: then what hangs on the grab swings freely. Implicit Euler gives
 *   dt b = (u - q) dt r / (1 + dt r)
 *
 * One worker pulls all grabs in turn, since two of them may hold the same vertex. Held vertices (inverse mass 0) are left out.
 * Source of the spring: the mouse joint of box2d (Catto, Soft Constraints, GDC 2011), here for a mean instead of a rigid body's point.
 */
export const grabs: Stage = {
  count: ({ state }) => (state.counters[COUNTERS.grabs] > 0 ? 1 : 0),
  run(context) {
    const { counters } = context.state;
    for (let g = 0; g < counters[COUNTERS.grabs]; g++) {
      sumUp(context, GRAB.stride * g);
      move(context, GRAB.stride * g);
    }
  },
};

/** Writes the changes of velocity that a grab causes to the scratch. @param at offset of the grab's record */
function sumUp({ state, parameters, scratch }: Context, at: number): void {
  const { positions, velocities, inverseMasses, grabPoints } = state;
  const { f32, u32 } = state.grabs;
  const { pull, carry } = scratch.grabs;
  const { timeStep, grabFrequency } = parameters;
  const rate = 2 * Math.PI * grabFrequency;
  const damping = 2 * GRAB_DAMPING * rate;
  let mass = 0; // M
  let squares = 0; // S
  let carriedMass = 0;
  pull.fill(0);
  carry.fill(0);
  const end = GRAB_POINT.stride * u32[at + GRAB.end];
  for (let p = GRAB_POINT.stride * u32[at + GRAB.begin]; p < end; p += GRAB_POINT.stride) {
    const vertex = grabPoints.u32[p + GRAB_POINT.vertex];
    if (inverseMasses[vertex] === 0) continue;
    const weight = grabPoints.f32[p + GRAB_POINT.weight];
    const m = weight / inverseMasses[vertex];
    const c = grabPoints.f32[p + GRAB_POINT.carry] / inverseMasses[vertex];
    mass += m;
    squares += m * weight;
    carriedMass += c;
    for (let k = 0; k < 3; k++) {
      const v = velocities[3 * vertex + k];
      const stretch = f32[at + GRAB.goal + k] - positions[3 * vertex + k] - timeStep * v;
      pull[k] += m * (rate * rate * stretch + damping * (f32[at + GRAB.velocity + k] - v));
      carry[k] += c * v;
    }
  }
  scale(pull, mass > 0 ? timeStep / (mass + timeStep * (damping + timeStep * rate * rate) * squares) : 0);
  limit(pull, timeStep * parameters.grabAcceleration);
  scale(carry, carriedMass > 0 ? 1 / carriedMass : 0);
  const ux = f32[at + GRAB.velocity];
  const uy = f32[at + GRAB.velocity + 1];
  const uz = f32[at + GRAB.velocity + 2];
  const speed = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const share = speed > 0 ? (timeStep * parameters.grabCarry * speed) / (speed + lengthOf(carry)) : 0; // dt r
  carry[0] = ux - carry[0];
  carry[1] = uy - carry[1];
  carry[2] = uz - carry[2];
  scale(carry, share / (1 + share));
  limit(carry, timeStep * CARRY_SHARE * parameters.grabAcceleration);
}

/** Changes the velocities of a grab's vertices. @param at offset of the grab's record */
function move({ state, scratch }: Context, at: number): void {
  const { velocities, inverseMasses, grabPoints } = state;
  const { u32 } = state.grabs;
  const { pull, carry } = scratch.grabs;
  const end = GRAB_POINT.stride * u32[at + GRAB.end];
  for (let p = GRAB_POINT.stride * u32[at + GRAB.begin]; p < end; p += GRAB_POINT.stride) {
    const vertex = grabPoints.u32[p + GRAB_POINT.vertex];
    if (inverseMasses[vertex] === 0) continue;
    const weight = grabPoints.f32[p + GRAB_POINT.weight];
    const carried = grabPoints.f32[p + GRAB_POINT.carry];
    for (let k = 0; k < 3; k++) velocities[3 * vertex + k] += weight * pull[k] + carried * carry[k];
  }
}

const lengthOf = (v: Float64Array): number => Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);

function scale(v: Float64Array, factor: number): void {
  v[0] *= factor;
  v[1] *= factor;
  v[2] *= factor;
}

/** Shortens a vector that is longer than `max`. */
function limit(v: Float64Array, max: number): void {
  const length = lengthOf(v);
  if (length > max) scale(v, max / length);
}
