import { dot } from '../../math/vectors.ts';
import { type Ray, viewRayOf } from '../../render/framing.ts';
import type { View } from '../../render/view.ts';
import type { Attachment } from '../../simulation/constraints/attachments/passes.ts';

export interface Pick {
  /** The corner of the face under the ray that is nearest to it. */
  readonly vertex: number;
  /** Along the ray [m]. */
  readonly distance: number;
}

/** A point on a ray. @param distance along it [m] */
export const pointOn = ({ origin, direction }: Ray, distance: number): [number, number, number] => [
  origin[0] + distance * direction[0],
  origin[1] + distance * direction[1],
  origin[2] + distance * direction[2],
];

/**
 * The nearest face under a ray, by Moeller and Trumbore's test over all faces: a click can wait a millisecond.
 * @param faces vertex ids, 3 a face @param positions [m], 3 a vertex
 */
export function pickVertex(faces: Uint32Array, positions: Float32Array, ray: Ray): Pick | undefined {
  let nearest = Number.POSITIVE_INFINITY;
  let face = -1;
  for (let f = 0; f < faces.length; f += 3) {
    const distance = rayTriangle(ray, positions, 3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2]);
    if (distance < nearest) {
      nearest = distance;
      face = f;
    }
  }
  if (face < 0) return undefined;
  const point = pointOn(ray, nearest);
  const corners = [...faces.subarray(face, face + 3)];
  const distanceTo = (vertex: number) => Math.hypot(...point.map((x, k) => positions[3 * vertex + k] - x));
  const vertex = corners.reduce((best, corner) => (distanceTo(corner) < distanceTo(best) ? corner : best));
  return { vertex, distance: nearest };
}

/** @param a, b, c where the corners' positions begin @returns distance along the ray, infinite where it passes by */
function rayTriangle({ origin, direction }: Ray, positions: Float32Array, a: number, b: number, c: number): number {
  const [dx, dy, dz] = direction;
  const [ax, ay, az] = [positions[a], positions[a + 1], positions[a + 2]];
  const [ux, uy, uz] = [positions[b] - ax, positions[b + 1] - ay, positions[b + 2] - az];
  const [vx, vy, vz] = [positions[c] - ax, positions[c + 1] - ay, positions[c + 2] - az];
  const [px, py, pz] = [dy * vz - dz * vy, dz * vx - dx * vz, dx * vy - dy * vx];
  const determinant = ux * px + uy * py + uz * pz;
  if (determinant === 0) return Number.POSITIVE_INFINITY;
  const [ox, oy, oz] = [origin[0] - ax, origin[1] - ay, origin[2] - az];
  const u = (ox * px + oy * py + oz * pz) / determinant;
  const [qx, qy, qz] = [oy * uz - oz * uy, oz * ux - ox * uz, ox * uy - oy * ux];
  const v = (dx * qx + dy * qy + dz * qz) / determinant;
  const distance = (vx * qx + vy * qy + vz * qz) / determinant;
  return u >= 0 && v >= 0 && u + v <= 1 && distance > 0 ? distance : Number.POSITIVE_INFINITY;
}

type Point = readonly [number, number, number];

export interface DragTarget {
  /** Boundary faces of all bodies, 3 vertex ids a face. */
  readonly faces: Uint32Array;
  /** As last drawn [m], 3 a vertex. */
  positions(): Float32Array;
  setAttachments(attachments: readonly Attachment[]): void;
}

/** Lets the mouse pull a vertex on the plane through it that faces the camera. */
export class Drag {
  /** A vertex, and a point [m] of the plane that it moves on. */
  private held: { readonly vertex: number; readonly plane: Point } | undefined;
  private readonly listening = new AbortController();
  /** Off while something else listens to the mouse. */
  isEnabled = true;

  constructor(
    private readonly view: View,
    private readonly target: DragTarget,
  ) {
    const { canvas } = view;
    const { signal } = this.listening;
    // On the way down to the canvas, and so before OrbitControls, which listens on the canvas itself.
    canvas.parentElement!.addEventListener('pointerdown', (event) => this.down(event), { capture: true, signal });
    canvas.addEventListener('pointermove', (event) => this.move(event), { signal });
    for (const end of ['pointerup', 'pointercancel'] as const) {
      canvas.addEventListener(end, () => this.release(), { signal });
    }
  }

  close(): void {
    this.listening.abort();
  }

  private down(event: PointerEvent): void {
    if (!this.isEnabled || event.button !== 0 || event.target !== this.view.canvas) return;
    const ray = viewRayOf(this.view, event.clientX, event.clientY);
    const pick = pickVertex(this.target.faces, this.target.positions(), ray);
    if (!pick) return;
    this.view.controls.enabled = false;
    this.view.canvas.setPointerCapture(event.pointerId);
    this.held = { vertex: pick.vertex, plane: pointOn(ray, pick.distance) };
    this.pull(this.held.vertex, this.held.plane);
  }

  private move(event: PointerEvent): void {
    if (!this.held) return;
    const { vertex, plane } = this.held;
    const ray = viewRayOf(this.view, event.clientX, event.clientY);
    const normal = this.view.camera.getWorldDirection(this.view.camera.position.clone()).toArray();
    const along = dot(normal, plane) - dot(normal, ray.origin);
    this.pull(vertex, pointOn(ray, along / dot(normal, ray.direction)));
  }

  private pull(vertex: number, target: Point): void {
    this.target.setAttachments([{ vertex, target }]);
  }

  private release(): void {
    if (!this.held) return;
    this.held = undefined;
    this.view.controls.enabled = true;
    this.target.setAttachments([]);
  }
}
