import type { SurfaceMesh } from '../surface-mesh.ts';
import { cosineAndSine, TURN } from './cross-sections.ts';

/** A point of a profile: its distance from the axis (z), and its height along it [m]. */
export type ProfilePoint = readonly [radius: number, height: number];

/**
 * Turns a profile around the z axis. Neighbouring points are joined by rings of 2 `slices` triangles, or of `slices` at an end on the axis.
 * @param profile points in order, counterclockwise around what they enclose, with the radius to the right. If the first and the last lie on
 *   the axis, these are the ends (the first is the lower one); otherwise the last is joined to the first, as for a torus
 * @param slices number of steps around the axis, at least 3
 */
export function revolve(profile: readonly ProfilePoint[], slices: number): SurfaceMesh {
  const isOpen = profile[0][0] === 0;
  const [cosine, sine] = cosineAndSine(TURN / slices);
  const starts: number[] = [];
  const positions: number[] = [];
  for (const [radius, height] of profile) {
    starts.push(positions.length / 3);
    let [x, y] = [radius, 0];
    for (let i = 0; i < (radius === 0 ? 1 : slices); i++) {
      positions.push(x, y, height);
      [x, y] = [cosine * x - sine * y, sine * x + cosine * y];
    }
  }
  const vertex = (j: number, i: number): number => {
    const at = j % profile.length;
    return starts[at] + (profile[at][0] === 0 ? 0 : i % slices);
  };
  const triangles: number[] = [];
  for (let j = 0; j < profile.length - Number(isOpen); j++)
    for (let i = 0; i < slices; i++) {
      const [a, b, c, d] = [vertex(j, i), vertex(j, i + 1), vertex(j + 1, i + 1), vertex(j + 1, i)];
      if (a !== b) triangles.push(a, b, c);
      if (c !== d) triangles.push(a, c, d);
    }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Returns `count` + 1 unit vectors (x, y) at equal angles from 0 to half a turn, both included. */
export function halfCircle(count: number): readonly (readonly [number, number])[] {
  const [cosine, sine] = cosineAndSine(TURN / 2 / count);
  const vectors: [number, number][] = [[1, 0]];
  for (let n = 1; n < count; n++) {
    const [x, y] = vectors[n - 1];
    vectors.push([cosine * x - sine * y, sine * x + cosine * y]);
  }
  vectors.push([-1, 0]);
  return vectors;
}

/** Makes a sphere around the origin, of 2 `slices` (`stacks` - 1) triangles. @param stacks number of steps from pole to pole */
export const revolvedSphere = (radius: number, slices: number, stacks: number): SurfaceMesh =>
  revolve(
    halfCircle(stacks).map(([x, y]) => [radius * y, -radius * x] as const),
    slices,
  );

/**
 * Makes a torus around the z axis, of 2 `slices` `sides` triangles.
 * @param ring radius of the circle in the tube's middle [m]
 * @param tube radius of the tube [m]
 * @param sides number of steps around the tube, even
 */
export function revolvedTorus(ring: number, tube: number, slices: number, sides: number): SurfaceMesh {
  const upper = halfCircle(sides / 2).map(([x, y]) => [ring + tube * x, tube * y] as const);
  const lower = upper.slice(1, -1).map(([r, z]) => [r, -z] as const);
  return revolve([...upper, ...lower.reverse()], slices);
}
