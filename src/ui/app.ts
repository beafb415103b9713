import type GUI from 'lil-gui';
import { toCsv, toJson } from '../record/formats.ts';
import { View } from '../render/view.ts';
import { sceneByName } from '../scenes/scenes.ts';
import { defaultParameters, type SimulationParameters } from '../simulation/parameters.ts';
import { BrokenStateError } from '../simulation/simulator.ts';
import type { Attachment } from '../simulation/backend.ts';
import { COUNTERS, type Words } from '../simulation/state.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import { download } from './download.ts';
import { Drag } from './drag.ts';
import { Figures } from './figures.ts';
import { createHelp } from './help.ts';
import { listenToKeys } from './keys.ts';
import type { LinkRequest } from './links.ts';
import { Messages } from './messages.ts';
import { createPanel, type PanelActions, type Shown } from './panel.ts';
import { Recorder } from './recorder.ts';
import type { Runtime } from './runtime.ts';
import { buildScene, closeSession, openSession, type Session } from './session.ts';
import { chooseSize } from './trial.ts';

/** Frames between two looks at the positions for picking, where they have to be read back from the GPU. */
const PICK_INTERVAL = 5;

/** The page: one scene, its view, its panel. */
export class App implements PanelActions {
  private session: Session | undefined;
  private view: View | undefined;
  private gui: GUI | undefined;
  private positions: Float32Array = new Float32Array();
  private isPaused = false;
  private stepsAsked = 0;
  private wanted: { scene: string; size?: number; backend: 'cpu' | 'gpu'; parameters: SimulationParameters };
  private reload = true;
  private readonly shownNow: Shown = { contacts: false, penetrating: false, tetrahedra: false, wireframe: false };
  private readonly recorder = new Recorder();
  private readonly messages = new Messages(byId('message'));
  private readonly figures = new Figures(byId('figures'));
  private readonly workers: number;

  constructor(
    private readonly runtime: Runtime,
    link: LinkRequest,
  ) {
    this.workers = link.workers ?? runtime.workers;
    const scene = sceneByName(link.scene)!;
    this.wanted = {
      scene: link.scene,
      ...(link.size ? { size: link.size } : {}),
      backend: link.backend ?? runtime.backends[0]!,
      parameters: { ...defaultParameters(), ...scene.parameters, ...link.parameters },
    };
    const help = createHelp(byId('help'));
    listenToKeys({ ' ': () => this.togglePause(), '.': () => this.step(), r: () => this.reset(), h: help.toggle });
    const news = [...runtime.notes, ...link.complaints];
    if (news.length > 0) queueMicrotask(() => this.messages.say(news.join(' · '), 12));
  }

  /** Runs until the page closes; an error in a frame ends the run of the scene, never the page. */
  async run(): Promise<never> {
    for (;;) {
      try {
        if (this.reload) await this.start();
        else await this.nextFrame();
      } catch (error) {
        this.halt(error);
      }
    }
  }

  private async start(): Promise<void> {
    this.reload = false;
    const { backend, parameters } = this.wanted;
    const scene = sceneByName(this.wanted.scene)!;
    const busy = (text: string) => (fraction: number) => this.messages.progress(text, fraction);
    const size =
      this.wanted.size ??
      (await chooseSize(this.runtime, scene, backend, busy('Trying out how much this machine can run')));
    const kept = this.session?.size === size && this.session.scene === scene ? this.session.build : undefined;
    const build = kept ?? (await buildScene(scene.name, size, busy(`Growing bodies of ${size} tetrahedra`)));
    if (this.session) await closeSession(this.session);
    this.session = undefined;
    this.session = await openSession(this.runtime, { scene, size, build, backend, workers: this.workers, parameters });
    this.wanted.size = size;
    await this.openView(this.session);
    this.watchDevice(this.session);
    this.positions = (await this.session.opened.backend.read('positions')) as Float32Array;
    this.buildPanel();
    this.messages.hide();
    if (build.notes.length > 0) this.messages.say(build.notes.join(' · '));
  }

  /** A view of its own for each session: canvas, renderer and device belong together. */
  private async openView({ world, scene, build, opened }: Session): Promise<void> {
    const camera = this.view && { position: this.view.camera.position.toArray(), target: this.view.controls.target.toArray() };
    this.view?.dispose();
    const canvas = document.createElement('canvas');
    byId('stage').replaceChildren(canvas);
    this.view = await View.create(canvas, opened.drawn?.device);
    this.view.show(world, camera ?? scene.camera, build.box, opened.drawn?.buffers);
    this.view.overlays!.show(this.shownNow);
    new Drag(this.view, () => {
      const { session, positions } = this;
      if (!session || positions.length === 0) return undefined;
      const setAttachments = (pulled: readonly Attachment[]) => session.simulator.setAttachments(pulled);
      return { faces: session.faces, positions, setAttachments };
    });
  }

