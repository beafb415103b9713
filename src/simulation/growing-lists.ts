import { type Capacities, capacityWords, largerCapacities } from './capacities.ts';
import { COUNTERS, lackedRoom, stateBytes } from './state.ts';
import type { World } from './world.ts';

/**
 * Maximum number of bytes by which a state's lists may grow. If a body is squeezed into a point, every pair of its edges intersects, and
 * a list of all pairs would need more memory than any machine has.
 */
export const MOST_GROWTH = 2 ** 31;

/** Whether every capacity of `one` is at least that of `other`. */
const isAsLarge = (one: Capacities, other: Capacities): boolean => {
  const least = capacityWords(other);
  return capacityWords(one).every((capacity, i) => capacity >= least[i]);
};

/** Enlarges lists that a step found too short, as long as there is memory. */
export class GrowingLists {
  /** Capacities for which memory did not suffice. Redundant entries are dropped: those that are at least as large as another in every list. */
  private refused: Capacities[] = [];

  /** @param resize replaces the lists by ones with these capacities; resolves to false if memory doesn't suffice */
  constructor(
    private readonly world: World,
    private readonly resize: (capacities: Capacities) => Promise<boolean>,
  ) {}

  /**
   * Enlarges the lists that were too short.
   * @param counters of the program that ran
   * @param capacities that it ran with
   * @returns whether a list is larger now, so that the program is worth running again
   */
  async grow(counters: Uint32Array, capacities: Capacities): Promise<boolean> {
    if (!lackedRoom(counters)) return false;
    for (const wanted of largerCapacities(capacities, counters.subarray(COUNTERS.needs))) {
      // Skip capacities that are at least as large as refused ones: trying them in every step would take longer than the step.
      if (this.refused.some((less) => isAsLarge(wanted, less))) continue;
      if (this.isAllowed(wanted) && (await this.resize(wanted))) return true;
      this.refused = [...this.refused.filter((more) => !isAsLarge(more, wanted)), wanted];
    }
    return false;
  }

  private isAllowed(capacities: Capacities): boolean {
    return stateBytes(this.world, capacities) - stateBytes(this.world) <= MOST_GROWTH;
  }
}
