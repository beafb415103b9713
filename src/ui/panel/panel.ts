import GUI, { type Controller } from 'lil-gui';
import { SIZE_NAMES, type Scene, type SizeName } from '../../scenes/scene.ts';
import { FIGURES_SCENE } from '../../scenes/figures/figures-scene.ts';
import { SCENES } from '../../scenes/scenes.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import { type Comparison, comparisonInWords } from '../app/comparison.ts';
import type { Chart } from '../chart/chart.ts';
import { ParameterControls } from './parameter-controls.ts';
import type { Smoothing } from '../app/smoothing.ts';
import type { RecordActions } from '../recording/record-mode.ts';
import type { BackendKind } from '../app/runtime.ts';
import { addSection } from './section-folder.ts';
import type { ViewOptions } from './view-options.ts';
import type { SceneChoice } from '../link/settings.ts';

/** Actions of the page that the panel and the keys call. */
export interface PanelActions {
  setParameters(changed: Partial<SimulationParameters>): void;
  load(changed: SceneChoice): void;
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
  /** Starts or ends the mode 'explore paths', in which the scene stands still. */
  toggleExplore(): void;
  readonly recording: RecordActions;
  readonly chart: Chart;
  /** The choice whether the bodies are drawn with a smooth skin. */
  readonly smoothing: Smoothing;
  /** Called when the view options have changed. */
  viewOptionsChanged(): void;
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
  readonly compare: Comparison | undefined;
  /** Comparisons that the panel offers. */
  readonly comparisons: readonly Comparison[];
}

const GROUPS = {
  collision: 'Collision',
  contact: 'Contact and friction',
  time: 'Time',
  material: 'Material',
  interaction: 'Dragging',
  scene: 'At the start (press r)',
} as const;
const OPEN_AT_FIRST: readonly string[] = ['Scene', GROUPS.collision, 'Show', 'Record frame timings'];
/** A size slider that ends at most here counts bodies or cells, in steps of 1. Sliders that end later count tetrahedra. */
const LARGEST_COUNT = 1000;
/** Step of the sliders that count tetrahedra. */
const TETRAHEDRA_STEP = 100;

const EXPLORE_NAME = 'explore paths (e)';
const NO_COMPARISON = 'nothing';

/** Width of the panel [pixels]. */
const WIDTH = 300;
/** Media query of small screens; the style sheets have the same one. */
const SMALL_SCREEN = '(max-width: 720px)';

const isSame = (one: Comparison) => (other: Comparison) => one.name === other.name && one.value === other.value;

/** The panel: scene, parameters, view options and recorder. */
export class Panel {
  private gui: GUI | undefined;
  private controls: ParameterControls | undefined;
  /** Replaces the list of comparisons; undefined while there is none. */
  private offerComparisons: ((comparisons: readonly Comparison[]) => void) | undefined;
  private recordButton: Controller | undefined;
  private chartCheckbox: Controller | undefined;
  /** Scene, size, backend and comparison that the panel was built for. */
  private builtKey = '';
  private exploreButton: Controller | undefined;
  /** Enables the panel again; defined while paths are explored. */
  private endExploring: (() => void) | undefined;

  constructor(
    private readonly actions: PanelActions,
    private readonly viewOptions: ViewOptions,
  ) {}

  /** Updates the panel's values. For another scene, size, backend or comparison, builds the panel anew; open folders stay open. */
  show(state: PanelState): void {
    const key = [state.scene.name, state.size, state.backend, state.compare?.name, state.compare?.value].join();
    if (key === this.builtKey) {
      this.controls?.set(state.parameters);
      return;
    }
    this.builtKey = key;
    const openFolders = this.gui ? this.gui.folders.filter((folder) => !folder._closed) : undefined;
    const open = openFolders && openFolders.length > 0 ? openFolders.map((folder) => folder._title) : OPEN_AT_FIRST;
    const gui = this.newGui();
    const controls = new ParameterControls(state.parameters, state.compare, (changed) =>
      this.actions.setParameters(changed),
    );
    this.controls = controls;
    this.addScene(gui, state);
    this.addShown(gui);
    addSection(
      gui,
      this.viewOptions,
      () => this.actions.viewOptionsChanged(),
      (text) => this.actions.say(text),
    );
    for (const [group, title] of Object.entries(GROUPS)) {
      // The recorder comes before the folders that begin closed, so that it is visible without scrolling on small screens too.
      if (title === GROUPS.contact) this.addRecorder(gui);
      controls.addGroup(gui.addFolder(title), group);
    }
    for (const folder of gui.folders) folder.open(open.includes(folder._title));
  }

  /** Shows the panel of the 2D page: only the choice of a scene. */
  show2d(): void {
    this.builtKey = FIGURES_SCENE;
    this.recordButton = this.chartCheckbox = undefined;
    this.controls = this.offerComparisons = undefined;
    this.addSceneList(this.newGui(), FIGURES_SCENE);
  }

