import { Group, type Material } from 'three/webgpu';
import { grabbedPoint, type Neighbourhood } from '../../simulation/constraints/grabs/neighbourhood.ts';
import { GRAB_POINT, MAX_GRABS } from '../../simulation/state.ts';
import type { World } from '../../simulation/world/world.ts';
import { type ScreenDot, ScreenDots } from '../screen/screen-dots.ts';
import { type ScreenLine, ScreenLines } from '../screen/screen-lines.ts';
import { HAND } from '../overlay-palette.ts';

type Point = readonly [number, number, number];

/** A pull to draw: what is held, and where to it is pulled [m]. */
interface DrawnPull {
  readonly neighbourhood: Neighbourhood;
  readonly target: Point;
  readonly isPin: boolean;
}

/** Positions of all vertices [m], 3 per vertex, and the vertices' inverse masses [1/kg]. */
export interface Bodies {
  readonly positions: Float32Array;
  readonly inverseMasses: Float32Array;
}

/** Maximum number of dots on held vertices. */
const MAX_DOTS = 4000;
/** Order of drawing: after bodies and overlays, and the ends of a pull after the dots of what it holds. */
const ORDER = { held: 12, end: 13 } as const;
/** Width of a pull's line [pixels]. */
const LINE_WIDTH = 2.5;
/** Diameters [pixels]: of the ends of a pull, of a pin, and of the dots on the held vertices of the surface. */
const SIZES = { end: 11, pin: 15, held: 4 } as const;
/** Opacity of the dot on a held vertex of weight 1. */
const HELD_OPACITY = 0.75;

/** Draws pulls: a line from the held part to its target, and dots on the vertices that are held, the fainter the less they are. */
export class HandLayer {
  readonly group = new Group();
  private readonly lines = new ScreenLines(true, MAX_GRABS);
  private readonly heldDots = new ScreenDots(ORDER.held, MAX_DOTS);
  private readonly endDots = new ScreenDots(ORDER.end, 2 * MAX_GRABS);
  private readonly isOnSurface: Uint8Array;

  constructor(world: World) {
    this.group.add(this.lines.mesh, this.heldDots.mesh, this.endDots.mesh);
    this.isOnSurface = new Uint8Array(world.vertexCount);
    for (const vertex of world.surfaceVertices) this.isOnSurface[vertex] = 1;
  }

  show(pulls: readonly DrawnPull[], bodies: Bodies): void {
    const lines: ScreenLine[] = [];
    const ends: ScreenDot[] = [];
    const held: ScreenDot[] = [];
    for (const { neighbourhood, target, isPin } of pulls) {
      const from = grabbedPoint(neighbourhood, bodies.positions, bodies.inverseMasses);
      if (!from) continue;
      const colour = isPin ? HAND.pin : HAND.pull;
      lines.push({ from, to: target, colour, opacity: 1, width: LINE_WIDTH, dash: 0 });
      if (!isPin) ends.push({ at: from, colour, opacity: 1, size: SIZES.end });
      ends.push({ at: target, colour, opacity: 1, size: isPin ? SIZES.pin : SIZES.end });
      this.addHeld(held, neighbourhood, bodies.positions);
    }
    this.lines.show(lines);
    this.heldDots.show(held);
    this.endDots.show(ends);
  }

  private addHeld(dots: ScreenDot[], { points, count }: Neighbourhood, positions: Float32Array): void {
    for (let at = 0; at < GRAB_POINT.stride * count; at += GRAB_POINT.stride) {
      const vertex = points.u32[at + GRAB_POINT.vertex];
      const weight = points.f32[at + GRAB_POINT.weight];
      if (weight === 0 || !this.isOnSurface[vertex]) continue;
      const at3 = 3 * vertex;
      const place: Point = [positions[at3], positions[at3 + 1], positions[at3 + 2]];
      dots.push({ at: place, colour: HAND.held, opacity: HELD_OPACITY * weight, size: SIZES.held });
    }
  }

  dispose(): void {
    this.group.removeFromParent();
    for (const { mesh } of [this.lines, this.heldDots, this.endDots]) {
      mesh.geometry.dispose();
      (mesh.material as Material).dispose();
    }
  }
}
