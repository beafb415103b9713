import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import {
  ACESFilmicToneMapping,
  type Object3D,
  PerspectiveCamera,
  type Scene as ThreeScene,
  Vector3,
  WebGPURenderer,
} from 'three/webgpu';
import type { Camera, SceneBuild } from '../scenes/scene.ts';
import type { World } from '../simulation/world.ts';
import { BodyMesh, type DrawnArrays, type DrawnBuffers } from './bodies.ts';
import { Colliders } from './colliders.ts';
import { type Drawing, DrawingError, hasWebGL, NOTHING_DRAWS } from './drawing.ts';
import { extentOf, groundOf } from './landmarks.ts';
import { Overlays, type Shown } from './overlays.ts';
import type { Section, SectionView } from './section/section.ts';
import { createSet } from './set.ts';
import { drawingDone, reportErrors, RenderClock } from './three-internals.ts';
import { Travel } from './travel.ts';

/** Vertical field of view [degrees]. */
export const FIELD_OF_VIEW = 38;
/** Near and far plane, and the closest and farthest camera distance, as shares of the distance of the scene's own camera. */
const NEAR = 0.012;
const FAR = 15;
const CLOSEST = 0.1;
const FARTHEST = 2.4;
/** Greatest polar angle of the camera [radians]: it stays above the ground. */
const ABOVE_GROUND = 0.495 * Math.PI;
/** Maximum number of device pixels per page pixel: more cost time and are not visible. */
const MAX_PIXEL_RATIO = 2;

/** CLOSEST and NEAR while exploring paths, where the camera comes close to single elements. */
const CLOSEST_EXPLORING = 0.01;
const NEAR_EXPLORING = 0.001;
/** Everything that a view needs of a scene. */
export interface Staging {
  readonly world: World;
  /** The scene's own camera. Its distance scales lights, fog and camera limits. */
  readonly home: Camera;
  /** The camera at the start. */
  readonly camera: Camera;
  /** The scene's placements and colliders, which give the drawn colliders and the ground. */
  readonly build: SceneBuild;
  /**
   * The simulation's device, and its buffers that are drawn in place. If undefined, three opens its own device or context, as
   * `drawing` says.
   */
  readonly drawn: { readonly device: GPUDevice; readonly buffers: DrawnBuffers } | undefined;
  readonly drawing: Drawing;
}

/** A section and the class that draws it. The caller imports the class on demand, since most people never open a section. */
export interface CutOpen extends Section {
  readonly View: typeof SectionView;
}

/** A scene drawn on a canvas. Canvas, renderer and device belong together, so another scene needs another view. */
export class View {
  readonly camera: PerspectiveCamera;
  readonly controls: OrbitControls;
  readonly overlays: Overlays;
  /** Resolves with the reason when the device or context that draws is lost. */
  readonly lost: Promise<string>;
  private readonly bodies: BodyMesh;
  private readonly set: ThreeScene;
  private readonly colliders: Colliders;
  private readonly clock: RenderClock;
  /** Distance of the scene's own camera from its target [m]. */
  private readonly distance: number;
  private layer: Object3D | undefined;
  private cutOpen: CutOpen | undefined;
  private sectionView: SectionView | undefined;
  private size = { width: 0, height: 0, ratio: 0 };
  private readonly travel: Travel;
  private afterDrawing: (() => void) | undefined;
  /** Whether the section has changed since the last frame. */
  private isStale = false;
  /** The first error that the device reported while drawing. */
  private deviceError: string | undefined;

