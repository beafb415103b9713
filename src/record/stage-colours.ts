import type { StageClock } from '../simulation/stage.ts';

/** A stage whose time a recording holds, with the name and colour that charts use for it. */
export interface StageSeries {
  readonly stage: StageClock | 'render';
  /** Name shown to people. */
  readonly label: string;
  /** #rrggbb */
  readonly colour: string;
}

/**
 * The stages of a frame in stacking order from the lowest. The solver comes first. Collisions follow, with shortest paths last, so that
 * the peaks of shortest paths stand out. Stages that are not part of the method come on top. The colours can be told apart with any kind
 * of colour vision: blue and vermilion differ most, and neighbours differ in lightness. Source of the colours: Okabe and Ito 2008, Color
 * Universal Design; the last two are greys.
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
