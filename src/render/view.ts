import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import {
  ACESFilmicToneMapping,
  MathUtils,
  type Object3D,
  PerspectiveCamera,
  type Scene as ThreeScene,
  Vector3,
  WebGPURenderer,
} from 'three/webgpu';
import type { BoxCollider, Camera } from '../scenes/scene.ts';
import type { World } from '../simulation/world.ts';
import { BodyMesh, type DrawnArrays, type DrawnBuffers } from './bodies.ts';
import { Overlays, type Shown } from './overlays.ts';
import { createBox, createSet } from './set.ts';
import { RenderClock } from './three-internals.ts';

/** Vertical [degrees]. */
export const FIELD_OF_VIEW = 38;
/** What the camera sees, and how close and far a person may bring it: shares of its first distance. */
const NEAR = 0.012;
const FAR = 15;
const CLOSEST = 0.1;
const FARTHEST = 2.4;
/** Screens denser than this cost more than they show. */
const MAX_PIXEL_RATIO = 2;

/**
 * Simulated seconds between which the camera goes from where all bodies are seen before they fall to the scene's own: slow
 * enough to watch them on the way.
 */
const APPROACH = { begin: 0.3, end: 1.4 } as const;

/** What a view shows. */
export interface Staging {
  readonly world: World;
  /** The scene's own: what lights, fog and limits are measured by. */
  readonly home: Camera;
  /** Where the person looks from. */
  readonly camera: Camera;
  readonly box: BoxCollider | undefined;
  /** The simulation's device and buffers, drawn in place; without them three opens its own device or takes WebGL. */
  readonly drawn: { readonly device: GPUDevice; readonly buffers: DrawnBuffers } | undefined;
}

/** A scene on a canvas. Canvas, renderer and device belong together: another scene gets another view. */
export class View {
  readonly camera: PerspectiveCamera;
  readonly controls: OrbitControls;
  readonly overlays: Overlays;
  /** Resolves with the reason when the device or context that draws is lost. */
  readonly lost: Promise<string>;
  private readonly bodies: BodyMesh;
  private readonly set: ThreeScene;
  private readonly clock: RenderClock;
  private size = { width: 0, height: 0, ratio: 0 };
  /** Whether the person has moved the camera: then it is theirs. */
  isTouched = false;

  private constructor(
    private readonly renderer: WebGPURenderer,
    readonly canvas: HTMLCanvasElement,
    private readonly staging: Staging,
  ) {
    const { world, home, camera, box, drawn } = staging;
    renderer.toneMapping = ACESFilmicToneMapping;
    this.lost = new Promise((resolve) => {
      renderer.onDeviceLost = ({ message }) => resolve(message);
    });
    this.clock = new RenderClock(renderer);
    const distance = Math.hypot(...home.position.map((x, k) => x - home.target[k]));
    this.set = createSet(renderer, distance);
    this.bodies = new BodyMesh(world, renderer, drawn);
    this.overlays = new Overlays(world);
    const boxes: Object3D[] = box ? [createBox(box)] : [];
    this.set.add(this.bodies.solid, this.bodies.glow, ...this.overlays.objects, ...boxes);
    this.camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, NEAR * distance, FAR * distance);
    this.camera.position.set(...camera.position);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.maxPolarAngle = 0.495 * Math.PI;
    this.controls.minDistance = CLOSEST * distance;
    this.controls.maxDistance = FARTHEST * distance;
    this.controls.target.set(...camera.target);
    this.controls.update();
    this.controls.addEventListener('start', () => {
      this.isTouched = true;
    });
  }

  static async open(canvas: HTMLCanvasElement, staging: Staging): Promise<View> {
    const device = staging.drawn ? { device: staging.drawn.device } : { forceWebGL: !navigator.gpu };
    const renderer = new WebGPURenderer({ canvas, antialias: true, trackTimestamp: true, ...device });
    await renderer.init();
    return new View(renderer, canvas, staging);
  }

  /** Comes closer as the bodies fall. @param time simulated seconds */
  approach(time: number): void {
    if (this.isTouched) return;
    const { camera, home } = this.staging;
    const share = MathUtils.smoothstep(time, APPROACH.begin, APPROACH.end);
    this.camera.position.fromArray(camera.position).lerp(new Vector3(...home.position), share);
    this.controls.target.fromArray(camera.target).lerp(new Vector3(...home.target), share);
  }

  show(what: Shown): void {
    this.overlays.show(what);
    this.bodies.isTransparent = what.tetrahedra;
  }

  upload(arrays: DrawnArrays): void {
    this.bodies.upload(arrays);
  }

  /**
   * Draws a frame at the canvas' size on the page.
   * @param exact waits until the frame is drawn, where the device can time it
   * @returns milliseconds: the device's of this frame (or, unless exact, of the last one known), else those of recording it
   */
  async render(exact: boolean): Promise<number> {
    this.fit();
    this.controls.update();
    const started = performance.now();
    this.renderer.render(this.set, this.camera);
    const recorded = performance.now() - started;
    return (await this.clock.time(exact)) ?? recorded;
  }

  /** Draws a frame where the camera or the canvas' size has changed: what stands still costs nothing. */
  async renderIfMoved(): Promise<void> {
    const isResized = this.fit();
    const isMoved = this.controls.update();
    if (isResized || isMoved) await this.render(false);
  }

  /** @returns whether the canvas' size has changed */
  private fit(): boolean {
    const width = Math.max(1, this.canvas.clientWidth);
    const height = Math.max(1, this.canvas.clientHeight);
    const ratio = Math.min(MAX_PIXEL_RATIO, globalThis.devicePixelRatio);
    if (width === this.size.width && height === this.size.height && ratio === this.size.ratio) return false;
    this.size = { width, height, ratio };
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    return true;
  }

  async dispose(): Promise<void> {
    await this.clock.settle();
    this.controls.dispose();
    this.bodies.dispose();
    this.overlays.dispose();
    await this.renderer.dispose();
  }
}
