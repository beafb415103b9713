import type { AirMesh } from '../../mesh/air/air-mesh.ts';
import { createRope } from '../../simulation/world/create-rope.ts';
import type { Placement } from '../../simulation/world/world.ts';
import { planarAir } from './planar-air.ts';

/** Bodies and ropes of a scene in the plane, in a rectangular frame that nothing moves. */
export interface FramedScene {
  /** Bodies of triangles, and ropes. */
  readonly placements: readonly Placement[];
  /** Left, bottom, right and top side of the frame [m]. */
  readonly frame: readonly [number, number, number, number];
  /** Number of edges of a side along x and of one along y. */
  readonly segments: readonly [number, number];
}

/** Thickness of a frame's sides [m]: nothing weighs them, since they don't move. */
const FRAME_THICKNESS = 0.02;

/** Returns the frame's vertices [m], 2 numbers each, counter-clockwise from the lower left corner. */
function frameVertices([left, bottom, right, top]: FramedScene['frame'], [nx, ny]: FramedScene['segments']): number[] {
  const positions: number[] = [];
  for (let i = 0; i < nx; i++) positions.push(left + ((right - left) * i) / nx, bottom);
  for (let i = 0; i < ny; i++) positions.push(right, bottom + ((top - bottom) * i) / ny);
  for (let i = 0; i < nx; i++) positions.push(right + ((left - right) * i) / nx, top);
  for (let i = 0; i < ny; i++) positions.push(left, top + ((bottom - top) * i) / ny);
  return positions;
}

/**
 * Puts the bodies of a scene in the plane into a frame, and fills the space between them with air. The frame is the last placement; a driver
 * has to hold its vertices.
 * @throws Error as planarAir
 */
export function inFrame({ placements, frame, segments }: FramedScene): {
  placements: readonly Placement[];
  air: AirMesh;
  /** Index of the frame's placement, and its vertices, for a driver. */
  frame: { readonly body: number; readonly vertices: Uint32Array };
} {
  const model = createRope('frame', frameVertices(frame, segments), { thickness: FRAME_THICKNESS, closed: true });
  const all = [...placements, { model, positions: model.mesh.positions }];
  const vertices = Uint32Array.from({ length: model.topology.vertexCount }, (_, v) => v);
  const air = planarAir(all, placements.length);
  return { placements: all, air, frame: { body: placements.length, vertices } };
}

/** The motion of a frame that stays where it is. */
export const STILL = { times: [0] } as const;
