import { neoHookeanParameters } from '../constraints/neo-hookean/neo-hookean.ts';
import type { SimulationParameters } from '../parameters.ts';
import { blankMaterial, materialAt } from '../world/material.ts';
import { vertexEnd, type World } from '../world/world.ts';

/**
 * Quantities that bodies can be coloured by, one number per vertex:
 * - `depth`: penetration depth [m], 0 outside;
 * - `stress`: von Mises stress [Pa] of the Kirchhoff stress, which is the Cauchy stress times the change of volume, so that it is finite
 *   in flat and inverted elements too; the viscous part of the stress is left out;
 * - `strain`: largest principal stretch minus 1, 0 at rest;
 * - `speed`: [m/s].
 */
export type Field = 'depth' | 'stress' | 'strain' | 'speed';

/** The part of a state that fields are computed from: per vertex, 3 positions [m], 3 velocities [m/s] and a penetration depth [m]. */
export interface FieldSource {
  readonly positions: Float32Array;
  /** Undefined where they aren't known, as in states of which only the shape was kept. */
  readonly velocities: Float32Array | undefined;
  readonly depths: Float32Array;
}

/**
 * Computes a field at all vertices. At a vertex, stress and strain are the means of the elements around it, weighted by their rest
 * volumes.
 * @param values overwritten, 1 per vertex; NaN where a body doesn't have the field: strain without tetrahedra, stress without a
 *   Neo-Hookean material, speed without velocities
 */
export function writeField(
  values: Float32Array,
  field: Field,
  world: World,
  source: FieldSource,
  parameters: SimulationParameters,
): void {
  if (field === 'depth') values.set(source.depths);
  else if (field === 'speed') writeSpeeds(values, source.velocities);
  else {
    for (let body = 0; body < world.bodies.length; body++)
      writeElementField(values, field, world, body, source.positions, parameters);
  }
}

function writeSpeeds(values: Float32Array, velocities: Float32Array | undefined): void {
  if (!velocities) {
    values.fill(Number.NaN);
    return;
  }
  for (let v = 0; v < values.length; v++) {
    const [x, y, z] = [velocities[3 * v], velocities[3 * v + 1], velocities[3 * v + 2]];
    values[v] = Math.sqrt(x * x + y * y + z * z);
  }
}

function writeElementField(
  values: Float32Array,
  field: 'stress' | 'strain',
  world: World,
  body: number,
  positions: Float32Array,
  parameters: SimulationParameters,
): void {
  const { model, material, vertexBase } = world.bodies[body];
  const { vertices, restMetrics, restVolumes } = world.models[model].elasticTets;
  const own = materialAt(world.materials, material, parameters, blankMaterial());
  const isDefined = restVolumes.length > 0 && (field === 'strain' || own.material !== 'mass-spring');
  const end = vertexEnd(world, body);
  values.fill(isDefined ? 0 : Number.NaN, vertexBase, end);
  if (!isDefined) return;
  const { mu } = neoHookeanParameters(own);
  const volumes = new Float64Array(end - vertexBase);
  const corners = new Uint32Array(4);
  const edges = new Float64Array(9);
  const invariants = { trace: 0, traceOfSquare: 0, determinant: 0 };
  for (let t = 0; t < restVolumes.length; t++) {
    for (let k = 0; k < 4; k++) corners[k] = vertexBase + vertices[4 * t + k];
    measure(invariants, positions, corners, restMetrics, 6 * t, edges);
    const value = field === 'strain' ? largestStretch(invariants) - 1 : mu * deviator(invariants);
    for (const corner of corners) {
      volumes[corner - vertexBase] += restVolumes[t];
      values[corner] += restVolumes[t] * value;
    }
  }
  for (let v = vertexBase; v < end; v++) if (volumes[v - vertexBase] > 0) values[v] /= volumes[v - vertexBase];
}

