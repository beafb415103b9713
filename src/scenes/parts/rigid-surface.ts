import type { SurfaceMesh } from '../../mesh/surface-mesh.ts';
import type { Motion } from '../../simulation/script/motion.ts';
import type { Driver } from '../../simulation/script/script.ts';
import { createSheet } from '../../simulation/world/create-sheet.ts';
import type { Placement } from '../../simulation/world/world.ts';
import { plainSkin } from './cloth-skin.ts';

/** Thickness of rigid surfaces [m]. It has no effect, since drivers move all of their vertices. */
const THICKNESS = 1e-3;
/** A motion that stays at the start. */
export const STILL: Motion = { times: [0] };

/** Makes a surface that only a script moves, such as a wall that cloth slides along. @param colour 0xrrggbb */
export const rigidPlacement = (name: string, mesh: SurfaceMesh, colour: number): Placement => ({
  model: createSheet(name, mesh, THICKNESS),
  positions: mesh.positions,
  skin: plainSkin(colour),
});

/** Returns the driver of a rigid surface. @param body index among the placements */
export const rigidDriver = (body: number, { positions }: SurfaceMesh, motion: Motion): Driver => ({
  body,
  vertices: Uint32Array.from({ length: positions.length / 3 }, (_, v) => v),
  motion,
  bare: true,
});
