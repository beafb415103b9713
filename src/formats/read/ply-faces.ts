import { type LeftOut, MeshFileError, oneOfVertices } from '../file-mesh.ts';
import { GrowingNumbers } from './growing-numbers.ts';
import type { PlyBody } from './ply-body.ts';
import type { PlyElement, PlyType } from './ply-header.ts';
import { dividePolygon, PolygonBudget } from './polygons.ts';

/** How a note names faces without area. */
const TOO_FEW = 'faces of fewer than three corners';

/** Element of strips of triangles, as Stanford's scans have them. */
export const STRIPS = 'tristrips';
/** Names of the list of vertices of a face or strip. */
const CORNERS = ['vertex_indices', 'vertex_index'];
/** Ends a strip; the next vertex begins another one in the same list. */
const RESTART = -1;

/** Gathers faces and strips of a PLY file, and makes triangles of them. */
export class PlyFaces {
  /** Vertices of all faces one after another, and the number of each face's. */
  private readonly corners = GrowingNumbers.ids();
  private readonly sizes = GrowingNumbers.ids();
  /** Corners of the strips' triangles. */
  private readonly stripCorners = GrowingNumbers.ids();

  constructor(
    private readonly body: PlyBody,
    private readonly vertexCount: number,
    private readonly leftOut: LeftOut,
  ) {}

  readFaces(element: PlyElement): void {
    this.read(element, (face, values) => {
      const name = () => `Face ${face}`;
      if (values.length < 3) {
        for (let i = 0; i < values.length; i++) this.check(values[i], name);
        this.leftOut.add(TOO_FEW);
        return;
      }
      this.sizes.push(values.length);
      this.corners.reserve(values.length);
      for (let i = 0; i < values.length; i++) this.corners.push(this.check(values[i], name));
    });
  }

  readStrips(element: PlyElement): void {
    this.read(element, (number, values, type) => {
      const name = () => `Strip ${number}`;
      // Where the type has no -1, its greatest number has the same bits, unless it is a vertex.
      const { greatest = RESTART } = type;
      const restart = greatest < this.vertexCount ? RESTART : greatest;
      for (let begin = 0, end = 0; begin < values.length; begin = end + 1) {
        for (end = begin; end < values.length && values[end] !== RESTART && values[end] !== restart; end++)
          this.check(values[end], name);
        if (end > begin && end < begin + 3) this.leftOut.add('strips of fewer than three vertices');
        this.addStrip(values.subarray(begin, end));
      }
    });
  }

  /** Adds a triangle for each three vertices in a row. Every second one goes the other way around. */
  private addStrip(strip: Float64Array): void {
    for (let i = 2; i < strip.length; i++) {
      const [a, b, c] = [strip[i - 2], strip[i - 1], strip[i]];
      // Vertices that are there twice join strips, by triangles without area.
      if (a === b || b === c || c === a) continue;
      const isTurned = i % 2 === 1;
      this.stripCorners.push(isTurned ? b : a);
      this.stripCorners.push(isTurned ? a : b);
      this.stripCorners.push(c);
    }
  }

  /** Returns the corners of all triangles, those of faces first. */
  triangles(positions: ArrayLike<number>): Uint32Array {
    const { stripCorners } = this;
    const corners = this.corners.taken();
    const sizes = this.sizes.taken();
    const triangles = new Uint32Array(3 * (corners.length - 2 * sizes.length) + stripCorners.length);
    const budget = new PolygonBudget();
    let end = 0;
    let begin = 0;
    for (const size of sizes) {
      const face = corners.subarray(begin, begin + size);
      const divided = dividePolygon(face, positions, budget);
      if (divided.length === 0) this.leftOut.add(TOO_FEW);
      for (let i = 0; i < divided.length; i++) triangles[end++] = face[divided[i]];
      begin += size;
    }
    triangles.set(stripCorners.taken(), end);
    return triangles.subarray(0, end + stripCorners.length);
  }

  private read(element: PlyElement, take: (thing: number, values: Float64Array, type: PlyType) => void): void {
    const { leftOut, body } = this;
    const corners = element.properties.find(({ name, lengthType }) => CORNERS.includes(name) && lengthType);
    if (!corners)
      throw new MeshFileError(
        `The element '${element.name}' has no list of vertices; expected ${CORNERS.join(' or ')}`,
      );
    for (const property of element.properties)
      if (property !== corners) leftOut.add(`values of '${property.name}'`, element.count);
    body.read(element, {
      list: (thing, property, values) => property === corners && take(thing, values, corners.type),
    });
  }

  /** @throws MeshFileError if there is no such vertex */
  private check(vertex: number, name: () => string): number {
    const { vertexCount } = this;
    if (!(Number.isInteger(vertex) && vertex >= 0 && vertex < vertexCount))
      throw new MeshFileError(
        `${name()}, ${this.body.before()}, has the vertex ${vertex}; expected ${oneOfVertices(vertexCount)}`,
      );
    return vertex;
  }
}
