import { INDEX_MASK } from '../../../bvh/tree.ts';
import { BALL } from '../../state.ts';
import { MAX_LENGTH_RATIO } from '../exit-faces.ts';
import type { PathBody } from '../path-body.ts';
import type { Flooding, PathScratch } from '../scratch.ts';
import { refitCell } from './refit-cells.ts';

/**
 * Relative margin for rounding errors of cones. The error of a squared height is about 1e-16 times a squared distance, so the error of a
 * height is at most 1e-8 times the distance.
 */
const SLACK = 1e-7;

/** Contents of `flooding.cone`: unit vector of the axis, sine of the half angle, and distance from p to the far end of the patch [m]. */
const CONE = { axis: 0, sine: 3, length: 4 } as const;

/**
 * Tests whether a valid path from p to a boundary face of a patch may exist. All lines from p to points of the patch lie in a cone with
 * apex p, and a path that follows such a line passes only borders between cells that the cone meets. So the test goes from the patch's
 * cell through these borders. If it doesn't arrive at p's cell, the patch is out of reach.
 *
 * The cone ends at the patch or at the length of the best path. Near inverted elements it is as long as walks are (limitRay), and if one
 * covers p, it also extends behind p (docs/method.md).
 * @param cell the patch's cell, whose bounds are up to date
 * @param isCovered whether an inverted element covers p
 */
export function mayPathReach(
  scratch: PathScratch,
  body: PathBody,
  cell: number,
  patch: number,
  isCovered: boolean,
): boolean {
  const { flooding, path } = scratch;
  const { cone, coneReached, coneStack, home, point } = flooding;
  const { layout, knownCells, patches, sides } = body.cells;
  if (cell === home || !fitCone(flooding, patches, BALL * patch)) return true;
  const { sideOffsets, neighbourCells } = layout;
  const pass = body.passes[0];
  const now = ++flooding.cones;
  const px = point[0],
    py = point[1],
    pz = point[2];
  const ax = cone[CONE.axis],
    ay = cone[CONE.axis + 1],
    az = cone[CONE.axis + 2];
  const sine = cone[CONE.sine];
  const cosineSquared = 1 - sine * sine;
  const length = Math.min(cone[CONE.length], (1 + SLACK) * Math.sqrt(path.depthSquared));
  const end = body.inverted.count === 0 ? length : MAX_LENGTH_RATIO * length;
  const start = isCovered ? -length : 0;
  coneStack[0] = cell;
  coneReached[cell] = now;
  let count = 1;
  while (count > 0) {
    const next = coneStack[--count];
    if (knownCells[next] !== pass) refitCell(body, next);
    const lastSide = sideOffsets[next + 1] | 0;
    for (let side = sideOffsets[next] | 0; side < lastSide; side++) {
      const other = neighbourCells[side] | 0;
      if (coneReached[other] === now) continue;
      const at = (side << 2) & INDEX_MASK;
      const x = sides[at] - px,
        y = sides[at + 1] - py,
        z = sides[at + 2] - pz;
      const radius = (1 + SLACK) * sides[at + 3];
      const along = x * ax + y * ay + z * az;
      if (along - radius > end || along + radius < start) continue;
      // The ball meets the cone if height * cosine <= radius + |along| * sine.
      const width = radius + Math.abs(along) * sine;
      if ((x * x + y * y + z * z - along * along) * cosineSquared > width * width) continue;
      if (other === home) return true;
      coneReached[other] = now;
      coneStack[count++] = other;
    }
  }
  return false;
}

/**
 * Writes to `flooding.cone` the cone with apex p around a ball.
 * @param at offset of the ball
 * @returns false if there is no such cone, since the ball contains p
 */
function fitCone({ cone, point }: Flooding, balls: Float64Array, at: number): boolean {
  const x = balls[at] - point[0],
    y = balls[at + 1] - point[1],
    z = balls[at + 2] - point[2];
  const radius = balls[at + 3];
  const distance = Math.sqrt(x * x + y * y + z * z);
  const sine = radius / distance + SLACK;
  if (!(sine < 1)) return false;
  cone[CONE.axis] = x / distance;
  cone[CONE.axis + 1] = y / distance;
  cone[CONE.axis + 2] = z / distance;
  cone[CONE.sine] = sine;
  cone[CONE.length] = (1 + SLACK) * (distance + radius);
  return true;
}
