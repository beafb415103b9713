import { NONE } from '../../mesh/topology.ts';

/** The side or the vertex that the query under way begins on, as home in path/home.ts: its vertices, the same twice where it is one. */
export const home2d = { count: 0, a: NONE, b: NONE };

export function setHome2d(count: number, a: number, b: number): void {
  home2d.count = count;
  home2d.a = a;
  home2d.b = b;
}

/** The sides of a triangle that hold all of p's home, where the triangle does. @returns bit i for the side opposite corner i */
export function sidesAtHome(triangles: Uint32Array, triangle: number): number {
  const { count, a, b } = home2d;
  if (count === 0) return 0;
  let held = 0;
  let sides = 0;
  for (let k = 0; k < 3; k++) {
    const v = triangles[3 * triangle + k];
    if (v === a || v === b) held++;
    else sides |= 1 << k;
  }
  return held === count ? sides : 0;
}
