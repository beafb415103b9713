/** The name by which the scene list and links know the page of figures. */
export const FIGURES_SCENE = 'paths-2d';
export const FIGURES_TITLE = 'Paths in 2D: Figures 3, 4, 6 and 7 of the paper';
