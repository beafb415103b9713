import type { Controller, GUI } from 'lil-gui';
import { createBar } from '../panel/bar.ts';
import { addChoice, setChoices } from '../panel/parameter-controls.ts';
import type { Tooltip } from '../panel/tooltip.ts';
import { isSamePart, type Part, partsOf } from './edits.ts';
import { addBodyRows, addObstacleRows, type SceneEditor } from './part-rows.ts';

/** Names of the parts that can be added, and their titles in the list. */
const ADDITIONS = [
  ['', 'Choose …'],
  ['body ball', 'Ball'],
  ['body box', 'Box'],
  ['body bar', 'Bar'],
  ['body ring', 'Ring'],
  ['body octopus', 'Octopus'],
  ['held box', 'Fixed box'],
  ['held ball', 'Fixed ball'],
  ['held ring', 'Fixed ring'],
  ['obstacle bowl', 'Bowl'],
  ['obstacle plane', 'Ground'],
] as const;

const keyOf = (list: string, index: number): string => `${list} ${index}`;

/** Functions that the folder calls. */
export interface FolderActions extends SceneEditor {
  select(part: Part): void;
  /** Adds what ADDITIONS names. */
  addNamed(choice: string): Promise<void>;
  duplicateSelected(): void;
  removeSelected(): void;
  save(): void;
  copyLink(): Promise<void>;
}

/** The panel's folder of the scene of one's own: what to add, its parts, and the place and look of the part that is chosen. */
export class OwnFolder {
  private readonly parts;
  private rows: readonly Controller[] = [];
  /** Shows the values of the rows anew; undefined if no part is chosen. */
  private showValues: (() => void) | undefined;
  /** The part that the rows are about, and its kind. */
  private shownKey = '';
  private readonly values = { add: '', part: '' };

  constructor(
    private readonly folder: GUI,
    private readonly workshop: FolderActions,
    private readonly tooltip: Tooltip,
  ) {
    folder.$children.append(this.files());
    const add = addChoice(folder, this.values, 'add', ADDITIONS).name('Add');
    add.onChange((choice: string) => {
      this.values.add = '';
      add.updateDisplay();
      if (choice) void workshop.addNamed(choice);
    });
    tooltip.describe(add.domElement, () => ({
      title: 'Add',
      meaning:
        'Adds a body, above all that is there, or something that nothing moves, on the ground. It gets the size of the largest body.',
    }));
    this.parts = addChoice(folder, this.values, 'part', []).name('Part');
    this.parts.onChange((key: string) => {
      const chosen = partsOf(workshop.scene!).find(({ part }) => keyOf(part.list, part.index) === key);
      if (chosen) workshop.select(chosen.part);
    });
    tooltip.describe(this.parts.domElement, () => ({
      title: 'Part',
      meaning: 'The body or obstacle that the rows below are about. A click on a body chooses it, too.',
      watch: 'While the scene stands at its start, you can drag bodies to another place; with shift up and down.',
    }));
    this.update();
  }

  /** Shows the scene and the chosen part as they are now. */
  update(): void {
    const { workshop, parts } = this;
    const { scene, selected } = workshop;
    if (!scene) return;
    const all = partsOf(scene);
    setChoices(
      parts,
      all.map(({ part, title }) => [keyOf(part.list, part.index), title] as const),
    );
    this.values.part = selected ? keyOf(selected.list, selected.index) : '';
    parts.updateDisplay();
    const shown = all.find(({ part }) => isSamePart(part, selected));
    const kind = selected?.list === 'obstacles' ? scene.obstacles[selected.index]?.kind : 'body';
    const key = shown ? `${this.values.part} ${kind}` : '';
    if (key !== this.shownKey) this.build(key);
    else this.showValues?.();
  }

  private build(key: string): void {
    for (const row of this.rows) row.destroy();
    this.rows = [];
    this.shownKey = key;
    this.showValues = undefined;
    const { folder, workshop, tooltip } = this;
    if (!key) return;
    const before = new Set(folder.controllers);
    const add = key.startsWith('bodies') ? addBodyRows : addObstacleRows;
    this.showValues = add(folder, workshop, tooltip);
    const actions = { duplicate: () => workshop.duplicateSelected(), remove: () => workshop.removeSelected() };
    folder.add(actions, 'duplicate').name('Duplicate');
    folder.add(actions, 'remove').name('Remove');
    this.rows = folder.controllers.filter((controller) => !before.has(controller));
  }

  private files(): HTMLElement {
    const { workshop } = this;
    return createBar(
      'The scene as a file',
      [
        {
          text: 'Save scene',
          meaning: 'Saves the scene as a file, which can be opened or dropped on the page.',
          act: () => workshop.save(),
        },
        {
          text: 'Copy link',
          meaning: 'Copies a link that has the whole scene in it, if the scene is small enough for that.',
          act: () => workshop.copyLink(),
        },
      ],
      this.tooltip,
    );
  }
}
