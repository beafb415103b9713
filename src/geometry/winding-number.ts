/**
 * Generalised winding number of a triangle mesh: how often the surface goes around a point. It is 1 inside of a closed surface, 0 outside, 2 where the surface
 * overlaps itself, and between these near holes, so that 1/2 divides inside from outside even where a surface is open or cuts itself.
 * Sources: Jacobson, Kavan, Sorkine-Hornung 2013, Robust inside-outside segmentation using generalized winding numbers; the tree of dipoles is that of Barill,
 * Dickson, Schmidt, Levin, Jacobson 2018, Fast winding numbers for soups and clouds, to first order.
 * Meshes follow from it, so it has the same bits in all engines.
 */
import { angleOf } from '../math/angle.ts';

/** Triangles of a leaf. */
const LEAF = 8;
/**
 * A node farther away than this multiple of its radius counts as one dipole. The value of Barill et al.; the error of first order there is below 0.03 of a
 * turn in our tests, and it only has to tell apart 0 and 1.
 */
const FAR = 2;

/** Numbers per node: centre, radius, and the sum of the triangles' areas times their normals. */
const STRIDE = 7;

/** A tree over the triangles of a surface, for winding numbers. */
export class WindingTree {
  /** Nodes and triangles that all queries together have looked at. It grows with the time, and is the same on all machines. */
  work = 0;
  /** The triangles' corners, 9 numbers each, in the order of the leaves. */
  private readonly corners: Float64Array;
  private readonly nodes: number[] = [];
  /** Per node: its first triangle, the end of its triangles, and its right child; 0 for a leaf. The left child follows the node. */
  private readonly ranges: number[] = [];

  /**
   * @param positions 3 numbers per vertex
   * @param triangles vertex ids, 3 per triangle, counterclockwise from outside
   */
  constructor(positions: ArrayLike<number>, triangles: ArrayLike<number>) {
    const count = triangles.length / 3;
    const unsorted = Float64Array.from(
      { length: 3 * triangles.length },
      (_, i) => positions[3 * triangles[Math.floor(i / 3)] + (i % 3)],
    );
    const order = Uint32Array.from({ length: count }, (_, t) => t);
    if (count > 0) this.build(unsorted, order, 0, count);
    this.corners = new Float64Array(unsorted.length);
    order.forEach((t, i) => {
      this.corners.set(unsorted.subarray(9 * t, 9 * t + 9), 9 * i);
    });
  }

  /** Returns the winding number of a point. */
  at(x: number, y: number, z: number): number {
    return this.ranges.length === 0 ? 0 : this.solidAngle(0, x, y, z) / (4 * Math.PI);
  }

  /** Sorts the triangles `begin` to `end` of `order` into a subtree, and appends its nodes. */
  private build(corners: Float64Array, order: Uint32Array, begin: number, end: number): void {
    const node = this.ranges.length / 3;
    this.ranges.push(begin, end, 0);
    const box = this.addNode(corners, order, begin, end);
    if (end - begin <= LEAF) return;
    const axis = longest(box);
    const own = order.subarray(begin, end);
    const key = (t: number) => corners[9 * t + axis] + corners[9 * t + 3 + axis] + corners[9 * t + 6 + axis];
    own.sort((s, t) => key(s) - key(t));
    const middle = (begin + end) >> 1;
    this.build(corners, order, begin, middle);
    this.ranges[3 * node + 2] = this.ranges.length / 3;
    this.build(corners, order, middle, end);
  }

