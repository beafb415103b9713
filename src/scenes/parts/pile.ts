import type { FrameRow } from '../../simulation/statistics.ts';
import { type Figure, lastMean, peakEnergy } from '../check.ts';

/** What a pile has to hold at rest; what isn't given is only recorded. */
export interface PileBounds {
  /** Contacts a step, at least. */
  readonly contacts?: number;
  /** Share of surface vertices deeper than 1 % of the model's thickness, below. */
  readonly deep?: number;
  /** Share of surface edges that pierce, below. */
  readonly piercing?: number;
}

/** What hybrid holds in a pile at rest. */
export const HYBRID_BOUNDS: PileBounds = { deep: 0.001, piercing: 0.03 };

/** What end-of-step, Algorithm 5 as written, holds: ten and two times what in-the-loop does. */
export const END_OF_STEP_BOUNDS: PileBounds = { deep: 0.01, piercing: 0.06 };

/** A pile is at rest when its kinetic energy is below this share of its peak. */
const REST_SHARE = 0.01;

/**
 * What bodies that fell into a box are measured by, as means over the last frames.
 * @param prefix of the figures' names: which run they are of
 * @param last how many frames
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
      name: `${prefix}contacts a step`,
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
      name: `${prefix}surface edges that pierce`,
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

/** Of the whole run, only recorded: the most that penetrated, and vertices in foreign tetrahedra, counted by code of its own. */
export const wholeRunFigures = (prefix: string, rows: readonly FrameRow[], last: number): Figure[] => [
  {
    name: `${prefix}most surface vertices that ever penetrated`,
    value: Math.max(...rows.map((row) => row.penetratingShare)),
    unit: '%',
  },
  {
    name: `${prefix}vertices inside other bodies, at rest`,
    value: lastMean(rows, last, (row) => row.foreign ?? Number.NaN),
  },
];

const below = (bound: number | undefined): Pick<Figure, 'relation' | 'bound'> =>
  bound === undefined ? {} : { relation: '<', bound };
