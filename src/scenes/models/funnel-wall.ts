import { gridPositions, gridTriangles, type Grid } from './sheet-grid.ts';
import { revolvedSphere } from '../../mesh/model/revolution.ts';
import type { SurfaceMesh } from '../../mesh/surface-mesh.ts';
import { cosineAndSine } from '../../simulation/script/motion.ts';

/** A corner of a profile: radius and height [m]. */
export type Corner = readonly [radius: number, height: number];

/** Number of columns around the wall, and greatest length of a row [m]. */
const COLUMNS = 48;
const ROW = 0.03;
/** Slices and stacks of the ball. */
const BALL_GRID = [24, 16] as const;

/** Makes a funnel's wall: one layer of triangles around the y axis. Normals point inwards. @param profile corners from the rim down */
export function funnelWall(profile: readonly Corner[]): SurfaceMesh {
  const rings = profile.slice(1).reduce<Corner[]>(
    (all, [radius, height], i) => {
      const [r0, h0] = profile[i];
      const [dr, dh] = [radius - r0, height - h0];
      const pieces = Math.ceil(Math.sqrt(dr * dr + dh * dh) / ROW);
      for (let k = 1; k <= pieces; k++) all.push([r0 + (k / pieces) * dr, h0 + (k / pieces) * dh]);
      return all;
    },
    [profile[0]],
  );
  const grid: Grid = { columns: COLUMNS, rows: rings.length - 1, closed: true };
  const positions = gridPositions(grid, (column, row) => {
    const [cosine, sine] = cosineAndSine(column / COLUMNS);
    const [radius, height] = rings[row];
    return [radius * cosine, height, radius * sine];
  });
  return { positions, triangles: gridTriangles(grid) };
}

/** Makes the surface of a ball around (0, height, 0). @param radius, height [m] */
export function ballSurface(radius: number, height: number): SurfaceMesh {
  return upright(revolvedSphere(radius, ...BALL_GRID), height);
}

/** Turns a surface around the z axis upright, so that its axis is y, and raises it. @param height [m] */
export const upright = ({ positions, triangles }: SurfaceMesh, height: number): SurfaceMesh => ({
  positions: positions.map((_, i, x) => {
    if (i % 3 === 0) return x[i];
    return i % 3 === 1 ? x[i + 1] + height : -x[i - 1];
  }),
  triangles,
});
