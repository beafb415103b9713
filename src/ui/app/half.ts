import type { EmbeddedSurfaces } from '../../render/embedded/embedded-surfaces.ts';
import type { DrawnArrays } from '../../render/skin-meshes.ts';
import type { Rectangle } from '../../render/free-area.ts';
import type { PlaneLook } from '../../render/plane/plane-look.ts';
import type { Overlays } from '../../render/overlays.ts';
import { View } from '../../render/view.ts';
import type { Camera } from '../../scenes/scene.ts';
import { shade } from '../../simulation/diagnostics/measure.ts';
import { BrokenStateError, type FrameOptions } from '../../simulation/simulator.ts';
import { COUNTERS, type Words } from '../../simulation/state.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import type { ViewOptions } from '../panel/view-options.ts';
import type { Caption } from './caption.ts';
import { DrawnAir } from './drawn-air.ts';
import { onDemand } from './on-demand.ts';
import { nextPaint } from './page.ts';
import { machineOf } from '../panel/readouts.ts';
import { closeSession, type Session } from './session.ts';

/** Number of updates between two readbacks of positions, if only picking by mouse needs positions on the CPU. */
const PICK_INTERVAL = 5;

/**
 * Number of paints to wait between removing a canvas and disposing its renderer. The first paint may still contain the canvas, the
 * second one does not.
 */
const PAINTS_BEFORE_DISPOSAL = 2;

/** Aspect ratio (width / height) of the picture for which the scenes' own cameras are chosen. */
const LANDSCAPE = 4 / 3;

/** Moves a scene's own camera back if the canvas is narrower than LANDSCAPE, so that the sides stay in view. */
function moveBack({ position, target }: Camera, aspect: number): Camera {
  const factor = Math.max(1, LANDSCAPE / aspect);
  const [x, y, z] = position.map((coordinate, k) => target[k] + factor * (coordinate - target[k]));
  return { position: [x, y, z], target };
}

/** Lets people reach a canvas by the keyboard, and says to a screen reader what it shows and how the camera moves. */
function makeReachable(canvas: HTMLCanvasElement, content: string): void {
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'application');
  canvas.ariaRoleDescription = '3D scene';
  canvas.ariaLabel = `${content}. Arrow keys turn the camera, plus and minus bring it closer and farther away, h shows all keys.`;
}

/** Additional measurements of a recorded frame: a hash of the state, and the count of surface edges that pierce a face. */
export type FrameExtras = Required<Pick<FrameOptions, 'hash' | 'piercing'>>;

/** A state that was kept: what drawing needs of it. */
export interface EarlierState extends DrawnArrays {
  /** Simulated time [s]. */
  readonly time: number;
  /** The state's array of that name: how far plates are behind the script. */
  readonly planeWaits: Float32Array;
}

/** A session on the page, with its canvas, view and caption. It fills the page, or is one side of a comparison. */
export class Half {
  /** Positions as last read back [m], 3 per vertex. */
  private positions: Float32Array = new Float32Array();
  /** Whether pointers can pull bodies. */
  canPull = true;
  /** Number of updates in which only picking by mouse needed positions on the CPU. */
  private pickOnlyUpdates = 0;
  /** The caption, which only the sides of a comparison have. */
  caption: Caption | undefined;

  private readonly air: DrawnAir;

  private constructor(
    readonly session: Session,
    readonly view: View,
    private readonly viewOptions: ViewOptions,
    /** How bodies of the plane look; undefined if bodies are in space. */
    private readonly plane: PlaneLook | undefined,
    /** Sentences about what can't be drawn as the scene says. */
    readonly notes: readonly string[],
  ) {
    this.air = new DrawnAir(session, view, viewOptions);
    if (plane) view.add(plane.group);
  }

  /**
   * Opens a view of a session, on a new canvas that replaces the content of `host`. If this fails, closes the session; otherwise `close`
   * does.
   * @param camera the viewpoint to keep; by default all bodies are framed
   * @param cards returns what lies over the canvas
   */
  static async open(
    host: HTMLElement,
    session: Session,
    viewOptions: ViewOptions,
    camera: Camera | undefined,
    cards: (canvas: HTMLCanvasElement) => Rectangle[],
  ): Promise<Half> {
    let drawnSurfaces: EmbeddedSurfaces | undefined;
    try {
      const canvas = document.createElement('canvas');
      host.replaceChildren(canvas);
      const { world, scene, build, opened } = session;
      const plane = world.dimension === 2 ? await import('../../render/plane/plane-look.ts') : undefined;
      const notes: string[] = [];
      const note = (text: string) => notes.push(text);
      const surfaces = build.placements.some(({ surface }) => surface)
        ? await onDemand('The surfaces', import('../../render/embedded/embedded-surfaces.ts'), note)
        : undefined;
      const drivers = build.script?.drivers;
      const clamps = drivers && (await onDemand('What holds bodies', import('../../render/clamps.ts'), note));
      drawnSurfaces = await surfaces?.EmbeddedSurfaces.open(world, build.placements);
      makeReachable(canvas, `${scene.title}: ${machineOf(session)}`);
      const aspect = Math.max(1, canvas.clientWidth) / Math.max(1, canvas.clientHeight);
      const view = await View.open(canvas, {
        world,
        home: moveBack(scene.camera, aspect),
        focus: scene.focus,
        camera,
        cards: () => cards(canvas),
        build,
        surfaces: drawnSurfaces,
        clamps: drivers && clamps?.createClamps(drivers, build.placements),
        drawn: opened.drawn,
        drawing: viewOptions.drawing,
      });
      notes.push(...(drawnSurfaces?.notes ?? []));
      return new Half(session, view, viewOptions, plane && new plane.PlaneLook(world), notes);
    } catch (error) {
      drawnSurfaces?.dispose();
      await closeSession(session);
      throw error;
    }
  }

