import { distanceToBalls } from './balls.ts';
import { squaredDistanceToBranched } from './branched-edges.ts';
import type { PathBody } from './path-body.ts';

/**
 * What culling isn't proved beyond (docs/method.md): the inverted elements, and the branched edges, nearest to the point of the query
 * under way. Looked for as far as candidates are tried, since near ones are many and far ones don't matter.
 */
const inverted = { squared: Infinity, upTo: 0.5 };
const branched = { squared: Infinity, upTo: 0.5 };

/** As many times as far as a candidate they are looked for: most that follow are nearer. */
const AHEAD = 1.5;

/** Begins a query. */
export function forgetClearance(): void {
  inverted.squared = branched.squared = Infinity;
  inverted.upTo = branched.upTo = 0;
}

/** Whether no inverted element comes as near to p as this, squared [m^2]. */
export function isClear(body: PathBody, px: number, py: number, pz: number, squared: number): boolean {
  if (squared >= inverted.upTo && inverted.squared === Infinity) {
    const radius = AHEAD * Math.sqrt(squared);
    inverted.upTo = radius * radius;
    inverted.squared = distanceToBalls(body.inverted, px, py, pz, radius) ** 2;
  }
  return squared < inverted.squared;
}

/** Whether no branched edge comes as near to p as this, squared [m^2]. */
export function isUnbranched(body: PathBody, px: number, py: number, pz: number, squared: number): boolean {
  if (squared >= branched.upTo && branched.squared === Infinity) {
    const radius = AHEAD * Math.sqrt(squared);
    branched.upTo = radius * radius;
    branched.squared = squaredDistanceToBranched(body, px, py, pz, radius);
  }
  return squared < branched.squared;
}
