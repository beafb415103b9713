import {
  Group,
  type Node,
  type Object3D,
  type PerspectiveCamera,
  type Renderer,
  type Scene as ThreeScene,
} from 'three/webgpu';
import type { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Camera, Focus, SceneBuild } from '../scenes/scene.ts';
import type { World } from '../simulation/world/world.ts';
import { BodyMesh } from './bodies.ts';
import type { DrawnArrays, DrawnBuffers } from './skin-meshes.ts';
import { Colliders } from './colliders.ts';
import { type Detail, DETAILS, type Drawing, DrawingError, isSoftware, MAX_PIXEL_RATIO } from './drawing.ts';
import type { Rectangle } from './free-area.ts';
import type { Subject } from './framing.ts';
import { extentOf, groundOf } from './landmarks.ts';
import { openRenderer } from './open-renderer.ts';
import type { Overlays, OverlayChoice } from './overlays.ts';
import { CameraRig } from './rig.ts';
import type { Section, SectionView } from './section/section.ts';
import type { Paint } from './skin.ts';
import type { SmoothSkin } from './smooth-skin.ts';
import { Surroundings } from './set.ts';
import type { Travel } from './travel.ts';
import { drawingDone, graphicsName, reportErrors, RenderClock, samplesOf, setSamples } from './three-internals.ts';

/** Maximum number of simulated triangles that are drawn with a smooth skin. Meshes of more are fine enough to look smooth without. */
const MAX_SMOOTH_FACES = 150_000;

/** Everything that a view needs to know about a scene. */
export interface Staging {
  readonly world: World;
  /** The scene's own camera. The distance from its target scales lights, fog and camera limits. */
  readonly home: Camera;
  /** Part of the scene that the camera shows; undefined shows the whole scene. */
  readonly focus: Focus | undefined;
  /** The camera at the start; if undefined, the view direction of `home`, from where all bodies are visible. */
  readonly camera: Camera | undefined;
  /** Returns what lies over the canvas [pixels of the canvas]. The bodies are shown beside it. */
  readonly cards: () => readonly Rectangle[];
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
  readonly rig: CameraRig;
  readonly camera: PerspectiveCamera;
  readonly controls: OrbitControls;
  /** The camera's own motion: it follows the bodies, and flies to given places. */
  readonly travel: Travel;
  /** Overlays, drawn over the bodies; undefined until `show` gets their class. */
  overlays: Overlays | undefined;
  /**
   * The class that draws the bodies with a smooth skin, which the caller imports on demand; undefined draws the simulated triangles as
   * they are. Takes effect with the next `show` and `upload`.
   */
  smoothSkin: typeof SmoothSkin | undefined;
  /** Another material of the skin; undefined draws it as usual. Takes effect with the next `show`. */
  paint: Paint | undefined;
  /** Resolves with the reason when the device or context that draws the scene is lost. */
  readonly lost: Promise<string>;
  /** The bodies that are drawn: `live` or `copies`. */
  private bodies: BodyMesh;
  /** The bodies as the simulation's own buffers hold them, or as they were uploaded if there are no such buffers. */
  private readonly live: BodyMesh;
  /** Bodies drawn from uploaded arrays, where `live` draws the simulation's buffers; undefined until they are first needed. */
  private copies: BodyMesh | undefined;
  private readonly threeScene: ThreeScene;
  private readonly surroundings: Surroundings;
  private readonly colliders: Colliders;
  private readonly clock: RenderClock;
  /** Objects of other owners (see `add`). */
  private readonly added = new Group();
  /** Layer that is drawn instead of the bodies (see `explore`). */
  private layer: Object3D | undefined;
  private openSection: OpenSection | undefined;
  /** Whether overlays show the edges of the simulated triangles. */
  private showsMesh = false;
  private sectionView: SectionView | undefined;
  /** How finely the next frames are drawn. Software renderers are known to be slow, so they begin with the coarsest detail. */
  detail: Detail;
  /** Number of samples per pixel that the device can have. */
  private readonly mostSamples: number;
  private size = { width: 0, height: 0, ratio: 0, samples: 0 };
  /** Number of drawings since the shadows were drawn. */
  private shadowAge = 0;
  /** Gives the surroundings the colours that suit the system's colour scheme. */
  private readonly colour: () => void;
  private readonly listening = new AbortController();
  private afterDrawing: (() => void) | undefined;
  /** Whether the visible objects or the section have changed since the last frame. */
  private needsDrawing = false;
  /** The first error that the device reported while drawing. */
  private deviceError: string | undefined;

