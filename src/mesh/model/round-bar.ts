import type { TetMesh } from '../tet-mesh.ts';
import { disc, discRings, discTriangles } from './cross-sections.ts';
import { centrelineVertices, type CrossSection, endVertices, straightLine, sweep, sweptTetCount } from './sweep.ts';

export interface RoundBarOptions {
  /** Target number; met within COUNT_TOLERANCE. */
  readonly tetrahedra?: number;
  /** [m] */
  readonly length?: number;
  /** [m] */
  readonly radius?: number;
  /** Number of cross-sections in each of `endVertices`; 1 by default. */
  readonly clampLayers?: number;
  /** Called with the finished share of the work, 0 to 1. */
  readonly progress?: (fraction: number) => void;
}

/** A bar of circular cross-section: straight along x, centred at the origin. */
export interface RoundBarModel {
  readonly mesh: TetMesh;
  /** [m] */
  readonly length: number;
  /** Radius of the circle that the outer vertices lie on [m]. */
  readonly radius: number;
  /** Number of corners of its cross-section. */
  readonly sides: number;
  /** Number of cross-sections from end to end. */
  readonly layers: number;
  /** Distance between two layers divided by the mean edge of a cross-section. */
  readonly aspect: number;
  /** Vertices of the first and of the last cross-sections. */
  readonly endVertices: readonly [Uint32Array, Uint32Array];
  /** Vertices along the axis, from -x to +x. */
  readonly centreline: Uint32Array;
}

export const COUNT_TOLERANCE = 0.1;
/** Largest ratio between the layers' distance and the edges of a cross-section, or its inverse. */
const MAX_ASPECT = 3;
const MIN_SIDES = 6;
const MAX_SIDES = 240;
/** A rounded end is half an ellipsoid of this length [radii]. It is cut off where the cross-section has shrunk to END_SCALE: a half sphere would leave slivers. */
const END_LENGTH = 2;
const END_SCALE = 0.6;
/** Length of the cut-off tip [END_LENGTH]. */
const TIP = 1 - Math.sqrt(1 - END_SCALE * END_SCALE);

/** Checks that sizes are positive. @throws RangeError otherwise */
export function checkSizes(what: string, sizes: readonly number[]): void {
  if (!sizes.every((size) => size > 0 && size < Number.POSITIVE_INFINITY))
    throw new RangeError(`${what} of ${sizes.join(' x ')} m was asked for, expected sizes above 0`);
}

/** Checks that a number of tetrahedra is in the range. @throws RangeError otherwise */
export function checkTetrahedra(what: string, tetrahedra: number, min: number, max: number): void {
  if (!(tetrahedra >= min && tetrahedra <= max))
    throw new RangeError(`${what} of ${tetrahedra} tetrahedra was asked for, expected ${min} to ${max}`);
}

/**
 * Makes a round bar, optionally with rounded ends.
 * @param what name for messages
 * @param rounded whether its ends narrow
 * @param longest maximum distance of layers [m], for a bar that will be bent
 * @throws RangeError if no layers with an aspect from 1 / MAX_ASPECT to MAX_ASPECT give that many tetrahedra
 */
export function roundBar(
  what: string,
  options: Required<Pick<RoundBarOptions, 'tetrahedra' | 'length' | 'radius'>> & RoundBarOptions,
  rounded: boolean,
  longest = Number.POSITIVE_INFINITY,
): RoundBarModel {
  const { tetrahedra, length, radius, clampLayers = 1, progress = () => {} } = options;
  progress(0);
  const { sides, layers, aspect } = chooseSides(what, tetrahedra, length, radius, longest);
  const section = disc(radius, sides);
  const scales = rounded ? endScales(length / radius, layers) : undefined;
  const mesh = sweep(section, straightLine(length, layers), scales);
  progress(1);
  return { mesh, length, radius, sides, layers, aspect, ...named(section, layers, clampLayers) };
}

const named = (section: CrossSection, layers: number, clampLayers: number) => ({
  endVertices: endVertices(section, layers, clampLayers),
  centreline: centrelineVertices(section, layers),
});

/** Chooses the cross-section for which layers, in the number that the count requires, are most nearly as far apart as its edges are long. */
function chooseSides(what: string, tetrahedra: number, length: number, radius: number, longest: number) {
  checkSizes(what, [length, radius]);
  let best = { sides: 0, layers: 0, aspect: 0 };
  let least = MAX_ASPECT;
  for (let sides = MIN_SIDES; sides <= MAX_SIDES; sides++) {
    const perLayer = 3 * discTriangles(sides);
    const spans = Math.max(1, Math.round(tetrahedra / perLayer));
    if (Math.abs((spans * perLayer) / tetrahedra - 1) > COUNT_TOLERANCE || length / spans > longest) continue;
    const edge = radius * (0.5 / discRings(sides) + Math.PI / sides); // mean of a radial edge and one along the circle
    const aspect = length / spans / edge;
    const distortion = Math.max(aspect, 1 / aspect);
    if (distortion >= least) continue;
    least = distortion;
    best = { sides, layers: spans + 1, aspect };
  }
  if (best.sides === 0)
    throw new RangeError(
      `${what} ${length} m long of radius ${radius} m was asked for with ${tetrahedra} tetrahedra, too few or too many for it: ` +
        `expected layers of 1/${MAX_ASPECT} to ${MAX_ASPECT} edges, such as ${fewest(length, radius)} tetrahedra`,
    );
  return best;
}

/** Number of tetrahedra of a hexagonal bar with layers as far apart as its edges are long. */
const fewest = (length: number, radius: number) =>
  sweptTetCount(disc(radius, MIN_SIDES), 1 + Math.ceil(length / radius));

/** Scales of the layers of a bar that is `radii` radii long, with both ends rounded. */
function endScales(radii: number, layers: number): Float64Array {
  return Float64Array.from({ length: layers }, (_, layer) => {
    const nearer = Math.min(layer, layers - 1 - layer) / (layers - 1);
    const below = Math.max(0, 1 - TIP - (nearer * radii) / END_LENGTH);
    return Math.sqrt(1 - below * below);
  });
}
