import { type Capacities, capacityWords, largerCapacities } from './capacities.ts';
import { COUNTERS, lackedRoom, stateBytes } from './state.ts';
import type { World } from './world.ts';

/**
 * Bytes by which a state's lists may grow. A body squeezed into a point hits itself with each pair of its edges: lists of all of
 * them would take more memory than any machine has.
 */
export const MOST_GROWTH = 2 ** 31;

/** Makes lists larger that a step found too short, as long as there is memory. */
export class GrowingLists {
  /** Capacities that there was no memory for: asking for them in each step would take longer than the step. */
  private readonly refused = new Set<string>();

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
      const key = capacityWords(wanted).join();
      if (this.refused.has(key)) continue;
      if (this.isAllowed(wanted) && (await this.resize(wanted))) return true;
      this.refused.add(key);
    }
    return false;
  }

  private isAllowed(capacities: Capacities): boolean {
    return stateBytes(this.world, capacities) - stateBytes(this.world) <= MOST_GROWTH;
  }
}
