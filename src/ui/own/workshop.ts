import type { OwnScene } from '../../scenes/own/scene-file.ts';
import type { ShapeName } from '../../scenes/own/shapes.ts';
import { OWN_SCENE, type OwnDocument } from '../link/own-document.ts';
import type { SceneChoice } from '../link/settings.ts';
import type { Messages } from '../notices/messages.ts';
import { documentOf } from './document.ts';
import { EditHistory } from './edit-history.ts';
import { addMesh, addShape, type Edited, emptyScene, type Part, partsOf } from './edits.ts';
import type { Given } from './given.ts';
import { keepScene, keptScene } from './keep.ts';
import { makeShape, readFiles } from './read-files.ts';

/** The page, as far as the workshop acts on it. */
export interface WorkshopPage {
  readonly messages: Messages;
  /** The scene of one's own that is shown, or that starts; undefined while another scene is shown. */
  readonly own: OwnDocument | undefined;
  load(changed: SceneChoice, isPaused?: boolean): void;
}

/** A new scene has this shape in it, until the person chooses others. */
const FIRST_SHAPE: ShapeName = 'ball';

/** The person's own scene: takes files into it, edits it, and takes edits back. Each edit starts the scene anew. */
export class Workshop {
  /** Undefined until there is a scene of one's own. */
  private history: EditHistory<OwnScene> | undefined;
  /** The part that the panel's folder shows. */
  selected: Part | undefined;
  /** Called when the scene or the selection has changed. */
  onChange: (() => void) | undefined;
  private reading = new AbortController();

  constructor(private readonly page: WorkshopPage) {}

  /** The scene as it is edited; undefined if there is none yet. */
  get scene(): OwnScene | undefined {
    return this.history?.present;
  }

  /** Takes files that were given at once. A failure is told, and the page goes on. */
  async take(files: readonly File[]): Promise<void> {
    this.reading.abort();
    this.reading = new AbortController();
    const { signal } = this.reading;
    const { messages } = this.page;
    const names = files.length === 1 ? files[0]!.name : `${files.length} files`;
    messages.progress(`Reading ${names} …`, 0, () => this.reading.abort());
    try {
      const given = await readFiles(files, signal);
      messages.hide();
      for (const content of given) this.add(content);
    } catch (error) {
      if (signal.aborted) messages.hide();
      else messages.tell(`${error instanceof Error ? error.message : String(error)}.`.replace(/\.\.$/, '.'));
    }
  }

  private add(given: Given): void {
    if (given.kind === 'scene') this.begin(given.scene);
    else if (given.kind === 'mesh') this.edit(addMesh(this.shownOrEmpty, given.name, given.mesh), false);
  }

  /** The scene of one's own if it is shown, else an empty one. */
  private get shownOrEmpty(): OwnScene {
    return (this.page.own && this.scene) ?? emptyScene();
  }

  /** Shows the scene of one's own: the one that was edited last, or a new one. */
  async open(): Promise<void> {
    const scene = this.scene ?? (await keptScene());
    if (scene) this.begin(scene);
    else this.edit(addShape(emptyScene(), FIRST_SHAPE, await makeShape(FIRST_SHAPE)), true);
  }

  /** Starts a scene that isn't an edit of the one before. */
  private begin(scene: OwnScene): void {
    this.selected = partsOf(scene)[0]?.part;
    this.replace(scene, false);
  }

  /** Takes an edited scene, and starts it. @param isPaused whether it then stands at its start */
  edit({ scene, part }: Edited, isPaused: boolean): void {
    this.selected = part;
    this.replace(scene, isPaused);
  }

  private replace(scene: OwnScene, isPaused: boolean): void {
    if (this.history && scene !== this.history.present) this.history.apply(scene);
    this.history ??= new EditHistory(scene);
    this.start(isPaused);
  }

  /** Takes the last edit back. @returns false if there is none */
  undo(): boolean {
    if (!this.history?.undo()) return false;
    this.start(true);
    return true;
  }

  /** Makes the edit again that was taken back. @returns false if there is none */
  redo(): boolean {
    if (!this.history?.redo()) return false;
    this.start(true);
    return true;
  }

  private start(isPaused: boolean): void {
    const { scene } = this;
    void keepScene(scene!);
    this.page.load({ scene: OWN_SCENE, own: documentOf(scene!) }, isPaused);
    this.onChange?.();
  }

  /** Called after each start, and after a start that was refused, with the scene of one's own that is shown then. */
  shown({ content }: OwnDocument): void {
    if (content === this.scene) return;
    if (this.history) this.history.returnTo(content);
    else this.history = new EditHistory(content);
    this.onChange?.();
  }
}
