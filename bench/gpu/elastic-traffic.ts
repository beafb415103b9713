import { type Count, each, type Traffic, VECTOR, WORD } from './traffic-parts.ts';
import type { KernelName } from '../../src/gpu/kernels/kernels.ts';
import { WORKGROUP_SIZE } from '../../src/simulation/program/pass.ts';
import type { Model } from '../../src/simulation/world/model.ts';
import type { World } from '../../src/simulation/world/world.ts';

// Traffic of the kernels of elastic constraints (shaders/constraints), with one thread per constraint. Each further thread of a constraint
// (colour-shared.wgsl) repeats its operations, and loads its multipliers and rest shape again: of a tetrahedron 64 bytes.

/**
 * Neo-Hookean data per tetrahedron: 4 vertex ids, 6 words of rest metric, the volume, and 9 multipliers (read and written). Per
 * vertex: displacement (read and written), x0, inverse mass. One vertex' moment (read and written).
 */
const TET_COLUMNS = (4 + 6 + 1 + 2 * 9) * WORD;
const CONSTRAINT_VERTEX = 2 * VECTOR + VECTOR + WORD;
export const MOMENT = 2 * VECTOR;
const TET_BYTES = TET_COLUMNS + 4 * CONSTRAINT_VERTEX + MOMENT;
/**
 * Operations of a Neo-Hookean tetrahedron: edges and their changes 27, norm 62, cofactors and both determinants 58, change of E^T
 * E 99, stress 118, pressure and its factors 12, residuals 82, largest stretch, shear and bulk 22, weights and b 66, its inverse
 * 42, three products 135, bulk share 38, impulses and displacements 57, their moment 36.
 */
const TET_OPERATIONS = 854;

/**
 * Number of vertices that are some tetrahedron's first one, over all bodies: the least number of moments that an iteration
 * touches.
 */
function firstCorners({ models, bodies }: World): number {
  const counts = models.map(({ elasticTets: { vertices }, topology }) => {
    const isFirst = new Uint8Array(topology.vertexCount);
    for (let t = 0; t < vertices.length; t += 4) isFirst[vertices[t]] = 1;
    return isFirst.reduce((sum, one) => sum + one, 0);
  });
  return bodies.reduce((sum, { model }) => sum + counts[model], 0);
}

/** Traffic of Neo-Hookean tetrahedra. */
const elasticTets = (world: World, count: number): Traffic => ({
  bytes: count * TET_BYTES,
  operations: count * TET_OPERATIONS,
  least:
    count * (TET_COLUMNS + (CONSTRAINT_VERTEX * world.vertexCount + MOMENT * firstCorners(world)) / world.tetCount),
});

/** Number of something over all bodies. */
const inBodies = ({ models, bodies }: World, count: (model: Model) => number): number =>
  bodies.reduce((sum, { model }) => sum + count(models[model]), 0);

/** Bytes and operations per constraint of a kind. */
interface Constraint {
  readonly bytes: number;
  readonly operations: number;
}

/**
 * Per spring: ids, length, multiplier read and written. Of its 2 vertices: displacements read and written, x0, inverse mass; one moment.
 */
const SPRING: Constraint = { bytes: (2 + 1 + 2) * WORD + 2 * CONSTRAINT_VERTEX + MOMENT, operations: 66 };
/** Per triangle of a body in the plane: ids, area, multiplier; of its 3 vertices two of three displacements are written. */
const AREA: Constraint = { bytes: (3 + 1 + 2) * WORD + 3 * (CONSTRAINT_VERTEX - WORD) + MOMENT, operations: 107 };
/**
 * Per tetrahedron of XPBD: ids, metric, volume, two multipliers. Operations: edges 27, |F| and its gradient 74, its step 64, edges after it
 * 45, det F and its gradient 43, its step 74, multipliers and displacements 50, moment 36.
 */
const XPBD_TET: Constraint = { bytes: (4 + 6 + 1 + 2 * 2) * WORD + 4 * CONSTRAINT_VERTEX + MOMENT, operations: 413 };
/**
 * Per triangle of cloth: ids, inverse of the rest edges, volume, six multipliers. Operations: edges and F 36, stretches 124, rotation,
 * strain and stress 58, missing impulses 42, tension and inverse 88, the system of strains 145, its solution 65, impulses, displacements
 * and moment 129.
 */
