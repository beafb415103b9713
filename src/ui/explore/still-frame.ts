import { tetrahedronContains } from '../../geometry/tetrahedron.ts';
import type { SectionPolygon } from '../../render/explore/section.ts';
import { explainPath, type StillBody, stillBody } from '../../simulation/view/explain/explain-path.ts';
import type { Explanation, Point } from '../../simulation/view/explain/explanation.ts';
import { INSIDE_MARGIN } from '../../simulation/state.ts';
import { bodyOfVertex, type World } from '../../simulation/world/world.ts';

/** A path query: a point, and the element (tetrahedron) of a body in which it lies. A point in two elements gives two queries. */
export interface PathQuery {
  readonly point: Point;
  readonly body: number;
  readonly tet: number;
  /** If the point is a vertex of `body`: its id within the body. Else undefined. */
  readonly vertex: number | undefined;
}

/** A frame of the stopped simulation, and path queries about it. */
export class StillFrame {
  readonly bodies: readonly StillBody[];

  /**
   * @param positions [m], 3 per vertex; the caller must not change them
   * @param fieldDistances carried distance of each vertex to the boundary [m]; likewise
   */
  constructor(
    readonly world: World,
    readonly positions: Float32Array,
    fieldDistances: Float32Array,
  ) {
    this.bodies = world.bodies.map(({ model, vertexBase }) => {
      const { topology, mesh } = world.models[model];
      return stillBody(topology, positions, vertexBase, mesh.positions, fieldDistances);
    });
  }

  explain({ point, body, tet, vertex }: PathQuery): Explanation {
    return explainPath(this.bodies[body], point, tet, vertex);
  }

  pointOf(vertex: number): number[] {
    return [...this.positions.subarray(3 * vertex, 3 * vertex + 3)];
  }

  bodyOf(vertex: number): number {
    return bodyOfVertex(this.world, vertex);
  }

  /**
   * Finds every element that contains a vertex, except the vertex's incident elements. Collision detection does the same.
   * @param onlyBody the body to search; by default all bodies
   * @returns one query per element
   */
  elementsAround(vertex: number, onlyBody?: number): PathQuery[] {
    const point = this.pointOf(vertex);
    return this.world.bodies.flatMap(({ model, vertexBase }, body) => {
      if (onlyBody !== undefined && body !== onlyBody) return [];
      const { tets, tetCount, vertexCount } = this.world.models[model].topology;
      const local = vertex - vertexBase;
      const own = local >= 0 && local < vertexCount ? local : undefined;
      const queries: PathQuery[] = [];
      for (let tet = 0; tet < tetCount; tet++) {
        const corners = tets.subarray(4 * tet, 4 * tet + 4);
        if (own !== undefined && corners.includes(own)) continue;
        if (this.contains(body, tet, point, INSIDE_MARGIN)) queries.push({ point, body, tet, vertex: own });
      }
      return queries;
    });
  }

  /** Finds the elements that contain a point of a section. @returns one query per element */
  elementsAt(body: number, section: readonly SectionPolygon[], point: Point): PathQuery[] {
    return section
      .filter(({ tet }) => this.contains(body, tet, point, 0))
      .map(({ tet }) => ({ point, body, tet, vertex: undefined }));
  }

  private contains(body: number, tet: number, point: Point, margin: number): boolean {
    const { model, vertexBase } = this.world.bodies[body];
    const { tets } = this.world.models[model].topology;
    const [a, b, c, d] = [0, 1, 2, 3].map((k) => 3 * (vertexBase + tets[4 * tet + k]));
    return tetrahedronContains(this.positions, a, b, c, d, point, margin);
  }

  /** Returns the corners of elements [m], 4 per element. */
  cornersOf(body: number, elements: readonly number[]): number[][][] {
    const { model, vertexBase } = this.world.bodies[body];
    const { tets } = this.world.models[model].topology;
    return elements.map((tet) => Array.from(tets.subarray(4 * tet, 4 * tet + 4), (v) => this.pointOf(vertexBase + v)));
  }

  /** Returns the least and the greatest coordinate of a body along an axis [m]. */
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
