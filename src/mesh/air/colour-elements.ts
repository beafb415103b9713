import { NONE } from '../topology.ts';
import { AIR_STRIDE } from './air-mesh.ts';

/**
 * Greatest number of colours of air elements. An element that finds no free colour goes to one more class, behind the colours, whose
 * elements are projected one after another.
 */
export const AIR_COLOURS = 64;
/** Length of the offsets of all colours and of the class behind them. */
export const AIR_OFFSETS = AIR_COLOURS + 2;

/** Memory of colourElements. */
export interface ColouringScratch {
  /** AIR_STRIDE words per element. */
  readonly spare: Uint32Array;
  /** Class of each element. */
  readonly classes: Uint32Array;
  /** Two words per vertex: the colours that elements at the vertex have. */
  readonly masks: Uint32Array;
}

/** @param capacity greatest number of elements    @param vertexCount number of vertices that elements refer to */
export const createColouringScratch = (capacity: number, vertexCount: number): ColouringScratch => ({
  spare: new Uint32Array(AIR_STRIDE * capacity),
  classes: new Uint32Array(capacity),
  masks: new Uint32Array(2 * vertexCount),
});

/**
 * Sorts air elements by colour, in place. No two elements of a colour share a vertex, so they can be projected in parallel. Each element gets
 * the lowest colour that is free at its vertices; elements keep their order within a colour.
 * @param count number of elements    @param offsets AIR_OFFSETS words: colour c has the elements from offsets[c] up to offsets[c + 1]
 * @returns number of classes in use: colours, and the class behind them if it has elements
 */
export function colourElements(
  elements: Uint32Array,
  count: number,
  offsets: Uint32Array,
  { spare, classes, masks }: ColouringScratch,
): number {
  masks.fill(0);
  offsets.fill(0);
  for (let e = 0; e < count; e++) {
    const chosen = firstFree(elements, AIR_STRIDE * e, masks);
    classes[e] = chosen;
    offsets[chosen + 1]++;
    if (chosen < AIR_COLOURS) mark(elements, AIR_STRIDE * e, masks, chosen);
  }
  let used = 0;
  for (let c = 0; c <= AIR_COLOURS; c++) {
    if (offsets[c + 1] > 0) used = c + 1;
    offsets[c + 1] += offsets[c];
  }
  spare.set(elements.subarray(0, AIR_STRIDE * count));
  for (let e = 0; e < count; e++) {
    const at = AIR_STRIDE * offsets[classes[e]]++;
    for (let k = 0; k < AIR_STRIDE; k++) elements[at + k] = spare[AIR_STRIDE * e + k];
  }
  // Each offset has moved to its class's end, where the next class begins.
  offsets.copyWithin(1, 0, AIR_OFFSETS - 1);
  offsets[0] = 0;
  return used;
}

/** Returns the lowest colour that no element at the corners has, or AIR_COLOURS. */
function firstFree(elements: Uint32Array, at: number, masks: Uint32Array): number {
  for (let word = 0; word < 2; word++) {
    let taken = 0;
    for (let k = 0; k < AIR_STRIDE; k++) if (elements[at + k] !== NONE) taken |= masks[2 * elements[at + k] + word];
    // The lowest bit that isn't set.
    const free = ~taken & (taken + 1);
    if (free !== 0) return 32 * word + 31 - Math.clz32(free);
  }
  return AIR_COLOURS;
}

function mark(elements: Uint32Array, at: number, masks: Uint32Array, colour: number): void {
  for (let k = 0; k < AIR_STRIDE; k++)
    if (elements[at + k] !== NONE) masks[2 * elements[at + k] + (colour >> 5)] |= 1 << (colour & 31);
}
