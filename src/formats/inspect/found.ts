/** Number of things of a kind that a report names; of others it gives the number only. */
const NAMED = 8;

/** Id of one thing, or the ids by which it is named, such as those of an edge's vertices. */
export type Id = number | readonly number[];

/** Things of a kind that were found in a mesh: their number, and the first ones. */
export interface Found {
  readonly count: number;
  readonly first: readonly Id[];
}

/** Counts things and keeps the first ones. */
export class Finder {
  private count = 0;
  private readonly first: Id[] = [];

  add(id: Id): void {
    if (this.count++ < NAMED) this.first.push(id);
  }

  found = (): Found => ({ count: this.count, first: this.first });
}

/** Makes a count and the first ids from a list of all that were found. */
export const foundIn = (ids: ArrayLike<Id>): Found => ({
  count: ids.length,
  first: Array.from({ length: Math.min(NAMED, ids.length) }, (_, i) => ids[i]),
});
