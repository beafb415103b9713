import type { DrawnSurface } from '../../mesh/drawn-surface.ts';
import { rows } from './written-mesh.ts';

/** Writes the positions and triangles of a surface as an `.obj` file. Vertices and triangles keep their order; ids begin at 1. */
export const writeObj = ({ positions, triangles }: DrawnSurface): string =>
  [...rows(positions, 3, () => 'v'), ...rows(triangles, 3, () => 'f', 1), ''].join('\n');