const CLOTH_TRIANGLE: Constraint = {
  bytes: (3 + 3 + 1 + 2 * 6) * WORD + 3 * CONSTRAINT_VERTEX + MOMENT,
  operations: 687,
};
/** Per hinge of cloth: ids, rest angle, shape, multiplier. Operations: edges and normals 45, angle 62, gradients 35, step 58, moves 67. */
const CLOTH_HINGE: Constraint = { bytes: (4 + 1 + 1 + 2) * WORD + 4 * CONSTRAINT_VERTEX + MOMENT, operations: 267 };

const eachOf = ({ bytes, operations }: Constraint): Count => each(bytes, operations);

/** Traffic of some constraints of a kind. */
const some = ({ bytes, operations }: Constraint, count: number): Traffic => ({
  bytes: count * bytes,
  operations: count * operations,
});

/** Constraints of all bodies, of the kinds that a kernel of whole bodies solves: how many, and their traffic. */
interface Solved {
  readonly count: number;
  readonly traffic: Traffic;
}

/**
 * Traffic of constraints of whole bodies. Large colours have dispatches of their own; these constraints don't count here. Where no kernel
 * does it before, each vertex is displaced, and placed in the end: x, x0, remainder read and written; x0, remainder read and written, x
 * written.
 * @param batches kernels of large colours
 */
const wholeBodies =
  (batches: readonly KernelName[], solved: (world: World) => Solved): Count =>
  ({ world, kernels }, { elements }) => {
    const displaced = kernels.get('displace')?.elements;
    const coordinates = 3 * world.vertexCount;
    const iterations =
      displaced === undefined ? elements / (WORKGROUP_SIZE * world.bodies.length) : displaced / coordinates;
    const apart = batches.reduce((sum, kernel) => sum + (kernels.get(kernel)?.elements ?? 0), 0);
    const { count, traffic } = solved(world);
    const share = Math.max(0, iterations - apart / Math.max(1, count));
    const { bytes, operations, least = bytes } = traffic;
    const moved = displaced === undefined ? iterations * coordinates : 0;
    const around = moved * 8 * WORD;
    return {
      bytes: share * bytes + around,
      operations: share * operations + moved * 5,
      least: share * least + around,
    };
  };

const sum = (parts: readonly (readonly [Constraint, number])[]): Solved => {
  const traffics = parts.map(([constraint, count]) => some(constraint, count));
  const total = (figure: 'bytes' | 'operations') => traffics.reduce((all, traffic) => all + traffic[figure], 0);
  return {
    count: parts.reduce((all, [, count]) => all + count, 0),
    traffic: { bytes: total('bytes'), operations: total('operations') },
  };
};

/** Traffic per kernel of elastic constraints. */
export const ELASTIC_TRAFFIC = {
  neoHookean: ({ world }, { elements }) => elasticTets(world, elements),
  neoHookeanBodies: wholeBodies(['neoHookean'], (world) => ({
    count: world.tetCount,
    traffic: elasticTets(world, world.tetCount),
  })),
  neoHookeanXpbd: eachOf(XPBD_TET),
  neoHookeanXpbdBodies: wholeBodies(['neoHookeanXpbd'], ({ tetCount }) => sum([[XPBD_TET, tetCount]])),
  springs: eachOf(SPRING),
  areas: eachOf(AREA),
  springsBodies: wholeBodies(['springs', 'areas'], (world) =>
    sum([
      [SPRING, world.springCount],
      [AREA, inBodies(world, ({ areas }) => areas.restAreas.length)],
    ]),
  ),
  clothTriangles: eachOf(CLOTH_TRIANGLE),
  clothHinges: eachOf(CLOTH_HINGE),
  clothBodies: wholeBodies(['clothTriangles', 'clothHinges'], (world) =>
    sum([
      [CLOTH_TRIANGLE, inBodies(world, ({ cloth }) => cloth.restVolumes.length)],
      [CLOTH_HINGE, inBodies(world, ({ cloth }) => cloth.restAngles.length)],
    ]),
  ),
  // Per coordinate: x, x0, remainder read and written.
  displace: each(4 * WORD, 2),
  // Per coordinate: x0, remainder read and written, x written.
  place: each(4 * WORD, 3),
} as const satisfies Partial<Record<KernelName, Count>>;
