import type { FrameRow } from '../../simulation/statistics.ts';
import { type Figure, lastMean, peakKineticEnergy, PIERCING_AT_REST } from '../check.ts';

/** Bounds for a pile at rest; figures without a bound are only recorded. */
export interface PileBounds {
  /** Minimum number of contacts per step. */
  readonly contacts?: number;
  /** Maximum share of surface vertices deeper than 1 % of the model's thickness. */
  readonly deep?: number;
  /** Maximum share of surface edges that pierce triangles. */
  readonly piercing?: number;
}

/** Bounds for hybrid mode (CCD, then shortest paths) with contacts in the loop. */
export const HYBRID_BOUNDS: PileBounds = { deep: 0.001, piercing: PIERCING_AT_REST.bound };

/** Bounds for contacts at the end of the step: ten times the depth bound of `HYBRID_BOUNDS`, and twelve times its piercing bound. */
export const END_OF_STEP_BOUNDS = { deep: 0.01, piercing: 0.06 } as const satisfies PileBounds;

/** A pile counts as at rest if its kinetic energy is below this share of the run's maximum. */
const REST_SHARE = 0.01;

/**
 * Figures of a pile at rest, as means over the last frames.
 * @param prefix put before the figures' names, to tell runs apart
 * @param last number of frames, counted from the end of the run
 */
export function pileFigures(prefix: string, rows: readonly FrameRow[], last: number, bounds: PileBounds): Figure[] {
  const mean = (figure: (row: FrameRow) => number) => lastMean(rows, last, figure);
  return [
    {
      name: `${prefix}kinetic energy relative to its peak`,
      value: mean((row) => row.kineticEnergy) / peakKineticEnergy(rows),
      unit: '%',
      relation: '<',
      bound: REST_SHARE,
    },
    {
      name: `${prefix}contacts per step`,
      value: mean((row) => row.contactsCcd + row.contactsDcd),
      ...(bounds.contacts === undefined ? {} : { relation: '>=', bound: bounds.contacts }),
    },
    {
      name: `${prefix}surface vertices deeper than 1 % of an arm's radius`,
      value: mean((row) => row.deepShare),
      unit: '%',
      ...upperBound(bounds.deep),
    },
    {
      name: `${prefix}surface edges that pierce triangles`,
      value: mean((row) => row.piercingShare ?? Number.NaN),
      unit: '%',
      ...upperBound(bounds.piercing),
    },
  ];
}

/** Share of surface vertices that penetrate, as a mean over the last frames. */
export const meanPenetrating = (prefix: string, rows: readonly FrameRow[], last: number): Figure => ({
  name: `${prefix}surface vertices that penetrate`,
  value: lastMean(rows, last, (row) => row.penetratingShare),
  unit: '%',
});

/**
 * Figures without bounds: the greatest share of penetrating vertices in the whole run, and the number of interpenetrating vertices
 * at rest. The latter are counted independently of collision detection (record/untangled.ts).
 */
export const wholeRunFigures = (prefix: string, rows: readonly FrameRow[], last: number): Figure[] => [
  {
    name: `${prefix}maximum of surface vertices that penetrate`,
    value: Math.max(...rows.map((row) => row.penetratingShare)),
    unit: '%',
  },
  {
    name: `${prefix}interpenetrating vertices, at rest`,
    value: lastMean(rows, last, (row) => row.interpenetrating ?? Number.NaN),
  },
];

const upperBound = (bound: number | undefined): Pick<Figure, 'relation' | 'bound'> =>
  bound === undefined ? {} : { relation: '<', bound };
