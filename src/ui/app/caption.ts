import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { BrokenStateError } from '../../simulation/simulator.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import { type Comparison, sideInWords } from './comparison.ts';

/** The caption below one half of a comparison. It shows the half's method (such as 'Mode: Discrete (DCD)'), penetration and time per frame. */
export class Caption {
  private readonly element = document.createElement('div');

  constructor(
    host: HTMLElement,
    private readonly comparison: Comparison,
    parameters: SimulationParameters,
  ) {
    this.element.className = 'half-caption';
    this.element.innerHTML = '<b></b><span></span>';
    this.write(sideInWords(comparison, parameters), '');
    host.append(this.element);
  }

  show(row: FrameRow, parameters: SimulationParameters): void {
    const penetrating = `${row.penetrating.toLocaleString('en')} penetrating (${(100 * row.penetratingShare).toFixed(2)} %)`;
    const deepest = `deepest ${(1000 * row.deepest).toFixed(1)} mm`;
    // Only scenes with an air mesh compare sources.
    const air = this.comparison.name === 'sources' ? ` · ${row.airInverted.toFixed(0)} air inverted` : '';
    this.write(
      sideInWords(this.comparison, parameters),
      `${penetrating} · ${deepest}${air} · ${Math.round(row.ms)} ms`,
    );
  }

  /** Shows at which step and in which part of the step the half's state broke. The method stays in the caption. */
  showBroken({ step, part, body, exit }: BrokenStateError): void {
    this.element.classList.add('broken');
    this.element.lastElementChild!.textContent = exit
      ? `ended at step ${step}: body ${body} has left the world`
      : `broke at step ${step}, in ${part}: positions beyond all bounds`;
  }

  private write(method: string, readouts: string): void {
    this.element.firstElementChild!.textContent = method;
    this.element.lastElementChild!.textContent = readouts;
  }
}
