import type { DrawnSurface } from '../mesh/drawn-surface.ts';
import { measureEnclosed } from './enclosed.ts';
import { nothingEnclosed } from './nothing-enclosed.ts';
import { soundSurface } from './sound-surface.ts';
import { SurfaceDistance } from './surface-distance.ts';

/** Measurements of a surface, taken once before its tetrahedra are estimated for several cells. Plain data. */
export interface SurfaceSize {
  /** Volume inside [m^3]; parts that overlap count once. */
  readonly volume: number;
  /** [m^2] */
  readonly area: number;
  /** Lengths of the bounds' sides [m]. */
  readonly sides: readonly [number, number, number];
  /** Sentences about what would be repaired. */
  readonly notes: readonly string[];
  /** Says why the surface encloses nothing, if so: cellFor refuses it, and its volume is 0. */
  readonly emptiness?: string;
}

/** Estimate of what tetrahedraliseSurface will make of a surface, and the bytes of a scene with one body of it. */
export interface Estimate {
  /** Vertices, those of the boundary included. */
  readonly vertices: number;
  /** Vertices of the boundary, on which memory and time per step depend most. */
  readonly surfaceVertices: number;
  readonly tetrahedra: number;
  /** Arrays that change while the scene runs [bytes]. */
  readonly state: number;
  /** Arrays that don't change [bytes]. */
  readonly world: number;
  /** Largest buffer on the GPU [bytes]. */
  readonly buffer: number;
}

/** Tetrahedra that a number of tetrahedra is chosen for if nobody says another one. */
export const DEFAULT_TETRAHEDRA = 3000;
/** Tetrahedra and vertices per cube of the lattice. */
const TETS_PER_CUBE = 12;
const VERTICES_PER_CUBE = 2;
/**
 * Additions of the surface to them, and its own vertices, per square of a cell: measured on balls, boxes, tori and bars of 800 to 12,000
 * tetrahedra. Where flat sides are parallel to the lattice, a tenth to a quarter more or less come out, as the lattice happens to lie.
 */
const TETS_PER_SQUARE = 1.3;
const VERTICES_PER_SQUARE = 1.4;
const SURFACE_VERTICES_PER_SQUARE = 1.95;
/**
 * Bytes of arrays, measured on the same meshes as one body and as four: tests/unit/surface/estimate.test.ts compares them with real worlds.
 */
const STATE_OF_EMPTY_WORLD = 1e6;
const STATE_PER_TET = 184;
const STATE_PER_SURFACE_VERTEX = 2130;
const WORLD_PER_TET = 107;
const WORLD_PER_SURFACE_VERTEX = 220;
const LEAST_BUFFER = 1.1e6;
const BUFFER_PER_TET = 115;

/**
 * Measures a surface: what estimate and cellFor start from. The volume and the area of parts that overlap are sampled, else exact. Where so
 * many triangles lie in one another that a full sample would take seconds, a smaller one is taken, and a note says so.
 * @param surface [m], or in another unit, in which the result is then too
 * @throws Error as tetrahedraliseSurface does for a surface without triangles, or with positions that aren't finite
 */
export function measureSurface(surface: DrawnSurface): SurfaceSize {
  const sound = soundSurface(surface);
  const distance = new SurfaceDistance(sound);
  const { min, max } = distance.bounds;
  const sides = [max[0] - min[0], max[1] - min[1], max[2] - min[2]] as const;
  const emptiness = nothingEnclosed(sound, distance);
  if (emptiness) return { volume: 0, area: 0, sides, notes: sound.notes, emptiness };
  const { volume, area, share } = measureEnclosed(sound, distance);
  const notes = share < 1 ? [...sound.notes, sampledNote(share)] : sound.notes;
  return { volume, area, sides, notes };
}

const sampledNote = (share: number): string =>
  `Volume and area are approximate, since many triangles lie in one another: ${(100 * share).toPrecision(2)} % of the usual samples were taken.`;

/**
 * Estimates what a cell will give. Where flat sides are parallel to the lattice, counts can be a quarter off.
 * @param size measureSurface's @param cell edge length of the lattice's cubes [m]
 * @throws RangeError if the cell isn't positive
 */
export function estimate({ volume, area }: Pick<SurfaceSize, 'volume' | 'area'>, cell: number): Estimate {
  if (!(cell > 0)) throw new RangeError(`The cell is ${cell} m, expected a positive length`);
  const cubes = volume / (cell * cell * cell);
  const squares = area / (cell * cell);
  const tetrahedra = Math.round(TETS_PER_CUBE * cubes + TETS_PER_SQUARE * squares);
  const surfaceVertices = Math.round(SURFACE_VERTICES_PER_SQUARE * squares);
  return {
    vertices: Math.round(VERTICES_PER_CUBE * cubes + VERTICES_PER_SQUARE * squares),
    surfaceVertices,
    tetrahedra,
    state: STATE_OF_EMPTY_WORLD + STATE_PER_TET * tetrahedra + STATE_PER_SURFACE_VERTEX * surfaceVertices,
    world: WORLD_PER_TET * tetrahedra + WORLD_PER_SURFACE_VERTEX * surfaceVertices,
    buffer: Math.max(LEAST_BUFFER, BUFFER_PER_TET * tetrahedra),
  };
}

/**
 * Returns the cell that gives about so many tetrahedra [m].
 * @param size measureSurface's, in metres; a size in another unit gives a cell in that unit
 * @throws RangeError if the number of tetrahedra isn't positive @throws Error if the surface has neither a volume nor an area
 */
export function cellFor(
  { volume, area, emptiness }: Pick<SurfaceSize, 'volume' | 'area' | 'emptiness'>,
  tetrahedra = DEFAULT_TETRAHEDRA,
): number {
  if (!(tetrahedra > 0)) throw new RangeError(`${tetrahedra} tetrahedra are wanted, expected a number above 0`);
  if (emptiness) throw new Error(emptiness);
  if (!(volume > 0 || area > 0))
    throw new Error('The surface encloses nothing, expected a closed one, or one with small holes');
  // Bisects the number of cells per metre, of which the number of tetrahedra is a cubic polynomial that only grows.
  const given = (perMetre: number) =>
    perMetre * perMetre * (TETS_PER_CUBE * volume * perMetre + TETS_PER_SQUARE * area);
  let high = 1;
  while (given(high) < tetrahedra) high *= 2;
  while (given(high / 2) >= tetrahedra) high /= 2;
  let low = high / 2;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (given(middle) < tetrahedra) low = middle;
    else high = middle;
  }
  return 1 / high;
}
