import { signedVolumes } from '../../mesh/quality.ts';
import type { World } from '../../simulation/world/world.ts';
import { isApart, type OverlapCounter, type Posed } from './overlap.ts';

/** An element may be crushed to this share of its rest volume, no further. */
const LEAST_VOLUME = 0.1;

/** Takes over a motion as far as it leads into no overlap. */
export class Adoption {
  private readonly tets: Uint32Array;
  private readonly leastVolumes: Float64Array;

  constructor(
    world: World,
    private readonly counter: OverlapCounter,
  ) {
    const { bodies, models } = world;
    this.tets = Uint32Array.from(
      bodies.flatMap(({ model, vertexBase }) => Array.from(models[model].topology.tets, (v) => v + vertexBase)),
    );
    this.leastVolumes = Float64Array.from(
      bodies.flatMap(({ model }) => Array.from(signedVolumes(models[model].mesh), (volume) => LEAST_VOLUME * volume)),
    );
  }

  /**
   * Moves the vertices of a pose that is free of overlap to their places in another pose, except for vertices that would have a part in an overlap or crush
   * an element. Those are put back, until the pose is free again: each overlap has at least one vertex that has moved, so this ends.
   * @returns a pose free of overlap, with no more inverted elements; `from` itself at worst
   */
  adopt(from: Posed, to: Float32Array): Posed {
    const { counter } = this;
    const positions = to.slice();
    const isMoved = new Uint8Array(to.length / 3).fill(1);
    for (;;) {
      const overlap = counter.mark(positions);
      const isCrushed = this.markCrushed(from.positions, positions, counter.marks);
      if (isApart(overlap) && !isCrushed) return { positions, overlap };
      let changes = false;
      for (let v = 0; v < isMoved.length; v++) {
        if (!isMoved[v] || !counter.marks[v]) continue;
        isMoved[v] = 0;
        changes = true;
        for (let i = 3 * v; i < 3 * v + 3; i++) positions[i] = from.positions[i];
      }
      if (!changes) return from;
    }
  }

  /** Marks the corners of elements that are crushed too far, and further than they were. @returns whether there are any */
  private markCrushed(from: Float32Array, to: Float32Array, marks: Uint8Array): boolean {
    const { tets, leastVolumes } = this;
    const before = signedVolumes({ positions: from, tets });
    let isCrushed = false;
    signedVolumes({ positions: to, tets }).forEach((volume, tet) => {
      if (volume >= leastVolumes[tet] || volume >= before[tet]) return;
      isCrushed = true;
      for (let k = 0; k < 4; k++) marks[tets[4 * tet + k]] = 1;
    });
    return isCrushed;
  }
}
