import { sweepDispatches } from '../ccd/kernels.ts';
import { type Dispatch, WORKGROUP_SIZE } from '../../program/pass.ts';
import { mostPushes } from './arrays.ts';
import type { World } from '../../world/world.ts';

/**
 * Dispatches of the guarantee on the device (shaders/contacts/guarantee). They are a fixed list: no number comes back to the host in between, and kernels that have nothing to do end at once.
 *
 * 1. Boxes around the motions from x0 to x. Shorter motions stay in them, so that they serve all looks.
 * 2. Unless the step is known to begin free: edges and faces that may cross at x0, surfaces in one another, pairs that may touch, elements that may be inverted. What float32 can't decide counts.
 * 3. Looks whose hits are listed and pushed apart at x, and flat elements up, all at the same time, until one finds none; then the colliders once more for what was pushed, and boxes around the new motions.
 * 4. Rounds of a look at the pairs of which a vertex was cut, and of cuts by planes and by volumes, until one finds nothing. Its tests are those of CCD on the device, which miss no contact.
 * 5. If that takes too many rounds, a last look puts planes between all pairs whose boxes meet. They hold for all shorter motions, and each is tested against the errors of float32 (gap.wgsl).
 *    From there on, elements that are too flat go back to x0 with all corners, which rounds nothing; and at last their whole bodies. A body at x0 has the volumes that it had.
 *
 * So either a round has found that neither pairs nor elements have to be held, or planes hold the pairs and each element either passes the test or is where it was: the invariant of stages.ts
 * holds in any case.
 */

/** Values of the argument of the kernel `settle`. */
export const SETTLE = { freedom: 0, push: 1, cut: 2, round: 3, cutAll: 4, end: 5 } as const;
/** Values of the argument of the kernel `holdVolumes`: elements keep a share of their motions, none of them, or their bodies none. */
export const HOLD = { shares: 0, nothing: 1, bodies: 2 } as const;
/** Argument of the kernels of looks: they only ask what touches at x0. */
const AT_START = 1;
/** Argument of the kernel `guardCut` after a look at pairs. */
const AFTER_LOOK = 1;

/** Rounds of pushes, and pushes of the same pairs in each of them. */
const PUSH_ROUNDS = 2;
const SWEEPS = 3;
/** Rounds of looks. */
const ROUNDS = 6;
/** Cuts by volumes in each of them: elements need more rounds than pairs (passes.ts). */
const VOLUMES_PER_ROUND = 2;
/** Rounds in which elements go back to x0 after planes for all. */
const RETURNS = 4;

const settle = (argument: number): Dispatch => ({ kernel: 'settle', count: 1, argument });

/** Returns the dispatches of the guarantee at the end of a step. @param hasClasses whether points inside of elements are known (`inside`) */
export function guardDispatches(world: World, hasClasses: boolean): Dispatch[] {
  const { bodies, arrayLengths, colliders, edgeCount, surfaceVertexCount, tetCount, vertexCount } = world;
  const surfaces = arrayLengths.surfaces;
  const look = (argument = 0): Dispatch[] => [
    { kernel: 'vertexFaceLook', count: surfaceVertexCount, argument },
    { kernel: 'edgeEdgeLook', count: edgeCount, argument },
  ];
  const hold = (argument: number): Dispatch => ({ kernel: 'holdVolumes', count: tetCount, argument });
  const cut = (argument = 0): Dispatch => ({ kernel: 'guardCut', count: vertexCount, argument });
  const repeat = (times: number, dispatches: readonly Dispatch[]): Dispatch[] =>
    Array.from({ length: times }, () => dispatches).flat();
  return [
    ...sweepDispatches(world),
    { kernel: 'guardBegin', count: Math.max(vertexCount, bodies.length) },
    { kernel: 'crossings', count: edgeCount },
    { kernel: 'nested', count: WORKGROUP_SIZE * surfaces, argument: surfaces },
    ...look(AT_START),
    ...(hasClasses ? [{ kernel: 'tangles', count: surfaceVertexCount }] : []),
    { kernel: 'invertedElements', count: tetCount },
    settle(SETTLE.freedom),
    ...repeat(PUSH_ROUNDS, [
      ...look(),
      { kernel: 'raiseElements', count: tetCount },
      settle(SETTLE.push),
      ...Array.from({ length: SWEEPS }, (_, sweep): Dispatch[] => [
        { kernel: 'guardPush', count: mostPushes(world), argument: sweep + 1 },
        { kernel: 'raiseElements', count: tetCount, argument: sweep + 1 },
        { kernel: 'applyPushes', count: vertexCount, argument: Number(sweep === SWEEPS - 1) },
      ]).flat(),
      ...sweepDispatches(world),
    ]),
    { kernel: 'pushedColliders', count: vertexCount },
    ...(colliders.length > 0 ? sweepDispatches(world) : []),
    settle(SETTLE.cut),
    ...repeat(ROUNDS, [
      ...look(),
      hold(HOLD.shares),
      cut(AFTER_LOOK),
      ...repeat(VOLUMES_PER_ROUND - 1, [hold(HOLD.shares), cut()]),
      settle(SETTLE.round),
    ]),
    settle(SETTLE.cutAll),
    ...look(),
    cut(),
    settle(SETTLE.round),
    ...repeat(RETURNS, [hold(HOLD.nothing), cut()]),
    hold(HOLD.bodies),
    { kernel: 'returnBodies', count: vertexCount },
    cut(),
    settle(SETTLE.end),
  ];
}

/** Returns the dispatches that give momentum back, once velocities are known. */
export const giveBackDispatches = ({ bodies, vertexCount }: World): Dispatch[] => [
  { kernel: 'lostMomentum', count: WORKGROUP_SIZE * bodies.length },
  { kernel: 'groupMomentum', count: 1 },
  { kernel: 'giveBack', count: vertexCount },
];
