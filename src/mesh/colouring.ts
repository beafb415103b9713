import { groupByKey } from './counting-sort.ts';

/** Rounds of recolouring; the octopus' tetrahedra improve no further after about the eighth. */
const ROUNDS = 12;

export interface Colouring {
  /** Constraint ids grouped by colour, ascending within a colour: entry i is the old id of the constraint at index i. */
  readonly order: Uint32Array;
  /** Colour c holds order[offsets[c] .. offsets[c+1]]. */
  readonly offsets: Uint32Array;
}

/**
 * Colours constraints so that no two of one colour share a vertex: those of a colour can be solved in parallel, and colours one after
 * another (Gauss-Seidel). First greedily; then recoloured colour by colour (iterated greedy, Culberson 1992), which never needs more
 * colours; then balanced by moving constraints from large colours to small ones.
 * @param vertices vertex ids, `arity` per constraint, all different within a constraint
 * @param arity vertices of a constraint: 2 for springs, 4 for tetrahedra
 */
export function colourConstraints(vertices: Uint32Array, arity: number, vertexCount: number): Colouring {
  const count = vertices.length / arity;
  const degrees = new Uint32Array(vertexCount);
  for (let i = 0; i < vertices.length; i++) degrees[vertices[i]]++;
  const least = degrees.reduce((max, degree) => Math.max(max, degree), 0);
  // A constraint has at most arity * (least - 1) neighbours, so first-fit needs no more colours than one above that.
  const masks = new ColourMasks(vertices, arity, vertexCount, arity * Math.max(least - 1, 0) + 1);
  const colours = new Uint32Array(count);

  let order: Uint32Array = new Uint32Array(count).map((_, i) => i);
  let colourCount = firstFit(masks, order, colours);
  for (let round = 0; round < ROUNDS && colourCount > least; round++) {
    order = classesReordered(colours, colourCount, round);
    colourCount = firstFit(masks, order, colours);
  }
  balance(masks, colours, colourCount);
  const { offsets, items } = groupByKey(colours, colourCount);
  return { order: items, offsets };
}

/** Bit set of used colours per vertex. */
class ColourMasks {
  readonly words: number;
  readonly bits: Uint32Array;
  constructor(
    readonly vertices: Uint32Array,
    readonly arity: number,
    vertexCount: number,
    maxColours: number,
  ) {
    this.words = Math.ceil(maxColours / 32);
    this.bits = new Uint32Array(vertexCount * this.words);
  }

  /** The lowest colour that none of the constraint's vertices has yet. */
  firstFree(constraint: number): number {
    for (let w = 0; ; w++) {
      let used = 0;
      for (let k = 0; k < this.arity; k++)
        used |= this.bits[this.vertices[this.arity * constraint + k] * this.words + w];
      if (used !== -1) return 32 * w + (31 - Math.clz32(~used & -~used));
    }
  }

  isFree(constraint: number, colour: number): boolean {
    for (let k = 0; k < this.arity; k++) {
      const v = this.vertices[this.arity * constraint + k];
      if (this.bits[v * this.words + (colour >> 5)] & (1 << (colour & 31))) return false;
    }
    return true;
  }

  toggle(constraint: number, colour: number): void {
    for (let k = 0; k < this.arity; k++)
      this.bits[this.vertices[this.arity * constraint + k] * this.words + (colour >> 5)] ^= 1 << (colour & 31);
  }
}

/** Gives each constraint, in the given order, the lowest free colour. @returns number of colours */
function firstFit(masks: ColourMasks, order: Uint32Array, colours: Uint32Array): number {
  masks.bits.fill(0);
  let colourCount = 0;
  for (let i = 0; i < order.length; i++) {
    const colour = masks.firstFree(order[i]);
    masks.toggle(order[i], colour);
    colours[order[i]] = colour;
    colourCount = Math.max(colourCount, colour + 1);
  }
  return colourCount;
}

/**
 * An order that keeps the constraints of a colour together, so that first-fit can't need more colours: the last colour first, or in
 * every third round the smallest colour first, which is the best way to empty small colours.
 */
function classesReordered(colours: Uint32Array, colourCount: number, round: number): Uint32Array {
  const { offsets, items } = groupByKey(colours, colourCount);
  const classes = [...Array(colourCount).keys()].reverse();
  const size = (c: number) => offsets[c + 1] - offsets[c];
  if (round % 3 === 2) classes.sort((a, b) => size(a) - size(b) || b - a);
  const order = new Uint32Array(items.length);
  let end = 0;
  for (const c of classes) {
    order.set(items.subarray(offsets[c], offsets[c + 1]), end);
    end += size(c);
  }
  return order;
}

/** Moves constraints from colours above the mean size to the smallest colour that takes them, below the mean. */
function balance(masks: ColourMasks, colours: Uint32Array, colourCount: number): void {
  const sizes = new Uint32Array(colourCount);
  for (let i = 0; i < colours.length; i++) sizes[colours[i]]++;
  const mean = Math.ceil(colours.length / Math.max(colourCount, 1));
  for (let i = 0; i < colours.length; i++) {
    const from = colours[i];
    if (sizes[from] <= mean) continue;
    let to = from;
    for (let c = 0; c < colourCount; c++)
      if (sizes[c] < mean && (to === from || sizes[c] < sizes[to]) && masks.isFree(i, c)) to = c;
    if (to === from) continue;
    masks.toggle(i, from);
    masks.toggle(i, to);
    sizes[from]--;
    sizes[to]++;
    colours[i] = to;
  }
}