  private constructor(
    private readonly renderer: WebGPURenderer,
    readonly canvas: HTMLCanvasElement,
    private readonly staging: Staging,
  ) {
    const { world, home, camera, build, drawn } = staging;
    renderer.toneMapping = ACESFilmicToneMapping;
    this.lost = new Promise((resolve) => {
      renderer.onDeviceLost = ({ message }) => resolve(message);
    });
    reportErrors(renderer, (message) => {
      this.deviceError ??= message;
    });
    this.clock = new RenderClock(renderer);
    const distance = Math.hypot(...home.position.map((x, k) => x - home.target[k]));
    this.distance = distance;
    const ground = groundOf(build);
    this.set = createSet(renderer, home, ground);
    this.colliders = new Colliders(build, ground ?? 0);
    this.bodies = new BodyMesh(world, renderer, drawn);
    this.overlays = new Overlays(world);
    this.set.add(this.bodies.solid, this.bodies.glow, ...this.overlays.objects, this.colliders.group);
    this.camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, NEAR * distance, FAR * distance);
    this.camera.position.set(...camera.position);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    if (ground !== undefined) this.controls.maxPolarAngle = ABOVE_GROUND;
    this.controls.minDistance = CLOSEST * distance;
    this.controls.maxDistance = FARTHEST * distance;
    this.controls.target.set(...camera.target);
    this.controls.update();
    this.travel = new Travel(this.camera, this.controls, camera, home);
  }

  /** @throws DrawingError if the graphics API is not available */
  static async open(canvas: HTMLCanvasElement, staging: Staging): Promise<View> {
    const { drawn, drawing } = staging;
    const device = drawn ? { device: drawn.device } : { forceWebGL: drawing === 'webgl' };
    const renderer = new WebGPURenderer({ canvas, antialias: true, stencil: true, trackTimestamp: true, ...device });
    try {
      await renderer.init();
    } catch (error) {
      // three's own message would only speak of a context that is null.
      const isNothing = drawing === 'webgl' && !drawn && !hasWebGL();
      throw new DrawingError(isNothing ? NOTHING_DRAWS : (error as Error).message, { cause: error });
    }
    return new View(renderer, canvas, staging);
  }

  /**
   * Updates what depends on the simulated time: scripted plates and bowls, and the camera's approach.
   * @param time simulated time [s]
   */
  moveTo(time: number): void {
    this.colliders.moveTo(time);
    this.travel.approach(time);
  }

  /** Whether the person has moved the camera. From then on it does not move by itself. */
  get isTouched(): boolean {
    return this.travel.isTouched;
  }

  set isTouched(is: boolean) {
    this.travel.isTouched = is;
  }

  show(what: Shown): void {
    this.overlays.show(what);
    this.bodies.isTransparent = what.tetrahedra;
  }

  /** The plane that cuts the scene open; undefined closes it. While it is open, call `updateSection` whenever the bodies move. */
  get section(): CutOpen | undefined {
    return this.cutOpen;
  }

  set section(section: CutOpen | undefined) {
    const { world, build } = this.staging;
    const wasOpen = this.cutOpen !== undefined;
    this.cutOpen = section;
    if (section && !this.sectionView) {
      this.sectionView = new section.View(world, extentOf(build));
      this.set.add(this.sectionView.group);
    }
    const isOpen = section !== undefined;
    if (section) this.sectionView?.place(section, this.camera);
    if (isOpen !== wasOpen) {
      const mask = isOpen ? this.sectionView?.mask : undefined;
      this.bodies.cut(mask);
      this.overlays.cut(mask);
    }
    this.chooseDrawn();
  }

  /**
   * Makes either the bodies or the explored layer visible. `glow` is off while a section is open, since it would show through the
   * section's face.
   */
  private chooseDrawn(): void {
    this.isStale = true;
    const showsBodies = this.layer === undefined;
    const isOpen = this.cutOpen !== undefined;
    this.bodies.solid.visible = showsBodies;
    this.bodies.glow.visible = showsBodies && !isOpen;
    if (this.sectionView) this.sectionView.group.visible = showsBodies && isOpen;
  }

  /**
   * Cuts the bodies at their current positions.
   * @param positions of all bodies' vertices, 3 per vertex [m]; copied
   */
  updateSection(positions: Float32Array): void {
    if (this.cutOpen) this.sectionView?.update(positions);
  }

  /**
   * Draws a layer instead of the bodies and their overlays; undefined brings the bodies back, and the overlays with the next
   * `show`.
   * @param afterDrawing called after each frame, for what the page lays over the canvas
   */
  explore(layer: Object3D | undefined, afterDrawing: (() => void) | undefined): void {
    this.camera.near = (layer ? NEAR_EXPLORING : NEAR) * this.distance;
    this.controls.minDistance = (layer ? CLOSEST_EXPLORING : CLOSEST) * this.distance;
    this.camera.updateProjectionMatrix();
    if (layer) for (const object of this.overlays.objects) object.visible = false;
    if (this.layer) this.set.remove(this.layer);
    if (layer) this.set.add(layer);
    this.layer = layer;
    this.chooseDrawn();
    this.afterDrawing = afterDrawing;
  }

  /** Projects a point onto the canvas [pixels of the page]; undefined behind the camera. */
  project(point: readonly number[]): { readonly x: number; readonly y: number } | undefined {
    const { x, y, z } = new Vector3().fromArray(point).project(this.camera);
    if (z > 1) return undefined;
    return { x: ((1 + x) / 2) * this.canvas.clientWidth, y: ((1 - y) / 2) * this.canvas.clientHeight };
  }

  /** The current camera position and target. */
  get viewpoint(): Camera {
    return this.travel.viewpoint;
  }

  /**
   * Starts a flight of the camera to a distance [m] from a point.
   * @param direction from the point to the camera; by default the current one
   */
  flyTo(point: readonly number[], distance: number, direction?: readonly number[]): void {
    this.travel.flyTo(point, distance, direction);
  }

  /** Starts a flight of the camera. */
  fly(to: Camera): void {
    this.travel.fly(to);
  }

  upload(arrays: DrawnArrays): void {
    this.bodies.upload(arrays);
  }

  /**
   * Draws a frame at the canvas' size on the page.
   * @returns GPU time of the last frame known [ms], without waiting; without timestamp queries, the CPU time of recording this
   * frame [ms]
   * @throws DrawingError
   */
  render(): number {
    this.fit();
    this.travel.advance();
    this.isStale = false;
    this.controls.update();
    this.sectionView?.lookFrom(this.camera);
    const started = performance.now();
    try {
      this.renderer.render(this.set, this.camera);
    } catch (error) {
      throw new DrawingError((error as Error).message, { cause: error });
    }
    const recorded = performance.now() - started;
    this.afterDrawing?.();
    return this.clock.time() ?? recorded;
  }

  /**
   * Waits until all drawing is done, since a device reports errors late.
   * @throws DrawingError if the device reported an error
   */
  async settle(): Promise<void> {
    await drawingDone(this.renderer);
    if (this.deviceError !== undefined) throw new DrawingError(this.deviceError);
  }

  /** Draws a frame only if the camera, the section or the canvas' size has changed. */
  renderIfMoved(): void {
    const isResized = this.fit();
    const isFlying = this.travel.advance();
    const isMoved = this.controls.update() || isFlying;
    if (isResized || isMoved || this.isStale) this.render();
  }

  /** Fits the renderer to the canvas. @returns whether its size has changed */
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
    this.sectionView?.dispose();
    this.colliders.dispose();
    await this.renderer.dispose();
  }
}
