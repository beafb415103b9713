import type { OwnMesh, OwnScene } from '../../scenes/own/scene-file.ts';
import type { ShapeName } from '../../scenes/own/shapes.ts';
import { OWN_SCENE, type OwnDocument } from '../link/own-document.ts';
import { type SceneChoice, type Settings, usualParameters } from '../link/settings.ts';
import type { Notices } from '../notices/notices.ts';
import type { Speed } from '../sizing/speed.ts';
import type { Messages } from '../notices/messages.ts';
import type { GUI } from 'lil-gui';
import { byId } from '../app/page.ts';
import type { Playback } from '../app/playback.ts';
import type { Starter } from '../app/starter.ts';
import type { Address } from '../link/address.ts';
import type { RunningScene } from '../app/running-scene.ts';
import type { EditSteps } from '../panel/change-bar.ts';
import type { Tooltip } from '../panel/tooltip.ts';
import { cut } from '../../math/text.ts';
import { bodyColour } from '../../render/palette.ts';
import { checkReach } from '../../scenes/own/check-reach.ts';
import { writeSceneFile } from '../../scenes/own/write-scene-file.ts';
import { difference } from '../panel/parameter-words.ts';
import { download } from '../recording/download.ts';
import { notesInWords } from '../notices/bounded.ts';
import { noteOnDefaults } from '../notices/default-notes.ts';
import { hashOf } from './scene-link.ts';
import { documentOf } from './document.ts';
import { EditHistory } from './edit-history.ts';
import {
  addBowl,
  addGround,
  addHeldShape,
  addMesh,
  addShape,
  duplicate,
  type Edited,
  emptyScene,
  isSamePart,
  moveTo,
  type Part,
  partsOf,
  placeOf,
  removeAndChoose,
  setPose,
} from './edits.ts';
import type { Given } from './given.ts';
import { Highlight } from './highlight.ts';
import { keepScene, keptScene } from './keep.ts';
import { Mover } from './mover.ts';
import { OwnFolder } from './own-folder.ts';
import { plus } from './placing.ts';
import { type NewPose, pairPoses } from './pair-poses.ts';
import { fillSurface, makeShape, overlapsItself, readFiles, readKept } from './read-files.ts';

/** The page, as far as the workshop acts on it. */
export interface WorkshopPage {
  readonly messages: Messages;
  readonly notices: Pick<Notices, 'add' | 'addNote'>;
  readonly watch: { readonly speed: Pick<Speed, 'secondsPerFrame'> };
  /** Its `own` is the scene of one's own that is shown, or that starts; undefined while another scene is shown. */
  readonly settings: Settings;
  readonly running: RunningScene | undefined;
  load(changed: SceneChoice, isPaused?: boolean): void;
  readonly address: Pick<Address, 'write'>;
  readonly starter: Pick<Starter, 'startWith'>;
  readonly playback: Pick<Playback, 'isPaused'>;
  readonly late: { readonly gallery: { readonly now: { close(): void } | undefined } };
  /** Called when the scene was edited. */
  edited(): void;
}

/** How a scene starts: whether it then stands at its start, and whether it is another scene than before, not an edit of it. */
interface Start {
  readonly isPaused: boolean;
  readonly isOther?: boolean;
}

const TOO_LARGE =
  'This scene is too large for a link: its meshes take more than 8 kB. Save it as a file, which others can drop on their page.';
/** A new scene has this shape in it, until the person chooses others. */
const FIRST_SHAPE: ShapeName = 'ball';

/** Returns a scene's title as a name that every system takes for a file. */
const fileStem = (title: string): string => (title.toLowerCase().match(/[a-z0-9]+/g) ?? ['own']).join('-');

