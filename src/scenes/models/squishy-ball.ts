import type { TetMesh } from '../../mesh/tet-mesh.ts';
import { fillBall, type GrowingMesh } from './ball-shells.ts';
import { extrudeTentacle } from './extrude-tentacles.ts';
import { geodesicSphere } from '../../mesh/model/geodesic-sphere.ts';
import { PRISM_TETS } from '../../mesh/model/prism.ts';
import { roundStars, type SitePattern, siteVertices, stars } from './tentacle-sites.ts';

export interface SquishyBallModel {
  readonly mesh: TetMesh;
  /** Resulting radius of the ball without tentacles [m]: 1. */
  readonly radius: number;
  /** Resulting radius of the hollow inside [m]; 0 for a solid ball. */
  readonly hollowRadius: number;
  /** Resulting distance from the centre to the tentacle tips [m]. */
  readonly reach: number;
  /** Resulting radius of a tentacle at the ball [m]. */
  readonly tentacleRadius: number;
  /** Resulting radius of a tentacle where its dome begins [m]. */
  readonly tipRadius: number;
  /** Number of tentacles. */
  readonly tentacles: number;
  /** Least distance between two tentacles at rest [m]. */
  readonly gap: number;
  /** Vertices of the ball, including those at the tentacles' bases. */
  readonly coreVertices: Uint32Array;
  /** Tentacle i has the vertices tentacleOffsets[i] .. tentacleOffsets[i + 1] - 1, from base to tip. */
  readonly tentacleOffsets: Uint32Array;
}

/** Design of a ball for a range of sizes. Within the range, the number of layers per tentacle is chosen to match the size. */
interface Design {
  /** Maximum size that the design is for [tetrahedra]. */
  readonly upTo: number;
  /** Frequency of the geodesic sphere at the surface (geodesic-sphere.ts). */
  readonly frequency: number;
  /** Places of the tentacles. */
  readonly sites: SitePattern;
  /** Number of rings of triangles in a tentacle's cross-section. */
  readonly rings: number;
  /** Radius of a tentacle's base [m]. */
  readonly radius: number;
  /** Length of a tentacle [m]. */
  readonly length: number;
}

/** Range of the requested size [tetrahedra]. The paper's largest ball, in Figure 11, has 2.81 million. */
export const MIN_TETRAHEDRA = 4000;
export const MAX_TETRAHEDRA = 3_000_000;
export const DEFAULT_TETRAHEDRA = 12_000;
/** Range of the tetrahedra's dihedral angles over all sizes [degrees]. The values are measured, not proved. */
export const MIN_DIHEDRAL = 10.9;
export const MAX_DIHEDRAL = 151.6;

/** Radius of a tentacle's tip, as a share of its base radius. */
const TAPER = 0.6;
/** Number of smoothing sweeps after which the surface vertices between the tentacles have converged. */
const SMOOTHING_SWEEPS = 20;
/**
 * Designs by ascending size. A ball has the first design whose `upTo` is not below the requested size. In this order, the designs
 * have 32, 42, 42, 122, 162, 362, 482, 362, 482, 482 tentacles.
 */
const DESIGNS: readonly Design[] = [
  { upTo: 7000, frequency: 6, sites: { step: 2, third: true }, rings: 1, radius: 0.1, length: 0.85 },
  { upTo: 11_500, frequency: 6, sites: { step: 3, third: false }, rings: 1, radius: 0.095, length: 0.85 },
  { upTo: 25_000, frequency: 12, sites: { step: 6, third: false }, rings: 1, radius: 0.085, length: 0.85 },
  { upTo: 50_000, frequency: 12, sites: { step: 2, third: true }, rings: 1, radius: 0.07, length: 0.75 },
  { upTo: 70_000, frequency: 24, sites: { step: 6, third: false }, rings: 1, radius: 0.06, length: 0.7 },
  { upTo: 180_000, frequency: 24, sites: { step: 4, third: false }, rings: 1, radius: 0.05, length: 0.65 },
  { upTo: 420_000, frequency: 24, sites: { step: 2, third: true }, rings: 1, radius: 0.045, length: 0.65 },
  { upTo: 600_000, frequency: 48, sites: { step: 8, third: false }, rings: 2, radius: 0.05, length: 0.65 },
  { upTo: 1_700_000, frequency: 48, sites: { step: 4, third: true }, rings: 2, radius: 0.045, length: 0.65 },
  { upTo: MAX_TETRAHEDRA, frequency: 48, sites: { step: 4, third: true }, rings: 3, radius: 0.045, length: 0.65 },
];
/** Approximate share of the computing time that the ball without tentacles takes, for the progress reports. */
const BALL_SHARE = 0.4;

