import { distanceToBalls } from './balls.ts';
import { squaredDistanceToBranched } from './branched-edges.ts';
import type { PathBody } from './path-body.ts';
import type { Clearance, Clearances } from './scratch.ts';

/** Squared distance [m^2] from a point to the nearest obstacle of a kind; Infinity where none is nearer than a radius [m]. */
type Look = (body: PathBody, px: number, py: number, pz: number, radius: number) => number;

const lookForInverted: Look = (body, px, py, pz, radius) => distanceToBalls(body.inverted, px, py, pz, radius) ** 2;

/** Obstacles are looked for up to so many times a candidate's distance: most candidates that follow are nearer, and need no look. */
const AHEAD = 1.5;

/** Forgets what is known of the last query's p. */
export function forgetClearance({ inverted, branched }: Clearances): void {
  inverted.squared = branched.squared = Infinity;
  inverted.upTo = branched.upTo = 0;
}

/** Whether no inverted element comes as near to p as a distance. @param squared the distance, squared [m^2] */
export const isClearOfInverted = (
  { inverted }: Clearances,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  squared: number,
): boolean => isClear(inverted, lookForInverted, body, px, py, pz, squared);

/** Whether no branched edge comes as near to p as a distance. @param squared the distance, squared [m^2] */
export const isClearOfBranched = (
  { branched }: Clearances,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  squared: number,
): boolean => isClear(branched, squaredDistanceToBranched, body, px, py, pz, squared);

function isClear(
  nearest: Clearance,
  look: Look,
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  squared: number,
): boolean {
  if (squared >= nearest.upTo && nearest.squared === Infinity) {
    const radius = AHEAD * Math.sqrt(squared);
    nearest.upTo = radius * radius;
    nearest.squared = look(body, px, py, pz, radius);
  }
  return squared < nearest.squared;
}
