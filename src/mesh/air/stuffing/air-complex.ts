import { tetQuality } from './tet-quality.ts';

/** The air's tetrahedra while they are changed. Removed ones leave gaps, which new ones don't fill. */
export class AirComplex {
  /** Positions [m], 3 numbers per vertex; they don't change. */
  readonly positions: Float64Array;
  /** Vertex ids, 4 per tetrahedron, also of removed ones. */
  readonly #tets: number[] = [];
  readonly #isThere: boolean[] = [];
  /** For each vertex its tetrahedra. */
  readonly #stars: number[][];

  constructor(positions: Float64Array, tets: ArrayLike<number>) {
    this.positions = positions;
    this.#stars = Array.from({ length: positions.length / 3 }, () => []);
    for (let t = 0; t < tets.length; t += 4) this.add(tets[t], tets[t + 1], tets[t + 2], tets[t + 3]);
  }

  /** Adds a tetrahedron. @returns its id */
  add(a: number, b: number, c: number, d: number): number {
    const tet = this.#isThere.length;
    this.#tets.push(a, b, c, d);
    this.#isThere.push(true);
    this.#stars[a].push(tet);
    this.#stars[b].push(tet);
    this.#stars[c].push(tet);
    this.#stars[d].push(tet);
    return tet;
  }

  /** Takes back the last `add`. */
  takeBack(): void {
    this.remove(this.#isThere.length - 1);
    this.#isThere.pop();
    this.#tets.length -= 4;
  }

  /** Takes back a `remove`. */
  restore(tet: number): void {
    this.#isThere[tet] = true;
    for (let c = 4 * tet; c < 4 * tet + 4; c++) {
      const star = this.#stars[this.#tets[c]];
      let at = star.length;
      while (at > 0 && star[at - 1] > tet) at--;
      star.splice(at, 0, tet);
    }
  }

  has(tet: number): boolean {
    return this.#isThere[tet];
  }

  /** Returns the tetrahedra whose quality is below a limit, the worst one first. */
  worst(limit: number): number[] {
    const found: { tet: number; quality: number }[] = [];
    for (let tet = 0; tet < this.#isThere.length; tet++) {
      if (!this.#isThere[tet]) continue;
      const [a, b, c, d] = this.corners(tet);
      const quality = this.quality(a, b, c, d);
      if (quality < limit) found.push({ tet, quality });
    }
    return found.sort((a, b) => a.quality - b.quality || a.tet - b.tet).map(({ tet }) => tet);
  }

  remove(tet: number): void {
    this.#isThere[tet] = false;
    for (let c = 4 * tet; c < 4 * tet + 4; c++) {
      const star = this.#stars[this.#tets[c]];
      star.splice(star.indexOf(tet), 1);
    }
  }

  corners(tet: number): number[] {
    return this.#tets.slice(4 * tet, 4 * tet + 4);
  }

  /** Returns the tetrahedra at a vertex, ascending. */
  star(vertex: number): readonly number[] {
    return this.#stars[vertex];
  }

  /** Returns the vertices that edges join with a vertex, ascending. */
  neighbours(vertex: number): number[] {
    const found: number[] = [];
    for (const tet of this.#stars[vertex])
      for (let c = 4 * tet; c < 4 * tet + 4; c++) {
        const v = this.#tets[c];
        if (v !== vertex && !found.includes(v)) found.push(v);
      }
    return found.sort((a, b) => a - b);
  }

  /** Returns a corner of a tetrahedron. @param c 0 to 3 */
  corner(tet: number, c: number): number {
    return this.#tets[4 * tet + c];
  }

  /** Returns which corner of a tetrahedron a vertex is, 0 to 3, or -1. */
  cornerOf(tet: number, vertex: number): number {
    for (let c = 0; c < 4; c++) if (this.#tets[4 * tet + c] === vertex) return c;
    return -1;
  }

  quality(a: number, b: number, c: number, d: number): number {
    return tetQuality(this.positions, a, b, c, d);
  }

  /**
   * Returns the smallest quality of the tetrahedra that remain if a vertex moves onto a neighbour. If all are positive, they fill the same space
   * as before, provided that both lie on the same sides of the box, because then they are a cone over the boundary of the vertex' star.
   * @param enough the search ends as soon as one is not above it
   */
  collapseQuality(vertex: number, onto: number, enough = 0): number {
    let least = Number.POSITIVE_INFINITY;
    for (const tet of this.#stars[vertex]) {
      least = Math.min(least, this.#movedQuality(tet, vertex, onto));
      if (least <= enough) return least;
    }
    return least;
  }

  /**
   * Returns what tetrahedra lack in all if a vertex moves onto a neighbour: the sum over those whose quality is below `good` of the difference.
   * @param most the search ends as soon as the sum reaches it
   */
  collapseLack(vertex: number, onto: number, good: number, most: number): number {
    let lack = 0;
    for (const tet of this.#stars[vertex]) {
      const quality = this.#movedQuality(tet, vertex, onto);
      if (quality < good) lack += good - quality;
      if (lack >= most) return lack;
    }
    return lack;
  }

  /** Returns the quality of a tetrahedron with one of its vertices moved onto a neighbour; infinite if it vanishes, since it has both. */
  #movedQuality(tet: number, vertex: number, onto: number): number {
    const tets = this.#tets;
    const t = 4 * tet;
    const a = tets[t];
    const b = tets[t + 1];
    const c = tets[t + 2];
    const d = tets[t + 3];
    if (a === onto || b === onto || c === onto || d === onto) return Number.POSITIVE_INFINITY;
    return this.quality(
      a === vertex ? onto : a,
      b === vertex ? onto : b,
      c === vertex ? onto : c,
      d === vertex ? onto : d,
    );
  }

  /** Moves a vertex onto a neighbour. The tetrahedra at both vanish. */
  collapse(vertex: number, onto: number): void {
    for (const tet of this.#stars[vertex].slice()) {
      const corners = this.corners(tet);
      this.remove(tet);
      if (corners.includes(onto)) continue;
      const [a, b, c, d] = corners.map((v) => (v === vertex ? onto : v));
      this.add(a, b, c, d);
    }
  }

  /** Returns the vertex ids of all tetrahedra. */
  elements(): Uint32Array {
    return Uint32Array.from(this.#tets.filter((_, i) => this.#isThere[i >> 2]));
  }
}
