/** The corner of an element at which a vertex of it stands. @param t first number of the element in `tets` */
export function cornerOf(tets: Uint32Array, t: number, vertex: number): number {
  return tets[t] === vertex ? 0 : tets[t + 1] === vertex ? 1 : tets[t + 2] === vertex ? 2 : 3;
}

/** The vertex of an element that is none of three others. @param t first number of the element in `tets` */
export function fourthOf(tets: Uint32Array, t: number, a: number, b: number, c: number): number {
  for (let i = t; i < t + 3; i++) if (tets[i] !== a && tets[i] !== b && tets[i] !== c) return tets[i];
  return tets[t + 3];
}

export const holdsVertex = (tets: Uint32Array, tet: number, vertex: number): boolean =>
  tets[4 * tet] === vertex ||
  tets[4 * tet + 1] === vertex ||
  tets[4 * tet + 2] === vertex ||
  tets[4 * tet + 3] === vertex;
