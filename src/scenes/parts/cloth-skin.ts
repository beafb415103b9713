import { type Grid, gridVertex, gridVertexCount } from '../models/sheet-grid.ts';
import type { Skin } from '../../simulation/world/world.ts';

/** Band of a napkin: distances from the nearest edge at which it begins and ends [sides]. */
const BAND = [0.05, 0.11] as const;

/** Paints a square cloth: a band runs along each edge. @param colour, band 0xrrggbb */
export function bandedSkin(grid: Grid, colour: number, band: number): Skin {
  const shares = new Float32Array(gridVertexCount(grid));
  for (let column = 0; column <= grid.columns; column++)
    for (let row = 0; row <= grid.rows; row++) {
      const [u, v] = [column / grid.columns, row / grid.rows];
      const inBand = [u, 1 - u, v, 1 - v].some((edge) => edge >= BAND[0] && edge <= BAND[1]);
      shares[gridVertex(grid, column, row)] = inBand ? 1 : 0;
    }
  return { colour, marks: [{ colour: band, shares }] };
}

/** A skin of one colour. @param colour 0xrrggbb */
export const plainSkin = (colour: number): Skin => ({ colour, marks: [] });
