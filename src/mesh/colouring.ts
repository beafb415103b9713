import { groupByKey } from './counting-sort.ts';

/** Maximum number of recolouring rounds. For the octopus model, the number of colours stops falling after about eight rounds. */
const MAX_ROUNDS = 12;

export interface Colouring {
  /** Constraint ids grouped by colour, ascending within each colour. */
  readonly order: Uint32Array;
  /** The constraints of colour c are order[offsets[c] .. offsets[c+1]]. */
  readonly offsets: Uint32Array;
}

/**
 * Colours constraints so that no two constraints of a colour share a vertex. The constraints of one colour can then be solved in
 * parallel, and the colours one after another (Gauss-Seidel). The first colouring is greedy. Rounds of recolouring follow (iterated
 * greedy, Culberson 1992), which never need more colours. Finally, constraints move from large colours to small ones.
 * @param vertices vertex ids, `arity` per constraint, all different within a constraint
 * @param arity number of vertices per constraint: 2 for springs, 4 for tetrahedra
 */
export function colourConstraints(vertices: Uint32Array, arity: number, vertexCount: number): Colouring {
  const count = vertices.length / arity;
  const degrees = new Uint32Array(vertexCount);
  for (let i = 0; i < vertices.length; i++) degrees[vertices[i]]++;
  // A vertex's degree is its number of constraints. These all need different colours, so the largest degree is a lower bound.
  const minColours = degrees.reduce((max, degree) => Math.max(max, degree), 0);
  // A constraint shares vertices with at most arity * (minColours - 1) others, so first-fit needs at most one colour more than that.
  const masks = new ColourMasks(vertices, arity, vertexCount, arity * Math.max(minColours - 1, 0) + 1);
  const colours = new Uint32Array(count);

  let order: Uint32Array = new Uint32Array(count).map((_, i) => i);
  let colourCount = firstFit(masks, order, colours);
  for (let round = 0; round < MAX_ROUNDS && colourCount > minColours; round++) {
    order = reorderByColour(colours, colourCount, round);
    colourCount = firstFit(masks, order, colours);
  }
  balance(masks, colours, colourCount);
  const { offsets, items } = groupByKey(colours, colourCount);
  return { order: items, offsets };
}

/** For each vertex, a bit set of the colours that its constraints have. */
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

  /** Returns the lowest colour that is free at all vertices of the constraint. */
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

/** Takes the constraints in the given order and gives each the lowest free colour. @returns number of colours */
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
 * Orders the constraints for the next first-fit. The constraints of a colour stay together, so first-fit can't need more colours. The
 * last colour comes first. In every third round, colours come in ascending order of size instead, because this empties small colours best.
 */
function reorderByColour(colours: Uint32Array, colourCount: number, round: number): Uint32Array {
  const { offsets, items } = groupByKey(colours, colourCount);
  const colourOrder = [...Array(colourCount).keys()].reverse();
  const size = (c: number) => offsets[c + 1] - offsets[c];
  if (round % 3 === 2) colourOrder.sort((a, b) => size(a) - size(b) || b - a);
  const order = new Uint32Array(items.length);
  let end = 0;
  for (const c of colourOrder) {
    order.set(items.subarray(offsets[c], offsets[c + 1]), end);
    end += size(c);
  }
  return order;
}

/** Moves constraints out of colours larger than the mean, each to the smallest colour below the mean that is free at its vertices. */
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
