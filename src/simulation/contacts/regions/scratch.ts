import { NONE } from '../../../mesh/topology.ts';
import { createPointSource, type PointSource } from '../../world/points.ts';
import { createRay, type Ray } from './ray-exit.ts';

/** Scratch of regions: one per worker. Lists grow to what the worker's largest world needs. */
export interface RegionScratch {
  readonly parts: PartScratch;
  readonly groups: GroupScratch;
  readonly crowds: CrowdScratch;
  readonly ray: Ray;
  readonly source: PointSource;
  /** Twice a vector area [m^2]: of the faces around a vertex, and of the face at the end of its path. */
  readonly fan: Float64Array;
  readonly faceArea: Float64Array;
  /** Directions that a region may leave along: CANDIDATES of 3 numbers. */
  readonly candidates: Float64Array;
  /** Per candidate: the longest way out along it [m], if it was followed to its end. */
  readonly ways: Float64Array;
  /** Whether both parts of the region belong to one body. */
  isWithin: boolean;
}

/** Scratch of parts.ts. */
export interface PartScratch {
  /** Per element of the world: the number of its part; NONE if it is in no part. */
  numbers: Uint32Array;
  /** Elements that are in a part, and their bodies. */
  readonly marked: number[];
  readonly bodies: number[];
  readonly stack: number[];
  /** Per part: the smallest id of its elements. */
  readonly first: number[];
  /** Per model: the elements around each vertex, for those models that have had deep regions. */
  readonly around: Map<number, TetsAround>;
}

/** Elements around the vertices of a model: tets[offsets[v]] to tets[offsets[v + 1] - 1]. */
export interface TetsAround {
  readonly offsets: Uint32Array;
  readonly tets: Uint32Array;
}

/** Scratch of groups.ts. */
export interface GroupScratch {
  /** Per query: the number of its region; NONE if both of its elements are of one part. */
  regions: Uint32Array;
  /** Open hash table: the region at each place, or NONE. Its length is a power of two. */
  table: Uint32Array;
}

/** Scratch of crowds.ts. */
export interface CrowdScratch {
  /** Per body: number of its deep regions with other bodies. */
  regionCounts: Uint32Array;
}

/** @param directions number of directions that are tried */
export const createRegionScratch = (directions: number): RegionScratch => ({
  parts: {
    numbers: new Uint32Array(0),
    marked: [],
    bodies: [],
    stack: [],
    first: [],
    around: new Map(),
  },
  groups: { regions: new Uint32Array(0), table: new Uint32Array(0) },
  crowds: { regionCounts: new Uint32Array(0) },
  ray: createRay(),
  source: createPointSource(),
  fan: new Float64Array(3),
  faceArea: new Float64Array(3),
  candidates: new Float64Array(3 * directions),
  ways: new Float64Array(directions),
  isWithin: false,
});

/** Returns an array of at least this length, all NONE: the given one, if it is long enough. */
export function cleared(array: Uint32Array, length: number): Uint32Array {
  if (array.length >= length) return array.fill(NONE, 0, length);
  return new Uint32Array(length).fill(NONE);
}