/** The person's own scene: takes files into it, edits it, and takes edits back. Each edit starts the scene anew. */
export class Workshop implements EditSteps {
  /** Undefined until there is a scene of one's own. */
  private history: EditHistory<OwnScene> | undefined;
  /** The part that the panel's folder shows. */
  selected: Part | undefined;
  /** The panel's folder; undefined until the panel is there. */
  private folder: OwnFolder | undefined;
  revision = 0;
  private readonly highlight: Highlight;
  /** The scene that starts because of an edit or a file, until it has started: then the browser keeps it. Scenes of links aren't kept. */
  private unkept: OwnScene | undefined;
  /** Ends when the scenes so far are kept, or refused. */
  private keeping: Promise<void> = Promise.resolve();
  /** Whether the person knows that the browser can't keep the scene. */
  private hasToldRefusal = false;
  /** Aborts what was begun with the files that were given last; undefined if that was done. */
  private reading: AbortController | undefined;

  constructor(private readonly page: WorkshopPage) {
    this.highlight = new Highlight(page, () => this);
    new Mover(byId('views'), {
      running: () => (page.settings.own ? page.running : undefined),
      select: (index) => this.select({ list: 'bodies', index }),
      drag: (index, by) => {
        this.selected = { list: 'bodies', index };
        this.highlight.update(by);
      },
      move: (index, by) => {
        const part: Part = { list: 'bodies', index };
        this.edit({ scene: moveTo(this.scene!, part, plus(placeOf(this.scene!, part), by)), part }, true);
      },
    });
  }

  /** Fills the panel's folder of the scene. */
  fill(folder: GUI, tooltip: Tooltip): void {
    this.folder = new OwnFolder(folder, this, tooltip);
  }

  /** Shows a part in the panel's folder. */
  select(part: Part): void {
    this.selected = part;
    this.folder?.update();
    this.highlight.update();
  }

  get canUndo(): boolean {
    return this.history?.canUndo === true;
  }

  get canRedo(): boolean {
    return this.history?.canRedo === true;
  }

  /** The scene as it is edited; undefined if there is none yet. */
  get scene(): OwnScene | undefined {
    return this.history?.present;
  }

  /** The scene as it is edited, as settings carry it; undefined if there is none yet. */
  get document(): OwnDocument | undefined {
    return this.scene && documentOf(this.scene);
  }

  /** Takes files that were given at once, instead of those that are still being read. A failure is told, and the page goes on. */
  async take(files: readonly File[]): Promise<void> {
    this.cancelReading();
    this.reading = new AbortController();
    const { signal } = this.reading;
    const { messages } = this.page;
    const hide = () => messages.hide();
    signal.addEventListener('abort', hide);
    const names = files.length === 1 ? files[0]!.name : `${files.length} files`;
    messages.progress(`Reading ${cut(names)} …`, 0, () => this.cancelReading());
    try {
      const given = await readFiles(files, signal);
      signal.removeEventListener('abort', hide);
      hide();
      const { settings } = this.page;
      const { meshes } = this.shownOrEmpty;
      const confirm = (text: string, yes: string, no: string) => messages.confirm(text, yes, no, signal);
      const contents = await pairPoses(given, meshes, { overlaps: overlapsItself, confirm });
      // Another scene that was chosen meanwhile has taken a question's place.
      if (this.page.settings !== settings) return;
      for (const content of contents) await this.add(content, signal);
    } catch (error) {
      if (!signal.aborted) this.tellFailure(error);
    }
    if (this.reading?.signal === signal) this.reading = undefined;
  }

  /** Ends what was begun with the files that were given last: their reading, or the question how to fill a surface. */
  cancelReading(): void {
    this.reading?.abort();
    this.reading = undefined;
  }

  private tellFailure(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    this.page.messages.tell(text.endsWith('.') ? text : `${text}.`);
  }

  /** Adds the content of files. @throws the signal's reason if it has aborted; Error with one sentence for the person */
  private async add(given: Exclude<Given, { readonly kind: 'pose' }> | NewPose, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (given.kind === 'scene') {
      for (const [name, { note }] of Object.entries(given.scene.meshes))
        if (note) this.page.notices.add(`${name}: ${note}`);
      for (const note of noteOnDefaults(given.scene.parameters)) this.page.notices.addNote(note);
      this.begin(given.scene);
    } else if (given.kind === 'state') await this.goOn(given);
    else if (given.kind === 'mesh') this.addGiven(given.name, given.mesh, given.notes);
    else if (given.kind === 'new pose')
      this.edit({ scene: setPose(this.scene!, given.of, given.pose), part: this.selected }, true);
    else {
      const { FillDialog } = await import('./fill-dialog.ts');
      const actions = { fill: fillSurface, secondsPerStep: this.secondsPerStep };
      const filled = await new FillDialog(given, actions).ask(signal);
      if (!filled) return;
      const { notes, ...mesh } = filled;
      this.addGiven(given.name, mesh, notes);
    }
  }