  /** Replaces the lil-gui panel by an empty one. On small screens the panel stays closed until the person opens it. */
  private newGui(): GUI {
    const isFirst = this.gui === undefined;
    const isClosed = this.gui ? this.gui._closed : matchMedia(SMALL_SCREEN).matches;
    this.gui?.destroy();
    // The page links lil-gui's style sheet itself, because a content security policy may forbid injected styles.
    this.gui = new GUI({ title: 'Untangle', width: WIDTH, injectStyles: false });
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

  /** Shows parameters that were changed outside the panel. */
  setParameters(parameters: Partial<SimulationParameters>): void {
    this.controls?.set(parameters);
  }

  /** Disables all controls except the button that ends the mode 'explore paths'; enables them again at its end. */
  set isExploring(isExploring: boolean) {
    this.endExploring?.();
    this.endExploring = undefined;
    const { gui, exploreButton: explore } = this;
    if (!isExploring || !gui || !explore) return;
    const others = gui.controllersRecursive().filter((controller) => controller !== explore && !controller._disabled);
    const folders = gui.folders.filter((folder) => folder !== explore.parent && !folder._closed);
    for (const controller of others) controller.disable();
    for (const folder of folders) folder.close();
    explore.name('back to the simulation (e)');
    this.endExploring = () => {
      for (const controller of others) controller.enable();
      for (const folder of folders) folder.open();
      explore.name(EXPLORE_NAME);
    };
  }

  private addSceneList(folder: GUI, scene: string): void {
    const names = Object.fromEntries(SCENES.map(({ name }) => [name, name]));
    const scenes = { ...names, 'paths in 2D': FIGURES_SCENE };
    folder.add({ scene }, 'scene', scenes).onChange((name: string) => this.actions.load({ scene: name }));
    folder.add(this.actions, 'openGallery').name('gallery (g)');
  }

  showRecording(isOn: boolean): void {
    this.recordButton?.name(isOn ? 'stop' : 'start').domElement.classList.toggle('recording', isOn);
  }

  /** Called when the chart was opened or closed outside the panel. */
  chartToggled(): void {
    this.chartCheckbox?.updateDisplay();
  }

  private addScene(gui: GUI, state: PanelState): void {
    const { actions } = this;
    const folder = gui.addFolder('Scene');
    this.addSceneList(folder, state.scene.name);
    this.addSize(folder, state);
    const backends = folder.add({ backend: state.backend }, 'backend', [...state.backends]);
    backends.onChange((kind: BackendKind) => actions.load({ backend: kind }));
    this.addComparison(folder, state);
    folder.add(actions, 'togglePause').name('pause / go on (space)');
    folder.add(actions, 'step').name('one step (.)');
    folder.add(actions, 'reset').name('start again (r)');
    folder.add(actions, 'about').name('what to look for (i)');
  }

  private addSize(folder: GUI, { scene, size }: PanelState): void {
    const { actions } = this;
    const { min, max, paper, meaning } = scene.size;
    // The list has the entry 'own' only while the size is none of the named ones.
    const sizeName = SIZE_NAMES.find((name) => scene.size[name] === size) ?? 'own';
    const names = sizeName === 'own' ? [...SIZE_NAMES, 'own'] : [...SIZE_NAMES];
    const choice = folder.add({ size: sizeName }, 'size', names);
    choice.onChange((name: SizeName | 'own') => name !== 'own' && actions.load({ size: scene.size[name] }));
    const largest = Math.min(max, Math.max(size, paper));
    const step = largest <= LARGEST_COUNT ? 1 : TETRAHEDRA_STEP;
    const slider = folder.add({ size }, 'size', min, largest, step).name(meaning);
    slider.onFinishChange((value: number) => value !== size && actions.load({ size: value }));
  }

  private addComparison(folder: GUI, { compare, comparisons }: PanelState): void {
    const list = folder.add({ compare: compare ? comparisonInWords(compare) : NO_COMPARISON }, 'compare', []);
    list.name('compare with');
    this.offerComparisons = (offered) => {
      // The comparison that runs stays in the list.
      const all = compare && !offered.some(isSame(compare)) ? [compare, ...offered] : offered;
      list.options([NO_COMPARISON, ...all.map(comparisonInWords)]);
      list.onChange((name: string) =>
        this.actions.load({ compare: all.find((one) => comparisonInWords(one) === name) }),
      );
    };
    this.offerComparisons(comparisons);
    list.domElement.title = 'runs the scene twice, side by side, the second time with this method';
  }

  private addShown(gui: GUI): void {
    const folder = gui.addFolder('Show');
    const { shown } = this.viewOptions;
    this.exploreButton = folder.add(this.actions, 'toggleExplore').name(EXPLORE_NAME);
    this.chartCheckbox = folder.add(this.actions.chart, 'isShown').name('chart of frame times (c)');
    const { smoothing } = this.actions;
    const smooth = folder.add(smoothing, 'isOn').name('smooth skin').listen();
    // `listen` misses a choice that fails before it looks.
    smooth.onChange(async () => {
      await smoothing.settled;
      smooth.updateDisplay();
    });
    const names: Record<keyof typeof shown, string> = {
      contacts: 'contacts (orange: ccd, magenta: dcd paths)',
      penetrating: 'penetrating points',
      wireframe: 'wireframe',
      tetrahedra: 'tetrahedra',
    };
    for (const [key, name] of Object.entries(names)) {
      folder
        .add(shown, key as keyof typeof shown)
        .name(name)
        .onChange(() => this.actions.viewOptionsChanged());
    }
  }

  private addRecorder(gui: GUI): void {
    const folder = gui.addFolder('Record frame timings');
    const { recording } = this.actions;
    this.recordButton = folder.add(recording, 'toggle').name('start');
    folder.add(recording, 'countsOverlaps').name('count overlaps exactly (slower)');
    const save = { csv: () => recording.save('csv'), json: () => recording.save('json') };
    folder.add(save, 'csv').name('download CSV');
    folder.add(save, 'json').name('download JSON');
  }
}
