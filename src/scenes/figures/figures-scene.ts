/** Name of the page of 2D figures in the scene list and in links. */
export const FIGURES_SCENE = 'paths-2d';
export const FIGURES_TITLE = 'Paths in 2D: Figures 3, 4, 6 and 7 of the paper';
