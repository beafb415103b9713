import type { SimulationParameters } from '../../simulation/parameters.ts';

type Values = Partial<SimulationParameters>;
/** Values of some parameters before a change and after it. */
interface Change {
  readonly before: Values;
  readonly after: Values;
}

/** Number of steps that can be undone; older ones are forgotten. */
const MAX_STEPS = 500;

/** The person's changes of parameters, which can be undone and redone step by step. A drag of a slider is one step. */
export class ParameterHistory {
  private readonly done: Change[] = [];
  private readonly undone: Change[] = [];
  /** The change under way, such as the drag of a slider. */
  private gesture: Change | undefined;

  get canUndo(): boolean {
    return this.done.length > 0 || this.gesture !== undefined;
  }

  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  /** Notes a change. It belongs to the same step as the changes before it, until `endStep` is called. */
  add(before: Values, after: Values): void {
    this.undone.length = 0;
    this.gesture = {
      before: { ...before, ...this.gesture?.before },
      after: { ...this.gesture?.after, ...after },
    };
  }

  /** Ends a step. A drag that ends where it began is none. */
  endStep(): void {
    const { gesture } = this;
    this.gesture = undefined;
    if (!gesture) return;
    const values = new Map<string, unknown>(Object.entries(gesture.before));
    if (Object.entries(gesture.after).every(([name, value]) => values.get(name) === value)) return;
    this.done.push(gesture);
    if (this.done.length > MAX_STEPS) this.done.shift();
  }

  /** Takes the last step back. @returns the values to set; undefined if there is no step */
  undo(): Values | undefined {
    this.endStep();
    const step = this.done.pop();
    if (step) this.undone.push(step);
    return step?.before;
  }

  /** Takes the step that was undone last again. @returns the values to set; undefined if there is no step */
  redo(): Values | undefined {
    const step = this.undone.pop();
    if (step) this.done.push(step);
    return step?.after;
  }

  clear(): void {
    this.gesture = undefined;
    this.done.length = this.undone.length = 0;
  }
}
