import GUI, { type Controller } from 'lil-gui';
import type { Scene } from '../../scenes/scene.ts';
import { startParameters } from '../../scenes/start-parameters.ts';
import { OWN_SCENE } from '../link/own-document.ts';
import { FIGURES_SCENE } from '../../scenes/figures/figures-scene.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { Comparison } from '../app/comparison.ts';
import type { BackendKind } from '../app/runtime.ts';
import type { SceneChoice } from '../link/settings.ts';
import type { RecordActions } from '../recording/record-mode.ts';
import { hasAir, type World } from '../../simulation/world/world.ts';
import { AirBar } from './air-bar.ts';
import { createBar } from './bar.ts';
import { ChangeBar, type EditSteps } from './change-bar.ts';
import type { ExportRequest } from '../export/export-request.ts';
import { addExports, EXPORT_FOLDER } from './export-folder.ts';
import { COLLISION_FOLDER, DRAGGING_FOLDER, MATERIAL_FOLDER, METHOD_FOLDERS, PLAY_FOLDERS } from './folders.ts';
import { addChoice, ParameterControls } from './parameter-controls.ts';
import { addComparison, addSceneList, addSize } from './scene-folder.ts';
import { addSection } from './section-folder.ts';
import { addShown, EXPLORE_NAME, type ShowActions, SHOW_FOLDER, type ShownControls } from './show-folder.ts';
import { type Tip, Tooltip } from './tooltip.ts';
import { addUntangling, type UntangleActions } from './untangle-rows.ts';
import type { ViewOptions } from './view-options.ts';

/** Actions of the page that the panel and the keys call. */
export interface PanelActions extends ShowActions, UntangleActions {
  /**
   * Changes parameters of the running scene.
   * @param kept what links and the next start get; by default the same
   */
  setParameters(changed: Partial<SimulationParameters>, kept?: Partial<SimulationParameters>): void;
  load(changed: SceneChoice): void;
  /** Cancels the work whose progress is shown. @returns false if none is shown */
  cancelProgress(): boolean;
  /** Cancels the loading of a scene, if one is loading. */
  cancelLoad(): void;
  openGallery(): void;
  /** Shows what to look for in the scene. */
  about(): void;
  /** Starts the scene again. */
  reset(): void;
  togglePause(): void;
  /** Pauses the scene and simulates one step. */
  step(): void;
  /** Saves a shape, a sequence, a picture or a video. */
  save(request: ExportRequest): void;
  /** Hides the panel's tooltip. @returns whether it was shown */
  hideTip(): boolean;
  /** Whether the running scene has an air mesh. */
  readonly hasAir: boolean;
  /** Shows the air mesh, or hides it. */
  toggleAir(): void;
  /** Presses a scene with an air mesh flat, or lets go of it. */
  toggleFlat(): void;
  /** The recorder; undefined if its code can't be fetched. */
  readonly recording: RecordActions | undefined;
  /** Opens the browser's dialog of files. */
  openFiles(): void;
  /** Shows the scene of one's own. */
  openOwn(): void;
  /** Edits of the scene that is shown, if it is one's own. */
  readonly edits: EditSteps | undefined;
  /** Fills the folder of a scene of one's own. */
  fillOwn(folder: GUI, tooltip: Tooltip): void;
  /** Shows a short message. */
  say(text: string): void;
}

/** The running scene's settings, as the panel shows them. */
export interface PanelState {
  readonly scene: Scene;
  readonly size: number;
  readonly backend: BackendKind;
  /** Backends that this browser can run. */
  readonly backends: readonly BackendKind[];
  readonly parameters: SimulationParameters;
  /** The scene's bodies, some of which have materials of their own, and its air mesh. */
  readonly world: World;
  /** Whether bodies are drawn by surfaces of their own. */
  readonly hasSurfaces: boolean;
  readonly compare: Comparison | undefined;
  /** Comparisons that the panel offers. */
  readonly comparisons: readonly Comparison[];
}

