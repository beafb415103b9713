import { type Capacities, capacityWords, largerCapacities } from './capacities.ts';
import { COUNTERS, lackedRoom, stateBytes } from './state.ts';
import type { World } from './world.ts';

/**
 * Bytes by which a state's lists may grow. A body squeezed into a point hits itself with each pair of its edges: lists of all of
 * them would take more memory than any machine has.
 */
export const MOST_GROWTH = 2 ** 31;

/** Whether every list is at least as large as another's. */
const isAsLarge = (one: Capacities, other: Capacities): boolean => {
  const least = capacityWords(other);
  return capacityWords(one).every((capacity, i) => capacity >= least[i]);
};

/** Makes lists larger that a step found too short, as long as there is memory. */
export class GrowingLists {
  /** Capacities that there was no memory for, none of them as large as another in every list. */
  private refused: Capacities[] = [];

  /** @param resize replaces the lists by ones of these capacities; false where there is no memory for them */
  constructor(
    private readonly world: World,
    private readonly resize: (capacities: Capacities) => Promise<boolean>,
  ) {}

  /**
   * @param counters of what ran    @param capacities that it ran with
   * @returns whether a list is larger now, so that it is worth to run again
   */
  async grow(counters: Uint32Array, capacities: Capacities): Promise<boolean> {
    if (!lackedRoom(counters)) return false;
    for (const wanted of largerCapacities(capacities, counters.subarray(COUNTERS.needs))) {
      // Trying again in each step what is as large as something refused would take longer than the step.
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
