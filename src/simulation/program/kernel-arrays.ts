import { leavesAtLength } from '../../bvh/tree.ts';
import { type StateArray, stateLayout } from '../state.ts';
import type { Model } from '../world/model.ts';
import type { World } from '../world/world.ts';

// Arrays that kernels (kernels.ts) read or write. SIMD kernels need them in one WebAssembly memory. Parameter `withBoxes`: whether that
// goes for all kernels, or for those of the material alone, because the others' arrays don't fit into memory.

const MATERIAL_ARRAYS: ReadonlySet<string> = new Set<StateArray>([
  'positions',
  'positionsT0',
  'remainders',
  'inverseMasses',
  'multipliers',
  'moments',
  'materialMoves',
  'elementHessians',
  'elementForces',
  'direction',
]);
/** Matches the names of arrays that kernels of boxes use: boxes, lists of leaves' vertices (LeafVertices), and an order. */
const BOX_ARRAYS = /(Boxes|Leaves|^faceOrder)$/;

/** Tests whether kernels read or write an array of the state. */
export const isKernelArray = (name: string, withBoxes: boolean): boolean =>
  MATERIAL_ARRAYS.has(name) || (withBoxes && BOX_ARRAYS.test(name));

/** Lists the arrays of models that kernels read. */
const modelArrays = ({ elasticTets, springs, areas, cloth, topology }: Model, withBoxes: boolean) => [
  elasticTets.vertices,
  elasticTets.restMetrics,
  elasticTets.restVolumes,
  springs.vertices,
  springs.restLengths,
  areas.triangles,
  areas.restAreas,
  cloth.triangles,
  cloth.restInverses,
  cloth.restVolumes,
  cloth.hinges,
  cloth.restAngles,
  cloth.hingeShapes,
  ...(withBoxes ? [topology.edges, topology.faces] : []),
];

/** Returns the length of the list that each worker needs to search any of a world's trees over tetrahedra (leavesAt). */
export const searchLength = ({ tetTrees }: World): number =>
  Math.max(0, ...tetTrees.map(({ levels }) => leavesAtLength(levels)));

/** Returns the sizes of all arrays that kernels read or write [bytes], those of the searches of `workers` workers included. */
export function kernelArrayBytes(world: World, withBoxes: boolean, workers: number): number[] {
  const state = Object.entries(stateLayout(world)).flatMap(([name, { length }]) =>
    isKernelArray(name, withBoxes) ? 4 * length : [],
  );
  const searches = Array.from({ length: withBoxes ? workers : 0 }, () => 4 * searchLength(world));
  const models = world.models.flatMap((model) => modelArrays(model, withBoxes).map(({ byteLength }) => byteLength));
  return [...state, ...searches, ...models];
}

/** Returns a world whose models have copies of the arrays that kernels read, in memory from `allocate`. The rest isn't copied. */
export function withKernelArrays(world: World, withBoxes: boolean, allocate: (bytes: number) => Uint8Array): World {
  const copyOf = <A extends Float32Array | Uint32Array>(array: A): A => {
    const bytes = allocate(array.byteLength);
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    const Kind = array.constructor as new (buffer: ArrayBufferLike, offset: number, length: number) => A;
    return new Kind(bytes.buffer, bytes.byteOffset, array.length);
  };
  const models = world.models.map((model): Model => {
    const { springs, areas, elasticTets, cloth, topology } = model;
    return {
      ...model,
      springs: { ...springs, vertices: copyOf(springs.vertices), restLengths: copyOf(springs.restLengths) },
      areas: { ...areas, triangles: copyOf(areas.triangles), restAreas: copyOf(areas.restAreas) },
      elasticTets: {
        ...elasticTets,
        vertices: copyOf(elasticTets.vertices),
        restMetrics: copyOf(elasticTets.restMetrics),
        restVolumes: copyOf(elasticTets.restVolumes),
      },
      cloth: {
        ...cloth,
        triangles: copyOf(cloth.triangles),
        restInverses: copyOf(cloth.restInverses),
        restVolumes: copyOf(cloth.restVolumes),
        hinges: copyOf(cloth.hinges),
        restAngles: copyOf(cloth.restAngles),
        hingeShapes: copyOf(cloth.hingeShapes),
      },
      ...(withBoxes && {
        topology: { ...topology, edges: copyOf(topology.edges), faces: copyOf(topology.faces) },
      }),
    };
  });
  return { ...world, models };
}
