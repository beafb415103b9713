import { type Capacities, capacityWords, greatestCapacities, largerCapacities } from './capacities.ts';
import { COUNTERS, anyListTooShort, stateBytes } from './state.ts';
import type { World } from './world/world.ts';

/**
 * Maximum number of bytes by which all lists of a state together may grow. The limit matters if a body is squeezed into a point. Then
 * every pair of its edges intersects, and a list of all pairs would need more memory than any machine has.
 */
export const MAX_GROWTH_BYTES = 2 ** 31;

/** Returns true if every capacity of `one` is at least that of `other`. */
const isAsLarge = (one: Capacities, other: Capacities): boolean => {
  const otherWords = capacityWords(other);
  return capacityWords(one).every((capacity, i) => capacity >= otherWords[i]);
};

/** Enlarges lists that a step found too short, as long as there is memory. */
export class GrowingLists {
  /** Capacities for which memory did not suffice. If one entry is at least as large as another in every list, only the other is kept. */
  private tooLarge: Capacities[] = [];
  private readonly greatest: Capacities;

  /** @param resize replaces the lists by longer lists with these capacities; resolves to false if memory doesn't suffice */
  constructor(
    private readonly world: World,
    private readonly resize: (capacities: Capacities) => Promise<boolean>,
  ) {
    this.greatest = greatestCapacities(world);
  }

  /**
   * Enlarges the lists that were too short.
   * @param counters counters of the program that ran
   * @param capacities capacities during that run
   * @returns true if a list is larger now, so that the program is worth running again
   */
  async grow(counters: Uint32Array, capacities: Capacities): Promise<boolean> {
    if (!anyListTooShort(counters)) return false;
    for (const candidate of largerCapacities(capacities, counters.subarray(COUNTERS.needs), this.greatest)) {
      // Skip candidates that are at least as large as capacities that failed: failing again in every step would take longer than the step.
      if (this.tooLarge.some((failed) => isAsLarge(candidate, failed))) continue;
      if (this.isAllowed(candidate) && (await this.resize(candidate))) return true;
      this.tooLarge = [...this.tooLarge.filter((failed) => !isAsLarge(failed, candidate)), candidate];
    }
    return false;
  }

  private isAllowed(capacities: Capacities): boolean {
    return stateBytes(this.world, capacities) - stateBytes(this.world) <= MAX_GROWTH_BYTES;
  }
}
