import type { Simple } from './growing-mesh.ts';

/** An element type of Gmsh. */
export interface ElementType {
  /** How messages name the elements. */
  readonly name: string;
  readonly vertices: number;
  /** Kind of those that make a mesh; their corners come first. */
  readonly kind?: Simple;
}

/**
 * Types of elements that make a mesh, of any order: the number of vertices by the number of the type. Those that lack vertices within faces or within the
 * element have numbers of their own. Source: GmshDefines.h of Gmsh 4.13.
 */
const SIMPLE: Readonly<Record<Simple, Readonly<Record<number, number>>>> = {
  triangles: {
    ...{ 2: 3, 9: 6, 20: 9, 21: 10, 22: 12, 23: 15, 24: 15, 25: 21, 42: 28, 43: 36, 44: 45, 45: 55, 46: 66 },
    ...{ 52: 18, 53: 21, 54: 24, 55: 27, 56: 30 },
  },
  quadrilaterals: {
    ...{ 3: 4, 10: 9, 16: 8, 36: 16, 37: 25, 38: 36, 39: 12, 40: 16, 41: 20, 47: 49, 48: 64, 49: 81, 50: 100, 51: 121 },
    ...{ 57: 24, 58: 28, 59: 32, 60: 36, 61: 40 },
  },
  tetrahedra: {
    ...{ 4: 4, 11: 10, 29: 20, 30: 35, 31: 56, 32: 22, 33: 28, 71: 84, 72: 120, 73: 165, 74: 220, 75: 286 },
    ...{ 79: 34, 80: 40, 81: 46, 82: 52, 83: 58 },
  },
};

/** Types of elements that are left out, likewise. */
const OTHERS: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  points: { 15: 1 },
  lines: { 1: 2, 8: 3, 26: 4, 27: 5, 28: 6, 62: 7, 63: 8, 64: 9, 65: 10, 66: 11 },
  hexahedra: { 5: 8, 12: 27, 17: 20, 92: 64, 93: 125, 94: 216, 95: 343, 96: 512, 97: 729, 98: 1000 },
  prisms: { 6: 6, 13: 18, 18: 15, 90: 40, 91: 75, 106: 126, 107: 196, 108: 288, 109: 405, 110: 550 },
  pyramids: { 7: 5, 14: 14, 19: 13, 118: 30, 119: 55, 120: 91, 121: 140, 122: 204, 123: 285, 124: 385 },
};

const entriesOf = (name: string, types: Readonly<Record<number, number>>, kind?: Simple): [number, ElementType][] =>
  Object.entries(types).map(([type, vertices]) => [Number(type), { name, vertices, ...(kind && { kind }) }]);

/** Types by their numbers. */
export const ELEMENT_TYPES: ReadonlyMap<number, ElementType> = new Map([
  ...Object.entries(SIMPLE).flatMap(([name, types]) => entriesOf(name, types, name as Simple)),
  ...Object.entries(OTHERS).flatMap(([name, types]) => entriesOf(name, types)),
]);