  private constructor(
    private readonly renderer: Renderer,
    readonly canvas: HTMLCanvasElement,
    private readonly staging: Staging,
  ) {
    const { world, home, camera, build, drawn, cards } = staging;
    this.lost = new Promise((resolve) => {
      renderer.onDeviceLost = ({ message }) => resolve(message);
    });
    reportErrors(renderer, (message) => {
      this.deviceError ??= message;
    });
    this.clock = new RenderClock(renderer);
    this.mostSamples = samplesOf(renderer);
    this.detail = DETAILS[this.isSoftware ? DETAILS.length - 1 : 0]!;
    const ground = groundOf(build);
    this.surroundings = new Surroundings(renderer, home, ground);
    this.threeScene = this.surroundings.scene;
    this.colliders = new Colliders(build, ground ?? 0, this.surroundings.room);
    this.live = this.bodies = new BodyMesh(world, renderer, drawn);
    this.threeScene.add(this.bodies.group, this.colliders.group, this.added);
    const darkColours = matchMedia('(prefers-color-scheme: dark)');
    this.colour = () => {
      // Explored bodies are clear glass, which needs light behind it.
      this.surroundings.colour(darkColours.matches && this.layer === undefined);
      this.needsDrawing = true;
    };
    darkColours.addEventListener('change', this.colour, { signal: this.listening.signal });
    this.colour();
    const subject = this.subject(build.placements.map(({ positions }) => positions));
    this.rig = new CameraRig(canvas, { home, camera, hasGround: ground !== undefined, subject, cards });
    ({ camera: this.camera, controls: this.controls, travel: this.travel } = this.rig);
  }

  /** Opens a view. @throws DrawingError if the graphics API is not available */
  static async open(canvas: HTMLCanvasElement, staging: Staging): Promise<View> {
    const { drawn, drawing } = staging;
    const renderer = await openRenderer(canvas, drawn?.device, drawing);
    try {
      return new View(renderer, canvas, staging);
    } catch (error) {
      await renderer.dispose();
      throw error;
    }
  }

  /**
   * Moves scripted plates, bowls and clamps.
   * @param time simulated time [s]
   */
  moveTo(time: number): void {
    this.colliders.moveTo(time);
  }

  /**
   * Sets what the camera follows, until the person moves it.
   * @param bodies positions of the bodies' vertices [m], 3 per vertex, in one or more lists
   */
  frame(bodies: readonly Float32Array[]): void {
    this.rig.frame(this.subject(bodies));
  }

  private subject(bodies: readonly Float32Array[]): Subject {
    return { bodies, marks: [...this.colliders.marks()], focus: this.staging.focus };
  }

  /**
   * Chooses what is drawn over the bodies.
   * @param Layer class of the overlays, which the caller imports on demand; nothing is drawn over the bodies before
   */
  show(choice: OverlayChoice, Layer: typeof Overlays | undefined): void {
    if (Layer && !this.overlays) {
      this.overlays = new Layer(this.staging.world);
      this.threeScene.add(...this.overlays.objects);
      this.overlays.cut(this.sectionMask);
    }
    this.overlays?.show(choice);
    this.bodies.isTransparent = choice.tetrahedra;
    this.showsMesh = this.overlays !== undefined && (choice.wireframe || choice.tetrahedra);
    this.chooseVisible();
  }

