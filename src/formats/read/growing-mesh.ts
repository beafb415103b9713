import { type FileMesh, LeftOut } from '../file-mesh.ts';
import { dividePolygon, MOST_EARS } from './polygons.ts';

/** Bytes that are reserved at first for the marks of vertices. */
const FIRST_MARKS = 1024;
/** Numbers of vertices of elements of second order, with and without vertices in the middle of faces. */
const SECOND_ORDER: Readonly<Record<'tetrahedra' | 'triangles' | 'quadrilaterals', readonly number[]>> = {
  tetrahedra: [10, 11, 14, 15],
  triangles: [6, 7],
  quadrilaterals: [6, 8, 9],
};
const CORNERS = { tetrahedra: 4, triangles: 3, quadrilaterals: 4 } as const;

/** Elements that make a mesh, and of which all formats have some of higher order, whose corners stand before their other vertices. */
export type Simple = keyof typeof CORNERS;

/**
 * Gathers the tetrahedra and triangles of a file: polygons are divided into triangles, and elements of higher order are taken by their corners. Vertices in
 * the middle of their edges and faces are left out, unless another element has them as a corner.
 */
export class GrowingMesh {
  readonly leftOut = new LeftOut();
  private readonly tets: number[] = [];
  private readonly triangles: number[] = [];
  /** 1 for each vertex that lies in the middle of an edge or face of some element. */
  private middles = new Uint8Array(FIRST_MARKS);
  private hasMiddles = false;
  /** Elements of higher order, by their order and kind. */
  private readonly byCorners = new Map<string, number>();

  addTetrahedron(a: number, b: number, c: number, d: number): void {
    this.tets.push(a, b, c, d);
  }

  addTriangle(a: number, b: number, c: number): void {
    this.triangles.push(a, b, c);
  }

  /** Adds an element of any order. @param vertices corners first; others belong to an element of higher order */
  add(kind: Simple, vertices: readonly number[], positions: ArrayLike<number>): void {
    const corners = CORNERS[kind];
    if (kind === 'tetrahedra') this.addTetrahedron(vertices[0], vertices[1], vertices[2], vertices[3]);
    else if (kind === 'triangles') this.addTriangle(vertices[0], vertices[1], vertices[2]);
    else this.addPolygon(vertices.slice(0, corners), positions);
    if (vertices.length === corners) return;
    const order = `${SECOND_ORDER[kind].includes(vertices.length) ? 'Second' : 'Higher'}-order ${kind}`;
    this.byCorners.set(order, (this.byCorners.get(order) ?? 0) + 1);
    for (let k = corners; k < vertices.length; k++) this.markMiddle(vertices[k]);
  }

  /** Adds a polygon of any number of corners, those that repeat the corner before left out. */
  addPolygon(vertices: readonly number[], positions: ArrayLike<number>): void {
    const corners = vertices.filter((v, i) => v !== vertices[i === 0 ? vertices.length - 1 : i - 1]);
    if (corners.length < 3) this.leftOut.add('polygons with fewer than three corners');
    else if (corners.length > MOST_EARS)
      for (let k = 2; k < corners.length; k++) this.addTriangle(corners[0], corners[k - 1], corners[k]);
    else for (const corner of dividePolygon(corners, positions)) this.triangles.push(corners[corner]);
  }

  /** Adds a strip, of which every second triangle runs the other way round. Triangles that have a vertex twice only join its parts. */
  addStrip(vertices: readonly number[]): void {
    for (let k = 2; k < vertices.length; k++) {
      const [a, b, c] = [vertices[k - 2], vertices[k - 1], vertices[k]];
      if (a === b || b === c || c === a) continue;
      if (k % 2 === 0) this.addTriangle(a, b, c);
      else this.addTriangle(b, a, c);
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
      positions: Float64Array.from(positions),
      tets: Uint32Array.from(this.tets),
      triangles: Uint32Array.from(this.triangles),
      notes: [...byCorners, ...this.leftOut.notes()],
    };
    return this.hasMiddles ? this.withoutMiddles(mesh) : mesh;
  }

  /** Leaves out vertices that are only in the middle of edges and faces. */
  private withoutMiddles({ positions, tets, triangles, notes }: FileMesh): FileMesh {
    const isLeft = this.middles;
    for (const v of tets) if (v < isLeft.length) isLeft[v] = 0;
    for (const v of triangles) if (v < isLeft.length) isLeft[v] = 0;
    const vertexCount = positions.length / 3;
    const ids = new Uint32Array(vertexCount);
    let count = 0;
    for (let v = 0; v < vertexCount; v++) {
      if (isLeft[v] === 1) continue;
      positions.copyWithin(3 * count, 3 * v, 3 * v + 3);
      ids[v] = count++;
    }
    return {
      positions: positions.slice(0, 3 * count),
      tets: tets.map((v) => ids[v]),
      triangles: triangles.map((v) => ids[v]),
      notes,
    };
  }
}