const OWN_FOLDER = 'Edit my scene';
/** Folders that are open at first. Those of the method are within a folder that is closed. */
const OPEN_AT_FIRST: readonly string[] = [
  'Scene',
  OWN_FOLDER,
  ...[...PLAY_FOLDERS, ...METHOD_FOLDERS].map(({ title }) => title),
  SHOW_FOLDER,
];
const BACKEND_TITLES: Readonly<Record<BackendKind, string>> = { cpu: 'Processor (CPU)', gpu: 'Graphics card (GPU)' };

/** Width of the panel [pixels]. */
const WIDTH = 300;
/** Media query of small screens; the style sheets have the same one. */
const SMALL_SCREEN = '(max-width: 720px)';

/** The panel: scene, parameters, view options and recorder. Its code is fetched after the first frame. */
export class Panel {
  private gui: GUI | undefined;
  private controls: ParameterControls | undefined;
  /** Replaces the list of comparisons; undefined while there is none. */
  private offerComparisons: ((comparisons: readonly Comparison[]) => void) | undefined;
  /** The bar of scenes with an air mesh. */
  private airBar: AirBar | undefined;
  private recordButton: Controller | undefined;
  private shown: ShownControls | undefined;
  /** Shows what the rows that untangle can do now. */
  private showUntangling: (() => void) | undefined;
  private readonly tooltip = new Tooltip();
  private readonly changes: ChangeBar;
  /** Scene, size, backend and comparison that the panel was built for. */
  private builtKey = '';
  /** Enables the panel again; defined while paths are explored. */
  private endExploring: (() => void) | undefined;

  constructor(
    private readonly actions: PanelActions,
    private readonly viewOptions: ViewOptions,
  ) {
    this.changes = new ChangeBar(
      this.tooltip,
      (text) => actions.say(text),
      () => actions.edits,
    );
  }

  /** Updates the panel's values. For another scene, size, backend or comparison, builds the panel anew; open folders stay open. */
  show(state: PanelState): void {
    const { scene, size, parameters } = state;
    const start = startParameters(scene, size);
    const key = [scene.name, size, state.backend, state.hasSurfaces, state.compare?.name, state.compare?.value].join();
    if (key === this.builtKey) {
      this.controls?.begin(parameters, start);
      if (this.controls) this.changes.begin(`${scene.name} ${size}`, this.controls);
      return;
    }
    this.builtKey = key;
    const before = new Map(this.gui?.foldersRecursive().map(({ _title, _closed }) => [_title, !_closed]));
    const gui = this.newGui();
    this.airBar = undefined;
    this.controls = new ParameterControls(state, start, {
      history: this.changes.history,
      tooltip: this.tooltip,
      change: (changed, kept) => this.actions.setParameters(changed, kept),
      changed: () => {
        this.changes.update();
        this.airBar?.update();
      },
      say: (text) => this.actions.say(text),
    });
    this.changes.begin(`${scene.name} ${size}`, this.controls);
    gui.$children.append(this.playBar(), this.changes.element);
    if (hasAir(state.world)) {
      this.airBar = new AirBar(this.controls, this.tooltip);
      gui.$children.append(this.airBar.element);
    }
    this.addFolders(gui, state);
    this.controls.showMarks();
    for (const folder of gui.foldersRecursive()) {
      const { _title: title } = folder;
      folder.open(before.get(title) ?? OPEN_AT_FIRST.includes(title));
    }
  }

