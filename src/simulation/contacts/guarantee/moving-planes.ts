import type { Stage } from '../../program/stage.ts';
import { COLLIDER, type State } from '../../state.ts';
import type { World } from '../../world/world.ts';
import { GUARD, WAIT } from './arrays.ts';
import { keptGap } from './planes.ts';

/**
 * Planes that a script moves wait for what they press, like driven vertices. A half-space is convex, so a plane needs no test of pairs: nothing crosses it as long as no vertex gets behind it. Colliders
 * push vertices before the guarantee, so only those behind a plane are those whose motion was shortened. At the end of a free step the plane goes back to the farthest of them, but not behind
 * where it began the step. A later step takes it on towards where the script wants it.
 *
 * It doesn't go there at once: a plane that strives for a goal far within a body crushes it in every step, so that many motions have to be shortened. It strives for twice the way that it came in the step
 * before, as a search with a trust region does.
 *
 * Bowls that move don't wait.
 */

/** The least that a waiting plane strives for [gaps that contacts keep]: it starts from this after a standstill. */
const LEAST_WAY = 1;

const countOfMoving = ({ script }: World): number => script.colliders?.length ?? 0;
const isMovingPlane = ({ script }: World, { colliders }: State, c: number): boolean =>
  colliders[COLLIDER.stride * c + COLLIDER.kind] === 0 &&
  script.colliders?.some(({ collider }) => collider === c) === true;

/** Stage, at a step's start: takes the planes on from where they waited. The script's words say where it wants them. */
export const goOn: Stage = {
  count: ({ world }) => Number(countOfMoving(world) > 0),
  run({ world, state }, begin, end) {
    if (begin === end) return;
    const { colliders, planeWaits, guard } = state;
    const least = LEAST_WAY * keptGap(world, 0);
    for (let c = 0; c < world.colliders.length; c++) {
      const at = WAIT.stride * c;
      if (!isMovingPlane(world, state, c) || guard[GUARD.isFree] === 0 || !(planeWaits[at + WAIT.behind] > 0)) {
        planeWaits.fill(0, at, at + WAIT.stride);
        continue;
      }
      const own = wayOf(colliders, c);
      const whole = own + planeWaits[at + WAIT.behind];
      // A plane that the script takes back waits for nothing once it has come past it.
      const way = Math.min(whole, Math.max(2 * planeWaits[at + WAIT.way], least));
      colliders[COLLIDER.stride * c + COLLIDER.offset] -= whole - way;
      addWay(colliders, c, way - own);
      planeWaits[at + WAIT.behind] = whole - way;
    }
  },
};

/** Stage, at a step's end: planes go back to the vertices that couldn't follow them. One worker. */
export const wait: Stage = {
  count: ({ world }) => Number(countOfMoving(world) > 0),
  run({ world, state }, begin, end) {
    if (begin === end) return;
    const { colliders, planeWaits, guard } = state;
    if (guard[GUARD.isFree] === 0) return;
    for (let c = 0; c < world.colliders.length; c++) {
      if (!isMovingPlane(world, state, c)) continue;
      const way = wayOf(colliders, c);
      const back = guard[GUARD.cut] > 0 ? Math.min(depthOfCut(state, c), Math.max(0, way)) : 0;
      if (back > 0) {
        colliders[COLLIDER.stride * c + COLLIDER.offset] -= back;
        addWay(colliders, c, -back);
        guard[GUARD.planesWaiting]++;
      }
      planeWaits[WAIT.stride * c + WAIT.behind] += back;
      planeWaits[WAIT.stride * c + WAIT.way] = way - back;
    }
  },
};

/** How far a plane moves in this step along its normal [m]. */
const wayOf = (words: Float32Array, c: number): number => {
  const at = COLLIDER.stride * c;
  let way = 0;
  for (let k = 0; k < 3; k++) way += words[at + k] * words[at + COLLIDER.moved + k];
  return way;
};

function addWay(words: Float32Array, c: number, way: number): void {
  const at = COLLIDER.stride * c;
  for (let k = 0; k < 3; k++) words[at + COLLIDER.moved + k] += way * words[at + k];
}

/** How deep the deepest vertex whose motion was shortened is behind a plane [m]. */
function depthOfCut({ colliders, positions: x, wasCut, inverseMasses }: State, c: number): number {
  const at = COLLIDER.stride * c;
  let deepest = 0;
  for (let v = 0; v < wasCut.length; v++) {
    if (wasCut[v] === 0 || inverseMasses[v] === 0) continue;
    const i = 3 * v;
    const depth =
      colliders[at + COLLIDER.offset] -
      (colliders[at] * x[i] + colliders[at + 1] * x[i + 1] + colliders[at + 2] * x[i + 2]);
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}
