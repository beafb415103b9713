import { AIR_STRIDE } from '../../../mesh/air/air-mesh.ts';
import { AIR_OFFSETS, colourElements, createColouringScratch } from '../../../mesh/air/colour-elements.ts';
import type { FeatureArray, WorldWithoutLengths } from '../../tables/feature-array-definition.ts';
import type { NamedArrays } from '../../world/model.ts';
import type { World } from '../../world/world.ts';

/** Words of the array `airTally`: elements in use; classes of `airOffsets` in use; steps since the last improvement. */
export const AIR_TALLY = { elements: 0, classes: 1, steps: 2, stride: 3 } as const;

const ifAir = (length: number) => ({
  kind: 'u32' as const,
  length: ({ air }: WorldWithoutLengths) => (air.elements.length > 0 ? length : 0),
});

/** Arrays of the air mesh, whose connectivity changes while the scene runs; empty in worlds without air. */
export const AIR_ARRAYS = {
  /** AIR_STRIDE vertex ids per element, sorted by colour (mesh/air/colour-elements.ts). */
  airElements: {
    ...ifAir(AIR_STRIDE),
    capacity: 'airElements',
    initial: (world: World) => colouredAir(world).elements,
    countInUse: (carried: NamedArrays) => AIR_STRIDE * carried.airTally[AIR_TALLY.elements],
  },
  airOffsets: {
    ...ifAir(AIR_OFFSETS),
    initial: (world: World) => colouredAir(world).offsets,
    countInUse: () => AIR_OFFSETS,
  },
  airTally: {
    ...ifAir(AIR_TALLY.stride),
    initial: (world: World) => {
      const { elements, classes } = colouredAir(world);
      return Uint32Array.of(elements.length / AIR_STRIDE, classes, 0);
    },
    countInUse: () => AIR_TALLY.stride,
  },
} as const satisfies Readonly<Record<string, FeatureArray>>;

/** Returns a world's air at the start, sorted by colour. */
function colouredAir({ air, vertexCount }: World): {
  elements: Uint32Array;
  offsets: Uint32Array;
  classes: number;
} {
  const elements = air.elements.slice();
  const count = elements.length / AIR_STRIDE;
  const offsets = new Uint32Array(AIR_OFFSETS);
  const classes = colourElements(elements, count, offsets, createColouringScratch(count, vertexCount));
  return { elements, offsets, classes };
}
