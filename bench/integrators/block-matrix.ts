import { contactAt, contactCount } from '../../src/simulation/integrators/implicit-euler/contact-terms.ts';
import { HESSIAN_LENGTH } from '../../src/simulation/integrators/implicit-euler/element.ts';
import { CONTACT_TERM } from '../../src/simulation/integrators/implicit-euler/words.ts';
import { CONTACT, CONTACT_KINDS, type State } from '../../src/simulation/state.ts';
import type { World } from '../../src/simulation/world/world.ts';

/** A symmetric matrix of 3 x 3 blocks, one row of blocks per vertex. The blocks of a row are sorted by column. */
export interface BlockMatrix {
  /** Row v has the blocks offsets[v] to offsets[v + 1] - 1. */
  readonly offsets: Uint32Array;
  readonly columns: Uint32Array;
  /** 9 numbers per block, row by row. */
  readonly blocks: Float64Array;
  /** Per row, the number of its diagonal block. */
  readonly diagonal: Uint32Array;
}

/**
 * Assembles the system of the implicit Euler step that was solved last, with all of its elements and, unless they are left out, contacts (no
 * springs, no gas).
 */
export function assemble(world: World, state: State, hasContacts = true): BlockMatrix {
  const rows = Array.from({ length: world.vertexCount }, () => new Map<number, Float64Array>());
  const add = (a: number, b: number, row: number, column: number, value: number) => {
    let block = rows[a].get(b);
    if (!block) {
      block = new Float64Array(9);
      rows[a].set(b, block);
    }
    block[3 * row + column] += value;
  };
  for (let v = 0; v < world.vertexCount; v++) {
    const own = state.vertexBlocks.subarray(6 * v, 6 * v + 6);
    for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) add(v, v, r, c, own[upperOf(r, c, 3)]);
  }
  addElements(world, state, add);
  if (hasContacts) addContacts(world, state, add);
  hold(state, rows);
  return compress(rows);
}

type Add = (a: number, b: number, row: number, column: number, value: number) => void;

/** Index of element (r, c) of a symmetric n x n matrix in its upper triangle. */
const upperOf = (r: number, c: number, n: number): number => {
  const [low, high] = r <= c ? [r, c] : [c, r];
  return n * low - (low * (low + 1)) / 2 + high;
};

/** Adds the Hessians of tetrahedra, which are with respect to the edges from corner 0: corner 0 moves all three of them back. */
function addElements({ bodies, models, tetCount }: World, { elementHessians: h }: State, add: Add): void {
  for (const [b, { model, vertexBase, tetBase }] of bodies.entries()) {
    const { vertices } = models[model].elasticTets;
    const end = bodies[b + 1]?.tetBase ?? tetCount;
    for (let t = tetBase; t < end; t++) {
      const corners = Array.from(vertices.subarray(4 * (t - tetBase), 4 * (t - tetBase) + 4), (v) => vertexBase + v);
      for (let i = 0; i < 9; i++)
        for (let j = 0; j < 9; j++) {
          const value = h[HESSIAN_LENGTH * t + upperOf(i, j, 9)];
          const [p, q] = [1 + Math.floor(i / 3), 1 + Math.floor(j / 3)];
          add(corners[p], corners[q], i % 3, j % 3, value);
          add(corners[0], corners[q], i % 3, j % 3, -value);
          add(corners[p], corners[0], i % 3, j % 3, -value);
          add(corners[0], corners[0], i % 3, j % 3, value);
        }
    }
  }
}

function addContacts(world: World, state: State, add: Add): void {
  const { contacts, contactTerms } = state;
  for (let i = 0; i < contactCount({ world, state }); i++) {
    const contact = contactAt(world, state, i);
    const at = CONTACT.stride * contact;
    if (contacts.u32[at + CONTACT.kind] === CONTACT_KINDS.none) continue;
    const along = contactTerms[CONTACT_TERM.stride * contact + CONTACT_TERM.normal];
    const across = contactTerms[CONTACT_TERM.stride * contact + CONTACT_TERM.tangent];
    const n = contacts.f32.subarray(at + CONTACT.normal, at + CONTACT.normal + 3);
    const count = contacts.u32[at + CONTACT.count];
    const ids = contacts.u32.subarray(at + CONTACT.vertices, at + CONTACT.vertices + count);
    const weights = contacts.f32.subarray(at + CONTACT.weights, at + CONTACT.weights + count);
    for (let p = 0; p < count; p++)
      for (let q = 0; q < count; q++)
        for (let r = 0; r < 3; r++)
          for (let c = 0; c < 3; c++) {
            const stiffness = (along - across) * n[r] * n[c] + (r === c ? across : 0);
            add(ids[p], ids[q], r, c, weights[p] * weights[q] * stiffness);
          }
  }
}

/** Replaces rows and columns of held vertices by those of the identity. */
function hold({ inverseMasses }: State, rows: Map<number, Float64Array>[]): void {
  for (const [v, row] of rows.entries()) {
    for (const column of row.keys())
      if (column !== v && (inverseMasses[v] === 0 || inverseMasses[column] === 0)) row.delete(column);
    if (inverseMasses[v] === 0) row.set(v, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1));
  }
}

function compress(rows: readonly ReadonlyMap<number, Float64Array>[]): BlockMatrix {
  const count = rows.reduce((sum, { size }) => sum + size, 0);
  const offsets = new Uint32Array(rows.length + 1);
  const columns = new Uint32Array(count);
  const blocks = new Float64Array(9 * count);
  const diagonal = new Uint32Array(rows.length);
  let n = 0;
  for (const [v, row] of rows.entries()) {
    for (const column of [...row.keys()].sort((a, b) => a - b)) {
      if (column === v) diagonal[v] = n;
      columns[n] = column;
      blocks.set(row.get(column)!, 9 * n++);
    }
    offsets[v + 1] = n;
  }
  return { offsets, columns, blocks, diagonal };
}

/** Returns the matrix times a vector. */
export function multiply(matrix: BlockMatrix, x: Float64Array): Float64Array {
  const y = new Float64Array(x.length);
  for (let v = 0; v + 1 < matrix.offsets.length; v++)
    for (let n = matrix.offsets[v]; n < matrix.offsets[v + 1]; n++) addProduct(matrix, n, x, y, v, 1);
  return y;
}

/** Adds `sign` times block number n times the part of x at its column to the part of y at row v. */
export function addProduct(
  { columns, blocks: m }: BlockMatrix,
  n: number,
  x: Float64Array,
  y: Float64Array,
  v: number,
  sign: number,
): void {
  const at = 3 * columns[n];
  const b = 9 * n;
  y[3 * v] += sign * (m[b] * x[at] + m[b + 1] * x[at + 1] + m[b + 2] * x[at + 2]);
  y[3 * v + 1] += sign * (m[b + 3] * x[at] + m[b + 4] * x[at + 1] + m[b + 5] * x[at + 2]);
  y[3 * v + 2] += sign * (m[b + 6] * x[at] + m[b + 7] * x[at + 1] + m[b + 8] * x[at + 2]);
}
