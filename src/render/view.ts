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
import type { World } from '../simulation/world/world.ts';
import { BodyMesh } from './bodies.ts';
import type { DrawnArrays, DrawnBuffers } from './skin-meshes.ts';
import { Colliders } from './colliders.ts';
import { type Drawing, DrawingError, hasWebGL, isSoftware, NOTHING_DRAWS } from './drawing.ts';
import { extentOf, groundOf } from './landmarks.ts';
import { Overlays, type OverlayChoice } from './overlays.ts';
import type { Section, SectionView } from './section/section.ts';
import type { SmoothSkin } from './smooth-skin.ts';
import { createSet } from './set.ts';
import { drawingDone, graphicsName, reportErrors, RenderClock } from './three-internals.ts';
import { Travel } from './travel.ts';

/** Vertical field of view [degrees]. */
export const FIELD_OF_VIEW = 38;
/** Distances of the near and far plane, and limits of the camera's distance, as multiples of the distance of the scene's own camera. */
const NEAR_SHARE = 0.012;
const FAR_SHARE = 15;
const MIN_DISTANCE_SHARE = 0.1;
const MAX_DISTANCE_SHARE = 2.4;
/** Maximum polar angle of the camera [radians], so that the camera stays above the ground. */
const MAX_POLAR_ANGLE = 0.495 * Math.PI;
/** Maximum number of device pixels per page pixel. More pixels would cost time without a visible gain. */
const MAX_PIXEL_RATIO = 2;

/** Maximum number of simulated triangles that are drawn with a smooth skin. Meshes of more are fine enough to look smooth without. */
const MAX_SMOOTH_FACES = 150_000;

/** MIN_DISTANCE_SHARE and NEAR_SHARE while a person explores paths: then the camera comes close to single elements. */
const MIN_DISTANCE_SHARE_EXPLORING = 0.01;
const NEAR_SHARE_EXPLORING = 0.001;

/** Everything that a view needs to know about a scene. */
export interface Staging {
  readonly world: World;
  /** The scene's own camera. The distance from its target scales lights, fog and camera limits. */
  readonly home: Camera;
  /** The camera at the start. */
  readonly camera: Camera;
  /** The scene's placements and colliders, from which the view derives the drawn colliders and the ground. */
  readonly build: SceneBuild;
  /**
   * The simulation's device, and its buffers that are drawn in place. If undefined, three.js opens its own device or context.
   */
  readonly drawn: { readonly device: GPUDevice; readonly buffers: DrawnBuffers } | undefined;
  /** Graphics API to use if `drawn` is undefined. */
  readonly drawing: Drawing;
}

/**
 * A section (a plane that cuts the scene open), and the class that draws it. The caller imports the class on demand, since most people
 * never open a section.
 */
export interface OpenSection extends Section {
  readonly View: typeof SectionView;
}