  /** Goes on from a state, in its scene. A scene of one's own comes with the state, or is the one that is shown. */
  private async goOn({ saved, scene }: Given & { readonly kind: 'state' }): Promise<void> {
    const { page } = this;
    const { isOfOwnScene, resumptionOf, settingsOf } = await import('./resume-state.ts');
    const own = isOfOwnScene(saved) ? (scene ?? (page.settings.own && this.scene)) : undefined;
    const settings = settingsOf(saved, own, page.settings);
    this.unkept = scene;
    page.late.gallery.now?.close();
    // The history entry of the scene that is shown keeps its last state.
    page.address.write();
    const resume = resumptionOf(saved, (text) => page.notices.add(text));
    page.starter.startWith({ ...settings, resume }, page.playback.isPaused);
  }

  private addGiven(name: string, mesh: OwnMesh, notes: readonly string[]): void {
    if (notes.length > 0) this.page.notices.add(`${cut(name)}: ${notesInWords(notes)}`);
    // A pose stands, so that it can be untangled before it moves.
    this.edit(addMesh(this.shownOrEmpty, name, mesh), mesh.pose !== undefined);
  }

  private readonly secondsPerStep = (tetrahedra: number): number | undefined => {
    const { watch, settings } = this.page;
    return watch.speed.secondsPerFrame(settings.backend, { tetrahedra, steps: 1 });
  };

  /** The scene of one's own if it is shown, else an empty one. */
  private get shownOrEmpty(): OwnScene {
    return (this.page.settings.own && this.scene) ?? emptyScene();
  }

  /** Shows the scene of one's own: the one that was edited last, or a new one. */
  async open(): Promise<void> {
    const scene = this.scene ?? (await keptScene(readKept));
    if (typeof scene !== 'string') this.begin(scene);
    else await this.withShape(FIRST_SHAPE, (mesh) => this.edit(addShape(emptyScene(), FIRST_SHAPE, mesh), true));
  }

  /** Makes a built-in shape, then calls `act` with it, unless the shape can't be made, which is told. */
  private async withShape(name: ShapeName, act: (mesh: OwnMesh) => void): Promise<void> {
    const mesh = await makeShape(name).catch((error: unknown) => this.tellFailure(error));
    if (mesh) act(mesh);
  }

  /** Starts a scene that isn't an edit of the one before. */
  private begin(scene: OwnScene): void {
    this.selected = partsOf(scene)[0]?.part;
    this.replace(scene, { isPaused: false, isOther: true });
  }

  /** Takes an edited scene, and starts it. @param isPaused whether it then stands at its start */
  edit({ scene, part }: Edited, isPaused: boolean): void {
    try {
      checkReach(scene.bodies, scene.meshes);
    } catch (error) {
      this.tellFailure(error);
      // What was dragged is drawn in its place again, and rows show what they did before.
      this.page.running?.recall(undefined);
      this.changed();
      return;
    }
    this.selected = part;
    this.replace(scene, { isPaused });
  }

  private replace(scene: OwnScene, how: Start): void {
    if (this.history && scene !== this.history.present) this.history.apply(scene);
    this.history ??= new EditHistory(scene);
    this.start(how);
  }

  /** Takes the last edit back. @returns false if there is none */
  undo(): boolean {
    if (!this.history?.undo()) return false;
    this.start({ isPaused: true });
    return true;
  }

  /** Makes the edit again that was taken back. @returns false if there is none */
  redo(): boolean {
    if (!this.history?.redo()) return false;
    this.start({ isPaused: true });
    return true;
  }

  private start({ isPaused, isOther = false }: Start): void {
    const { scene } = this;
    this.revision++;
    this.settleSelection();
    this.unkept = scene;
    this.page.load({ scene: OWN_SCENE, own: documentOf(scene!), isOther }, isPaused);
    this.changed();
  }

