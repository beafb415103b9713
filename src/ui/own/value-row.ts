import { type GUI, NumberController } from 'lil-gui';
import type { Quantity } from '../panel/quantity.ts';
import { faultOf, readRow, unsignedZero } from './read-row.ts';

/** How a row names, takes and shows its number. */
export interface RowStyle {
  readonly title: string;
  /** Range and unit. The range may change with the scene. */
  readonly definition: Quantity;
  /** Change per pixel of a drag. */
  readonly step: number;
  readonly decimals: number;
}

/** Functions that a row calls. */
export interface RowActions {
  /** Takes the number that the person has set, once it is in range. */
  take(value: number): void;
  /** Shows why what was set is refused. */
  say(text: string): void;
  /** Sets the row back to the scene's number. */
  reset(): void;
}

/** A row of the panel for a number of the own scene. Texts are read once they are complete, with units; lil-gui takes what begins as a number. */
export class ValueRow extends NumberController {
  constructor(folder: GUI, values: object, name: string, style: RowStyle, actions: RowActions) {
    const { title, step, decimals } = style;
    const { unit } = style.definition;
    super(folder, values, name, undefined, undefined, step);
    this.name(unit ? `${title} [${unit}]` : title).decimals(decimals);
    // Keeps lil-gui from reading the text at each letter.
    this.$input.addEventListener('input', (event) => event.stopImmediatePropagation(), { capture: true });
    this.$input.addEventListener('change', () => {
      const reading = readRow(this.$input.value, style.definition, title);
      if ('value' in reading) this.setValue(reading.value);
      else actions.say(reading.refusal);
    });
    // Drags and keys have no range of their own.
    this.onFinishChange((value: number) => {
      const fault = faultOf(value, style.definition, title);
      if (fault === undefined) return actions.take(value);
      actions.reset();
      actions.say(fault);
    });
  }

  override updateDisplay(): this {
    super.updateDisplay();
    // A person may be about to write a number after the sign.
    if (document.activeElement !== this.$input) this.$input.value = unsignedZero(this.$input.value);
    return this;
  }
}
