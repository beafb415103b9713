import { type FileMesh, LeftOut } from '../file-mesh.ts';
import { GrowingNumbers } from './growing-numbers.ts';
import { dividePolygon, MOST_EARS, PolygonBudget } from './polygons.ts';

/** Bytes that are reserved at first for the marks of vertices. */
const FIRST_MARKS = 1024;
/** Numbers of vertices of elements of second order, with and without vertices in the middle of faces. */
const SECOND_ORDER: Readonly<Record<Simple, readonly number[]>> = {
  tetrahedra: [10, 11, 14, 15],
  triangles: [6, 7],
  quadrilaterals: [6, 8, 9],
};
/** Elements that make a mesh, and of which all formats have some of higher order, by their number of corners, which stand before their other vertices. */
export const CORNERS = { tetrahedra: 4, triangles: 3, quadrilaterals: 4 } as const;
export type Simple = keyof typeof CORNERS;

/** How notes name polygons that have no area. */
const TOO_FEW = 'polygons with fewer than three corners';

/**
 * Gathers the tetrahedra and triangles of a file: polygons are divided into triangles, and elements of higher order are taken by their corners. Vertices in
 * the middle of their edges and faces are left out, unless another element has them as a corner.
 */
export class GrowingMesh {
  readonly leftOut = new LeftOut();
  private readonly tets = GrowingNumbers.ids();
  private readonly triangles = GrowingNumbers.ids();
  /** 1 for each vertex that lies in the middle of an edge or face of some element. */
  private middles = new Uint8Array(FIRST_MARKS);
  private hasMiddles = false;
  /** Elements of higher order, by their order and kind. */
  private readonly byCorners = new Map<string, number>();

  constructor(private readonly budget = new PolygonBudget()) {}

  addTetrahedron(a: number, b: number, c: number, d: number): void {
    this.tets.push(a);
    this.tets.push(b);
    this.tets.push(c);
    this.tets.push(d);
  }

  addTriangle(a: number, b: number, c: number): void {
    this.triangles.push(a);
    this.triangles.push(b);
    this.triangles.push(c);
  }

  /** Adds an element of any order. @param vertices corners first; others belong to an element of higher order */
  add(kind: Simple, vertices: ArrayLike<number>, positions: ArrayLike<number>): void {
    if (kind === 'tetrahedra') this.addTetrahedron(vertices[0], vertices[1], vertices[2], vertices[3]);
    else if (kind === 'triangles') this.addTriangle(vertices[0], vertices[1], vertices[2]);
    else this.addQuadrilateral(vertices[0], vertices[1], vertices[2], vertices[3], positions);
    if (vertices.length === CORNERS[kind]) return;
    const order = `${SECOND_ORDER[kind].includes(vertices.length) ? 'Second' : 'Higher'}-order ${kind}`;
    this.byCorners.set(order, (this.byCorners.get(order) ?? 0) + 1);
    for (let k = CORNERS[kind]; k < vertices.length; k++) this.markMiddle(vertices[k]);
  }

  /** Divides a quadrilateral along the diagonal of its first corner, or along the other one if the first lies outside. */
  addQuadrilateral(a: number, b: number, c: number, d: number, positions: ArrayLike<number>): void {
    const found = isConvexAt(positions, a, b, c, d)
      ? this.addTrue(a, b, c) + this.addTrue(a, c, d)
      : this.addTrue(b, c, d) + this.addTrue(b, d, a);
    if (found === 0) this.leftOut.add(TOO_FEW);
  }

