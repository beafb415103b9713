import type { View } from '../render/view.ts';
import { viewRayOf } from '../render/view-ray.ts';
import type { Attachment } from '../simulation/constraints/attachments/attachment.ts';
import { pickVertex, pointOn } from './pick.ts';

type Point = readonly [number, number, number];

const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

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
