import { plural } from '../formats/file-mesh.ts';
import type { DrawnSurface, EmbeddedSurface } from '../mesh/drawn-surface.ts';
import { embed } from '../mesh/embed.ts';
import { signedVolumes } from '../mesh/quality.ts';
import type { TetMesh } from '../mesh/tet-mesh.ts';
import { bccLattice } from '../mesh/tetrahedralise/bcc-lattice.ts';
import { NothingLeftError } from '../mesh/tetrahedralise/keep-manifold.ts';
import { type StuffedPieces, stuffPieces } from '../mesh/tetrahedralise/isosurface-stuffing.ts';
import { measureThickness } from './measure-thickness.ts';
import { missedParts } from './missed-parts.ts';
import { nothingEnclosed } from './nothing-enclosed.ts';
import { soundSurface } from './sound-surface.ts';
import { SurfaceDistance } from './surface-distance.ts';

/** A surface filled with tetrahedra. Plain data. */
export interface FilledSurface {
  /** Tetrahedra, positively oriented, whose boundary is a closed 2-manifold. */
  readonly mesh: TetMesh;
  /** The surface itself, embedded in the mesh. */
  readonly surface: EmbeddedSurface;
  /** Radius of the mesh's thin parts [m] (measureThickness). */
  readonly thickness: number;
  /** Sentences about what was repaired, left out or missed. */
  readonly notes: readonly string[];
}

/**
 * Pieces with at least this share of the largest one's tetrahedra are kept. Smaller ones are crumbs of an uneven surface, such as a button
 * or an eye that the lattice hardly resolves: they would fall off.
 */
const LEAST_PIECE = 0.02;
/** Most points of a lattice; the arrays of that many take about 0.7 GB. */
const MOST_POINTS = 8e6;
/** Shares of the work at which parts of it are done: between fine surfaces, whose trees take half of the time, and coarse ones. */
const SOUND = 0.3;
const STUFFED = 0.7;
const EMBEDDED = 0.9;

/**
 * Fills a surface with tetrahedra by isosurface stuffing (Labelle and Shewchuk 2007), and embeds it in them. The surface may be open, cut itself, be inside out, have
 * seams, and consist of several pieces, which then stay apart in one mesh. Inside is where the generalised winding number (Jacobson,
 * Kavan, Sorkine-Hornung 2013) exceeds 1/2. The same input always gives the same bits. It takes seconds, and blocks the calling thread.
 * @param surface [m]
 * @param options.cell edge length of the lattice's cubes [m] (cellFor)
 * @param progress called with the finished share of the work, 0 to 1
 * @throws Error if the cell isn't positive or too small or too large, or if the surface encloses nothing or has positions that aren't finite
 */
export function tetrahedraliseSurface(
  surface: DrawnSurface,
  { cell }: { readonly cell: number },
  progress: (fraction: number) => void = () => {},
): FilledSurface {
  progress(0);
  const sound = soundSurface(surface);
  const distance = new SurfaceDistance(sound);
  const emptiness = nothingEnclosed(sound, distance);
  if (emptiness) throw new Error(emptiness);
  checkCell(cell, distance);
  progress(SOUND);
  const { mesh, pieces, leftOut } = stuffSurface(distance, cell, (share) =>
    progress(SOUND + (STUFFED - SOUND) * share),
  );
  const notes = [...sound.notes];
  const volume = signedVolumes(mesh).reduce((sum, part) => sum + part, 0);
  if (pieces > 1) notes.push(`The mesh consists of ${pieces} pieces, which aren't joined and move apart.`);
  if (leftOut.pieces > 0)
    notes.push(
      `${plural(leftOut.pieces, 'small piece')} left out, ${percent(leftOut.volume / (volume + leftOut.volume))} of the volume.`,
    );
  const { surface: embedded, distances } = embed(surface, mesh);
  progress(EMBEDDED);
  notes.push(...missedParts(sound, distance, mesh, { surface, distances, cell }));
  const thickness = measureThickness(mesh);
  progress(1);
  return { mesh, surface: embedded, thickness, notes };
}

function stuffSurface(distance: SurfaceDistance, cell: number, progress: (fraction: number) => void): StuffedPieces {
  // Edges that the surface cuts are no longer than a cell, so that only nearer distances matter.
  const signed = (x: number, y: number, z: number) => distance.signed(x, y, z, cell);
  try {
    return stuffPieces(signed, distance.bounds, cell, LEAST_PIECE, progress);
  } catch (error) {
    if (!(error instanceof NothingLeftError)) throw error;
    throw new Error(
      `A lattice with a cell of ${cell.toPrecision(2)} m has no tetrahedra inside of the surface, which is ${distance.extent.toPrecision(2)} m long: ` +
        'expected a surface that encloses a volume, and a smaller cell if this one does',
    );
  }
}

function checkCell(cell: number, { bounds, extent }: SurfaceDistance): void {
  if (!(cell > 0 && Number.isFinite(cell))) throw new Error(`The cell is ${cell} m, expected a positive length`);
  const pointsOf = (length: number) => bccLattice(bounds, length).pointCount;
  if (pointsOf(cell) <= MOST_POINTS) return;
  let least = cell;
  while (pointsOf(least) > MOST_POINTS) least *= 1.05;
  throw new Error(
    `A cell of ${cell} m makes ${pointsOf(cell).toExponential(1)} lattice points for a surface of ${extent.toPrecision(2)} m, ` +
      `expected at most ${MOST_POINTS.toExponential(0)}, that is, a cell of ${least.toPrecision(2)} m or more`,
  );
}

const percent = (share: number): string => `${(100 * share).toPrecision(2)} %`;
