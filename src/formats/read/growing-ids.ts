/** Ids of a chunk. Larger ones take memory that small files don't need, smaller ones time. */
const CHUNK = 1 << 16;

/**
 * A list of ids of which nobody knows the length beforehand. It takes 4 bytes per id, and as many once more while they are put together: JavaScript's own lists
 * take up to 20, when they grow.
 */
export class GrowingIds {
  private readonly full: Uint32Array[] = [];
  private last = new Uint32Array(CHUNK);
  private at = 0;

  get length(): number {
    return this.full.length * CHUNK + this.at;
  }

  push(id: number): void {
    if (this.at === CHUNK) {
      this.full.push(this.last);
      this.last = new Uint32Array(CHUNK);
      this.at = 0;
    }
    this.last[this.at++] = id;
  }

  toArray(): Uint32Array {
    const ids = new Uint32Array(this.length);
    this.full.forEach((chunk, i) => {
      ids.set(chunk, i * CHUNK);
    });
    ids.set(this.last.subarray(0, this.at), this.full.length * CHUNK);
    return ids;
  }
}