/** A scene that is drawn on a canvas. Its renderer is bound to the canvas and the device, so another scene needs another view. */
export class View {
  readonly camera: PerspectiveCamera;
  readonly controls: OrbitControls;
  readonly overlays: Overlays;
  /**
   * The class that draws the bodies with a smooth skin, which the caller imports on demand; undefined draws the simulated triangles as
   * they are. Takes effect with the next `show` and `upload`.
   */
  smoothSkin: typeof SmoothSkin | undefined;
  /** Resolves with the reason when the device or context that draws the scene is lost. */
  readonly lost: Promise<string>;
  private readonly bodies: BodyMesh;
  private readonly threeScene: ThreeScene;
  private readonly colliders: Colliders;
  private readonly clock: RenderClock;
  /** Distance of the scene's own camera from its target [m]. */
  private readonly distance: number;
  /** Layer that is drawn instead of the bodies (see `explore`). */
  private layer: Object3D | undefined;
  private openSection: OpenSection | undefined;
  /** Whether overlays show the edges of the simulated triangles. */
  private showsMesh = false;
  private sectionView: SectionView | undefined;
  private size = { width: 0, height: 0, ratio: 0 };
  private readonly travel: Travel;
  private afterDrawing: (() => void) | undefined;
  /** Whether the visible objects or the section have changed since the last frame. */
  private needsDrawing = false;
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
    this.threeScene = createSet(renderer, home, ground);
    this.colliders = new Colliders(build, ground ?? 0);
    this.bodies = new BodyMesh(world, renderer, drawn);
    this.overlays = new Overlays(world);
    this.threeScene.add(this.bodies.group, ...this.overlays.objects, this.colliders.group);
    this.camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, NEAR_SHARE * distance, FAR_SHARE * distance);
    this.camera.position.set(...camera.position);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    if (ground !== undefined) this.controls.maxPolarAngle = MAX_POLAR_ANGLE;
    this.controls.minDistance = MIN_DISTANCE_SHARE * distance;
    this.controls.maxDistance = MAX_DISTANCE_SHARE * distance;
    this.controls.target.set(...camera.target);
    this.controls.update();
    this.travel = new Travel(this.camera, this.controls, camera, home);
  }

  /** Opens a view. @throws DrawingError if the graphics API is not available */
  static async open(canvas: HTMLCanvasElement, staging: Staging): Promise<View> {
    const { drawn, drawing } = staging;
    const apiOptions = drawn ? { device: drawn.device } : { forceWebGL: drawing === 'webgl' };
    const renderer = new WebGPURenderer({
      canvas,
      antialias: true,
      stencil: true,
      trackTimestamp: true,
      ...apiOptions,
    });
    try {
      await renderer.init();
    } catch (error) {
      // If the browser offers neither API, the message of three.js only says that a context is null.
      const canDrawNothing = drawing === 'webgl' && !drawn && !hasWebGL();
      throw new DrawingError(canDrawNothing ? NOTHING_DRAWS : (error as Error).message, { cause: error });
    }
    return new View(renderer, canvas, staging);
  }

  /**
   * Updates everything that depends on the simulated time: scripted plates and bowls, and the camera's motion at the start.
   * @param time simulated time [s]
   */
  moveTo(time: number): void {
    this.colliders.moveTo(time);
    this.travel.approach(time);
  }

  /** Whether the person has moved the camera, or a flight has started. From then on the camera does not follow the falling bodies. */
  get isTouched(): boolean {
    return this.travel.isTouched;
  }

  set isTouched(is: boolean) {
    this.travel.isTouched = is;
  }

  show(choice: OverlayChoice): void {
    this.overlays.show(choice);
    this.bodies.isTransparent = choice.tetrahedra;
    this.showsMesh = choice.wireframe || choice.tetrahedra;
    this.chooseVisible();
    this.chooseVisible();
  }

  /** The plane that cuts the scene open; undefined if there is none. While the scene is cut, call `updateSection` whenever bodies move. */
  get section(): OpenSection | undefined {
    return this.openSection;
  }

  set section(section: OpenSection | undefined) {
    const { world, build } = this.staging;
    const wasOpen = this.openSection !== undefined;
    this.openSection = section;
    if (section && !this.sectionView) {
      this.sectionView = new section.View(world, extentOf(build));
      this.threeScene.add(this.sectionView.group);
    }
    const isOpen = section !== undefined;
    if (section) this.sectionView?.place(section, this.camera);
    if (isOpen !== wasOpen) {
      const mask = isOpen ? this.sectionView?.mask : undefined;
      this.bodies.cut(mask);
      this.overlays.cut(mask);
    }
    this.chooseVisible();
  }

  /**
   * Makes either the bodies or the explored layer visible. While a section is open, the bodies' `glow` is invisible, since it would show
   * through the section's face.
   */
  private chooseVisible(): void {
    this.needsDrawing = true;
    const showsBodies = this.layer === undefined;
    const isOpen = this.openSection !== undefined;
    // A smooth skin would not fit the simulated triangles, which the section's outline and the mesh lines show. Fine meshes don't need it.
    const isPlain = isOpen || this.showsMesh || this.staging.world.faceCount > MAX_SMOOTH_FACES;
    const Smooth = isPlain ? undefined : this.smoothSkin;
    this.bodies.show({ solid: showsBodies, glow: showsBodies && !isOpen }, Smooth);
    if (this.sectionView) this.sectionView.group.visible = showsBodies && isOpen;
  }

  /**
   * Cuts the bodies at their current positions.
   * @param positions of all bodies' vertices, 3 per vertex [m]; copied
   */
  updateSection(positions: Float32Array): void {
    if (this.openSection) this.sectionView?.update(positions);
  }

  /**
   * Draws a layer instead of the bodies and their overlays. With `undefined`, the bodies are drawn again, and the overlays from the next
   * call of `show` on.
   * @param afterDrawing called after each frame, so that the page can move elements that lie over the canvas
   */
  explore(layer: Object3D | undefined, afterDrawing: (() => void) | undefined): void {
    this.camera.near = (layer ? NEAR_SHARE_EXPLORING : NEAR_SHARE) * this.distance;
    this.controls.minDistance = (layer ? MIN_DISTANCE_SHARE_EXPLORING : MIN_DISTANCE_SHARE) * this.distance;
    this.camera.updateProjectionMatrix();
    if (layer) for (const object of this.overlays.objects) object.visible = false;
    if (this.layer) this.threeScene.remove(this.layer);
    if (layer) this.threeScene.add(layer);
    this.layer = layer;
    this.chooseVisible();
    this.afterDrawing = afterDrawing;
  }

  /** Returns where a point appears on the canvas [pixels of the page]; undefined if the point is behind the camera. */
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
   * @param direction from the point to the camera; by default the current direction from the target to the camera
   */
  flyTo(point: readonly number[], distance: number, direction?: readonly number[]): void {
    this.travel.flyTo(point, distance, direction);
  }

  /** Starts a flight of the camera. */
  fly(to: Camera): void {
    this.travel.fly(to);
  }

  /** Adds objects that are drawn with the bodies. Their owner removes them from their parent. */
  add(objects: Object3D): void {
    this.threeScene.add(objects);
  }

  upload(arrays: DrawnArrays): void {
    this.bodies.upload(arrays);
  }

  /**
   * Draws a frame at the canvas' size on the page.
   * @returns the last known GPU time of a frame [ms]; on devices without timestamp queries, the CPU time of recording this frame [ms]
   * @throws DrawingError
   */
  render(): number {
    this.fitToCanvas();
    this.travel.advance();
    this.needsDrawing = false;
    this.controls.update();
    this.sectionView?.lookFrom(this.camera);
    const started = performance.now();
    try {
      this.renderer.render(this.threeScene, this.camera);
    } catch (error) {
      throw new DrawingError((error as Error).message, { cause: error });
    }
    const recordingTime = performance.now() - started;
    this.afterDrawing?.();
    return this.clock.time() ?? recordingTime;
  }

  /**
   * Waits until the device has done all drawing, since it reports errors late.
   * @throws DrawingError if the device reported an error
   */
  async settle(): Promise<void> {
    await drawingDone(this.renderer);
    if (this.deviceError !== undefined) throw new DrawingError(this.deviceError);
  }

  /** Whether a software renderer draws, without a GPU. */
  get isSoftware(): boolean {
    return isSoftware(graphicsName(this.renderer));
  }

  /** Draws a frame only if the camera, the section or the canvas' size has changed. */
  renderIfMoved(): void {
    const isResized = this.fitToCanvas();
    const isFlying = this.travel.advance();
    const isMoved = this.controls.update() || isFlying;
    if (isResized || isMoved || this.needsDrawing) this.render();
  }

  /** Fits the renderer to the canvas. @returns whether its size has changed */
  private fitToCanvas(): boolean {
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
