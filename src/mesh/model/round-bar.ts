import type { TetMesh } from '../tet-mesh.ts';
import { disc, discRings, discTriangles } from './cross-sections.ts';
import { centrelineVertices, type CrossSection, endVertices, straightLine, sweep, sweptTetCount } from './sweep.ts';

export interface RoundBarOptions {
  /** Target number of tetrahedra; the mesh has this number within a relative error of COUNT_TOLERANCE. */
  readonly tetrahedra?: number;
  /** [m] */
  readonly length?: number;
  /** [m] */
  readonly radius?: number;
  /** Number of layers (cross-sections of vertices) in each of the two lists of `endVertices`; 1 by default. */
  readonly clampLayers?: number;
  /** Called with the finished share of the work, 0 to 1. */
  readonly progress?: (fraction: number) => void;
}

/** A straight bar along x with a circular cross-section, centred at the origin. */
export interface RoundBarModel {
  readonly mesh: TetMesh;
  /** [m] */
  readonly length: number;
  /** Radius of the circle that the outer vertices lie on [m]. */
  readonly radius: number;
  /** Number of vertices on the circle, per cross-section. */
  readonly sides: number;
  /** Number of cross-sections of vertices along x, both ends included. */
  readonly layers: number;
  /** Distance between two neighbouring layers, divided by the mean edge length of a cross-section. */
  readonly aspect: number;
  /** Two lists of vertex ids: the first `clampLayers` layers, where x is smallest, and the last `clampLayers` layers. */
  readonly endVertices: readonly [Uint32Array, Uint32Array];
  /** Ids of the vertices on the x axis, from -x to +x. */
  readonly centreline: Uint32Array;
}

/** Maximum difference between the number of tetrahedra and its target, as a share of the target. */
export const COUNT_TOLERANCE = 0.1;
/** Maximum of `aspect`, and of its inverse. */
const MAX_ASPECT = 3;
const MIN_SIDES = 6;
const MAX_SIDES = 240;
/** Length of a rounded end, in radii of the bar. A rounded end is half of an ellipsoid. */
const END_LENGTH = 2;
/** Scale of the last cross-section. The ellipsoid is cut off there, because its tip would consist of sliver tetrahedra. */
const END_SCALE = 0.6;
/** Length of the cut-off tip, as a share of END_LENGTH. */
const TIP = 1 - Math.sqrt(1 - END_SCALE * END_SCALE);

/** Checks that sizes are positive and finite. @throws RangeError otherwise; the message starts with `name` */
export function checkSizes(name: string, sizes: readonly number[]): void {
  if (!sizes.every((size) => size > 0 && size < Number.POSITIVE_INFINITY))
    throw new RangeError(`${name} of ${sizes.join(' x ')} m was asked for, expected sizes above 0`);
}

/** Checks that a number of tetrahedra is from `min` to `max`. @throws RangeError otherwise; the message starts with `name` */
export function checkTetrahedra(name: string, tetrahedra: number, min: number, max: number): void {
  if (!(tetrahedra >= min && tetrahedra <= max))
    throw new RangeError(`${name} of ${tetrahedra} tetrahedra was asked for, expected ${min} to ${max}`);
}

/**
 * Makes a round bar.
 * @param name start of error messages, such as "A noodle"
 * @param hasRoundedEnds whether the bar narrows at both ends
 * @param maxSpacing maximum distance between neighbouring layers [m], for a bar that will be bent
 * @throws RangeError if no layers with an aspect from 1 / MAX_ASPECT to MAX_ASPECT give that many tetrahedra
 */
export function roundBar(
  name: string,
  options: Required<Pick<RoundBarOptions, 'tetrahedra' | 'length' | 'radius'>> & RoundBarOptions,
  hasRoundedEnds: boolean,
  maxSpacing = Number.POSITIVE_INFINITY,
): RoundBarModel {
  const { tetrahedra, length, radius, clampLayers = 1, progress = () => {} } = options;
  progress(0);
  const { sides, layers, aspect } = chooseSides(name, tetrahedra, length, radius, maxSpacing);
  const section = disc(radius, sides);
  const scales = hasRoundedEnds ? endScales(length / radius, layers) : undefined;
  const mesh = sweep(section, straightLine(length, layers), scales);
  progress(1);
  return { mesh, length, radius, sides, layers, aspect, ...vertexLists(section, layers, clampLayers) };
}

const vertexLists = (section: CrossSection, layers: number, clampLayers: number) => ({
  endVertices: endVertices(section, layers, clampLayers),
  centreline: centrelineVertices(section, layers),
});

/**
 * Chooses the numbers of sides and layers. They give about `tetrahedra` tetrahedra, and `aspect` is as close to 1 as possible.
 */
function chooseSides(name: string, tetrahedra: number, length: number, radius: number, maxSpacing: number) {
  checkSizes(name, [length, radius]);
  let best = { sides: 0, layers: 0, aspect: 0 };
  let leastDistortion = MAX_ASPECT;
  for (let sides = MIN_SIDES; sides <= MAX_SIDES; sides++) {
    const tetsPerGap = 3 * discTriangles(sides);
    const gaps = Math.max(1, Math.round(tetrahedra / tetsPerGap));
    if (Math.abs((gaps * tetsPerGap) / tetrahedra - 1) > COUNT_TOLERANCE || length / gaps > maxSpacing) continue;
    const edge = radius * (0.5 / discRings(sides) + Math.PI / sides); // mean length of a radial edge and an edge on the circle
    const aspect = length / gaps / edge;
    const distortion = Math.max(aspect, 1 / aspect);
    if (distortion >= leastDistortion) continue;
    leastDistortion = distortion;
    best = { sides, layers: gaps + 1, aspect };
  }
  if (best.sides === 0)
    throw new RangeError(
      `${name} ${length} m long of radius ${radius} m was asked for with ${tetrahedra} tetrahedra, which is too few or too many: ` +
        `expected layers 1/${MAX_ASPECT} to ${MAX_ASPECT} edge lengths apart, as with ${hexagonalBarTets(length, radius)} tetrahedra`,
    );
  return best;
}

/** Returns the number of tetrahedra of a bar with a hexagonal cross-section and an aspect of about 1. */
const hexagonalBarTets = (length: number, radius: number) =>
  sweptTetCount(disc(radius, MIN_SIDES), 1 + Math.ceil(length / radius));

/**
 * Returns the scale of each cross-section of a bar with rounded ends: 1 in the middle, less towards the ends.
 * @param radii length of the bar, in radii
 */
function endScales(radii: number, layers: number): Float64Array {
  return Float64Array.from({ length: layers }, (_, layer) => {
    const endDistance = Math.min(layer, layers - 1 - layer) / (layers - 1); // as a share of the bar's length
    // Position on the axis of the ellipsoid: 0 at its centre and beyond, 1 at its tip.
    const axial = Math.max(0, 1 - TIP - (endDistance * radii) / END_LENGTH);
    return Math.sqrt(1 - axial * axial);
  });
}