/**
 * Makes a ball of radius 1 m around the origin with thin tentacles all over, after the paper's squishy ball. Every run gives the
 * same bytes.
 * @param options.tetrahedra requested number of tetrahedra; the result deviates by at most 8 %
 * @param options.hollow whether the ball is a hollow shell, whose wall is at least two layers of tetrahedra thick
 * @param options.progress called with the finished share of the work, 0 to 1
 * @throws RangeError if `tetrahedra` is not between MIN_TETRAHEDRA and MAX_TETRAHEDRA
 */
export function squishyBall(
  options: {
    readonly tetrahedra?: number;
    readonly hollow?: boolean;
    readonly progress?: (fraction: number) => void;
  } = {},
): SquishyBallModel {
  const { tetrahedra = DEFAULT_TETRAHEDRA, hollow = false, progress = () => {} } = options;
  if (!(tetrahedra >= MIN_TETRAHEDRA && tetrahedra <= MAX_TETRAHEDRA))
    throw new RangeError(
      `A squishy ball of ${tetrahedra} tetrahedra was asked for, expected ${MIN_TETRAHEDRA} to ${MAX_TETRAHEDRA}`,
    );
  progress(0);
  const { frequency, sites, rings, radius, length } = DESIGNS.find(({ upTo }) => tetrahedra <= upTo) as Design;
  const sphere = geodesicSphere(frequency);
  const bases = stars(sphere, siteVertices(sphere, sites), rings);
  roundStars(sphere, bases, radius, SMOOTHING_SWEEPS);
  const growing: GrowingMesh = { positions: [], tets: [] };
  const hollowRadius = fillBall(sphere, hollow, growing);
  progress(BALL_SHARE);

  const coreCount = growing.positions.length / 3;
  const layerTets = bases.reduce((sum, { triangles }) => sum + PRISM_TETS * (triangles.length / 3), 0);
  const layers = Math.round((tetrahedra - growing.tets.length / 4) / layerTets);
  const shape = { baseRadius: radius, tipRadius: TAPER * radius, length, layers };
  const tentacleOffsets = new Uint32Array(bases.length + 1);
  for (let i = 0; i < bases.length; i++) {
    tentacleOffsets[i] = growing.positions.length / 3;
    extrudeTentacle(bases[i], shape, growing);
    progress(BALL_SHARE + ((1 - BALL_SHARE) * (i + 1)) / (bases.length + 1));
  }
  tentacleOffsets[bases.length] = growing.positions.length / 3;
  const mesh = { positions: Float32Array.from(growing.positions), tets: Uint32Array.from(growing.tets) };
  progress(1);
  return {
    mesh,
    radius: 1,
    hollowRadius,
    reach: 1 + length,
    tentacleRadius: radius,
    tipRadius: shape.tipRadius,
    tentacles: bases.length,
    gap: leastChord(bases.map(({ frame }) => frame.subarray(6))) - 2 * radius,
    coreVertices: Uint32Array.from({ length: coreCount }, (_, v) => v),
    tentacleOffsets,
  };
}

/**
 * Least distance between the end points of any two unit vectors. For the axes of the tentacles, this is the least distance
 * between two axes: tentacles diverge, so their axes are closest to each other at the ball.
 */
function leastChord(axes: readonly Float64Array[]): number {
  let greatestCosine = -1;
  for (let i = 0; i < axes.length; i++)
    for (let j = 0; j < i; j++) {
      const [a, b] = [axes[i], axes[j]];
      greatestCosine = Math.max(greatestCosine, a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
    }
  return Math.sqrt(2 - 2 * greatestCosine);
}
