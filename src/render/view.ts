import type { PictureSize } from './drawing.ts';
import { Group, type Node, type Object3D, type PerspectiveCamera, type Scene as ThreeScene } from 'three/webgpu';
import type { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { BodyMesh } from './bodies.ts';
import { Colliders } from './colliders.ts';
import type { Subject } from './framing.ts';
import { extentOf, groundOf } from './landmarks.ts';
import { openRenderer } from './open-renderer.ts';
import type { Overlays, OverlayChoice } from './overlays.ts';
import { Painter } from './painter.ts';
import { CameraRig } from './rig.ts';
import type { SectionView } from './section/section.ts';
import { Surroundings } from './set.ts';
import type { Paint } from './skin.ts';
import type { DrawnArrays } from './skin-meshes.ts';
import type { SmoothSkin } from './smooth-skin.ts';
import type { OpenSection, Staging } from './staging.ts';
import type { Travel } from './travel.ts';

/** Maximum number of simulated triangles that are drawn with a smooth skin. Meshes of more are fine enough to look smooth without. */
const MAX_SMOOTH_FACES = 150_000;

/** A scene that is drawn on a canvas: what is in it, and which of it is visible. Its renderer is bound to the canvas and the device, so another scene needs another view. */
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
  /** Whether bodies are drawn by the surfaces that are embedded in them, if they have one. Takes effect with the next `show` and `upload`. */
  showsSurfaces = true;
  /** The bodies that are drawn: `live` or `copies`. */
  private bodies: BodyMesh;
  /** The bodies as the simulation's own buffers hold them, or as they were uploaded if there are no such buffers. */
  private readonly live: BodyMesh;
  /** Bodies drawn from uploaded arrays, where `live` draws the simulation's buffers; undefined until they are first needed. */
  private copies: BodyMesh | undefined;
  private readonly threeScene: ThreeScene;
  private readonly surroundings: Surroundings;
  private readonly colliders: Colliders;
  /** Objects of other owners (see `add`). */
  private readonly added = new Group();
  /** Layer that is drawn instead of the bodies (see `explore`). */
  private layer: Object3D | undefined;
  private openSection: OpenSection | undefined;
  /** Whether overlays show the edges of the simulated triangles. */
  private showsMesh = false;
  private sectionView: SectionView | undefined;
  /** Gives the surroundings the colours that suit the system's colour scheme. */
  private readonly colour: () => void;
  private readonly listening = new AbortController();
  private afterDrawing: (() => void) | undefined;
  /** Whether the visible objects or the section have changed since the last frame. */
  private needsDrawing = false;

  private constructor(
    /** Draws this scene on its canvas. */
    readonly painter: Painter,
    readonly canvas: HTMLCanvasElement,
    private readonly staging: Staging,
  ) {
    const { renderer } = painter;
    const { world, home, camera, build, drawn, cards, surfaces, clamps } = staging;
    const ground = groundOf(build);
    this.surroundings = new Surroundings(renderer, home, ground);
    this.threeScene = this.surroundings.scene;
    this.colliders = new Colliders(build, ground ?? 0, this.surroundings.room, clamps);
    this.live = this.bodies = new BodyMesh(world, renderer, drawn, surfaces);
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
      return new View(new Painter(renderer, canvas), canvas, staging);
    } catch (error) {
      await renderer.dispose();
      throw error;
    }
  }

  /**
   * Moves scripted plates, bowls and clamps.
   * @param time simulated time [s]
   * @param waits the state's array `planeWaits`
   */
  moveTo(time: number, waits: Float32Array): void {
    this.colliders.moveTo(time, waits);
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
    // A section cuts tetrahedra, mesh lines are the tetrahedra's, and fields are known at their vertices.
    const isEmbedded = this.showsSurfaces && !isOpen && !this.showsMesh && !this.paint;
    this.bodies.show({ solid: showsBodies, glow: hasGlow }, Smooth, this.paint, isEmbedded);
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
    const { painter, staging } = this;
    if (!staging.drawn) return;
    if (source === 'arrays') this.copies ??= new BodyMesh(staging.world, painter.renderer, undefined, staging.surfaces);
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
    this.surroundings.updateShadows(this.painter.countShadows());
    const time = this.painter.paint(this.threeScene, this.camera);
    this.afterDrawing?.();
    return time;
  }

  /**
   * Draws a frame of another size.
   * @param use called while the canvas holds the picture, which it does until the next paint
   * @throws DrawingError
   */
  renderPicture({ width, height, hasBackground }: PictureSize, use: () => void): void {
    const { painter, surroundings } = this;
    painter.fixedSize = { width, height };
    surroundings.show(hasBackground);
    try {
      this.render();
      use();
    } finally {
      painter.fixedSize = undefined;
      surroundings.show(true);
      this.needsDrawing = true;
    }
  }

  /** Draws a frame only if the camera, the section, the detail or the canvas' size has changed. @returns whether it drew */
  renderIfMoved(): boolean {
    const isResized = this.fitToCanvas();
    const isMoved = this.rig.advance();
    const isDue = isResized || isMoved || this.needsDrawing;
    if (isDue) this.draw();
    return isDue;
  }

  /** @returns whether the number of pixels or samples has changed */
  private fitToCanvas(): boolean {
    const size = this.painter.fitToCanvas();
    if (size) this.rig.resize(size.width, size.height);
    return size !== undefined;
  }

  async dispose(): Promise<void> {
    await this.painter.endTiming();
    this.listening.abort();
    this.rig.dispose();
    this.live.dispose();
    this.copies?.dispose();
    this.staging.surfaces?.dispose();
    this.overlays?.dispose();
    this.sectionView?.dispose();
    this.colliders.dispose();
    this.surroundings.dispose();
    await this.painter.dispose();
  }
}