  /** Appends a node's numbers. @returns the extents of its box */
  private addNode(corners: Float64Array, order: Uint32Array, begin: number, end: number): readonly number[] {
    let total = 0;
    const centre = [0, 0, 0];
    const normal = [0, 0, 0];
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let i = begin; i < end; i++) {
      const c = 9 * order[i];
      const area = areaVector(corners, c);
      const size = lengthOf(area[0], area[1], area[2]);
      total += size;
      for (let k = 0; k < 3; k++) {
        normal[k] += area[k];
        centre[k] += (size * (corners[c + k] + corners[c + 3 + k] + corners[c + 6 + k])) / 3;
        low[k] = Math.min(low[k], corners[c + k], corners[c + 3 + k], corners[c + 6 + k]);
        high[k] = Math.max(high[k], corners[c + k], corners[c + 3 + k], corners[c + 6 + k]);
      }
    }
    for (let k = 0; k < 3; k++) centre[k] = total > 0 ? centre[k] / total : (low[k] + high[k]) / 2;
    let radius = 0;
    for (let i = begin; i < end; i++)
      for (let corner = 0; corner < 9; corner += 3) {
        const c = 9 * order[i] + corner;
        radius = Math.max(
          radius,
          lengthOf(corners[c] - centre[0], corners[c + 1] - centre[1], corners[c + 2] - centre[2]),
        );
      }
    this.nodes.push(...centre, radius, ...normal);
    return high.map((most, k) => most - low[k]);
  }

  /** Returns the solid angle of a node's triangles, seen from a point. */
  private solidAngle(node: number, x: number, y: number, z: number): number {
    const { nodes, ranges } = this;
    this.work++;
    const n = STRIDE * node;
    const dx = nodes[n] - x;
    const dy = nodes[n + 1] - y;
    const dz = nodes[n + 2] - z;
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (distance > FAR * nodes[n + 3])
      return (dx * nodes[n + 4] + dy * nodes[n + 5] + dz * nodes[n + 6]) / (distance * distance * distance);
    const right = ranges[3 * node + 2];
    if (right > 0) return this.solidAngle(node + 1, x, y, z) + this.solidAngle(right, x, y, z);
    let sum = 0;
    this.work += ranges[3 * node + 1] - ranges[3 * node];
    for (let t = ranges[3 * node]; t < ranges[3 * node + 1]; t++) sum += triangleAngle(this.corners, 9 * t, x, y, z);
    return sum;
  }
}

const longest = (extents: readonly number[]): number => extents.indexOf(Math.max(...extents));

const lengthOf = (x: number, y: number, z: number): number => Math.sqrt(x * x + y * y + z * z);

/** The area of a triangle times its normal. */
function areaVector(p: Float64Array, c: number): readonly [number, number, number] {
  const [ux, uy, uz] = [p[c + 3] - p[c], p[c + 4] - p[c + 1], p[c + 5] - p[c + 2]];
  const [vx, vy, vz] = [p[c + 6] - p[c], p[c + 7] - p[c + 1], p[c + 8] - p[c + 2]];
  return [(uy * vz - uz * vy) / 2, (uz * vx - ux * vz) / 2, (ux * vy - uy * vx) / 2];
}

/**
 * Returns the signed solid angle of a triangle, seen from a point: positive if the point sees its back.
 * Source: Van Oosterom, Strackee 1983, The solid angle of a plane triangle.
 */
export function triangleAngle(p: Float64Array, c: number, x: number, y: number, z: number): number {
  const ax = p[c] - x;
  const ay = p[c + 1] - y;
  const az = p[c + 2] - z;
  const bx = p[c + 3] - x;
  const by = p[c + 4] - y;
  const bz = p[c + 5] - z;
  const cx = p[c + 6] - x;
  const cy = p[c + 7] - y;
  const cz = p[c + 8] - z;
  const a = Math.sqrt(ax * ax + ay * ay + az * az);
  const b = Math.sqrt(bx * bx + by * by + bz * bz);
  const d = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const rest =
    a * b * d +
    (ax * bx + ay * by + az * bz) * d +
    (bx * cx + by * cy + bz * cz) * a +
    (cx * ax + cy * ay + cz * az) * b;
  const scale = Math.sqrt(volume * volume + rest * rest);
  return scale > 0 ? 2 * angleOf(volume / scale, rest / scale) : 0;
}
