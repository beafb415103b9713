import { cubeRoot } from '../../math/arithmetic.ts';
import { checkSizes, checkTetrahedra } from '../../mesh/model/round-bar.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import { type SignedDistance, stuff } from '../../mesh/tetrahedralise/isosurface-stuffing.ts';

export const MIN_TETRAHEDRA = 500;
export const MAX_TETRAHEDRA = 200_000;
const DEFAULT_TETRAHEDRA = 5000;
/** Default greatest radius [m]. */
const DEFAULT_RADIUS = 0.055;
/** Maximum difference between the number of tetrahedra and the requested one, as a share of the latter. */
export const COUNT_TOLERANCE = 0.06;
const MAX_TRIALS = 12;

/**
 * The outline is a circle that turns about the y axis. Its centre is aside of the axis, which makes a dimple at top and bottom. The lower half
 * is narrower [greatest radii].
 */
const CIRCLE_RADIUS = 0.72;
const ASIDE = 0.28;
/** Square of the circle's breadth over its height: it is stretched upwards, so that the apple is nearly as high as broad. */
const SQUASH = 0.7;
/** How much broader the apple is one greatest radius higher. */
const TAPER = 0.16;
/** Half of a box around the apple [greatest radii]. */
const REACH = 1.15;

/**
 * Makes an apple about the origin, its stalk's dimple up. Every run gives the same bytes.
 * @param options.radius greatest radius [m]
 * @throws RangeError if `tetrahedra` is not between MIN_TETRAHEDRA and MAX_TETRAHEDRA, or if the radius isn't positive
 */
export function apple(options: { readonly tetrahedra?: number; readonly radius?: number } = {}): TetMesh {
  const { tetrahedra = DEFAULT_TETRAHEDRA, radius = DEFAULT_RADIUS } = options;
  checkTetrahedra('An apple', tetrahedra, MIN_TETRAHEDRA, MAX_TETRAHEDRA);
  checkSizes('An apple', [radius]);
  const reach = REACH * radius;
  const bounds = { min: [-reach, -reach, -reach], max: [reach, reach, reach] } as const;
  // A lattice's cube has 12 tetrahedra, and the apple has about the volume of a ball.
  let cell = radius * cubeRoot((12 * 4) / tetrahedra);
  let best: TetMesh | undefined;
  let leastDeviation = Number.POSITIVE_INFINITY;
  for (let trial = 0; trial < MAX_TRIALS && leastDeviation > COUNT_TOLERANCE / 2; trial++) {
    const mesh = stuff(outline(radius), bounds, cell);
    const ratio = mesh.tets.length / 4 / tetrahedra;
    if (Math.abs(ratio - 1) < leastDeviation) {
      leastDeviation = Math.abs(ratio - 1);
      best = mesh;
    }
    cell *= cubeRoot(ratio);
  }
  return best as TetMesh;
}

/** Returns a function that is negative inside of the apple, and 0 on its surface. */
const outline =
  (radius: number): SignedDistance =>
  (x, y, z) => {
    const height = y / radius;
    const across = Math.sqrt(x * x + z * z) / radius / (1 + TAPER * height);
    const aside = across - ASIDE;
    return Math.sqrt(aside * aside + SQUASH * height * height) - CIRCLE_RADIUS;
  };
