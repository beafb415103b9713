import type { SimulationParameters } from '../../simulation/parameters.ts';
import { createBar } from './bar.ts';
import { ParameterHistory } from './history.ts';
import type { ParameterControls } from './parameter-controls.ts';
import { atNextStart, titleOf, valueInWords } from './parameter-words.ts';
import type { Tooltip } from './tooltip.ts';

type Values = Partial<SimulationParameters>;

/** Edits of a scene of one's own, which can be taken back beside changes of parameters. */
export interface EditSteps {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Number of edits and of steps back and forth so far. */
  readonly revision: number;
  /** @returns false if there is none */
  undo(): boolean;
  redo(): boolean;
}

/** The panel's bar that takes changes of parameters back: undo, redo, reset all. Has keys for undo and redo, too. */
export class ChangeBar {
  readonly history = new ParameterHistory();
  readonly element: HTMLElement;
  private controls: ParameterControls | undefined;
  /** The scene and size whose changes the history has. */
  private subject = '';

  /**
   * @param say shows a short message
   * @param edits returns the edits of the scene that is shown, if it is one's own
   */
  constructor(
    tooltip: Tooltip,
    private readonly say: (text: string) => void,
    private readonly edits: () => EditSteps | undefined,
  ) {
    this.element = createBar(
      'Changes of parameters',
      [
        {
          text: 'Undo',
          meaning: 'Takes back the last change of a parameter, or the last edit of a scene of your own. Keys: Ctrl+Z.',
          act: () => this.undo(),
        },
        { text: 'Redo', meaning: 'Makes the change again that was taken back. Keys: Ctrl+Y.', act: () => this.redo() },
        { text: 'Reset all', meaning: 'Gives all parameters the scene’s own values.', act: () => this.resetAll() },
      ],
      tooltip,
    );
    addEventListener('keydown', (event) => this.onKey(event), { capture: true });
  }

  /** Called when the panel was built. @param scene the scene and its size: changes of another one can't be undone */
  begin(scene: string, controls: ParameterControls): void {
    // An edit ends the changes before it, so that the last thing done is always taken back first.
    const subject = `${scene} ${this.edits()?.revision ?? 0}`;
    if (subject !== this.subject) this.history.clear();
    this.subject = subject;
    this.controls = controls;
    this.update();
  }

  /** Called when the panel has no parameters any more. */
  end(): void {
    this.controls = undefined;
    this.history.clear();
  }

  /** Shows which of the buttons have something to do. */
  update(): void {
    const count = this.controls?.changedNames.length ?? 0;
    const [undo, redo, reset] = this.element.querySelectorAll('button');
    // Not `disabled`, which would take the focus from a button that is pressed several times.
    const edits = this.edits();
    undo!.ariaDisabled = String(!this.history.canUndo && !edits?.canUndo);
    redo!.ariaDisabled = String(!this.history.canRedo && !edits?.canRedo);
    reset!.ariaDisabled = String(count === 0);
    reset!.textContent = count === 0 ? 'Reset all' : `Reset all (${count})`;
  }

  private undo(): void {
    const values = this.history.undo();
    if (!values && this.edits()?.undo()) return;
    this.follow('Undone', values, 'There is nothing to undo.');
  }

  private redo(): void {
    const values = this.history.redo();
    if (!values && this.edits()?.redo()) return;
    this.follow('Redone', values, 'There is nothing to redo.');
  }

  private follow(what: string, values: Values | undefined, otherwise: string): void {
    if (values) this.controls?.set(values, false);
    const names = Object.keys(values ?? {}) as (keyof SimulationParameters)[];
    const parts = names.map((name) => `${titleOf(name)} is ${valueInWords(name, values![name])}`);
    this.say(values ? `${what}: ${parts.join(', ')}. ${atNextStart(names)}`.trimEnd() : otherwise);
  }

  private resetAll(): void {
    const names = this.controls?.changedNames ?? [];
    if (names.length > 0) this.controls?.reset();
    this.say(
      names.length > 0
        ? `All parameters have the scene’s own values again. ${atNextStart(names)}`.trimEnd()
        : 'No parameter differs from the scene’s own values.',
    );
  }

  private onKey(event: KeyboardEvent): void {
    const { target, shiftKey, altKey } = event;
    const key = event.key.toLowerCase();
    const isUndo = key === 'z' && !shiftKey;
    const isRedo = key === 'y' || (key === 'z' && shiftKey);
    // A text field has its own undo.
    const isText = target instanceof HTMLInputElement && target.type === 'text';
    if (!(event.ctrlKey || event.metaKey) || altKey || isText || !(isUndo || isRedo)) return;
    if (!this.controls || this.element.inert) return;
    event.preventDefault();
    if (isUndo) this.undo();
    else this.redo();
  }
}
