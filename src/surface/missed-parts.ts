import { plural } from '../formats/file-mesh.ts';
import type { DrawnSurface } from '../mesh/drawn-surface.ts';
import { embed } from '../mesh/embed.ts';
import type { TetMesh } from '../mesh/tet-mesh.ts';
import { measureEnclosed } from './enclosed.ts';
import type { SoundSurface } from './sound-surface.ts';
import type { SurfaceDistance } from './surface-distance.ts';

/** Most triangles, of those that the lattice missed, behind which the thickness of the inside is measured. */
const MOST_RAYS = 500;
/** The lattice catches a part surely if its cell is at most this share of the part's thickness: tests/unit/surface/missed-parts.test.ts. */
export const CAUGHT_SHARE = 0.6;
/** A suggested cell is at most this share of the present one, or it would hardly change anything. */
const MOST_SHARE = 0.8;

/** How a drawn surface lies in its mesh. */
export interface Fit {
  readonly surface: Pick<DrawnSurface, 'positions' | 'triangles'>;
  /** From each of its vertices to the mesh [m]. */
  readonly distances: Float32Array;
  /** [m] */
  readonly cell: number;
}

/**
 * Says which parts of a surface the lattice missed: those farther than one cell from the mesh.
 * @returns one sentence with the shares of vertices and volume and a smaller cell; none if nothing was missed
 */
export function missedParts(
  sound: SoundSurface,
  distance: SurfaceDistance,
  mesh: TetMesh,
  { surface, distances, cell }: Fit,
): readonly string[] {
  const used = new Set(surface.triangles);
  const missed = [...used].filter((v) => distances[v] > cell);
  if (missed.length === 0) return [];
  const { inside } = measureEnclosed(sound, distance);
  const samples = embed({ positions: inside, triangles: new Uint32Array(), groups: [], materials: [] }, mesh).distances;
  const volume = samples.filter((d) => d > cell).length / Math.max(1, samples.length);
  const thin = thinness(surface, distances, cell, distance);
  const smaller = Math.min(MOST_SHARE * cell, CAUGHT_SHARE * thin);
  return [
    `${plural(missed.length, 'vertex', 'vertices')} of the surface (${percent(missed.length / used.size)}) and ${percent(volume)} of its volume ` +
      `lie farther than one cell from the tetrahedra: parts too thin for a cell of ${cell.toPrecision(2)} m; one of ${smaller.toPrecision(2)} m would catch them.`,
  ];
}

/** Returns the lower quartile of the thickness behind the middles of triangles that were missed [m]. */
function thinness(
  { positions: p, triangles }: Fit['surface'],
  distances: Float32Array,
  cell: number,
  distance: SurfaceDistance,
): number {
  const missed: number[] = [];
  for (let t = 0; t < triangles.length; t += 3)
    if (triangles.subarray(t, t + 3).some((v) => distances[v] > cell)) missed.push(t);
  const stride = Math.ceil(missed.length / MOST_RAYS);
  const depths = missed
    .filter((_, i) => i % stride === 0)
    .map((t) => {
      const at = (k: number) => {
        let sum = 0;
        for (let corner = t; corner < t + 3; corner++) sum += p[3 * triangles[corner] + k];
        return sum / 3;
      };
      return distance.depthBehind(at(0), at(1), at(2));
    })
    .sort((a, b) => a - b);
  return depths[Math.floor(depths.length / 4)];
}

/** Samples tell a share of the volume to about a thousandth. */
const percent = (share: number): string => (share < 0.001 ? 'less than 0.1 %' : `${(100 * share).toPrecision(2)} %`);
