import type { TriTopology } from '../../mesh/triangles/tri-topology.ts';

/** Numbers a circle: centre x, y and radius [m]. */
export const CIRCLE_STRIDE = 3;

/**
 * Bounding circles of the triangles that are turned inside out, or flat. Few bodies have many, so each query looks at all.
 * @param positions [m], 2 a vertex
 */
export function invertedCircles({ triangles }: TriTopology, positions: Float32Array): Float64Array {
  const circles: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 2 * triangles[t],
      b = 2 * triangles[t + 1],
      c = 2 * triangles[t + 2];
    const x = positions[a],
      y = positions[a + 1];
    const ux = positions[b] - x,
      uy = positions[b + 1] - y,
      vx = positions[c] - x,
      vy = positions[c + 1] - y;
    if (ux * vy - uy * vx > 0) continue;
    const mx = (ux + vx) / 3,
      my = (uy + vy) / 3;
    const squared = Math.max(mx * mx + my * my, (ux - mx) ** 2 + (uy - my) ** 2, (vx - mx) ** 2 + (vy - my) ** 2);
    circles.push(x + mx, y + my, Math.sqrt(squared));
  }
  return Float64Array.from(circles);
}

/** No inverted triangle lies nearer to p than this [m]; Infinity where there is none. */
export function distanceToInverted(circles: Float64Array, px: number, py: number): number {
  let nearest = Infinity;
  for (let i = 0; i < circles.length; i += CIRCLE_STRIDE) {
    const x = circles[i] - px,
      y = circles[i + 1] - py;
    const distance = Math.sqrt(x * x + y * y) - circles[i + 2];
    if (distance < nearest) nearest = distance;
  }
  return Math.max(0, nearest);
}
