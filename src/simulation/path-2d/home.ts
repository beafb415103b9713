import type { Home2d } from './scratch.ts';

export function setHome2d(home: Home2d, count: number, a: number, b: number): void {
  home.count = count;
  home.a = a;
  home.b = b;
}

/** The sides of a triangle that hold all of p's home, where the triangle does. @returns bit i for the side opposite corner i */
export function sidesAtHome(home: Home2d, triangles: Uint32Array, triangle: number): number {
  const { count, a, b } = home;
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
