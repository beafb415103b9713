import type { Home } from './scratch.ts';

export function setHome(home: Home, count: number, a: number, b: number, c: number): void {
  home.count = count;
  home.a = a;
  home.b = b;
  home.c = c;
}

/**
 * The faces of an element that hold all of p's home, where the element does: each leads to another that holds it. No ray has to be
 * asked, which couldn't tell on which side of its own start a face lies.
 * @returns bit i for the face opposite corner i
 */
export function facesAtHome(home: Home, tets: Uint32Array, tet: number): number {
  const { count, a, b, c } = home;
  if (count === 0) return 0;
  let held = 0;
  let faces = 0;
  for (let k = 0; k < 4; k++) {
    const v = tets[4 * tet + k];
    if (v === a || v === b || v === c) held++;
    else faces |= 1 << k;
  }
  return held === count ? faces : 0;
}
