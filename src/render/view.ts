import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { ACESFilmicToneMapping, type Mesh, PerspectiveCamera, type Scene as ThreeScene, WebGPURenderer } from 'three/webgpu';
import type { BoxCollider, Camera } from '../scenes/scene.ts';
import type { World } from '../simulation/world.ts';
import { BodyMesh, type DrawnArrays, type DrawnBuffers } from './bodies.ts';
import { Overlays } from './overlays.ts';
import { createBox, createSet } from './set.ts';

const FIELD_OF_VIEW = 38;
/** Screens denser than this cost more than they show. */
const MAX_PIXEL_RATIO = 2;

/** What the page shows of a scene. */
export class View {
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.05, 60);
  readonly controls: OrbitControls;
  overlays: Overlays | undefined;
  private bodies: BodyMesh | undefined;
  private box: Mesh | undefined;
  private readonly set: ThreeScene;

  private constructor(
    readonly renderer: WebGPURenderer,
    readonly canvas: HTMLCanvasElement,
    private readonly device: GPUDevice | undefined,
  ) {
    renderer.toneMapping = ACESFilmicToneMapping;
    this.set = createSet(renderer);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.maxPolarAngle = 0.495 * Math.PI;
    this.controls.minDistance = 0.4;
    this.controls.maxDistance = 9;
  }

  /** @param device the simulation's, whose buffers are drawn in place; without it three opens its own or takes WebGL */
  static async create(canvas: HTMLCanvasElement, device?: GPUDevice): Promise<View> {
    const renderer = new WebGPURenderer({ canvas, antialias: true, ...(device ? { device } : { forceWebGL: !navigator.gpu }) });
    await renderer.init();
    return new View(renderer, canvas, device);
  }

  show(world: World, camera: Camera, box: BoxCollider | undefined, buffers?: DrawnBuffers): void {
    this.clear();
    this.bodies = new BodyMesh(world, this.renderer, buffers && this.device && { device: this.device, buffers });
    this.overlays = new Overlays(world);
    this.set.add(this.bodies.mesh, ...this.overlays.objects);
    if (box) {
      this.box = createBox(box);
      this.set.add(this.box);
    }
    this.camera.position.set(...camera.position);
    this.controls.target.set(...camera.target);
    this.controls.update();
  }

  upload(arrays: DrawnArrays): void {
    this.bodies?.upload(arrays);
  }

  /** Draws a frame at the canvas' size on the page. */
  async render(): Promise<void> {
    const { clientWidth, clientHeight } = this.canvas;
    this.renderer.setPixelRatio(Math.min(MAX_PIXEL_RATIO, globalThis.devicePixelRatio));
    this.renderer.setSize(Math.max(1, clientWidth), Math.max(1, clientHeight), false);
    this.camera.aspect = clientWidth / Math.max(1, clientHeight);
    this.camera.updateProjectionMatrix();
    this.controls.update();
    await this.renderer.renderAsync(this.set, this.camera);
  }

  private clear(): void {
    if (this.bodies) this.set.remove(this.bodies.mesh);
    if (this.overlays) this.set.remove(...this.overlays.objects);
    if (this.box) this.set.remove(this.box);
    this.bodies?.dispose();
    this.overlays?.dispose();
    this.box = undefined;
  }

  dispose(): void {
    this.clear();
    this.controls.dispose();
    this.renderer.dispose();
  }
}
