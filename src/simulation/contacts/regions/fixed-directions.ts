const DIAGONAL = Math.SQRT1_2;
const CORNER = Math.sqrt(1 / 3);
/** Fixed directions: up and down first, then the other axes, the edges and the corners of a cube. */
export const FIXED = [
  [0, 1, 0],
  [0, -1, 0],
  [1, 0, 0],
  [-1, 0, 0],
  [0, 0, 1],
  [0, 0, -1],
  ...[-1, 0, 1].flatMap((x) =>
    [-1, 0, 1].flatMap((y) =>
      [-1, 0, 1].flatMap((z) => {
        const sides = Math.abs(x) + Math.abs(y) + Math.abs(z);
        const size = sides === 2 ? DIAGONAL : CORNER;
        return sides > 1 ? [[size * x, size * y, size * z]] : [];
      }),
    ),
  ),
].flat();
/** Number of directions that may be tried for a region: that of the last steps, that in a crowd, the gradient, the mean path, and the fixed ones. */
export const CANDIDATES = 4 + FIXED.length / 3;
