import { startParameters } from '../../scenes/start-parameters.ts';
import { changedMode, IN_SOFTWARE, slowMaterial } from '../notices/messages.ts';
import type { Loaded } from './loader.ts';
import { setState } from './page.ts';
import type { PageParts } from './page-parts.ts';
import type { Session } from './session.ts';
import type { StartActions } from './starter.ts';

/** Brings the page's parts along when a scene starts: panel, notices, readouts, address. */
export class PageStarts implements StartActions {
  constructor(private readonly page: PageParts) {}

  beforeStart(): void {
    this.page.late.field.now?.end();
    this.page.late.untangler.now?.cancel();
    this.page.exploreMode.leave();
  }

  afterStart(
    { halves: [{ scene, build, parameters }], isNew, sizing, parameterNotes }: Loaded,
    old: Session | undefined,
  ): void {
    const { starter, late, notices, messages, watch } = this.page;
    const running = starter.running!;
    late.timeline.now?.clear();
    running.onCameraMoved(() => this.page.followAddress());
    late.recorder.now?.stop((text) => notices.add(text));
    const { withoutSimd } = running.session.opened.backend.pool;
    if (withoutSimd) notices.addNote(slowMaterial(withoutSimd));
    for (const note of parameterNotes) notices.addNote(note);
    for (const note of running.first.notes) notices.addNote(note);
    // `care` comes too late for the first notices.
    if (running.first.view.painter.isSoftware) notices.addNote(IN_SOFTWARE);
    late.care.call((care) => care.begin(running));
    late.colours.now?.begin();
    late.fetchChosen();
    this.showPanel(running.session);
    const ownScene = starter.settings.own;
    if (ownScene) late.inWorkshop((workshop) => workshop.shown(ownScene));
    // While the scene is edited, it stands at its start, and its title and mode have been told.
    const isEdited = ownScene !== undefined && this.page.playback.isPaused;
    const own = startParameters(scene, running.session.size).mode;
    const mode = old && scene !== old.scene && !isEdited ? changedMode(old, parameters, own) : [];
    const notes = [...(isNew ? build.notes : []), ...mode];
    const showNotices = () => notices.tell(messages, isNew && !isEdited ? scene.title : undefined, notes);
    watch.begin(running.session, sizing, showNotices);
  }

  afterStart2d(): void {
    this.page.late.timeline.now?.clear();
    this.page.late.panel.call((panel) => panel.show2d());
    setState('running');
    this.page.messages.hide();
    this.page.followAddress();
  }

  private showPanel(session: Session): void {
    const { scene, size } = session;
    const { world } = session.opened.backend;
    const { starter, late, watch, runtime } = this.page;
    const { backend, parameters, compare } = starter.settings;
    const comparisons = watch.comparisonsOf(session);
    const { backends } = runtime;
    const hasSurfaces = session.build.placements.some(({ surface }) => surface);
    const isOn = late.recorder.now?.isOn === true;
    late.panel.call((panel) => {
      panel.show({ scene, size, backend, backends, parameters, world, hasSurfaces, compare, comparisons });
      panel.showRecording(isOn);
    });
    this.page.followAddress();
  }

  afterRefusal(startsAgain: boolean): void {
    const { late, starter } = this.page;
    this.page.viewOptionsChanged();
    late.panel.call((panel) => panel.forget());
    const { own } = starter.settings;
    if (own) late.own.now?.shown(own);
    if (starter.running) this.showPanel(starter.running.session);
    else if (starter.page2d) late.panel.call((panel) => panel.show2d());
    else if (!startsAgain) this.page.openGallery();
  }

  figureChosen(): void {
    this.page.followAddress();
  }
}
