import { BOX_STRIDE } from '../../../bvh/tree.ts';
import type { Context } from '../../program/stage.ts';
import { MOTION_BOX, type State } from '../../state.ts';
import type { World } from '../../world/world.ts';
import { FREEDOM, GUARD, LOOK, MOST_DUE, ROUND } from './arrays.ts';
import { isGuarded } from './is-guarded.ts';

/** Whether the present round looks at pairs. */
export const isLooking = ({ guard }: State): boolean =>
  guard[GUARD.round] === ROUND.cutAll || (guard[GUARD.round] < ROUND.cutAll && guard[GUARD.isProved] === 0);

/** Lists the edges or faces `begin` to `end` - 1 with a vertex that is due. @param base the world's id of the body's first one */
export function listDue(
  { guard }: State,
  boxes: Float32Array,
  base: number,
  begin: number,
  end: number,
  list: Uint32Array,
  word: number,
): void {
  for (let i = base + begin; i < base + end; i++) {
    if (boxes[BOX_STRIDE * i + MOTION_BOX.class] !== LOOK.isDue) continue;
    const at = Atomics.add(guard, word, 1);
    if (at < MOST_DUE) list[at] = i;
  }
}

/**
 * Whether a step begins free and without an inverted element. Then no two elements overlap (stages.ts), and discrete detection would find nothing.
 */
export const nothingOverlaps = (context: Context): boolean =>
  beginsFree(context) && context.state.guard[GUARD.isPositive] === 1;

/** Whether a step is known to begin free: no edge crosses a face in it. */
export const beginsFree = ({ world, state: { guard }, parameters }: Context): boolean =>
  isGuarded(parameters, world) && guard[GUARD.isFree] === 1;

/** Whether a state between steps is known to be free and without an inverted element. @param step index of the next step */
export const isKnownFree = ({ freedom }: Pick<State, 'freedom'>, step: number): boolean =>
  freedom[FREEDOM.free] === step + 1 && freedom[FREEDOM.positive] === step + 1;

/** Whether it has to be found out if the step begins free (freedom.ts). */
export const isUnknown = ({ state: { guard } }: Context): boolean => guard[GUARD.isFree] === 0;

/** Whether nothing found so far speaks against a free start: no edge crosses a face, no surface lies in another one, and no pair touches (the first look finds those). */
export const mayBeFree = ({ guard }: State): boolean =>
  guard[GUARD.crossings] === 0 && guard[GUARD.nested] === 0 && guard[GUARD.touching] === 0;

/** Whether a vertex is where the last look saw it. */
export const isSeen = ({ positions, seenPositions }: State, v: number): boolean =>
  positions[3 * v] === seenPositions[3 * v] &&
  positions[3 * v + 1] === seenPositions[3 * v + 1] &&
  positions[3 * v + 2] === seenPositions[3 * v + 2];

/** Prepares surface vertices for a look: finds which pairs are due (pairs.ts), and remembers where the look sees them. It is a part of the stage sweepVertices. */
export function beginLook({ surfaceVertices }: World, state: State, begin: number, end: number): void {
  const { looks, positions, seenPositions, motionBoxes } = state;
  for (let s = begin; s < end; s++) {
    const v = surfaceVertices[s];
    looks[v] = (looks[v] & LOOK.isHit) !== 0 || !isSeen(state, v) ? LOOK.isDue : 0;
    motionBoxes[BOX_STRIDE * v + MOTION_BOX.class] = looks[v];
    for (let i = 3 * v; i < 3 * v + 3; i++) seenPositions[i] = positions[i];
  }
}

/** Remembers where a detection of CCD sees surface vertices. It is a part of the stage sweepVertices. */
export function beginDetection({ surfaceVertices }: World, state: State, begin: number, end: number): void {
  const { looks, positions, seenPositions } = state;
  for (let s = begin; s < end; s++) {
    const v = surfaceVertices[s];
    looks[v] = 0;
    for (let i = 3 * v; i < 3 * v + 3; i++) seenPositions[i] = positions[i];
  }
}

/** Whether one of four vertices, those of a pair or an element, moves in this step. */
export function doMove(ids: Uint32Array, { positions, positionsT0 }: State): boolean {
  for (let k = 0; k < 4; k++)
    for (let i = 3 * ids[k]; i < 3 * ids[k] + 3; i++) if (positions[i] !== positionsT0[i]) return true;
  return false;
}
