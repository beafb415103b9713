import type { Controller, GUI, OptionController } from 'lil-gui';
import { hasEffect, type Materials, PARAMETERS, type SimulationParameters } from '../../simulation/parameters.ts';
import { type Comparison, rightParameters } from '../app/comparison.ts';
import type { ParameterHistory } from './history.ts';
import { MATERIAL_PRESETS, presetOf } from './material-presets.ts';
import { parameterTip } from './parameter-tips.ts';
import { atNextStart, difference, optionTitle, titleOf, valueInWords } from './parameter-words.ts';
import { QuantityController } from './quantity-controller.ts';
import type { Tooltip } from './tooltip.ts';

type Name = keyof SimulationParameters;
type Values = Partial<SimulationParameters>;

/** Parts of the panel that the controls of parameters use. */
export interface ParameterHost {
  readonly history: ParameterHistory;
  readonly tooltip: Tooltip;
  /**
   * Called with parameters that the person has changed.
   * @param kept what links and the next start get: the scene's start values where the person has gone back to the scene's own
   */
  change(changed: Values, kept: Values): void;
  /** Called when something was changed, undone or reset. */
  changed(): void;
  say(text: string): void;
}

/** The running scene, as far as rows depend on it: its parameters, its bodies, and the comparison that it shows. */
export interface ParameterScene {
  readonly parameters: SimulationParameters;
  readonly world: Materials;
  readonly compare: Comparison | undefined;
}

/** A row of the panel, and the button in it that resets its parameter. */
interface Row {
  readonly controller: Controller;
  readonly reset: HTMLButtonElement;
}

/** In the list of presets: values that are no preset's. */
const NO_PRESET = 'Own values';

/**
 * The panel's rows of parameters, generated from the table PARAMETERS. Marks what differs from the scene's own values, resets it, and
 * takes changes back.
 */
export class ParameterControls {
  private readonly rows = new Map<Name, Row>();
  /** The values that the rows show. Controllers write into it before they report a change. */
  private readonly values: SimulationParameters;
  /** The values without a change that is being reported. */
  private present: SimulationParameters;
  private readonly preset = { title: NO_PRESET };
  private presetList: Controller | undefined;
  private readonly world: Materials;
  private readonly compare: Comparison | undefined;
  /** The scene's own values now: those of its start, and those that its script has set since. */
  private own: SimulationParameters;

  /** @param start the scene's own values at its start */
  constructor(
    { parameters, world, compare }: ParameterScene,
    private start: SimulationParameters,
    private readonly host: ParameterHost,
  ) {
    this.world = world;
    this.compare = compare;
    this.values = { ...parameters };
    this.present = { ...parameters };
    this.own = start;
  }

  /** Names of the parameters that differ from the scene's own. */
  get changedNames(): readonly Name[] {
    return Object.keys(difference(this.own, this.present)) as Name[];
  }

  /** Returns the present value of a parameter. */
  valueOf<K extends Name>(name: K): SimulationParameters[K] {
    return this.present[name];
  }

  /** Adds the row of a parameter. */
  add(folder: GUI, name: Name): void {
    const controller = this.controllerOf(folder, name);
    controller.name(titleOf(name)).onChange((value: unknown) => this.apply({ [name]: value }));
    controller.onFinishChange(() => this.finish(name));
    const reset = document.createElement('button');
    reset.type = 'button';
    reset.className = 'reset';
    reset.textContent = '↺';
    reset.addEventListener('click', () => this.reset([name]));
    controller.domElement.prepend(reset);
    this.rows.set(name, { controller, reset });
    this.host.tooltip.describe(controller.domElement, () => parameterTip(name, this.own[name]));
  }

  private controllerOf(folder: GUI, name: Name): Controller {
    const { values, host } = this;
    const definition = PARAMETERS[name];
    if (definition.kind === 'flag') return folder.add(values, name);
    if (definition.kind === 'choice')
      return addChoice(
        folder,
        values,
        name,
        definition.options.map((option) => [option, optionTitle(name, option)]),
      );
    return new QuantityController(folder, values, name, definition, titleOf(name), (text) => host.say(text));
  }

