import type { Comparison } from './comparison.ts';

/** What a scene is good for, beside what one sees at once: a comparison, with the chart of frame times. */
export interface Suggestion {
  readonly text: string;
  readonly compare: Comparison;
}

const SUGGESTIONS: Readonly<Record<string, Suggestion>> = {
  culling: {
    text: 'Figure 21, live: with and without culling, as a chart',
    compare: { name: 'culling', value: 'off' },
  },
};

/** @param compare what runs beside the scene; where something does, nothing is suggested */
export const suggestionFor = (scene: string, compare: Comparison | undefined): Suggestion | undefined =>
  compare ? undefined : SUGGESTIONS[scene];
