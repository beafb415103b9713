import type { FrameRow } from '../../simulation/statistics.ts';
import { type Figure, lastMean, peakEnergy } from '../check.ts';

/** Bounds for a pile at rest; figures without a bound are only recorded. */
export interface PileBounds {
  /** Least number of contacts per step. */
  readonly contacts?: number;
  /** Greatest share of surface vertices deeper than 1 % of the model's thickness. */
  readonly deep?: number;
  /** Greatest share of surface edges that pierce triangles. */
  readonly piercing?: number;
}

/** Bounds for hybrid mode with contacts in the loop. */
export const HYBRID_BOUNDS: PileBounds = { deep: 0.001, piercing: 0.03 };

/** Bounds for the end-of-step schedule (Algorithm 5 as written): ten and two times those of in-the-loop. */
export const END_OF_STEP_BOUNDS: PileBounds = { deep: 0.01, piercing: 0.06 };

/** A pile is at rest when its kinetic energy is below this share of its peak. */
const REST_SHARE = 0.01;

/**
 * Figures of a pile at rest, as means over the last frames.
 * @param prefix of the figures' names, which tells the run
 * @param last number of frames
 */
export function pileFigures(prefix: string, rows: readonly FrameRow[], last: number, bounds: PileBounds): Figure[] {
  const mean = (figure: (row: FrameRow) => number) => lastMean(rows, last, figure);
  return [
    {
      name: `${prefix}kinetic energy over its peak`,
      value: mean((row) => row.kineticEnergy) / peakEnergy(rows),
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
      name: `${prefix}surface vertices deeper than 1 % of an arm`,
      value: mean((row) => row.deepShare),
      unit: '%',
      ...below(bounds.deep),
    },
    {
      name: `${prefix}surface edges that pierce triangles`,
      value: mean((row) => row.piercingShare ?? Number.NaN),
      unit: '%',
      ...below(bounds.piercing),
    },
  ];
}

/** Share of surface vertices that penetrate, as a mean over the last frames. */
export const penetrating = (prefix: string, rows: readonly FrameRow[], last: number): Figure => ({
  name: `${prefix}surface vertices that penetrate`,
  value: lastMean(rows, last, (row) => row.penetratingShare),
  unit: '%',
});

/**
 * Figures of the whole run, without bounds: the greatest share of penetrating vertices, and the interpenetrating vertices at
 * rest, counted independently of collision detection (record/untangled.ts).
 */
export const wholeRunFigures = (prefix: string, rows: readonly FrameRow[], last: number): Figure[] => [
  {
    name: `${prefix}surface vertices that penetrate, at most`,
    value: Math.max(...rows.map((row) => row.penetratingShare)),
    unit: '%',
  },
  {
    name: `${prefix}interpenetrating vertices, at rest`,
    value: lastMean(rows, last, (row) => row.foreign ?? Number.NaN),
  },
];

const below = (bound: number | undefined): Pick<Figure, 'relation' | 'bound'> =>
  bound === undefined ? {} : { relation: '<', bound };