  /** Clipping by the section, for objects of other owners (see `add`); undefined if there is no section. */
  get sectionMask(): Node<'bool'> | undefined {
    return this.openSection && this.sectionView?.mask;
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
      const mask = this.sectionMask;
      this.bodies.cut(mask);
      this.overlays?.cut(mask);
    }
    this.chooseVisible();
  }

  /**
   * Makes either the bodies or the explored layer visible. While a section is open or the skin is painted, the bodies' `glow` is
   * invisible, since it would show through the section's face or change the paint's colours.
   */
  private chooseVisible(): void {
    this.needsDrawing = true;
    const showsBodies = this.layer === undefined;
    const isOpen = this.openSection !== undefined;
    const hasGlow = showsBodies && !isOpen && !this.paint;
    // A smooth skin would not fit the simulated triangles, which the section's outline and the mesh lines show. Fine and flat meshes don't need it.
    const { dimension, faceCount } = this.staging.world;
    const isPlain = isOpen || this.showsMesh || dimension === 2 || faceCount > MAX_SMOOTH_FACES;
    const Smooth = isPlain ? undefined : this.smoothSkin;
    this.bodies.show({ solid: showsBodies, glow: hasGlow }, Smooth, this.paint);
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
    this.rig.isExploring = layer !== undefined;
    if (layer) for (const object of this.overlays?.objects ?? []) object.visible = false;
    if (this.layer) this.threeScene.remove(this.layer);
    if (layer) this.threeScene.add(layer);
    this.layer = layer;
    this.colour();
    this.chooseVisible();
    this.added.visible = layer === undefined;
    this.afterDrawing = afterDrawing;
  }

  /** Adds objects that are drawn with the bodies, unless a layer is explored. Their owner removes them from their parent. */
  add(objects: Object3D): void {
    this.added.add(objects);
  }

  upload(arrays: DrawnArrays): void {
    this.bodies.upload(arrays);
  }

  /**
   * Chooses where the bodies are drawn from. Call it before `show` and `upload`. Without buffers of the simulation, arrays are always drawn.
   * @param source the simulation's own buffers, or the arrays of the next `upload`
   */
  drawFrom(source: 'buffers' | 'arrays'): void {
    const { renderer, staging } = this;
    if (!staging.drawn) return;
    if (source === 'arrays') this.copies ??= new BodyMesh(staging.world, renderer);
    const bodies = source === 'arrays' ? this.copies! : this.live;
    if (bodies === this.bodies) return;
    this.threeScene.remove(this.bodies.group);
    this.threeScene.add(bodies.group);
    this.bodies = bodies;
    bodies.cut(this.sectionMask);
    this.chooseVisible();
  }

  /**
   * Draws a frame at the canvas' size on the page.
   * @returns the last known GPU time of a frame [ms]; on devices without timestamp queries, the CPU time of recording this frame [ms]
   * @throws DrawingError
   */
  render(): number {
    this.fitToCanvas();
    this.rig.advance();
    return this.draw();
  }

  private draw(): number {
    this.surroundings.moveFog(this.rig.distance);
    this.needsDrawing = false;
    this.sectionView?.lookFrom(this.camera);
    const hasFreshShadows = ++this.shadowAge >= this.detail.shadowFrames;
    if (hasFreshShadows) this.shadowAge = 0;
    this.surroundings.updateShadows(hasFreshShadows);
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
   * @throws DrawingError if the device reported an error, or if it is gone together with the browser's process that draws
   */
  async settle(): Promise<void> {
    try {
      await drawingDone(this.renderer);
    } catch (error) {
      throw new DrawingError((error as Error).message, { cause: error });
    }
    if (this.deviceError !== undefined) throw new DrawingError(this.deviceError);
  }

  /** Whether a software renderer draws, without a GPU. */
  get isSoftware(): boolean {
    return isSoftware(graphicsName(this.renderer));
  }

  /** Draws a frame only if the camera, the section, the detail or the canvas' size has changed. @returns whether it drew */
  renderIfMoved(): boolean {
    const isResized = this.fitToCanvas();
    const isMoved = this.rig.advance();
    const isDue = isResized || isMoved || this.needsDrawing;
    if (isDue) this.draw();
    return isDue;
  }

  /** Fits the renderer to the canvas and the detail. @returns whether the number of pixels or samples has changed */
  private fitToCanvas(): boolean {
    const width = Math.max(1, this.canvas.clientWidth);
    const height = Math.max(1, this.canvas.clientHeight);
    const { resolution, samples } = this.detail;
    const ratio = resolution * Math.min(MAX_PIXEL_RATIO, globalThis.devicePixelRatio);
    if (
      width === this.size.width &&
      height === this.size.height &&
      ratio === this.size.ratio &&
      samples === this.size.samples
    )
      return false;
    this.size = { width, height, ratio, samples };
    setSamples(this.renderer, Math.min(samples, this.mostSamples));
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.rig.resize(width, height);
    return true;
  }

  async dispose(): Promise<void> {
    await this.clock.settle();
    this.listening.abort();
    this.rig.dispose();
    this.live.dispose();
    this.copies?.dispose();
    this.overlays?.dispose();
    this.sectionView?.dispose();
    this.colliders.dispose();
    this.surroundings.dispose();
    await this.renderer.dispose();
  }
}
