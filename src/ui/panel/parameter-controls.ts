import type GUI from 'lil-gui';
import type { Controller } from 'lil-gui';
import { type NumberParameter, PARAMETERS, type SimulationParameters } from '../../simulation/parameters.ts';
import type { Comparison } from '../app/comparison.ts';
import { inWords } from './parameter-words.ts';

type Name = keyof SimulationParameters;

/** The panel's controllers of parameters, generated from the table PARAMETERS. */
export class ParameterControls {
  private readonly controls = new Map<
    Name,
    { readonly controller: Controller; readonly values: Record<string, unknown> }
  >();

  constructor(
    private readonly parameters: SimulationParameters,
    private readonly compare: Comparison | undefined,
    private readonly onChange: (changed: Partial<SimulationParameters>) => void,
  ) {}

  addGroup(folder: GUI, group: string): void {
    for (const name of Object.keys(PARAMETERS) as Name[]) if (PARAMETERS[name].group === group) this.add(folder, name);
  }

  private add(folder: GUI, name: Name): void {
    const definition = PARAMETERS[name];
    const values: Record<string, unknown> = { [name]: sliderValue(name, this.parameters[name]) };
    const apply = (value: unknown) => {
      this.onChange({ [name]: value });
      if (name === 'pathMethod') this.updateCulling();
    };
    let controller: Controller;
    let label = inWords(name);
    if (definition.kind === 'choice') controller = folder.add(values, name, [...definition.options]).onChange(apply);
    else if (definition.kind === 'flag') controller = folder.add(values, name).onChange(apply);
    else if (definition.logarithmic) {
      controller = folder.add(values, name, Math.log10(definition.min), Math.log10(definition.max), 0.01);
      controller.onChange((exponent: number) => apply(withinRange(10 ** exponent, definition)));
      label += ` [10^x ${definition.unit}]`;
    } else {
      const step = definition.kind === 'integer' ? 1 : (definition.max - definition.min) / 1000;
      controller = folder.add(values, name, definition.min, definition.max, step).onChange(apply);
      if (definition.unit) label += ` [${definition.unit}]`;
    }
    controller.name(label);
    controller.domElement.title = definition.meaning + (definition.onReset ? ' (from the next start on)' : '');
    this.controls.set(name, { controller, values });
    this.updateCulling();
  }

  /** Enables the control of culling if a half uses the path method `tree`, because no other path method culls. */
  private updateCulling(): void {
    const isUsed = this.compare?.value === 'tree' || this.controls.get('pathMethod')?.values.pathMethod === 'tree';
    this.controls.get('culling')?.controller.enable(isUsed);
  }

  /** Shows parameters that were changed outside the panel. */
  set(parameters: Partial<SimulationParameters>): void {
    for (const [name, value] of Object.entries(parameters) as [Name, unknown][]) {
      const control = this.controls.get(name);
      if (!control) continue;
      control.values[name] = sliderValue(name, value);
      control.controller.updateDisplay();
    }
    this.updateCulling();
  }
}

/** Returns the value that a parameter's slider has: the decimal logarithm of the parameter if the slider is logarithmic. */
function sliderValue(name: Name, value: unknown): unknown {
  const definition = PARAMETERS[name];
  return 'logarithmic' in definition && definition.logarithmic ? Math.log10(value as number) : value;
}

/** Clamps a parameter to its bounds. Because of rounding, 10 to the power of a bound's logarithm may lie outside the bounds. */
const withinRange = (value: number, { min, max }: NumberParameter) => Math.min(max, Math.max(min, value));
