import { distanceToBalls } from './balls.ts';
import { squaredDistanceToBranched } from './branched-edges.ts';
import type { PathBody } from './path-body.ts';

/** What culling isn't proved beyond (docs/method.md), nearest to the point of the query under way. */
interface Obstacles {
  /** Squared distance to the nearest [m^2]; Infinity where none is nearer than `upTo`, squared [m^2]. */
  squared: number;
  /** Looked for as far as candidates are tried, since near ones are many and far ones don't matter. */
  upTo: number;
  readonly look: (body: PathBody, px: number, py: number, pz: number, radius: number) => number;
}

export const INVERTED: Obstacles = {
  squared: Infinity,
  upTo: 0.5,
  look: (body, px, py, pz, radius) => distanceToBalls(body.inverted, px, py, pz, radius) ** 2,
};
export const BRANCHED: Obstacles = { squared: Infinity, upTo: 0.5, look: squaredDistanceToBranched };

/** As many times as far as a candidate they are looked for: most that follow are nearer. */
const AHEAD = 1.5;

/** Begins a query. */
export function forgetClearance(): void {
  INVERTED.squared = BRANCHED.squared = Infinity;
  INVERTED.upTo = BRANCHED.upTo = 0;
}

/** Whether none of them comes as near to p as this, squared [m^2]. */
export function isClear(of: Obstacles, body: PathBody, px: number, py: number, pz: number, squared: number): boolean {
  if (squared >= of.upTo && of.squared === Infinity) {
    const radius = AHEAD * Math.sqrt(squared);
    of.upTo = radius * radius;
    of.squared = of.look(body, px, py, pz, radius);
  }
  return squared < of.squared;
}