  /**
   * Adds a polygon, corners that repeat the one before left out. One of very many corners is divided into a fan, which takes no further memory.
   * @param vertices a list in which the polygon's stand from `begin` to `end`    @param shift what ids are above those of the list
   */
  addPolygon(
    vertices: ArrayLike<number>,
    begin: number,
    end: number,
    shift: number,
    positions: ArrayLike<number>,
  ): void {
    if (end - begin > MOST_EARS) {
      const a = vertices[begin] + shift;
      let found = 0;
      for (let i = begin + 2; i < end; i++) found += this.addTrue(a, vertices[i - 1] + shift, vertices[i] + shift);
      if (found === 0) this.leftOut.add(TOO_FEW);
      return;
    }
    if (end - begin === 4) {
      const [a, b, c, d] = [0, 1, 2, 3].map((k) => vertices[begin + k] + shift);
      this.addQuadrilateral(a, b, c, d, positions);
      return;
    }
    const corners: number[] = [];
    for (let i = begin; i < end; i++) corners.push(vertices[i] + shift);
    const divided = dividePolygon(corners, positions, this.budget);
    if (divided.length === 0) this.leftOut.add(TOO_FEW);
    for (const corner of divided) this.triangles.push(corners[corner]);
  }

  /** Adds a strip, of which every second triangle runs the other way round. Triangles that have a vertex twice only join its parts. */
  addStrip(vertices: ArrayLike<number>, begin: number, end: number, shift: number): void {
    for (let i = begin + 2; i < end; i++) {
      const odd = (i - begin) % 2;
      this.addTrue(vertices[i - 2 + odd] + shift, vertices[i - 1 - odd] + shift, vertices[i] + shift);
    }
  }

  /** Marks a vertex as one of an element of higher order that is no corner. */
  markMiddle(vertex: number): void {
    this.hasMiddles = true;
    if (vertex >= this.middles.length) {
      const longer = new Uint8Array(Math.max(vertex + 1, 2 * this.middles.length));
      longer.set(this.middles);
      this.middles = longer;
    }
    this.middles[vertex] = 1;
  }

  finish(positions: ArrayLike<number>): FileMesh {
    const byCorners = Array.from(
      this.byCorners,
      ([kind, count]) => `${kind} read by their corners: ${count.toLocaleString('en')}.`,
    );
    const mesh = {
      positions: positions instanceof Float64Array ? positions : Float64Array.from(positions),
      tets: this.tets.taken().slice(),
      triangles: this.triangles.taken().slice(),
      notes: [...byCorners, ...this.leftOut.notes()],
    };
    return this.hasMiddles ? this.withoutMiddles(mesh) : mesh;
  }

  /** Adds a triangle if it has no vertex twice. @returns how many were added */
  private addTrue(a: number, b: number, c: number): number {
    if (a === b || b === c || c === a) return 0;
    this.addTriangle(a, b, c);
    return 1;
  }

  /** Leaves out vertices that are only in the middle of edges and faces. */
  private withoutMiddles({ positions, tets, triangles, notes }: FileMesh): FileMesh {
    const isLeft = this.middles;
    for (const ids of [tets, triangles]) for (const v of ids) if (v < isLeft.length) isLeft[v] = 0;
    const vertexCount = positions.length / 3;
    const idOf = new Uint32Array(vertexCount);
    let count = 0;
    for (let v = 0; v < vertexCount; v++) {
      if (isLeft[v] === 1) continue;
      positions.copyWithin(3 * count, 3 * v, 3 * v + 3);
      idOf[v] = count++;
    }
    for (const ids of [tets, triangles]) for (let i = 0; i < ids.length; i++) ids[i] = idOf[ids[i]];
    return { positions: positions.slice(0, 3 * count), tets, triangles, notes };
  }
}

/** Whether the triangles on both sides of the diagonal from a to c face the same way. */
function isConvexAt(p: ArrayLike<number>, a: number, b: number, c: number, d: number): boolean {
  const [ox, oy, oz] = [p[3 * a], p[3 * a + 1], p[3 * a + 2]];
  const [ux, uy, uz] = [p[3 * b] - ox, p[3 * b + 1] - oy, p[3 * b + 2] - oz];
  const [vx, vy, vz] = [p[3 * c] - ox, p[3 * c + 1] - oy, p[3 * c + 2] - oz];
  const [wx, wy, wz] = [p[3 * d] - ox, p[3 * d + 1] - oy, p[3 * d + 2] - oz];
  const dot =
    (uy * vz - uz * vy) * (vy * wz - vz * wy) +
    (uz * vx - ux * vz) * (vz * wx - vx * wz) +
    (ux * vy - uy * vx) * (vx * wy - vy * wx);
  return !(dot < 0);
}
