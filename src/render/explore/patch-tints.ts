import { NONE } from '../../mesh/topology.ts';
import type { PatchTree } from '../../simulation/self-collision/patch-tree.ts';
import type { PatchSurvey } from '../../simulation/view/explain/survey-patches.ts';

/** Number of tints: as many as the patches of a surface without handles need at most, by the way they are chosen here. */
export const TINT_COUNT = 6;

/**
 * Gives each culled patch a tint, such that patches side by side differ.
 *
 * On a surface without handles the patches' neighbourhood is a planar graph, in which some patch has at most five neighbours. Take such
 * a patch away, then another one from the rest, and so on. Put them back in reverse, each with a tint that none of its neighbours has by
 * then: they are at most five. If a surface has handles and no such patch is left, neighbours may get the same tint.
 * @returns a tint per patch, 0 to TINT_COUNT - 1
 */
export function tintPatches({ twins }: Pick<PatchTree, 'twins'>, { culled, patches }: PatchSurvey): Uint8Array {
  const neighbours = Array.from(culled, () => new Set<number>());
  for (const [side, twin] of twins.entries()) {
    if (twin === NONE) continue;
    const [a, b] = [patches[Math.floor(side / 3)], patches[Math.floor(twin / 3)]];
    if (a !== b && a !== NONE && b !== NONE) neighbours[a].add(b);
  }
  const tints = new Uint8Array(culled.length).fill(UNTINTED);
  const uses = new Array<number>(TINT_COUNT).fill(0);
  for (const patch of orderOfRemoval(neighbours).reverse()) {
    const taken = new Set(Array.from(neighbours[patch], (other) => tints[other]));
    const free = uses.map((_, tint) => tint).filter((tint) => !taken.has(tint));
    // The least used tint, so that all of them are seen.
    const [tint = 0] = free.sort((a, b) => uses[a] - uses[b] || a - b);
    tints[patch] = tint;
    uses[tint]++;
  }
  return tints;
}

const UNTINTED = 0xff;

/** Orders patches so that each has fewer than TINT_COUNT neighbours among those behind it, as long as there is such a one. */
function orderOfRemoval(neighbours: readonly ReadonlySet<number>[]): number[] {
  const degrees = neighbours.map(({ size }) => size);
  const isListed = new Uint8Array(degrees.length);
  const order: number[] = [];
  const list = (patch: number) => {
    if (isListed[patch]) return;
    isListed[patch] = 1;
    order.push(patch);
  };
  for (const [patch, degree] of degrees.entries()) if (degree < TINT_COUNT) list(patch);
  for (let i = 0, next = 0; i < degrees.length; i++) {
    if (i === order.length) {
      while (isListed[next]) next++;
      list(next);
    }
    for (const other of neighbours[order[i]]) if (--degrees[other] < TINT_COUNT) list(other);
  }
  return order;
}
