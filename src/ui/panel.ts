import GUI, { type Controller } from 'lil-gui';
import { SCENES } from '../scenes/scenes.ts';
import { type NumberParameter, PARAMETERS, type SimulationParameters } from '../simulation/parameters.ts';

/** What the panel can do to the page. */
export interface PanelActions {
  setParameters(changed: Partial<SimulationParameters>): void;
  load(changed: { scene?: string; backend?: 'cpu' | 'gpu'; size?: number }): void;
  reset(): void;
  togglePause(): void;
  step(): void;
  record(): void;
  downloadCsv(): void;
  downloadJson(): void;
  shown(): void;
}

/** What is shown beside the bodies. */
export interface Shown {
  contacts: boolean;
  penetrating: boolean;
  tetrahedra: boolean;
  wireframe: boolean;
}

export interface PanelState {
  readonly scene: string;
  readonly size: number;
  readonly backend: 'cpu' | 'gpu';
  readonly backends: readonly ('cpu' | 'gpu')[];
  readonly parameters: SimulationParameters;
  readonly shown: Shown;
  readonly isRecording: boolean;
}

const GROUPS = {
  collision: 'Collision',
  contact: 'Contact and friction',
  time: 'Time',
  material: 'Material',
  interaction: 'Dragging',
  scene: 'At the start (press r)',
} as const;
const OPEN_GROUPS: readonly string[] = ['collision'];

/** Builds the panel anew from the state; the parameters' part is made from the table alone. */
export function createPanel(state: PanelState, actions: PanelActions): GUI {
  const gui = new GUI({ title: 'Untangle' });
  addScene(gui, state, actions);
  for (const [group, title] of Object.entries(GROUPS)) {
    const folder = gui.addFolder(title);
    for (const name of Object.keys(PARAMETERS) as (keyof SimulationParameters)[]) {
      if (PARAMETERS[name].group === group) addParameter(folder, name, state.parameters, actions);
    }
    if (!OPEN_GROUPS.includes(group)) folder.close();
  }
  addShown(gui, state.shown, actions);
  addRecorder(gui, state, actions);
  return gui;
}

function addScene(gui: GUI, state: PanelState, actions: PanelActions): void {
  const scene = SCENES.find((known) => known.name === state.scene)!;
  const values = { scene: state.scene, backend: state.backend, size: state.size };
  const folder = gui.addFolder('Scene');
  const scenes = Object.fromEntries(SCENES.map(({ title, name }) => [title, name]));
  folder.add(values, 'scene', scenes).onChange((name: string) => actions.load({ scene: name }));
  const size = folder.add(values, 'size', scene.size.min, Math.min(scene.size.max, 60_000), 100);
  size.name('tetrahedra a body').onFinishChange((value: number) => actions.load({ size: value }));
  folder.add(values, 'backend', [...state.backends]).onChange((backend: 'cpu' | 'gpu') => actions.load({ backend }));
  folder.add(actions, 'togglePause').name('pause / go on (space)');
  folder.add(actions, 'step').name('one step (.)');
  folder.add(actions, 'reset').name('start again (r)');
}

/** 'youngsModulus' as 'youngs modulus'. */
export const inWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

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
  controller.domElement.title = definition.meaning;
}

/** Ten to the logarithm of a bound may miss the bound by rounding. */
const withinRange = (value: number, { min, max }: NumberParameter) => Math.min(max, Math.max(min, value));

function addShown(gui: GUI, shown: Shown, actions: PanelActions): void {
  const folder = gui.addFolder('Show');
  const names: Record<keyof Shown, string> = {
    contacts: 'contacts and their paths',
    penetrating: 'penetrating points',
    wireframe: 'wireframe',
    tetrahedra: 'tetrahedra',
  };
  for (const [key, name] of Object.entries(names)) folder.add(shown, key as keyof Shown).name(name).onChange(actions.shown);
}

function addRecorder(gui: GUI, state: PanelState, actions: PanelActions): void {
  const folder = gui.addFolder('Record frame timings');
  const record = folder.add(actions, 'record').name(state.isRecording ? 'stop' : 'start');
  record.onChange(() => record.name(record._name === 'start' ? 'stop' : 'start'));
  folder.add(actions, 'downloadCsv').name('download CSV');
  folder.add(actions, 'downloadJson').name('download JSON');
}
