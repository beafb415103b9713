import type { StageClock } from '../simulation/program/stage.ts';

/** How charts show the time of one stage. */
export interface StageSeries {
  readonly stage: StageClock | 'render';
  /** Name shown to people. */
  readonly label: string;
  /** #rrggbb */
  readonly colour: string;
}

/**
 * The stages of a frame in stacking order, the lowest first: the solver, collisions, shortest paths, and then stages that are not
 * part of the method. Shortest paths are above the other stages of the method, so that their peaks stand out. The colours can be
 * told apart with any kind of colour vision, and neighbours in the list differ in lightness. Source of the colours: Okabe and Ito
 * 2008, Color Universal Design, but for those of air, which are chosen to differ from these; the last two are greys.
 */
export const STAGE_SERIES: readonly StageSeries[] = [
  { stage: 'solve', label: 'material solve', colour: '#0072b2' },
  { stage: 'projection', label: 'contact projection', colour: '#56b4e9' },
  { stage: 'air', label: 'air mesh', colour: '#9922ee' },
  { stage: 'flips', label: 'flips of air', colour: '#773311' },
  { stage: 'walks', label: 'walks over air', colour: '#330055' },
  { stage: 'refit', label: 'BVH refit', colour: '#f0e442' },
  { stage: 'ccd', label: 'CCD', colour: '#e69f00' },
  { stage: 'dcd', label: 'DCD', colour: '#009e73' },
  { stage: 'path', label: 'shortest paths', colour: '#d55e00' },
  { stage: 'readback', label: 'readback', colour: '#cc79a7' },
  { stage: 'measuring', label: 'measuring', colour: '#a3abb3' },
  { stage: 'render', label: 'drawing', colour: '#5c6670' },
];
