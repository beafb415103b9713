import type { SimulationParameters } from '../simulation/parameters.ts';
import type { BrokenStateError } from '../simulation/simulator.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import { type Comparison, comparisonInWords } from './comparison.ts';

/** Under a half of the page: its method, and what came out of it. */
export class Caption {
  private readonly element = document.createElement('div');

  constructor(
    host: HTMLElement,
    private readonly compared: Comparison['name'],
    parameters: SimulationParameters,
  ) {
    this.element.className = 'half-caption';
    this.element.innerHTML = '<b></b><span></span>';
    this.write(parameters[compared], '');
    host.append(this.element);
  }

  show(row: FrameRow, parameters: SimulationParameters): void {
    const penetrating = `${row.penetrating.toLocaleString('en')} penetrating (${(100 * row.penetratingShare).toFixed(2)} %)`;
    const deepest = `deepest ${(1000 * row.deepest).toFixed(1)} mm`;
    this.write(parameters[this.compared], `${penetrating} · ${deepest} · ${Math.round(row.ms)} ms`);
  }

  /** The method stays as it was said last. */
  showBroken({ step, part }: BrokenStateError): void {
    this.element.classList.add('broken');
    this.element.lastElementChild!.textContent = `broke at step ${step}, in ${part}: positions beyond all bounds`;
  }

  private write(value: string, figures: string): void {
    this.element.firstElementChild!.textContent = comparisonInWords({ name: this.compared, value });
    this.element.lastElementChild!.textContent = figures;
  }
}
