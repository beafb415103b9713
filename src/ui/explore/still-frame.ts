import { tetrahedronContains } from '../../geometry/tetrahedron.ts';
import type { SectionPolygon } from '../../render/explore/section.ts';
import { explainPath, type StillBody, stillBody } from '../../simulation/view/explain/explain-path.ts';
import type { Explanation, Point } from '../../simulation/view/explain/explanation.ts';
import { INSIDE_MARGIN } from '../../simulation/state.ts';
import type { World } from '../../simulation/world.ts';

/** A path query: a point, and the element (tetrahedron) of a body in which it lies. A point in two elements gives two queries. */
export interface Asked {
  readonly point: Point;
  readonly body: number;
  readonly tet: number;
  /** The vertex' id within the body; undefined if the point is not a vertex of this body. */
  readonly vertex: number | undefined;
}

/** The positions of one frame, kept for queries. */
export class StillFrame {
  private readonly bodies: StillBody[];

  /** @param positions [m], 3 per vertex; they must not change */
  constructor(
    readonly world: World,
    readonly positions: Float32Array,
  ) {
    this.bodies = world.bodies.map(({ model, vertexBase }) => {
      const { topology, mesh } = world.models[model];
      return stillBody(topology, positions, vertexBase, mesh.positions);
    });
  }

  explain({ point, body, tet, vertex }: Asked): Explanation {
    return explainPath(this.bodies[body], point, tet, vertex);
  }

  pointOf(vertex: number): number[] {
    return [...this.positions.subarray(3 * vertex, 3 * vertex + 3)];
  }

  bodyOf(vertex: number): number {
    return this.world.bodies.findLastIndex(({ vertexBase }) => vertexBase <= vertex);
  }

  /**
   * Finds every element that contains a vertex and isn't incident to it, as collision detection does.
   * @param only the body to search; by default all
   */
  elementsAround(vertex: number, only?: number): Asked[] {
    const point = this.pointOf(vertex);
    return this.world.bodies.flatMap(({ model, vertexBase }, body) => {
      if (only !== undefined && body !== only) return [];
      const { tets, tetCount, vertexCount } = this.world.models[model].topology;
      const local = vertex - vertexBase;
      const own = local >= 0 && local < vertexCount ? local : undefined;
      const asked: Asked[] = [];
      for (let tet = 0; tet < tetCount; tet++) {
        const corners = tets.subarray(4 * tet, 4 * tet + 4);
        if (own !== undefined && corners.includes(own)) continue;
        if (this.holds(body, tet, point, INSIDE_MARGIN)) asked.push({ point, body, tet, vertex: own });
      }
      return asked;
    });
  }

  /** Finds the elements of a section that contain one of its points. */
  elementsAt(body: number, section: readonly SectionPolygon[], point: Point): Asked[] {
    return section
      .filter(({ tet }) => this.holds(body, tet, point, 0))
      .map(({ tet }) => ({ point, body, tet, vertex: undefined }));
  }

  private holds(body: number, tet: number, point: Point, margin: number): boolean {
    const { model, vertexBase } = this.world.bodies[body];
    const { tets } = this.world.models[model].topology;
    const [a, b, c, d] = [0, 1, 2, 3].map((k) => 3 * (vertexBase + tets[4 * tet + k]));
    return tetrahedronContains(this.positions, a, b, c, d, point, margin);
  }

  /** Corners of elements [m], 4 per element. */
  cornersOf(body: number, elements: readonly number[]): number[][][] {
    const { model, vertexBase } = this.world.bodies[body];
    const { tets } = this.world.models[model].topology;
    return elements.map((tet) => Array.from(tets.subarray(4 * tet, 4 * tet + 4), (v) => this.pointOf(vertexBase + v)));
  }

  /** Least and greatest coordinate of a body along an axis [m]. */
  rangeOf(body: number, axis: number): readonly [number, number] {
    const { model, vertexBase } = this.world.bodies[body];
    const { vertexCount } = this.world.models[model].topology;
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let v = vertexBase; v < vertexBase + vertexCount; v++) {
      least = Math.min(least, this.positions[3 * v + axis]);
      most = Math.max(most, this.positions[3 * v + axis]);
    }
    return [least, most];
  }
}
