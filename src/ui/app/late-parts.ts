import { hasAir } from '../../simulation/world/world.ts';
import type { ControlActions, Controls } from '../controls/controls.ts';
import type { Exporter } from '../export/exporter.ts';
import type { FieldActions, FieldColours } from '../field/field-colours.ts';
import type { FieldPreparation } from './field-preparation.ts';
import type { Gallery, GalleryActions } from '../gallery/gallery.ts';
import type { SceneChoice } from '../link/settings.ts';
import type { Messages } from '../notices/messages.ts';
import type { Panel, PanelActions } from '../panel/panel.ts';
import type { ViewOptions } from '../panel/view-options.ts';
import type { RecordMode } from '../recording/record-mode.ts';
import type { Workshop, WorkshopPage } from '../own/workshop.ts';
import type { Timeline, TimelineActions } from '../timeline/timeline.ts';
import type { UntanglePage, Untangler } from '../untangle/untangler.ts';
import type { DrawingCare } from './drawing-care.ts';
import { LatePart, onDemand } from './on-demand.ts';
import { byId } from './page.ts';
import type { RunningScene } from './running-scene.ts';
import type { Runtime } from './runtime.ts';

/** The page, as the parts see it. */
type Page = PanelActions &
  ControlActions &
  TimelineActions &
  FieldActions &
  WorkshopPage &
  UntanglePage &
  GalleryActions & {
    readonly running: RunningScene | undefined;
    /** Whether no further frame is simulated. */
    readonly isPaused: boolean;
    /** Whether another start is requested. */
    readonly isLeaving: boolean;
    load(changed: SceneChoice, isPaused?: boolean): void;
    /** Takes files that the person gives. */
    takeFiles(files: readonly File[]): void;
  };

/** Parts of the page whose code comes after the first frame, because that frame doesn't need it. */
export class LateParts {
  /** The page's place for the notes of a first visit; undefined if a link has opened the page, which asks for something already. */
  private readonly notesHost = location.search ? undefined : byId('visit');

  constructor(
    private readonly page: Page,
    private readonly runtime: Runtime,
    private readonly viewOptions: ViewOptions,
    private readonly messages: Messages,
  ) {}

  private readonly tell = (text: string): void => this.messages.tell(text);

  readonly recorder = new LatePart<RecordMode>(async () => {
    const part = await onDemand('The recorder', import('../recording/record-mode.ts'), this.tell);
    const onToggle = (isOn: boolean) => this.panel.call((panel) => panel.showRecording(isOn));
    return part && new part.RecordMode(this.messages, () => this.page.running, onToggle);
  });

  /** Adapts drawing to the machine. */
  readonly care = new LatePart<DrawingCare>(async () => {
    const part = await onDemand('What adapts drawing to this machine', import('./drawing-care.ts'), this.tell);
    const actions = { tell: this.tell, viewOptionsChanged: () => this.page.viewOptionsChanged() };
    return part && new part.DrawingCare(this.viewOptions, actions);
  });

  readonly panel = new LatePart<Panel>(async () => {
    const part = await onDemand('The panel', import('../panel/panel.ts'), this.tell);
    return part && new part.Panel(this.page, this.viewOptions);
  });

  /** The bar, the views, the help and the notes of a first visit. */
  readonly controls = new LatePart<Controls>(async () => {
    const part = await onDemand('The bar', import('../controls/controls.ts'), this.tell);
    const hosts = { bar: byId('bar'), help: byId('help'), views: byId('views'), notes: this.notesHost };
    return part && new part.Controls(hosts, this.page, this.viewOptions);
  });

  /** The timeline, which keeps frames from when its code is there. */
  readonly timeline = new LatePart<Timeline>(async () => {
    const part = await onDemand('The timeline', import('../timeline/timeline.ts'), this.tell);
    return part && new part.Timeline(byId('timeline'), this.runtime.budget.memory, this.page);
  });

  /** The gallery, which is fetched when it is first opened. */
  readonly gallery = new LatePart<Gallery>(async () => {
    const part = await onDemand('The gallery', import('../gallery/gallery.ts'), this.tell);
    return part && new part.Gallery(byId('gallery'), this.runtime, this.page);
  });