  private addFolders(gui: GUI, state: PanelState): void {
    const controls = this.controls!;
    const { actions, viewOptions, tooltip } = this;
    this.addScene(gui.addFolder('Scene'), state);
    if (state.scene.name === OWN_SCENE) this.actions.fillOwn(gui.addFolder(OWN_FOLDER), this.tooltip);
    for (const { title, names } of PLAY_FOLDERS) {
      const folder = gui.addFolder(title);
      if (title === MATERIAL_FOLDER) controls.addPresets(folder);
      for (const name of names) controls.add(folder, name);
      if (title === COLLISION_FOLDER) this.showUntangling = addUntangling(folder, actions, tooltip);
    }
    const has = { air: hasAir(state.world), surfaces: state.hasSurfaces };
    this.shown = addShown(gui.addFolder(SHOW_FOLDER), actions, viewOptions, tooltip, has);
    addSection(
      gui,
      this.viewOptions,
      this.tooltip,
      () => this.actions.viewOptionsChanged(),
      (text) => this.actions.say(text),
    );
    const dragging = gui.addFolder(DRAGGING_FOLDER.title);
    for (const name of DRAGGING_FOLDER.names) controls.add(dragging, name);
    addExports(gui.addFolder(EXPORT_FOLDER), (request) => this.actions.save(request), this.tooltip);
    this.addRecorder(gui.addFolder('Record frame timings'));
    const method = gui.addFolder('Method');
    this.addBackend(method, state);
    for (const { title, names } of METHOD_FOLDERS) {
      const folder = method.addFolder(title);
      for (const name of names) controls.add(folder, name);
    }
  }

  /** Shows the panel of the 2D page: only the choice of a scene. */
  show2d(): void {
    this.builtKey = FIGURES_SCENE;
    this.recordButton = this.shown = this.controls = this.offerComparisons = this.airBar = undefined;
    this.showUntangling = undefined;
    this.changes.end();
    addSceneList(this.newGui(), FIGURES_SCENE, this.actions, this.tooltip);
  }

  /** Replaces the lil-gui panel by an empty one. On small screens the panel stays closed until the person opens it. */
  private newGui(): GUI {
    const isFirst = this.gui === undefined;
    const isClosed = this.gui ? this.gui._closed : matchMedia(SMALL_SCREEN).matches;
    this.gui?.destroy();
    // The tooltip may belong to a row of the old panel.
    this.tooltip.hide();
    // The page links lil-gui's style sheet itself, because a content security policy may forbid injected styles.
    this.gui = new GUI({ title: 'Controls', width: WIDTH, injectStyles: false });
    this.gui.domElement.classList.toggle('arriving', isFirst);
    if (isClosed) this.gui.close();
    return this.gui;
  }

  /** Replaces the comparisons that the panel offers. */
  offer(comparisons: readonly Comparison[]): void {
    this.offerComparisons?.(comparisons);
  }

  /** Makes the next `show` build the panel anew. Needed after a cancelled start, because the lists still show the cancelled choice. */
  forget(): void {
    this.builtKey = '';
  }

  /** Shows parameters that the scene's script has changed; they are the scene's own from now on. */
  setParameters(parameters: Partial<SimulationParameters>): void {
    this.controls?.switch(parameters);
  }

  /** Sets parameters as the person has asked for by other means than the rows; a step that can be undone. */
  choose(values: Partial<SimulationParameters>): void {
    this.controls?.set(values, true);
  }

  /** Called when untangling has begun or ended. */
  untanglingChanged(): void {
    this.showUntangling?.();
  }

  /** Hides the tooltip. @returns whether it was shown */
  hideTip(): boolean {
    return this.tooltip.hide();
  }

  /** Called when a scene of one's own was edited. */
  edited(): void {
    this.changes.update();
  }

  /** Disables all controls except the button that ends the mode 'explore paths'; enables them again at its end. */
  set isExploring(isExploring: boolean) {
    this.endExploring?.();
    this.endExploring = undefined;
    const { gui, shown } = this;
    if (!isExploring || !gui || !shown) return;
    const { explore } = shown;
    const others = gui.controllersRecursive().filter((controller) => controller !== explore && !controller._disabled);
    const folders = gui.folders.filter((folder) => folder !== explore.parent && !folder._closed);
    const bars = [...gui.$children.querySelectorAll<HTMLElement>(':scope > .bar')];
    const setDisabled = (is: boolean) => {
      for (const controller of others) {
        controller.enable(!is);
        // Tells it of the parts that lil-gui adds, too.
        controller.domElement.ariaDisabled = is ? 'true' : null;
      }
    };
    setDisabled(true);
    for (const folder of folders) folder.close();
    for (const bar of bars) bar.inert = true;
    explore.name('Back to the simulation (e)');
    this.endExploring = () => {
      setDisabled(false);
      for (const folder of folders) folder.open();
      for (const bar of bars) bar.inert = false;
      explore.name(EXPLORE_NAME);
    };
  }

