import type { AirMesh } from '../../mesh/air/air-mesh.ts';
import type { TessellatedSpace } from '../../mesh/air/tessellated-space.ts';
import type { Motion } from '../../simulation/script/motion.ts';
import type { Driver } from '../../simulation/script/script.ts';
import { createPoints } from '../../simulation/world/create-rope.ts';
import type { Model } from '../../simulation/world/model.ts';
import type { Placement } from '../../simulation/world/world.ts';

/** Returns the height of the border's lowest points [m]. */
export const floorOf = ({ border }: TessellatedSpace): number =>
  border.reduce((least, y, i) => (i % 3 === 1 ? Math.min(least, y) : least), Number.POSITIVE_INFINITY);

/**
 * Places bodies of a tessellated space with its border, which is the last placement, raised so that the border's floor is at height 0.
 * @param models a model per body
 * @param motion of the border, whose points nothing else moves
 * @throws Error if the space has vertices that are neither a body's nor the border's: nothing would hold them
 */
export function inBorder(
  space: TessellatedSpace,
  models: readonly Model[],
  motion: Motion,
): { placements: readonly Placement[]; air: AirMesh; driver: Driver } {
  const { bodies, border, free, air } = space;
  if (free.length > 0) throw new Error(`The air has ${free.length / 3} vertices of its own, expected none`);
  const floor = floorOf(space);
  const raised = (positions: Float32Array) => positions.map((x, i) => (i % 3 === 1 ? x - floor : x));
  const placements = bodies.map(({ positions }, i): Placement => ({ model: models[i], positions: raised(positions) }));
  const points = createPoints('border', raised(border), { dimension: 3, volume: 0 });
  placements.push({ model: points, positions: points.mesh.positions });
  const vertices = Uint32Array.from({ length: border.length / 3 }, (_, v) => v);
  return { placements, air, driver: { body: bodies.length, vertices, motion, bare: true } };
}
