import { labelledCells } from '../../mesh/air/labelled-cells.ts';
import { checkPositive } from '../../mesh/air/prisms.ts';
import { spacePositions, type TessellatedSpace } from '../../mesh/air/tessellated-space.ts';
import { createModel } from '../../simulation/world/create-model.ts';
import { STILL } from './rigid-surface.ts';
import type { SceneBuild } from './scene-build.ts';
import { inBorder } from './space-air.ts';

/**
 * A noodle that stands on the floor in bends, row above row, and the air around it. The noodle of the scene `tangled-noodle` is straight at rest
 * and swept along a coil, so its mesh is no lattice's. Stuffing its coil on a lattice took 90 s and left a vertex in the air, which nothing would
 * hold. This one consists of cells of a grid, as does the air, and waves shift the rows sideways so that they cross.
 */

/** Edge length of a cell [m]; the noodle is two cells thick, about as the scene's, and rows have a gap of a cell between them. */
const CELL = 0.02;
const THICKNESS = 2;
const PITCH = THICKNESS + 1;
const ROWS = 5;
/** Length of a row [cells]. */
const LENGTH = 24;
/** Greatest sideways shift, length of a wave along a row, and shift of the wave per height, in cells. */
const WAVE = { height: 2.5, length: 20, perHeight: 1.7 } as const;

/**
 * Makes the noodle over height 0, and the air between it and a box with wavy sides.
 * @param rows number of rows
 * @throws Error if the air isn't positive
 */
export function noodleInAir(rows: number = ROWS): TessellatedSpace {
  const cells = [LENGTH + 2, PITCH * rows + 1, THICKNESS + 2];
  const planes = cells.map((count) => Float64Array.from({ length: count + 1 }, (_, i) => CELL * i));
  const labels: number[] = [];
  for (let k = 0; k < cells[2]; k++)
    for (let j = 0; j < cells[1]; j++) for (let i = 0; i < cells[0]; i++) labels.push(isNoodle(i, j, k, rows) ? 1 : 0);
  const space = labelledCells({ planes: [planes[0], planes[1], planes[2]], labels });
  const waving = {
    ...space,
    bodies: space.bodies.map(({ positions, tets }) => ({ positions: waved(positions), tets })),
    border: waved(space.border),
  };
  checkPositive(waving.air, spacePositions(waving));
  return waving;
}

/** Whether a cell belongs to a row, or joins one with the row above it at alternating ends. */
function isNoodle(i: number, j: number, k: number, rows: number): boolean {
  if (i < 1 || i > LENGTH || j < 1 || j > PITCH * rows - 1 || k < 1 || k > THICKNESS) return false;
  const row = Math.floor((j - 1) / PITCH);
  if ((j - 1) % PITCH < THICKNESS) return true;
  return row % 2 === 0 ? i > LENGTH - THICKNESS : i <= THICKNESS;
}

/** Shifts points along z by a wave of parabolas. */
const waved = (positions: Float32Array): Float32Array =>
  positions.map((z, at) => {
    if (at % 3 !== 2) return z;
    const [x, y] = [positions[at - 2], positions[at - 1]];
    const turns = (x + WAVE.perHeight * y) / (WAVE.length * CELL);
    const t = 2 * (turns - Math.floor(turns)); // from 0 to 2, a half-wave per unit
    const u = t < 1 ? t : t - 1;
    return z + (t < 1 ? 1 : -1) * 4 * u * (1 - u) * WAVE.height * CELL;
  });

/** Places the noodle and its air on the floor, where nothing keeps it from sinking into itself. */
export function noodleOnFloor(space: TessellatedSpace): SceneBuild {
  const { placements, air, driver } = inBorder(space, [createModel('noodle', space.bodies[0], CELL)], STILL);
  return {
    placements,
    air,
    colliders: [{ normal: [0, 1, 0], offset: 0 }],
    script: { drivers: [driver] },
    notes: [],
  };
}