  /** The viewpoint, if the person has moved the camera. */
  get camera(): Camera | undefined {
    return this.view.travel.isTouched ? this.view.travel.viewpoint : undefined;
  }

  /** Positions of all vertices as last read back [m], 3 per vertex; empty before the first update. */
  get bodies(): Float32Array {
    return this.positions;
  }

  /**
   * Simulates one frame.
   * @returns the frame's measurements; undefined if the state is broken, now or since an earlier frame
   */
  async simulate(steps: number | undefined, extras: FrameExtras): Promise<FrameRow | undefined> {
    const { session } = this;
    if (session.broken) return undefined;
    try {
      return await session.simulator.frame({
        ...extras,
        trustsFreedom: true,
        ...(steps === undefined ? {} : { steps }),
      });
    } catch (error) {
      if (!(error instanceof BrokenStateError)) throw error;
      session.broken = error;
      return undefined;
    }
  }

  /**
   * Prepares the view for drawing the current state. Computes normals, reads back the arrays that the view can't draw from the GPU's
   * buffers, and passes them to the view.
   * @param isHeld whether pulls are drawn, which takes the positions
   */
  async update(isHeld: boolean): Promise<void> {
    const { backend, drawn } = this.session.opened;
    const { view, viewOptions } = this;
    const { shown, fieldColours: colours } = viewOptions;
    view.drawFrom(colours ? 'arrays' : 'buffers');
    view.paint = colours?.paint ?? this.plane?.paint;
    view.showsSurfaces = viewOptions.showsSurfaces;
    view.show(shown, viewOptions.overlays);
    view.moveTo(this.session.simulator.time, backend.pool.state.planeWaits);
    await shade(backend);
    const drawsArrays = !drawn || colours !== undefined;
    const drawsLines = this.air.isShown || this.plane !== undefined || Object.values(shown).includes(true);
    const needsPositions = drawsArrays || isHeld || view.section !== undefined || drawsLines;
    if (needsPositions || this.pickOnlyUpdates++ % PICK_INTERVAL === 0) {
      this.positions = (await backend.read('positions')) as Float32Array;
    }
    const needsDepths = drawsArrays || shown.penetrating;
    const depths = needsDepths ? ((await backend.read('depths')) as Float32Array) : undefined;
    if (drawsArrays && depths) {
      const normals = (await backend.read('normals')) as Float32Array;
      const velocities = colours?.needsVelocities ? ((await backend.read('velocities')) as Float32Array) : undefined;
      this.upload({ positions: this.positions, normals, depths }, velocities, colours);
    }
    this.placeMarks(depths);
    if (shown.contacts && view.overlays) await this.updateContacts(view.overlays);
    await this.air.update(this.positions);
  }

  /** Passes a state to the view. @param colours puts a field in place of the depths; undefined leaves them */
  private upload(
    arrays: DrawnArrays,
    velocities: Float32Array | undefined,
    colours: ViewOptions['fieldColours'],
  ): void {
    const { world, simulator } = this.session;
    const values = colours?.measure(world, { ...arrays, velocities }, simulator.parameters);
    this.view.upload(values ? { ...arrays, depths: values } : arrays);
  }

  /** Prepares the view for drawing an earlier state, until the next call of `update`. The simulation is not touched. */
  recall(earlier: EarlierState): void {
    const { view, viewOptions } = this;
    this.positions = earlier.positions;
    // The next update must not take the earlier positions for the current ones.
    this.pickOnlyUpdates = 0;
    const { fieldColours: colours } = viewOptions;
    view.drawFrom('arrays');
    view.paint = colours?.paint ?? this.plane?.paint;
    this.air.hide();
    view.showsSurfaces = viewOptions.showsSurfaces;
    // Contacts of earlier states aren't kept.
    view.show({ ...viewOptions.shown, contacts: false }, viewOptions.overlays);
    this.upload(earlier, undefined, colours);
    view.moveTo(earlier.time, earlier.planeWaits);
    this.placeMarks(earlier.depths);
  }

  /** Moves the section and what is drawn over the bodies to the current `positions`. @param depths of all vertices [m], if they are read */
  private placeMarks(depths: Float32Array | undefined): void {
    const { positions, view } = this;
    const { shown } = this.viewOptions;
    view.updateSection(positions);
    this.plane?.update(positions);
    if (shown.penetrating && depths) view.overlays?.updatePenetrating(positions, depths);
    if (shown.wireframe || shown.tetrahedra) view.overlays?.updateEdges(positions);
  }

  private async updateContacts(overlays: Overlays): Promise<void> {
    const { opened, simulator } = this.session;
    const { counters } = simulator;
    const counts = { queries: counters[COUNTERS.queries], ccd: counters[COUNTERS.contactsCcd] };
    overlays.updateContacts(this.positions, (await opened.backend.read('contacts')) as Words, counts);
  }

  /** Removes the canvas, then disposes the view and closes the session. */
  async close(): Promise<void> {
    this.view.canvas.remove();
    // Firefox 153 stops painting if a device is destroyed while its canvas is still painted.
    for (let paints = 0; paints < PAINTS_BEFORE_DISPOSAL; paints++) await nextPaint();
    this.air.dispose();
    this.plane?.dispose();
    await this.view.dispose();
    await closeSession(this.session);
  }
}
