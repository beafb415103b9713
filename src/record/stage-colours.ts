import type { StageClock } from '../simulation/stage.ts';

/** A column of the record's times, as charts show it. */
export interface StageSeries {
  readonly stage: StageClock | 'render';
  /** Its name for people. */
  readonly label: string;
  /** #rrggbb */
  readonly colour: string;
}

/**
 * The stages of a frame in the order in which charts stack them, the lowest first: what is solved, then collisions with the
 * shortest paths on top, where a peak of theirs shows, then what isn't part of the method. Colours that people with any kind
 * of colour vision tell apart, blue and vermilion farthest; neighbours differ in lightness, too.
 * Source of the colours: Okabe and Ito 2008, Color Universal Design; the last two are greys.
 */
export const STAGE_SERIES: readonly StageSeries[] = [
  { stage: 'solve', label: 'material solve', colour: '#0072b2' },
  { stage: 'projection', label: 'contact projection', colour: '#56b4e9' },
  { stage: 'refit', label: 'BVH refit', colour: '#f0e442' },
  { stage: 'ccd', label: 'CCD', colour: '#e69f00' },
  { stage: 'dcd', label: 'DCD', colour: '#009e73' },
  { stage: 'path', label: 'shortest paths', colour: '#d55e00' },
  { stage: 'readback', label: 'readback', colour: '#cc79a7' },
  { stage: 'measuring', label: 'measuring', colour: '#a3abb3' },
  { stage: 'render', label: 'drawing', colour: '#5c6670' },
];
