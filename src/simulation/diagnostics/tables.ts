import type { CounterTable } from '../tables/table-definitions.ts';

/** Greatest number of elements whose centroids are looked at for overlaps (overlap.ts). In larger worlds they are chosen evenly. */
export const MOST_SAMPLES = 4096;

/** Unit of the counter `leastVolume`, as a share of a body's volume at rest. */
export const VOLUME_SHARE_UNIT = 1e-6;

/** Counters of measurements: a frame's penetration depths, the check of positions, and piercing edges. */
export const DIAGNOSTIC_COUNTERS = {
  /** Number of surface vertices inside a tetrahedron that they don't belong to. */
  penetrating: { kind: 'sum' },
  /** Number of surface vertices whose penetration depth exceeds DEEP_SHARE times their model's thickness. */
  deep: { kind: 'sum' },
  /** Greatest penetration depth [m], as the bits of a float32. */
  deepest: { kind: 'greatest' },
  /** 1 + the index of the first body with a position that is not finite or too far away; 0 if all positions are valid. */
  broken: { kind: 'least' },
  /** Volume of the elements whose centroid lies in another one, and of all elements looked at, in units of VOLUME_UNIT of all volume. */
  overlapVolume: { kind: 'sum' },
  sampledVolume: { kind: 'sum' },
  /** Number of elements that are flat or inverted. */
  inverted: { kind: 'sum' },
  /** 1 + the least volume of a body over its rest volume, in units of VOLUME_SHARE_UNIT; 0 if no body has a volume. */
  leastVolume: { kind: 'least' },
  /** Number of surface edges that cross a surface triangle. */
  piercing: { kind: 'sum' },
} as const satisfies CounterTable;
