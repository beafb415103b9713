/** Steps that can be undone; older ones are forgotten. They share what they don't change, such as meshes. */
const MAX_STEPS = 200;

/** Values that follow one another by edits, which can be undone and redone. Values are never changed in place. */
export class EditHistory<T> {
  private readonly earlier: T[] = [];
  private readonly later: T[] = [];

  constructor(private current: T) {}

  get present(): T {
    return this.current;
  }

  get canUndo(): boolean {
    return this.earlier.length > 0;
  }

  get canRedo(): boolean {
    return this.later.length > 0;
  }

  /** Takes the next value. What was undone can't be redone any more. */
  apply(next: T): void {
    this.earlier.push(this.current);
    if (this.earlier.length > MAX_STEPS) this.earlier.shift();
    this.later.length = 0;
    this.current = next;
  }

  /**
   * Takes a value that stands where the present one could not. If it is an earlier one, the steps after it are lost; if it was undone, it
   * is made again; another one is a new step.
   */
  returnTo(value: T): void {
    const index = this.earlier.lastIndexOf(value);
    if (index >= 0) {
      this.earlier.length = index;
      this.current = value;
    } else if (this.later.includes(value)) while (this.current !== value) this.redo();
    else this.apply(value);
  }

  /** Goes one step back. @returns false if there is none */
  undo(): boolean {
    return this.go(this.earlier, this.later);
  }

  /** Goes one step forward again. @returns false if there is none */
  redo(): boolean {
    return this.go(this.later, this.earlier);
  }

  private go(from: T[], to: T[]): boolean {
    const next = from.pop();
    if (next === undefined) return false;
    to.push(this.current);
    this.current = next;
    return true;
  }
}
