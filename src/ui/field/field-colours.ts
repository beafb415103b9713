import { FieldPaint, WITHOUT_VALUE } from '../../render/field/field-paint.ts';
import type { Paint } from '../../render/skin.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import { type Field, type FieldSource, writeField } from '../../simulation/view/fields.ts';
import type { World } from '../../simulation/world/world.ts';
import { FieldLegend, type LegendActions, type LegendContent } from './field-legend.ts';
import { type ColourBy, FIELDS } from './fields.ts';
import { FieldRange } from './range.ts';

/** Functions of the page that colours by a field call. */
export interface FieldActions extends Pick<LegendActions, 'savePicture'> {
  /** Changes what bodies are coloured by; undefined for their own colours. */
  colourBy(choice: ColourBy | undefined): void;
}

/** Colours the bodies of all halves by a field, with one range for all, and shows the legend. */
export class FieldColours {
  private readonly fieldPaint = new FieldPaint();
  readonly paint: Paint = (shape) => this.fieldPaint.material(shape);
  private readonly legend: FieldLegend;
  private field: Field = 'depth';
  private range = new FieldRange(FIELDS.depth.leastTop);
  /** Top of the range while it is kept, in the field's unit; undefined while it follows the values. */
  private keptTop: number | undefined;
  /** Greatest value, and whether there were gaps, since the last `settle`. */
  private greatest = 0;
  private hasGaps = false;
  /** Values as drawn, per world: one per vertex. */
  private readonly values = new WeakMap<World, Float32Array>();
  /** Content of the legend; undefined before the first `settle`. */
  content: LegendContent | undefined;

  constructor(element: HTMLElement, actions: FieldActions) {
    this.legend = new FieldLegend(element, {
      keep: (isKept) => actions.colourBy({ field: this.field, top: isKept ? this.content?.top : undefined }),
      savePicture: () => actions.savePicture(),
      close: () => actions.colourBy(undefined),
    });
  }

  /** Whether `measure` needs velocities. */
  get needsVelocities(): boolean {
    return this.field === 'speed';
  }

  /** Takes over a choice. Another field begins with the range of its own values. */
  choose({ field, top }: ColourBy): void {
    if (field !== this.field) {
      this.field = field;
      this.begin();
    }
    this.keptTop = top;
  }

  /** Called when a scene has started, whose values may be of another size. */
  begin(): void {
    this.range = new FieldRange(FIELDS[this.field].leastTop);
  }

  /** Computes the values of one half. @returns what to draw in place of the penetration depth, valid until the next call */
  measure(world: World, source: FieldSource, parameters: SimulationParameters): Float32Array {
    let values = this.values.get(world);
    if (!values) {
      values = new Float32Array(world.vertexCount);
      this.values.set(world, values);
    }
    writeField(values, this.field, world, source, parameters);
    this.range.add(values);
    for (let v = 0; v < values.length; v++) {
      if (values[v]! > this.greatest) this.greatest = values[v]!;
      if (!Number.isNaN(values[v]!)) continue;
      values[v] = WITHOUT_VALUE;
      this.hasGaps = true;
    }
    return values;
  }

  /** Fits range and legend to the values of all halves. Call it after `measure`, before drawing. */
  settle(): void {
    this.range.settle();
    const top = this.keptTop ?? this.range.top;
    this.fieldPaint.top.value = top;
    this.content = {
      field: FIELDS[this.field],
      top,
      isExceeded: this.greatest > top,
      hasGaps: this.hasGaps,
      isKept: this.keptTop !== undefined,
    };
    this.legend.show(this.content);
    this.greatest = 0;
    this.hasGaps = false;
  }

  hide(): void {
    this.legend.hide();
  }
}
