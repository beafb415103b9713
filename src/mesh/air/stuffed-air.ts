import { seededRandom } from '../../math/random.ts';
import type { Bounds } from '../tetrahedralise/bcc-lattice.ts';
import type { SignedDistance } from '../tetrahedralise/isosurface-stuffing.ts';
import { AirComplex } from './stuffing/air-complex.ts';
import { collapseVertices } from './stuffing/collapse.ts';
import { improve } from './stuffing/local-flips.ts';
import { stuffBox } from './stuffing/stuff-box.ts';
import { unstick } from './stuffing/unstick.ts';
import { AIR, shareOut, type TessellatedSpace, vertexOwners } from './tessellated-space.ts';

/** A round of removal of free vertices. */
export interface Round {
  /** Collapses must leave tetrahedra of a quality above this. */
  readonly quality: number;
  /** Most flips to free a vertex that no collapse removes. */
  readonly flips: number;
}
/** Good collapses come first, and flips improve what they leave. The fewer vertices remain, the more is tried for each. */
const ROUNDS: readonly Round[] = [
  ...[0.2, 0.1, 0.05].map((quality) => ({ quality, flips: 0 })),
  { quality: 0.02, flips: 15 },
  { quality: 0.01, flips: 30 },
  { quality: 0.005, flips: 60 },
  { quality: 0.002, flips: 120 },
  ...[1, 2, 3, 4].map(() => ({ quality: 0.001, flips: 240 })),
];
/** Tetrahedra of a better quality are left as they are. */
const GOOD = 0.3;
/** While free vertices are being removed, and afterwards, collapses of the border's vertices must leave a quality above these. */
const BORDER_QUALITY = 0.3;
const COARSE_BORDER_QUALITIES: readonly number[] = [0.2, 0.1];
const SEED = 1;

/**
 * Fills bodies and the air around them, up to a box, with tetrahedra that conform. Each body is what `stuff` makes of it, except where bodies
 * are closer to one another than a lattice edge. The air has no vertices of its own: those of the lattice are removed by collapses of edges,
 * and by flips where no collapse is possible. Those that still remain are returned as `free`. The same input always gives the same bytes.
 * @param distances a signed distance function per body, negative inside
 * @param bounds around the bodies [m]; the box exceeds them by two to three cells on each side
 * @param cell edge length of the lattice's cubes [m]; gaps between bodies should be wider
 * @param progress called with the finished share of the work, 0 to 1
 * @throws Error if bodies overlap, if a lattice edge leads from one into another, if one leaves the bounds, or if one has no tetrahedra
 */
export function stuffedAir(
  distances: readonly SignedDistance[],
  bounds: Bounds,
  cell: number,
  progress: (fraction: number) => void = () => {},
  rounds: readonly Round[] = ROUNDS,
): TessellatedSpace {
  progress(0);
  const box = stuffBox(distances, bounds, cell);
  const { positions, tets, labels, sides } = box;
  const owners = vertexOwners(box);
  const isAir = (_: number, i: number) => labels[i >> 2] === AIR;
  const airTets = tets.filter(isAir);
  const airVertices = [...new Set(airTets)].filter((v) => owners[v] === AIR).sort((a, b) => a - b);
  let free = airVertices.filter((v) => sides[v] === 0);
  let border = airVertices.filter((v) => sides[v] !== 0);
  const air = new AirComplex(positions, airTets);
  const random = seededRandom(SEED);
  rounds.forEach(({ quality, flips }, round) => {
    progress((round + 1) / (rounds.length + 2));
    free = collapseVertices(air, free, sides, quality);
    border = collapseVertices(air, border, sides, BORDER_QUALITY);
    if (flips > 0) free = free.filter((v) => !unstick(air, v, sides, quality, random, flips));
    improve(air, GOOD);
  });
  for (const quality of COARSE_BORDER_QUALITIES) {
    border = collapseVertices(air, border, sides, quality);
    improve(air, GOOD);
  }
  const elements = air.elements();
  const bodyTets = tets.filter((_, i) => labels[i >> 2] !== AIR);
  const all = new Uint32Array(bodyTets.length + elements.length);
  all.set(bodyTets);
  all.set(elements, bodyTets.length);
  const allLabels = new Uint16Array(all.length / 4);
  allLabels.set(labels.filter((label) => label !== AIR));
  const space = shareOut({ positions, tets: all, labels: allLabels }, distances.length, (v) => sides[v] !== 0);
  progress(1);
  return space;
}
