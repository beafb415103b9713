import { type StateArray, stateLayout } from '../state.ts';
import type { Model } from '../world/model.ts';
import type { World } from '../world/world.ts';

/** Arrays of the state that kernels (kernels.ts) read or write. SIMD kernels need them in one WebAssembly memory. */
const STATE_ARRAYS: ReadonlySet<StateArray> = new Set([
  'positions',
  'positionsT0',
  'remainders',
  'inverseMasses',
  'multipliers',
  'moments',
  'materialMoves',
] as const);

/** Tests whether kernels read or write an array of the state. */
export const isKernelArray = (name: StateArray): boolean => STATE_ARRAYS.has(name);

/** Lists the arrays of models that kernels read. */
const modelArrays = ({ elasticTets, springs }: Model) => [
  elasticTets.vertices,
  elasticTets.restMetrics,
  elasticTets.restVolumes,
  springs.vertices,
  springs.restLengths,
];

/** Returns the sizes of all arrays that kernels read or write [bytes]. */
export function kernelArrayBytes(world: World): number[] {
  const layout = stateLayout(world);
  const state = [...STATE_ARRAYS].map((name) => 4 * layout[name].length);
  return [...state, ...world.models.flatMap((model) => modelArrays(model).map(({ byteLength }) => byteLength))];
}

/** Returns a world whose models have copies of the arrays that kernels read, in memory from `allocate`. The rest isn't copied. */
export function withKernelArrays(world: World, allocate: (bytes: number) => Uint8Array): World {
  const copyOf = <A extends Float32Array | Uint32Array>(array: A): A => {
    const bytes = allocate(array.byteLength);
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    const Kind = array.constructor as new (buffer: ArrayBufferLike, offset: number, length: number) => A;
    return new Kind(bytes.buffer, bytes.byteOffset, array.length);
  };
  const models = world.models.map((model): Model => {
    const { springs, elasticTets } = model;
    return {
      ...model,
      springs: { ...springs, vertices: copyOf(springs.vertices), restLengths: copyOf(springs.restLengths) },
      elasticTets: {
        ...elasticTets,
        vertices: copyOf(elasticTets.vertices),
        restMetrics: copyOf(elasticTets.restMetrics),
        restVolumes: copyOf(elasticTets.restVolumes),
      },
    };
  });
  return { ...world, models };
}
