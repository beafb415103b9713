import type { Dimension } from '../../world/model.ts';
import type { Program } from '../../program/program.ts';
import { type Pass, WORKGROUP_SIZE } from '../../program/pass.ts';
import { GRAB, GRAB_POINT } from '../../state.ts';
import type { Constraint } from '../../features.ts';
import type { Pull } from './hand.ts';

/**
 * Returns the program inputs that write the state's arrays `grabs` and `grabPoints`; empty if nothing is grabbed. In a planar world,
 * targets are moved into the plane z = 0.
 */
export function grabInputs(pulls: readonly Pull[], dimension: Dimension): Program['inputs'] {
  if (pulls.length === 0) return {};
  const f32 = new Float32Array(GRAB.stride * pulls.length);
  const grabs = new Uint32Array(f32.buffer);
  const count = pulls.reduce((sum, { neighbourhood }) => sum + neighbourhood.count, 0);
  const grabPoints = new Uint32Array(GRAB_POINT.stride * count);
  let begin = 0;
  pulls.forEach(({ neighbourhood: { points, count }, goal, velocity }, i) => {
    const at = GRAB.stride * i;
    f32.set(goal.slice(0, dimension), at + GRAB.goal);
    f32.set(velocity.slice(0, dimension), at + GRAB.velocity);
    grabPoints.set(points.u32, GRAB_POINT.stride * begin);
    grabs[at + GRAB.begin] = begin;
    begin += count;
    grabs[at + GRAB.end] = begin;
  });
  return { grabs, grabPoints };
}

const PULL: Pass = {
  name: 'grabs',
  clock: 'solve',
  reads: ['positions', 'velocities', 'inverseMasses', 'grabs', 'grabPoints', 'counters'],
  writes: ['velocities'],
  stages: [{ stage: 'grabs' }],
  kernels: ({ counters: { grabs = 0 } }) => [{ kernel: 'grabs', count: grabs > 0 ? WORKGROUP_SIZE : 0 }],
};

/** Constraint: pulls what a person has grabbed towards its targets (grabs.ts), by accelerating it before the step moves vertices. */
export const GRABS: Constraint = { name: 'grabs', atStart: () => [PULL] };
