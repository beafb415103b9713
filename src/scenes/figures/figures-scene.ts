/** Name of the page of 2D figures in the scene list and in links. */
export const FIGURES_SCENE = 'paths-2d';
export const FIGURES_TITLE = 'Paths in 2D: Figures 2 to 8 of the paper';

/** Names of the 2D figures in links, in the order of their tabs. */
export const FIGURE_NAMES = [
  'figure-2',
  'figure-3',
  'figure-4',
  'figure-5',
  'figure-6b',
  'figure-6c',
  'figure-7',
  'figure-8',
] as const;
export type FigureName = (typeof FIGURE_NAMES)[number];
