import GUI, { type Controller } from 'lil-gui';
import type { Shown } from '../render/overlays.ts';
import type { Scene } from '../scenes/scene.ts';
import { FIGURES_SCENE } from '../scenes/figures/figures.ts';
import { SCENES } from '../scenes/scenes.ts';
import { type NumberParameter, PARAMETERS, type SimulationParameters } from '../simulation/parameters.ts';
import type { BackendKind } from './runtime.ts';

export interface SceneChoice {
  readonly scene?: string;
  readonly backend?: BackendKind;
  /** Tetrahedra a body. */
  readonly size?: number;
}

/** What the panel can do to the page. */
export interface PanelActions {
  setParameters(changed: Partial<SimulationParameters>): void;
  load(changed: SceneChoice): void;
  reset(): void;
  togglePause(): void;
  step(): void;
  toggleExplore(): void;
  record(): void;
  save(format: 'csv' | 'json'): void;
  /** What is shown beside the bodies has changed. */
  showChanged(): void;
}

/** What the panel shows. */
export interface PanelState {
  readonly scene: Scene;
  readonly size: number;
  readonly backend: BackendKind;
  /** Those that this browser has. */
  readonly backends: readonly BackendKind[];
  readonly parameters: SimulationParameters;
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
/** Larger sizes are for links: a slider that reached 200,000 could not be set to 3,000. */
const LARGEST_ON_SLIDER = 60_000;

const EXPLORE_NAME = 'explore paths (e)';

/** [pixels] */
const WIDTH = 300;

/** Scene, parameters, what is shown, recorder. Its middle part is made from the table of parameters alone. */
export class Panel {
  private gui: GUI | undefined;
  private record: Controller | undefined;
  private built = '';
  private explore: Controller | undefined;
  /** What to do when the exploring ends. */
  private endExploring: (() => void) | undefined;

  constructor(
    private readonly actions: PanelActions,
    private readonly shown: Shown,
  ) {}

  /** Builds the panel, unless it shows that scene already: values that the person set stand in it. */
  show(state: PanelState): void {
    const key = [state.scene.name, state.size, state.backend].join();
    if (key === this.built) return;
    this.built = key;
    const wereOpen = this.gui ? this.gui.folders.filter((folder) => !folder._closed) : undefined;
    const open = wereOpen?.map((folder) => folder._title) ?? OPEN_AT_FIRST;
    this.gui?.destroy();
    const gui = new GUI({ title: 'Untangle', width: WIDTH });
    this.gui = gui;
    this.addScene(gui, state);
    for (const [group, title] of Object.entries(GROUPS)) {
      // Before the folders that begin closed: on small screens too the recorder is reached without scrolling.
      if (title === GROUPS.contact) this.addShownAndRecorder(gui);
      const folder = gui.addFolder(title);
      for (const name of Object.keys(PARAMETERS) as (keyof SimulationParameters)[]) {
        if (PARAMETERS[name].group === group) addParameter(folder, name, state.parameters, this.actions);
      }
    }
    for (const folder of gui.folders) folder.open(open.includes(folder._title));
  }

  /** Where no simulation runs there is nothing to set but the scene. */
  showFigures(): void {
    this.built = FIGURES_SCENE;
    this.gui?.destroy();
    this.gui = new GUI({ title: 'Untangle', width: WIDTH });
    this.record = undefined;
    this.addSceneList(this.gui, FIGURES_SCENE);
  }

  /** While nothing moves settings do nothing: only the way back is left. */
  set isExploring(isExploring: boolean) {
    this.endExploring?.();
    this.endExploring = undefined;
    const { gui, explore } = this;
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
  }

  set recordButton(name: 'start' | 'stop') {
    this.record?.name(name);
  }

  private addScene(gui: GUI, { scene, size, backend, backends }: PanelState): void {
    const { actions } = this;
    const values = { backend, size };
    const folder = gui.addFolder('Scene');
    this.addSceneList(folder, scene.name);
    const largest = Math.max(size, Math.min(scene.size.max, LARGEST_ON_SLIDER));
    const slider = folder.add(values, 'size', scene.size.min, largest, 100).name('tetrahedra a body');
    slider.onFinishChange((value: number) => value !== size && actions.load({ size: value }));
    folder.add(values, 'backend', [...backends]).onChange((kind: BackendKind) => actions.load({ backend: kind }));
    folder.add(actions, 'togglePause').name('pause / go on (space)');
    folder.add(actions, 'step').name('one step (.)');
    folder.add(actions, 'reset').name('start again (r)');
  }

  private addShownAndRecorder(gui: GUI): void {
    this.addShown(gui);
    this.addRecorder(gui);
  }

  private addShown(gui: GUI): void {
    const folder = gui.addFolder('Show');
    this.explore = folder.add(this.actions, 'toggleExplore').name(EXPLORE_NAME);
    const names: Record<keyof Shown, string> = {
      contacts: 'contacts (orange: ccd, magenta: dcd paths)',
      penetrating: 'penetrating points',
      wireframe: 'wireframe',
      tetrahedra: 'tetrahedra',
    };
    for (const [key, name] of Object.entries(names)) {
      folder
        .add(this.shown, key as keyof Shown)
        .name(name)
        .onChange(() => this.actions.showChanged());
    }
  }

  private addRecorder(gui: GUI): void {
    const folder = gui.addFolder('Record frame timings');
    this.record = folder.add(this.actions, 'record').name('start');
    const save = { csv: () => this.actions.save('csv'), json: () => this.actions.save('json') };
    folder.add(save, 'csv').name('download CSV');
    folder.add(save, 'json').name('download JSON');
  }
}

/** 'youngsModulus' as 'youngs modulus'. */
const inWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function addParameter(
  folder: GUI,
  name: keyof SimulationParameters,
  parameters: SimulationParameters,
  actions: PanelActions,
): void {
  const definition = PARAMETERS[name];
  const values: Record<string, unknown> = { [name]: parameters[name] };
  const changed = (value: unknown) => actions.setParameters({ [name]: value });
  let controller: Controller;
  let label = inWords(name);
  if (definition.kind === 'choice') controller = folder.add(values, name, [...definition.options]).onChange(changed);
  else if (definition.kind === 'flag') controller = folder.add(values, name).onChange(changed);
  else if (definition.logarithmic) {
    values[name] = Math.log10(parameters[name] as number);
    controller = folder.add(values, name, Math.log10(definition.min), Math.log10(definition.max), 0.01);
    controller.onChange((exponent: number) => changed(withinRange(10 ** exponent, definition)));
    label += ` [10^x ${definition.unit}]`;
  } else {
    const step = definition.kind === 'integer' ? 1 : (definition.max - definition.min) / 1000;
    controller = folder.add(values, name, definition.min, definition.max, step).onChange(changed);
    if (definition.unit) label += ` [${definition.unit}]`;
  }
  controller.name(label);
  controller.domElement.title = definition.meaning + (definition.onReset ? ' (from the next reset on)' : '');
}

/** Ten to the logarithm of a bound may miss the bound by rounding. */
const withinRange = (value: number, { min, max }: NumberParameter) => Math.min(max, Math.max(min, value));
