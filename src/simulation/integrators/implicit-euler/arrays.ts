import type { SimulationParameters } from '../../parameters.ts';
import type { FeatureArray, WorldWithoutLengths } from '../../tables/feature-array-definition.ts';
import { CONTACT_VERTICES, SUM_CHUNK } from '../../tables/records.ts';
import { HESSIAN_LENGTH } from './element.ts';
import { CONTACT_TERM, GAS_TERM, LINEAR, STEP_LENGTHS } from './words.ts';

type Given = Pick<SimulationParameters, 'integrator' | 'pressure'>;

/** Returns an array's definition: present only if the world starts with this integrator. */
const array = <K extends FeatureArray['kind']>(kind: K, length: (world: WorldWithoutLengths) => number) => ({
  kind,
  length: (world: WorldWithoutLengths, { integrator }: Given) => (integrator === 'implicit-euler' ? length(world) : 0),
});

const perVertex = (numbers: number) => array('f32', ({ vertexCount }) => numbers * vertexCount);

/**
 * Returns the number of chunks of vertices, or of elements and bodies if there are more. Each line search sums STEP_LENGTHS numbers per chunk of
 * elements and, on the device, per body.
 */
const sumCount = ({ vertexCount, tetCount, springCount, bodies }: WorldWithoutLengths): number =>
  Math.max(
    Math.ceil(vertexCount / SUM_CHUNK),
    STEP_LENGTHS * (Math.ceil(tetCount / SUM_CHUNK) + Math.ceil(springCount / SUM_CHUNK) + bodies.length),
  );

/** Arrays of the implicit Euler step. They are empty unless the world is created with this integrator. */
export const IMPLICIT_EULER_ARRAYS = {
  /**
   * Per tetrahedron: projected Hessian of its energy with respect to its edges [N/m] (elementHessian). On the device, these and springHessians
   * are columns instead (hessian.wgsl).
   */
  elementHessians: array('f32', ({ tetCount }) => HESSIAN_LENGTH * tetCount),
  /** Per tetrahedron, 9 numbers: gradient of its energy with respect to its edges [N], or the Hessian times the search direction. */
  elementForces: array('f32', ({ tetCount }) => 9 * tetCount),
  /** Per spring: its symmetric 3 x 3 Hessian [N/m], 6 numbers; and its force, or the Hessian times the search direction. */
  springHessians: array('f32', ({ springCount }) => 6 * springCount),
  springForces: array('f32', ({ springCount }) => 3 * springCount),
  /** Per vertex: its own symmetric 3 x 3 block of the system, of mass and colliders [N/m], 6 numbers. */
  vertexBlocks: perVertex(6),
  /** Per vertex: inverse of its diagonal block of the whole system [m/N], 6 numbers (block Jacobi). */
  preconditioner: perVertex(6),
  /** Vectors of conjugate gradients, 3 numbers per vertex: solution [m], residual [N], search direction [m], system times direction [N]. */
  solution: perVertex(3),
  residual: perVertex(3),
  direction: perVertex(3),
  product: perVertex(3),
  /** Displacements from x0 that inertia, gravity and drivers alone cause [m]. */
  freeMoves: perVertex(3),
  /** The same, and what the elements' forces at x0 add to them: each vertex free (forcedMoves), or held by its neighbours (predictedMoves). */
  forcedMoves: perVertex(3),
  predictedMoves: perVertex(3),
  /** Words of the present linear solve, indexed by LINEAR. */
  linearSolve: array('f64', () => LINEAR.stride),
  /** Sums per chunk of vertices or elements. */
  linearSums: array('f64', sumCount),
  /** Per body with gas, a record of GAS_TERM. */
  gasTerms: {
    kind: 'f32',
    length: ({ bodies }: WorldWithoutLengths, { integrator, pressure }: Given) =>
      integrator === 'implicit-euler' && pressure > 0 ? GAS_TERM.stride * bodies.length : 0,
  },
  /** Per contact, a record of CONTACT_TERM. */
  contactTerms: { ...array('f32', () => CONTACT_TERM.stride), capacity: 'contacts' },
  /** Contacts at each vertex (contact-lists.ts). */
  contactRanges: array('u32', ({ vertexCount }) => 2 * vertexCount + 1),
  contactEntries: { ...array('u32', () => CONTACT_VERTICES), capacity: 'contacts' },
} as const satisfies Readonly<Record<string, FeatureArray>>;