  showRecording(isOn: boolean): void {
    this.recordButton?.name(isOn ? 'Stop recording' : 'Start recording').domElement.classList.toggle('recording', isOn);
  }

  /** Flattens the scene, or lets go of it. Does nothing in scenes without an air mesh. */
  toggleFlat(): void {
    this.airBar?.toggle();
  }

  /** Called when air was shown or hidden outside the panel. */
  airToggled(): void {
    this.shown?.air?.updateDisplay();
  }

  /** Called when the chart was opened or closed outside the panel. */
  chartToggled(): void {
    this.shown?.chart.updateDisplay();
  }

  /** Called when what bodies are coloured by was changed outside the panel. */
  colourByChanged(): void {
    this.shown?.showColours();
  }

  private playBar(): HTMLElement {
    const { actions } = this;
    const buttons = [
      {
        text: 'Pause',
        textWhilePaused: 'Resume',
        meaning: 'Lets the scene stand still, or go on. Key: space.',
        act: () => actions.togglePause(),
      },
      { text: 'One step', meaning: 'Pauses, and simulates a single step. Key: full stop.', act: () => actions.step() },
      {
        text: 'Restart',
        meaning: 'Starts the scene again from its beginning, with the parameters that are set. Key: r.',
        act: () => actions.reset(),
      },
    ];
    return createBar('Playback', buttons, this.tooltip);
  }

  private addScene(folder: GUI, { scene, size, compare, comparisons }: PanelState): void {
    const { actions, tooltip } = this;
    addSceneList(folder, scene.name, actions, tooltip);
    this.describe(folder.add(actions, 'about').name('What to look for (i)'), {
      meaning: 'Tells what happens in this scene, and what is worth watching.',
    });
    addSize(folder, scene, size, actions, tooltip);
    this.offerComparisons = addComparison(folder, compare, actions, tooltip);
    this.offerComparisons(comparisons);
  }

  private addBackend(folder: GUI, { backend, backends }: PanelState): void {
    const choices = backends.map((kind) => [kind, BACKEND_TITLES[kind]] as const);
    const list = addChoice(folder, { backend }, 'backend', choices).name('Backend');
    list.onChange((kind: BackendKind) => this.actions.load({ backend: kind }));
    this.describe(list, {
      title: 'Backend',
      meaning: 'The machine that simulates: the processor’s cores, or the graphics card by WebGPU.',
      watch: 'The scene starts again. On the graphics card, continuous detection stays on the processor.',
    });
  }

  private addRecorder(folder: GUI): void {
    const { recording } = this.actions;
    if (!recording) return;
    this.recordButton = folder.add(recording, 'toggle').name('Start recording');
    const overlaps = folder.add(recording, 'countsOverlaps').name('Count overlaps exactly (slower)');
    const save = { csv: () => recording.save('csv'), json: () => recording.save('json') };
    const csv = folder.add(save, 'csv').name('Download CSV');
    const json = folder.add(save, 'json').name('Download JSON');
    this.describe(this.recordButton, { meaning: 'Keeps one row of measurements per frame while it is on.' });
    this.describe(overlaps, { meaning: 'Also counts edges that pierce faces, and vertices inside tetrahedra.' });
    this.describe(csv, { meaning: 'Saves the recorded rows as a table, for a spreadsheet.' });
    this.describe(json, { meaning: 'Saves the rows and how the run was made, so that it can be repeated exactly.' });
  }

  private describe(controller: Controller, tip: Tip): void {
    this.tooltip.describe(controller.domElement, () => tip);
  }
}
