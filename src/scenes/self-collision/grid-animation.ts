import { gridPositions, gridTriangles, type Grid } from '../models/sheet-grid.ts';
import type { SurfaceAnimation } from './surface-animation.ts';

/** How a grid moves. Names and numbers as in SurfaceAnimation. */
interface MovingGrid extends Omit<SurfaceAnimation, 'mesh' | 'positions'> {
  /** Smallest number of triangles of which the shape can be made. */
  readonly least: number;
  /** Returns the grid that has about as many triangles. */
  gridOf(triangles: number): Grid;
  /** Returns the place [m] of each vertex in a keyframe, by its column and row. */
  placesAt(grid: Grid, frame: number): (column: number, row: number) => readonly [number, number, number];
}

/** Makes an animation of a sheet or a tube that is one grid. */
export function gridAnimation({ least, gridOf, placesAt, ...named }: MovingGrid): SurfaceAnimation {
  const grid = (triangles: number): Grid => {
    if (triangles >= least) return gridOf(triangles);
    throw new RangeError(`${named.name} was asked for with ${triangles} triangles, expected at least ${least}`);
  };
  const positionsAt = (made: Grid, frame: number) => gridPositions(made, placesAt(made, frame));
  return {
    ...named,
    mesh(triangles) {
      const made = grid(triangles);
      return { positions: positionsAt(made, 0), triangles: gridTriangles(made) };
    },
    positions: (triangles, frame) => positionsAt(grid(triangles), frame),
  };
}