  private watchDevice(session: Session): void {
    void session.opened.lost?.then((reason) => {
      if (this.session !== session) return;
      this.messages.say(`The graphics device was lost (${reason}). The scene starts again on a new one.`, 10);
      this.reload = true;
    });
  }

  private async nextFrame(): Promise<void> {
    const { session, view } = this;
    if (!session || !view) return nextPaint();
    const runs = !this.isPaused || this.stepsAsked > 0;
    if (runs) {
      const steps = this.isPaused ? 1 : session.simulator.parameters.stepsPerFrame;
      this.stepsAsked = Math.max(0, this.stepsAsked - 1);
      const before = session.simulator.time;
      const row = await session.simulator.frame({ steps });
      await session.opened.backend.shade();
      await this.bring(session, view);
      this.note(session, await this.draw(view, row), session.simulator.time - before);
    } else {
      await view.render();
    }
    await nextPaint();
  }

  /** Brings to the view what it can't read from the GPU's buffers itself. */
  private async bring({ opened: { backend, drawn }, simulator }: Session, view: View): Promise<void> {
    const overlays = view.overlays!;
    const isPickTurn = simulator.frames % PICK_INTERVAL === 0;
    if (!drawn || overlays.needsPositions || isPickTurn) {
      this.positions = (await backend.read('positions')) as Float32Array;
    }
    if (!drawn || this.shownNow.penetrating) {
      const depths = (await backend.read('depths')) as Float32Array;
      if (!drawn) view.upload({ positions: this.positions, normals: (await backend.read('normals')) as Float32Array, depths });
      if (this.shownNow.penetrating) overlays.updatePenetrating(this.positions, depths);
    }
    overlays.updateEdges(this.positions);
    if (this.shownNow.contacts) {
      const counters = (await backend.read('counters')) as Uint32Array;
      const counts = { dcd: counters[COUNTERS.contactsDcd]!, ccd: counters[COUNTERS.contactsCcd]! };
      overlays.updateContacts(this.positions, (await backend.read('contacts')) as Words, counts);
    }
  }

  private async draw(view: View, row: FrameRow): Promise<FrameRow> {
    const started = performance.now();
    await view.render();
    const render = performance.now() - started;
    return { ...row, ms: row.ms + render, stages: { ...row.stages, render } };
  }

  private note(session: Session, row: FrameRow, simulated: number): void {
    this.recorder.add(session, row);
    const { backend } = session.opened;
    const text = `${session.world.bodies.length} bodies, ${session.world.tetCount.toLocaleString('en')} tetrahedra · ${backend.kind}: ${backend.adapter}`;
    this.figures.update(row, simulated, { title: session.scene.title, text }, this.recorder.isRecording);
  }

  /** Stops the scene's run and says why; nothing recorded is lost. */
  private halt(error: unknown): void {
    this.isPaused = true;
    const what = error instanceof BrokenStateError ? `The simulation broke: ${error.message}` : `Something failed: ${String(error)}`;
    if (!(error instanceof BrokenStateError)) console.error(error);
    this.messages.ask(what, 'start again', () => this.reset());
  }

  private buildPanel(): void {
    this.gui?.destroy();
    const { scene, size } = this.session!;
    this.gui = createPanel(
      {
        scene: scene.name,
        size,
        backend: this.wanted.backend,
        backends: this.runtime.backends,
        parameters: this.session!.simulator.parameters,
        shown: this.shownNow,
        isRecording: this.recorder.isRecording,
      },
      this,
    );
  }

  setParameters(changed: Partial<SimulationParameters>): void {
    this.session?.simulator.setParameters(changed);
    Object.assign(this.wanted.parameters, changed);
  }

  load(changed: { scene?: string; backend?: 'cpu' | 'gpu'; size?: number }): void {
    Object.assign(this.wanted, changed);
    this.reload = true;
  }

  reset(): void {
    this.isPaused = false;
    this.reload = true;
  }

  togglePause(): void {
    this.isPaused = !this.isPaused;
  }

  step(): void {
    this.isPaused = true;
    this.stepsAsked++;
  }

  record(): void {
    if (this.recorder.isRecording) this.recorder.stop();
    else if (this.session) this.recorder.start(this.session);
  }

  downloadCsv(): void {
    this.save('csv', 'text/csv');
  }

  downloadJson(): void {
    this.save('json', 'application/json');
  }

  private save(format: 'csv' | 'json', type: string): void {
    if (this.recorder.isEmpty) return this.messages.say('Nothing is recorded yet: press start, then let some frames pass.');
    const recording = this.recorder.recording(this.workers);
    download(`untangle-${recording.scene}.${format}`, format === 'csv' ? toCsv(recording) : toJson(recording), type);
  }

  shown(): void {
    this.view?.overlays?.show(this.shownNow);
  }
}

function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element #${id}`);
  return element;
}

const nextPaint = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));