  /** Chooses the first part if the chosen one is gone. */
  private settleSelection(): void {
    const parts = partsOf(this.scene!).map(({ part }) => part);
    if (!parts.some((part) => isSamePart(part, this.selected))) this.selected = parts[0];
  }

  private changed(): void {
    this.folder?.update();
    this.page.edited();
  }

  /** Adds what the folder's list names, such as 'body ball', 'held box' or 'obstacle bowl'. */
  async addNamed(choice: string): Promise<void> {
    const [kind, name] = choice.split(' ') as ['body' | 'held', ShapeName] | ['obstacle', 'bowl' | 'plane'];
    if (kind === 'obstacle') this.edit((name === 'bowl' ? addBowl : addGround)(this.scene!), true);
    else
      await this.withShape(name, (mesh) => {
        // The person may have left the scene meanwhile.
        if (this.page.settings.own)
          this.edit((kind === 'held' ? addHeldShape : addShape)(this.scene!, name, mesh), true);
      });
  }

  duplicateSelected(): void {
    this.edit(duplicate(this.scene!, this.selected!), true);
  }

  removeSelected(): void {
    const { scene, selected, page } = this;
    if (selected!.list === 'bodies' && scene!.bodies.length === 1)
      page.messages.tell('A scene needs a body. Add another one, then remove this one.');
    else this.edit(removeAndChoose(scene!, selected!), true);
  }

  say(text: string): void {
    this.page.messages.tell(text);
  }

  /** Saves the scene as a file. What the person has changed in the panel becomes the scene's own. */
  save(): void {
    const { settings } = this.page;
    const changed = difference(usualParameters(settings), settings.parameters);
    const scene = { ...this.scene!, parameters: { ...this.scene!.parameters, ...changed } };
    download(`${fileStem(scene.title)}.scene.json`, writeSceneFile(scene), 'application/json');
  }

  /** Copies a link that holds the scene, as the page shows it. */
  async copyLink(): Promise<void> {
    const { messages } = this.page;
    const hash = hashOf(this.scene!);
    if (!hash) return messages.tell(TOO_LARGE);
    const link = `${location.origin}${location.pathname}${location.search}${hash}`;
    try {
      await navigator.clipboard.writeText(link);
      messages.tell('The link is copied. It holds the whole scene.');
    } catch {
      messages.explain({ text: 'This browser doesn’t let the page copy. The link is under ‘Details’.', details: link });
    }
  }

  /** Called after each start, and after a start that was refused, with the scene of one's own that is shown then. */
  shown({ content }: OwnDocument): void {
    // A scene that could not be built would come back at each reload.
    if (content === this.unkept) this.keep(content);
    this.unkept = undefined;
    if (content !== this.scene) {
      // A body that was dragged is drawn in its place again.
      this.page.running?.recall(undefined);
      if (this.history) this.history.returnTo(content);
      else this.history = new EditHistory(content);
      this.settleSelection();
      this.page.edited();
    }
    this.folder?.update();
    this.highlight.update();
  }

  /** Keeps a scene after those before, and tells once if the browser can't. */
  private keep(scene: OwnScene): void {
    this.keeping = this.keeping.then(async () => {
      const refusal = await keepScene(scene);
      if (refusal && !this.hasToldRefusal)
        this.page.messages.tell(
          `This browser can’t keep your scene: ${refusal}. It is gone after a reload, unless you save it as a file (‘Save scene’ in the panel).`,
        );
      this.hasToldRefusal = refusal !== undefined;
    });
  }

  /** Returns a body's colour as it is drawn, '#rrggbb'; undefined while the scene starts. */
  colourOf(index: number): string | undefined {
    const { running, settings } = this.page;
    if (!running || running.session.scene !== settings.own?.scene) return undefined;
    const { bodies } = running.session.world;
    const body = bodies.findIndex(({ placement }) => placement === index);
    return body < 0 ? undefined : `#${bodyColour(body, bodies[body]!.skin).getHexString()}`;
  }
}
