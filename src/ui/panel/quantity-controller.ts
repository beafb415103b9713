import { Controller, type GUI } from 'lil-gui';
import { type Quantity, quantityInWords } from './quantity.ts';
import { readQuantity } from './read-quantity.ts';
import { sliderScale } from './slider-scale.ts';

/** An arrow key in the text field moves the slider by this share of its length, a whole number by 1; with shift ten times as far. */
const KEY_SHARE = 0.01;
const SHIFT_FACTOR = 10;

/**
 * A row of the panel for a number with a unit: a slider, and a text field that shows and takes real values such as '3.3 ms'. lil-gui's
 * own row takes plain numbers only, and its slider can't be used by keyboard.
 */
export class QuantityController extends Controller {
  readonly slider = document.createElement('input');
  readonly field = document.createElement('input');
  private readonly scale;

  /**
   * @param values object that holds the value, in the parameter's SI unit
   * @param say shows a message about a text that can't be read or is out of range
   */
  constructor(
    folder: GUI,
    values: object,
    name: string,
    private readonly definition: Quantity,
    private readonly title: string,
    private readonly say: (text: string) => void,
  ) {
    super(folder, values, name, 'quantity');
    this.name(title);
    this.scale = sliderScale(definition);
    this.addSlider();
    this.addField();
    this.updateDisplay();
  }

  private addSlider(): void {
    const { slider, scale } = this;
    slider.type = 'range';
    slider.max = String(scale.last);
    slider.setAttribute('aria-labelledby', this.$name.id);
    slider.addEventListener('input', () => this.setValue(scale.valueAt(slider.valueAsNumber)));
    slider.addEventListener('change', () => this._callOnFinishChange());
    this.$widget.append(slider);
  }

  private addField(): void {
    const { field } = this;
    field.type = 'text';
    field.spellcheck = false;
    field.autocomplete = 'off';
    field.setAttribute('aria-labelledby', this.$name.id);
    field.addEventListener('focus', () => field.select());
    field.addEventListener('change', () => this.readField());
    field.addEventListener('keydown', (event) => {
      const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (event.key === 'Enter') field.blur();
      if (direction === undefined) return;
      event.preventDefault();
      this.nudge(direction * (event.shiftKey ? SHIFT_FACTOR : 1));
    });
    this.$widget.append(field);
  }

  private readField(): void {
    const reading = readQuantity(this.field.value, this.definition, this.title, this.getValue());
    const message = reading.value === undefined ? reading.refusal : reading.correction;
    if (reading.value !== undefined) this.setValue(reading.value);
    this.updateDisplay();
    this._callOnFinishChange();
    if (message) this.say(message);
  }

  /** Moves the slider as a number of key presses does. @param presses below 0 to the left */
  private nudge(presses: number): void {
    const { scale, definition } = this;
    const step = definition.kind === 'integer' ? 1 : KEY_SHARE * scale.last;
    const position = scale.positionOf(this.getValue()) + presses * step;
    this.setValue(scale.valueAt(Math.min(scale.last, Math.max(0, position))));
    this._callOnFinishChange();
  }

  override updateDisplay(): this {
    const value: number = this.getValue();
    const text = quantityInWords(value, this.definition.unit);
    const { slider, scale } = this;
    const position = scale.positionOf(value);
    slider.valueAsNumber = position;
    slider.setAttribute('aria-valuetext', text);
    slider.style.setProperty('--share', `${(100 * position) / scale.last}%`);
    this.field.value = text;
    return this;
  }

  override disable(disabled = true): this {
    super.disable(disabled);
    this.slider.disabled = this.field.disabled = disabled;
    return this;
  }
}
