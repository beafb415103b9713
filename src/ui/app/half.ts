import { frameAll } from '../../render/framing.ts';
import type { Overlays, Shown } from '../../render/overlays.ts';
import { FIELD_OF_VIEW, View } from '../../render/view.ts';
import type { Camera } from '../../scenes/scene.ts';
import type { Attachment } from '../../simulation/constraints/attachments/attachment.ts';
import { shade } from '../../simulation/diagnostics/measure.ts';
import { COUNTERS, type Words } from '../../simulation/state.ts';
import { Drag } from './drag.ts';
import { nextPaint } from './page.ts';
import type { Session } from './session.ts';
import type { ViewOptions } from '../panel/view-options.ts';

/** Frames between two looks at the positions for picking, where they have to be read back from the GPU. */
const PICK_INTERVAL = 5;

/** From a canvas' leaving the page to the end of what draws on it: one is under way, one is without it. */
const PAINTS_APART = 2;

/** Width by height that scenes' own cameras are chosen for. */
const LANDSCAPE = 4 / 3;

/** A scene's own camera, farther away where the picture is narrow: what it shows at both sides stays in it. */
function setBack({ position, target }: Camera, aspect: number): Camera {
  const factor = Math.max(1, LANDSCAPE / aspect);
  const [x, y, z] = position.map((at, k) => target[k] + factor * (at - target[k]));
  return { position: [x, y, z], target };
}

/** A session on the page: its own canvas and view, and the mouse. */
export class Stage {
  /** As last seen [m], 3 a vertex. */
  private positions: Float32Array = new Float32Array();
  private framesUnseen = 0;
  private readonly drag: Drag;

  private constructor(
    private readonly session: Session,
    readonly view: View,
    private readonly shown: Shown,
    pull: (attachments: readonly Attachment[]) => void,
  ) {
    this.drag = new Drag(view, {
      faces: session.faces,
      positions: () => this.positions,
      setAttachments: pull,
    });
  }

  /**
   * Replaces what `host` shows by a new canvas.
   * @param camera where the person looked from; else all bodies are framed
   * @param pull what dragging does; by default it pulls the session's own bodies
   */
  static async open(
    host: HTMLElement,
    session: Session,
    { shown, drawing }: ViewOptions,
    camera: Camera | undefined,
    pull = (attachments: readonly Attachment[]) => session.simulator.setAttachments(attachments),
  ): Promise<Stage> {
    const canvas = document.createElement('canvas');
    host.replaceChildren(canvas);
    const { world, scene, build, opened } = session;
    const aspect = Math.max(1, canvas.clientWidth) / Math.max(1, canvas.clientHeight);
    const view = await View.open(canvas, {
      world,
      home: setBack(scene.camera, aspect),
      camera: camera ?? frameAll(scene.camera, build, FIELD_OF_VIEW, aspect),
      build,
      drawn: opened.drawn,
      drawing,
    });
    view.isTouched = camera !== undefined;
    return new Stage(session, view, shown, pull);
  }

  /** Where the person looks from, if they chose it. */
  get camera(): Camera | undefined {
    if (!this.view.isTouched) return undefined;
    return { position: this.view.camera.position.toArray(), target: this.view.controls.target.toArray() };
  }

  /** Looks from where another view does. */
  follow(view: View): void {
    this.view.isTouched = view.isTouched;
    this.view.camera.position.copy(view.camera.position);
    this.view.controls.target.copy(view.controls.target);
  }

  get lost(): Promise<string> {
    return this.view.lost;
  }

  /** Whether the mouse pulls bodies. */
  set canDrag(can: boolean) {
    this.drag.isEnabled = can;
  }

  /** Brings to the view what it can't read from the GPU's buffers itself. */
  async update(): Promise<void> {
    const { backend, drawn } = this.session.opened;
    const { shown, view } = this;
    view.show(shown);
    view.moveTo(this.session.simulator.time);
    await shade(backend);
    const needed = !drawn || view.section !== undefined || Object.values(shown).includes(true);
    if (needed || this.framesUnseen++ % PICK_INTERVAL === 0) {
      this.positions = (await backend.read('positions')) as Float32Array;
    }
    view.updateSection(this.positions);
    if (!drawn || shown.penetrating) {
      const depths = (await backend.read('depths')) as Float32Array;
      if (!drawn) {
        const normals = (await backend.read('normals')) as Float32Array;
        view.upload({ positions: this.positions, normals, depths });
      }
      if (shown.penetrating) view.overlays.updatePenetrating(this.positions, depths);
    }
    if (shown.wireframe || shown.tetrahedra) view.overlays.updateEdges(this.positions);
    if (shown.contacts) await this.updateContacts(view.overlays);
  }

  private async updateContacts(overlays: Overlays): Promise<void> {
    const { opened, simulator } = this.session;
    const { counters } = simulator;
    const counts = { queries: counters[COUNTERS.queries], ccd: counters[COUNTERS.contactsCcd] };
    overlays.updateContacts(this.positions, (await opened.backend.read('contacts')) as Words, counts);
  }

  /** @returns milliseconds, as View.render */
  draw(): number {
    return this.view.render();
  }

  /** While nothing runs. */
  drawIfMoved(): void {
    this.view.renderIfMoved();
  }

  async close(): Promise<void> {
    this.drag.close();
    this.view.canvas.remove();
    // Firefox (153) paints no frame any more where a device goes whose canvas is still painted.
    for (let paints = 0; paints < PAINTS_APART; paints++) await nextPaint();
    await this.view.dispose();
  }
}