  /** Adds the list of materials of everyday life. */
  addPresets(folder: GUI): void {
    const titles = [NO_PRESET, ...MATERIAL_PRESETS.map(({ title }) => title)];
    const list = addChoice(
      folder,
      this.preset,
      'title',
      titles.map((title) => [title, title]),
    );
    list.name('Made of').onChange((title: string) => {
      const preset = MATERIAL_PRESETS.find((one) => one.title === title);
      if (preset) this.set(preset.parameters, true);
      this.showMarks();
    });
    this.host.tooltip.describe(list.domElement, () => ({
      title: 'Made of',
      meaning:
        'The values of a known material: stiffness, Poisson’s ratio, density, damping and friction. They act on all bodies to which the scene gives no material of their own.',
      watch: 'Bodies here are often metres large, and sag more than small ones: so large a jelly is nearly a puddle.',
    }));
    this.presetList = list;
  }

  /** Shows the parameters of a scene that has started. @param start the scene's own values at its start */
  begin(parameters: SimulationParameters, start: SimulationParameters): void {
    this.start = this.own = start;
    this.present = { ...parameters };
    this.display(parameters);
  }

  /** Shows parameters that the scene's script has changed. */
  switch(parameters: Values): void {
    this.own = { ...this.own, ...parameters };
    this.present = { ...this.present, ...parameters };
    this.display(parameters);
  }

  /** Resets parameters to the scene's own values. @param names by default all that differ */
  reset(names: readonly Name[] = this.changedNames): void {
    this.set(Object.fromEntries(names.map((name) => [name, this.own[name]])), true);
    const hint = atNextStart(names);
    if (hint) this.host.say(hint);
  }

  /** Sets parameters as the person has asked for. @param isStep whether that can be undone */
  set(values: Values, isStep: boolean): void {
    this.display(values);
    if (isStep) {
      this.apply(values);
      this.host.history.endStep();
    } else this.pass(values);
    this.showMarks();
  }

  /** Passes on a change that the rows already show. */
  private apply(changed: Values): void {
    const before = Object.fromEntries((Object.keys(changed) as Name[]).map((name) => [name, this.present[name]]));
    this.host.history.add(before, changed);
    this.pass(changed);
    this.showMarks();
  }

  private pass(changed: Values): void {
    const { own, start, host } = this;
    this.present = { ...this.present, ...changed };
    const names = (Object.keys(changed) as Name[]).filter((name) => changed[name] === own[name]);
    host.change(changed, { ...changed, ...Object.fromEntries(names.map((name) => [name, start[name]])) });
  }

  /** Called when a change has ended, such as the drag of a slider. */
  private finish(name: Name): void {
    this.host.history.endStep();
    const hint = atNextStart([name]);
    if (hint) this.host.say(hint);
    this.showMarks();
  }

  private display(values: Values): void {
    Object.assign(this.values, values);
    for (const name of Object.keys(values) as Name[]) this.rows.get(name)?.controller.updateDisplay();
    this.showMarks();
  }

  /** Marks the rows whose values differ from the scene's own, and shows those that have an effect. Called when all rows are added. */
  showMarks(): void {
    const { own, present, rows } = this;
    for (const [name, { controller, reset }] of rows) {
      const isChanged = present[name] !== own[name];
      controller.domElement.classList.toggle('changed', isChanged);
      // Not hidden, so that the row keeps its layout while its slider is dragged.
      reset.style.visibility = isChanged ? '' : 'hidden';
      reset.ariaLabel = `Reset ${titleOf(name)} to ${valueInWords(name, own[name])}`;
    }
    this.preset.title = presetOf(present)?.title ?? NO_PRESET;
    this.presetList?.updateDisplay();
    this.showUsed();
    this.host.changed();
  }

  /** Hides the rows of parameters that have no effect with the present choices, on neither side of a comparison. */
  private showUsed(): void {
    const { present, compare, world } = this;
    const sides = compare ? [present, rightParameters(present, compare)] : [present];
    for (const [name, { controller }] of this.rows) controller.show(sides.some((side) => hasEffect(name, side, world)));
  }
}

/** The value of each choice, and its title. The values are also those of the list's options in the document, as in links. */
type Choices = readonly (readonly [value: string, title: string])[];

/** Adds a list of choices to the panel. */
export function addChoice<T>(folder: GUI, values: T, name: keyof T, choices: Choices): OptionController {
  const list = folder.add(values, name, {}) as OptionController;
  setChoices(list, choices);
  return list;
}

/** Replaces the choices of a list. */
export function setChoices(list: OptionController, choices: Choices): void {
  list.options(Object.fromEntries(choices.map(([value, title]) => [title, value])));
  choices.forEach(([value], i) => {
    list.$select.options[i]!.value = value;
  });
}
