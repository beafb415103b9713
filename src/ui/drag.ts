import { vec3, type Vec3 } from 'wgpu-matrix';
import type { View } from '../render/view.ts';
import type { Attachment } from '../simulation/backend.ts';
import { pickVertex, viewRayOf } from './pick.ts';

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
  private held: { readonly vertex: number; readonly plane: Vec3 } | undefined;
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
    this.held = { vertex: pick.vertex, plane: vec3.addScaled(ray.origin, ray.direction, pick.distance) };
    this.pull(this.held.vertex, this.held.plane);
  }

  private move(event: PointerEvent): void {
    if (!this.held) return;
    const { origin, direction } = viewRayOf(this.view, event.clientX, event.clientY);
    const normal = this.view.camera.getWorldDirection(this.view.camera.position.clone()).toArray();
    const along = vec3.dot(vec3.subtract(this.held.plane, origin), normal) / vec3.dot(direction, normal);
    this.pull(this.held.vertex, vec3.addScaled(origin, direction, along));
  }

  private pull(vertex: number, point: Vec3): void {
    this.target.setAttachments([{ vertex, target: [point[0], point[1], point[2]] }]);
  }

  private release(): void {
    if (!this.held) return;
    this.held = undefined;
    this.view.controls.enabled = true;
    this.target.setAttachments([]);
  }
}
