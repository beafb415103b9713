import { mat4, vec3, type Vec3 } from 'wgpu-matrix';
import type { View } from '../render/view.ts';
import type { Attachment } from '../simulation/backend.ts';
import { pickVertex, type Ray, viewRay } from './pick.ts';

export interface DragTarget {
  /** Boundary faces of all bodies, 3 vertex ids a face. */
  readonly faces: Uint32Array;
  /** As last drawn [m], 3 a vertex. */
  readonly positions: Float32Array;
  setAttachments(attachments: readonly Attachment[]): void;
}

/** Lets the mouse pull a vertex on the plane through it that faces the camera. */
export class Drag {
  private held: { vertex: number; plane: Vec3 } | undefined;

  constructor(
    private readonly view: View,
    private readonly target: () => DragTarget | undefined,
  ) {
    const canvas = view.canvas;
    // Before OrbitControls: its listener sits on the canvas, so capturing on the parent comes first.
    canvas.parentElement!.addEventListener('pointerdown', (event) => this.down(event), { capture: true });
    canvas.addEventListener('pointermove', (event) => this.move(event));
    for (const end of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(end, () => this.up());
  }

  private down(event: PointerEvent): void {
    const target = this.target();
    if (!target || event.button !== 0 || event.target !== this.view.canvas) return;
    const ray = this.ray(event);
    const pick = pickVertex(target.faces, target.positions, ray);
    if (!pick) return;
    this.view.controls.enabled = false;
    this.view.canvas.setPointerCapture(event.pointerId);
    this.held = { vertex: pick.vertex, plane: vec3.addScaled(ray.origin, ray.direction, pick.distance) };
    this.pull(this.held.plane);
  }

  private move(event: PointerEvent): void {
    if (!this.held) return;
    const { origin, direction } = this.ray(event);
    const normal = this.view.camera.getWorldDirection(this.view.camera.position.clone()).toArray();
    const along = vec3.dot(vec3.subtract(this.held.plane, origin), normal) / vec3.dot(direction, normal);
    this.pull(vec3.addScaled(origin, direction, along));
  }

  private pull(point: Vec3): void {
    const target: [number, number, number] = [point[0]!, point[1]!, point[2]!];
    this.target()?.setAttachments([{ vertex: this.held!.vertex, target }]);
  }

  private up(): void {
    if (!this.held) return;
    this.held = undefined;
    this.view.controls.enabled = true;
    this.target()?.setAttachments([]);
  }

  private ray(event: PointerEvent): Ray {
    const { left, top, width, height } = this.view.canvas.getBoundingClientRect();
    const { camera } = this.view;
    camera.updateMatrixWorld();
    const viewProjection = mat4.multiply(camera.projectionMatrix.elements, camera.matrixWorldInverse.elements);
    const x = (2 * (event.clientX - left)) / width - 1;
    const y = 1 - (2 * (event.clientY - top)) / height;
    return viewRay(viewProjection, x, y);
  }
}