  /** Opens the browser's dialog of files, and takes those that are dropped on the page. */
  readonly files = new LatePart<() => void>(async () => {
    const part = await onDemand('Opening files', import('./given-files.ts'), this.tell);
    return part?.takeFiles((files) => this.page.takeFiles(files));
  });

  /** The scene of one's own. Fetched when files are given, or when the person asks for it. */
  readonly own = new LatePart<Workshop>(async () => {
    const part = await onDemand('A scene of your own', import('../own/workshop.ts'), this.tell);
    return part && new part.Workshop(this.page);
  });

  /** Calls the workshop, which is fetched if it isn't there yet. */
  inWorkshop(act: (workshop: Workshop) => void): void {
    this.own.call(act);
    void this.own.fetch();
  }

  /** Computes the distances that a path method needs before a running scene takes it. */
  readonly field = new LatePart<FieldPreparation>(async () => {
    const part = await onDemand('What computes distances', import('./field-preparation.ts'), this.tell);
    return part && new part.FieldPreparation(this.messages);
  });

  /** Colours bodies by a field. Fetched when a field is first chosen. */
  readonly colours = new LatePart<FieldColours>(async () => {
    const part = await onDemand('Colours by a field', import('../field/field-colours.ts'), this.tell);
    return part && new part.FieldColours(byId('field'), this.page);
  });

  /** Saves shapes, sequences, pictures and videos. Fetched when one is first asked for. */
  readonly exporter = new LatePart<Exporter>(async () => {
    const part = await onDemand('Saving', import('../export/exporter.ts'), this.tell);
    return part && new part.Exporter(this.messages, this.timeline, this.page);
  });

  /** Untangles the pose of the running scene. Fetched when that is first asked for. */
  readonly untangler = new LatePart<Untangler>(async () => {
    const part = await onDemand('Untangling', import('../untangle/untangler.ts'), this.tell);
    return part && new part.Untangler(this.page);
  });

  /** Fetches all parts but those that wait for the person. Called after the first frame, and after each later one. */
  fetch(): void {
    // The panel shows choices of the recorder and of the care.
    void Promise.all([this.care.fetch(), this.recorder.fetch()]).then(() => this.panel.fetch());
    void this.controls.fetch();
    void this.files.fetch();
    void this.field.fetch();
    void this.timeline.fetch();
    const say = (text: string) => this.messages.say(text);
    void this.page.running?.fetchHand({ isPaused: () => this.page.isPaused, say });
  }

  /** Fetches what the view options need, once it is first chosen in the panel or by a link. */
  fetchChosen(): void {
    void this.fetchOverlays();
    void this.fetchAir();
    void this.fetchColours();
  }

  private async fetchColours(): Promise<void> {
    const { viewOptions, colours } = this;
    if (viewOptions.colourBy) await colours.fetch();
    // The person may have changed the choice meanwhile.
    const { colourBy } = viewOptions;
    const { now } = colours;
    if (colourBy) now?.choose(colourBy);
    else now?.hide();
    const wanted = colourBy && now;
    if (wanted === viewOptions.fieldColours) return;
    viewOptions.fieldColours = wanted;
    this.page.running?.viewOptionsChanged();
  }

  /** Saves what is drawn as a picture. */
  async savePicture(): Promise<void> {
    const part = await onDemand('The picture', import('../field/save-picture.ts'), this.tell);
    const { running } = this.page;
    running?.drawAgain(() => part?.savePicture(running, this.viewOptions.fieldColours?.content, this.tell));
  }

  private async fetchAir(): Promise<void> {
    const { viewOptions, page } = this;
    const isDrawn = page.running?.halves.some(({ session }) => hasAir(session.world));
    if (viewOptions.airLayer || !viewOptions.showsAir || !isDrawn) return;
    const part = await onDemand('The drawing of air', import('../../render/air/air-layer.ts'), this.tell);
    viewOptions.airLayer = part?.AirLayer;
    this.page.running?.viewOptionsChanged();
  }

  private async fetchOverlays(): Promise<void> {
    const { viewOptions } = this;
    if (viewOptions.overlays || !Object.values(viewOptions.shown).includes(true)) return;
    const part = await onDemand('What is drawn over the bodies', import('../../render/overlays.ts'), this.tell);
    viewOptions.overlays = part?.Overlays;
    this.page.running?.viewOptionsChanged();
  }
}
