import { cross, dot, type Vector } from '../../math/arithmetic.ts';
import { meshEdges } from '../../mesh/edges.ts';
import { signedVolumes } from '../../mesh/quality.ts';
import { type TetMesh, vertexCount } from '../../mesh/tet-mesh.ts';

/** Conjugate gradients end when the residual has fallen to this share, squared. */
const RESIDUAL = 1e-16;
const MOST_ITERATIONS = 400;

/**
 * Lets a field on a mesh flow as heat does, without a loss through the boundary. If the field is the vertices' positions, thin parts shrink
 * towards their centrelines, since variations across a part level out before those along it.
 *
 * A step solves (M + tau K) x' = M x: implicit Euler for linear finite elements, with the masses M lumped and K the stiffness of the rest shape.
 */
export class HeatFlow {
  private readonly edges: Uint32Array;
  /** Entries of -K per edge [m]. */
  private readonly weights: Float64Array;
  /** Volume of each vertex [m^3]. */
  private readonly masses: Float64Array;
  private readonly diagonal: Float64Array;

  /** @param mesh in its rest shape, all tetrahedra positive */
  constructor(mesh: TetMesh) {
    const count = vertexCount(mesh);
    this.edges = meshEdges(mesh.tets);
    this.weights = new Float64Array(this.edges.length / 2);
    this.masses = new Float64Array(count);
    this.diagonal = new Float64Array(count);
    const numbers = new Map<number, number>();
    for (let e = 0; e < this.weights.length; e++) numbers.set(this.edges[2 * e] * count + this.edges[2 * e + 1], e);
    signedVolumes(mesh).forEach((volume, tet) => {
      const ids = mesh.tets.subarray(4 * tet, 4 * tet + 4);
      const areas = areaVectors(mesh.positions, ids);
      for (let i = 0; i < 4; i++) {
        this.masses[ids[i]] += volume / 4;
        for (let j = 0; j < i; j++) {
          const key = Math.min(ids[i], ids[j]) * count + Math.max(ids[i], ids[j]);
          this.weights[numbers.get(key) as number] -= dot(areas[i], areas[j]) / (36 * volume);
        }
      }
    });
  }

  /** Returns the field after a step. @param field 3 numbers per vertex @param tau length of the step [m^2] */
  step(field: Float64Array, tau: number): Float64Array {
    const { edges, weights, masses, diagonal } = this;
    diagonal.set(masses);
    for (let e = 0; e < weights.length; e++) {
      diagonal[edges[2 * e]] += tau * weights[e];
      diagonal[edges[2 * e + 1]] += tau * weights[e];
    }
    const result = new Float64Array(field.length);
    for (let axis = 0; axis < 3; axis++) {
      const solved = this.solve(
        masses.map((_, v) => field[3 * v + axis]),
        tau,
      );
      for (let v = 0; v < solved.length; v++) result[3 * v + axis] = solved[v];
    }
    return result;
  }

  /** Solves (M + tau K) x = M b by conjugate gradients, from x = b on, preconditioned by the diagonal. Returns x. */
  private solve(b: Float64Array, tau: number): Float64Array {
    const { masses, diagonal } = this;
    const x = b.slice();
    const product = this.multiply(x, tau);
    const residual = b.map((value, v) => masses[v] * value - product[v]);
    const direction = residual.map((r, v) => r / diagonal[v]);
    let size = dot3(residual, direction);
    const enough = RESIDUAL * size;
    for (let i = 0; i < MOST_ITERATIONS && size > enough; i++) {
      const image = this.multiply(direction, tau);
      const along = size / dot3(direction, image);
      let next = 0;
      for (let v = 0; v < x.length; v++) {
        x[v] += along * direction[v];
        residual[v] -= along * image[v];
        next += (residual[v] * residual[v]) / diagonal[v];
      }
      for (let v = 0; v < x.length; v++) direction[v] = residual[v] / diagonal[v] + (next / size) * direction[v];
      size = next;
    }
    return x;
  }

  private multiply(x: Float64Array, tau: number): Float64Array {
    const { edges, weights, masses } = this;
    const product = x.map((value, v) => masses[v] * value);
    for (let e = 0; e < weights.length; e++) {
      const a = edges[2 * e];
      const b = edges[2 * e + 1];
      const flow = tau * weights[e] * (x[a] - x[b]);
      product[a] += flow;
      product[b] -= flow;
    }
    return product;
  }
}

const dot3 = (a: Float64Array, b: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
};

/** Returns 6 V times the gradient of each corner's barycentric weight [m^2]: twice the area vector of the face opposite it, inwards. */
function areaVectors(x: Float32Array, ids: Uint32Array): readonly Vector[] {
  const from0 = (k: number): Vector => [
    x[3 * ids[k]] - x[3 * ids[0]],
    x[3 * ids[k] + 1] - x[3 * ids[0] + 1],
    x[3 * ids[k] + 2] - x[3 * ids[0] + 2],
  ];
  const [u, v, w] = [from0(1), from0(2), from0(3)];
  const [g1, g2, g3] = [cross(v, w), cross(w, u), cross(u, v)];
  return [[-g1[0] - g2[0] - g3[0], -g1[1] - g2[1] - g3[1], -g1[2] - g2[2] - g3[2]], g1, g2, g3];
}
