import { leavesAtLength } from '../../bvh/tree.ts';
import { type StateArray, stateLayout } from '../state.ts';
import type { Model } from '../world/model.ts';
import type { World } from '../world/world.ts';

/** Kernels (kernels.ts) that run with SIMD: all of them, or those of the material alone if the others' arrays don't fit into memory. */
export type KernelSet = 'all' | 'material';

const MATERIAL_ARRAYS = [
  'positions',
  'positionsT0',
  'remainders',
  'inverseMasses',
  'multipliers',
  'moments',
  'materialMoves',
] as const satisfies readonly StateArray[];
const BOX_ARRAYS = [
  'tetBoxes',
  'tetLeaves',
  'faceBoxes',
  'faceLeaves',
  'faceOrder',
  'sweptFaceBoxes',
  'sweptFaceLeaves',
  'sweptEdgeBoxes',
  'sweptEdgeLeaves',
  'motionBoxes',
  'reachBoxes',
  'edgeMotionBoxes',
  'faceMotionBoxes',
  'faceReachBoxes',
] as const satisfies readonly StateArray[];

/** Arrays of the state that a set's kernels read or write. SIMD kernels need them in one WebAssembly memory. */
const STATE_ARRAYS: Readonly<Record<KernelSet, ReadonlySet<StateArray>>> = {
  all: new Set([...MATERIAL_ARRAYS, ...BOX_ARRAYS]),
  material: new Set(MATERIAL_ARRAYS),
};

/** Tests whether a set's kernels read or write an array of the state. */
export const isKernelArray = (name: StateArray, set: KernelSet): boolean => STATE_ARRAYS[set].has(name);

/** Lists the arrays of models that a set's kernels read. */
const modelArrays = ({ elasticTets, springs, topology }: Model, set: KernelSet) => [
  elasticTets.vertices,
  elasticTets.restMetrics,
  elasticTets.restVolumes,
  springs.vertices,
  springs.restLengths,
  ...(set === 'all' ? [topology.edges, topology.faces] : []),
];

/** Returns the length of the list that each worker needs to search any of a world's trees over tetrahedra (leavesAt). */
export const searchLength = ({ tetTrees }: World): number =>
  Math.max(0, ...tetTrees.map(({ levels }) => leavesAtLength(levels)));

/** Returns the sizes of all arrays that a set's kernels read or write [bytes], without those of searches. */
export function kernelArrayBytes(world: World, set: KernelSet): number[] {
  const layout = stateLayout(world);
  const state = [...STATE_ARRAYS[set]].map((name) => 4 * layout[name].length);
  return [...state, ...world.models.flatMap((model) => modelArrays(model, set).map(({ byteLength }) => byteLength))];
}

/** Returns a world whose models have copies of the arrays that a set's kernels read, in memory from `allocate`. The rest isn't copied. */
export function withKernelArrays(world: World, set: KernelSet, allocate: (bytes: number) => Uint8Array): World {
  const copyOf = <A extends Float32Array | Uint32Array>(array: A): A => {
    const bytes = allocate(array.byteLength);
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    const Kind = array.constructor as new (buffer: ArrayBufferLike, offset: number, length: number) => A;
    return new Kind(bytes.buffer, bytes.byteOffset, array.length);
  };
  const models = world.models.map((model): Model => {
    const { springs, elasticTets, topology } = model;
    return {
      ...model,
      springs: { ...springs, vertices: copyOf(springs.vertices), restLengths: copyOf(springs.restLengths) },
      elasticTets: {
        ...elasticTets,
        vertices: copyOf(elasticTets.vertices),
        restMetrics: copyOf(elasticTets.restMetrics),
        restVolumes: copyOf(elasticTets.restVolumes),
      },
      ...(set === 'all' && {
        topology: { ...topology, edges: copyOf(topology.edges), faces: copyOf(topology.faces) },
      }),
    };
  });
  return { ...world, models };
}
