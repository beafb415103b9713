/** Balls around what is rare in a body, so that each query looks at all of them. */
export interface Balls {
  count: number;
  /** Centre and radius [m], 4 numbers each; there may be room for more. */
  balls: Float64Array;
}

/** Makes room for one more, and counts it. @returns where its 4 numbers begin */
export function addBall(list: Balls): number {
  const at = 4 * list.count++;
  if (at === list.balls.length) {
    const { balls } = list;
    list.balls = new Float64Array(2 * balls.length);
    list.balls.set(balls);
  }
  return at;
}

/** Distance [m] from a point to the nearest of the balls; 0 inside of one, Infinity where there are none. */
export function distanceToBalls({ balls, count }: Balls, px: number, py: number, pz: number): number {
  let nearest = Infinity;
  for (let i = 0; i < 4 * count; i += 4) {
    const x = balls[i] - px,
      y = balls[i + 1] - py,
      z = balls[i + 2] - pz;
    const distance = Math.sqrt(x * x + y * y + z * z) - balls[i + 3];
    if (distance < nearest) nearest = distance;
  }
  return Math.max(0, nearest);
}