/** Invariants of the right Cauchy-Green tensor C = F^T F: its trace, the trace of C^2, and its determinant. */
interface Invariants {
  trace: number;
  traceOfSquare: number;
  determinant: number;
}

/**
 * Computes the invariants of an element. C has the same ones as the product P = M G of the rest metric M (model.ts) and of the matrix G
 * of the deformed edges' dot products, since C = D^-T G D^-1 and M = D^-1 D^-T.
 * @param metric offset of M in `metrics`
 */
function measure(
  to: Invariants,
  x: Float32Array,
  corners: Uint32Array,
  metrics: Float32Array,
  metric: number,
  edges: Float64Array,
): void {
  for (let i = 0; i < 9; i++) edges[i] = x[3 * corners[1 + ((i / 3) | 0)] + (i % 3)] - x[3 * corners[0] + (i % 3)];
  const [m00, m01, m02] = [metrics[metric], metrics[metric + 1], metrics[metric + 2]];
  const [m11, m12, m22] = [metrics[metric + 3], metrics[metric + 4], metrics[metric + 5]];
  const [g00, g01, g02] = [dot(edges, 0, 0), dot(edges, 0, 3), dot(edges, 0, 6)];
  const [g11, g12, g22] = [dot(edges, 3, 3), dot(edges, 3, 6), dot(edges, 6, 6)];
  const p00 = m00 * g00 + m01 * g01 + m02 * g02;
  const p01 = m00 * g01 + m01 * g11 + m02 * g12;
  const p02 = m00 * g02 + m01 * g12 + m02 * g22;
  const p10 = m01 * g00 + m11 * g01 + m12 * g02;
  const p11 = m01 * g01 + m11 * g11 + m12 * g12;
  const p12 = m01 * g02 + m11 * g12 + m12 * g22;
  const p20 = m02 * g00 + m12 * g01 + m22 * g02;
  const p21 = m02 * g01 + m12 * g11 + m22 * g12;
  const p22 = m02 * g02 + m12 * g12 + m22 * g22;
  to.trace = p00 + p11 + p22;
  to.traceOfSquare = p00 * p00 + p11 * p11 + p22 * p22 + 2 * (p01 * p10 + p02 * p20 + p12 * p21);
  to.determinant = p00 * (p11 * p22 - p12 * p21) - p01 * (p10 * p22 - p12 * p20) + p02 * (p10 * p21 - p11 * p20);
}

/** Returns the dot product of two edges, which start at those offsets. */
const dot = (edges: Float64Array, a: number, b: number): number =>
  edges[a] * edges[b] + edges[a + 1] * edges[b + 1] + edges[a + 2] * edges[b + 2];

/** Returns sqrt(3/2) times the norm of the deviator of B = F F^T, which has the invariants of C. Times mu, it is the von Mises stress. */
const deviator = ({ trace, traceOfSquare }: Invariants): number =>
  Math.sqrt(Math.max(0, 1.5 * (traceOfSquare - (trace * trace) / 3)));

/**
 * Returns the largest principal stretch, the root of the largest eigenvalue of C.
 * Source: Smith, Eigenvalues of a symmetric 3 x 3 matrix, 1961.
 */
function largestStretch({ trace, traceOfSquare, determinant }: Invariants): number {
  const mean = trace / 3;
  // Norm of the deviator of C, divided by sqrt(6).
  const spread = Math.sqrt(Math.max(0, (traceOfSquare - trace * mean) / 6));
  if (spread === 0) return Math.sqrt(mean);
  // The determinant of C - mean, from the invariants of C.
  const second = (trace * trace - traceOfSquare) / 2;
  const shifted = determinant - mean * second + 2 * mean * mean * mean;
  const cosine = Math.max(-1, Math.min(1, shifted / (2 * spread * spread * spread)));
  return Math.sqrt(Math.max(0, mean + 2 * spread * Math.cos(Math.acos(cosine) / 3)));
}
