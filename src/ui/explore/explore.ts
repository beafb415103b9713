import { ExploreLayer } from '../../render/explore/explore-layer.ts';
import type { View } from '../../render/view.ts';
import { viewRayOf } from '../../render/framing.ts';
import type { Camera } from '../../scenes/scene.ts';
import type { Explanation } from '../../simulation/view/explain/explanation.ts';
import { pickVertex } from '../app/drag.ts';
import type { Session } from '../app/session.ts';
import { Cut, type CutChoice, SelfOverlaps } from './cut.ts';
import { type CardActions, ExploreCard, type ExploreHosts, type Tool } from './explore-card.ts';
import { Labels } from './labels.ts';
import {
  aboutCut,
  aboutPlace,
  aboutPoint,
  CLICK,
  coloursOf,
  IN_NO_BODY,
  labelsOf,
  nextOwner,
  NOTHING_INSIDE,
  type Owner,
  ownersOf,
} from './words.ts';
import { PenetratingPoints } from './penetrating-points.ts';
import { Pointer } from './pointer.ts';
import { type Asked, StillFrame } from './still-frame.ts';

/** Radius around the middle of a point's mark in which a click counts [pixels]. */
const CLICK_REACH = 14;
/** The camera's distance from a clicked point is the larger of this number of path lengths and of THICKNESSES_AWAY. */
const PATHS_AWAY = 4;
/** The same distance in thicknesses (radii of the body's thin parts); it is larger if many marks crowd there. */
const THICKNESSES_AWAY = { alone: 7, crowded: 12 } as const;

/** The mode 'explore paths': shows single shortest paths of one frame while the simulation stands still. */
export class Explore implements CardActions {
  /** Queries that are explained now, one per explanation; public for tests. */
  asked: readonly Asked[] = [];
  explanations: readonly Explanation[] = [];
  focus = 0;
  private owners: readonly Owner[] = [];
  /** The vertex that was clicked last. */
  vertex: number | undefined;
  private tool: Tool = 'points';
  private isStale = true;
  /** The viewpoint before the mode was entered. */
  private readonly before: Camera;
  private readonly wasTouched: boolean;
  private readonly frame: StillFrame;
  private readonly layer: ExploreLayer;
  private readonly cut: Cut;
  private readonly card: ExploreCard;
  private readonly labels: Labels;
  private readonly pointer: Pointer;
  private readonly penetrating: PenetratingPoints;
  private foundOverlaps: SelfOverlaps | undefined;
  /** Whether the section tool was used before. If so, it shows its last cut again. */
  private wasCut = false;
  /** The body under the pointer. */
  private pointed: number | undefined;

  private constructor(
    private readonly session: Session,
    private readonly view: View,
    positions: Float32Array,
    depths: Float32Array,
    hosts: ExploreHosts,
    private readonly onLeave: () => void,
  ) {
    const { world } = session;
    this.frame = new StillFrame(world, positions);
    this.layer = new ExploreLayer(world, positions);
    this.cut = new Cut(this.frame, this.layer, view);
    this.penetrating = new PenetratingPoints(this.frame, depths);
    this.card = new ExploreCard(hosts.card, this, world.bodies.length);
    this.labels = new Labels(hosts.labels);
    this.pointer = new Pointer(view.canvas);
    this.before = view.viewpoint;
    this.wasTouched = view.isTouched;
    view.explore(this.layer.group, () => this.labels.place((point) => view.project(point)));
  }

  /**
   * Reads the frame back and shows the penetrating point that explains most (`PenetratingPoints.telling`).
   * @param onLeave called when the person is done
   */
  static async enter(session: Session, view: View, hosts: ExploreHosts, onLeave: () => void): Promise<Explore> {
    const { backend } = session.opened;
    // A drag or a restore may have changed the positions since depths were last measured, so they are measured again.
    await session.simulator.measure();
    const positions = ((await backend.read('positions')) as Float32Array).slice();
    const depths = ((await backend.read('depths')) as Float32Array).slice();
    const explore = new Explore(session, view, positions, depths, hosts, onLeave);
    const first = explore.penetrating.telling();
    explore.useTool(first === undefined ? 'section' : 'points');
    if (first !== undefined) explore.askVertex(first, true);
    return explore;
  }

  leave(): void {
    this.onLeave();
  }

  close(): void {
    this.pointer.close();
    this.view.explore(undefined, undefined);
    this.view.fly(this.before);
    // If the person has never moved the camera, it goes on moving by itself.
    this.view.isTouched = this.wasTouched;
    this.layer.dispose();
    this.labels.show([]);
    this.card.close();
  }

  /** Called once per paint: handles clicks and moves, then draws. */
  async update(): Promise<void> {
    const click = this.pointer.takeClick();
    const move = this.pointer.takeMove();
    if (this.tool === 'points' && move) this.point(move.x, move.y);
    if (this.tool === 'points' && click) this.click(click.x, click.y);
    if (this.tool === 'section') {
      if (this.cut.turn()) this.isStale = true;
      if (move) this.hover(move.x, move.y);
      if (click && this.explanations.length > 1) this.next();
    }
    const { isStale } = this;
    this.isStale = false;
    if (isStale) this.view.render();
    else this.view.renderIfMoved();
  }

  useTool(tool: Tool): void {
    this.tool = tool;
    if (tool === 'section') {
      this.recut(this.wasCut ? {} : (this.selfOverlaps.bestCut() ?? {}));
      this.wasCut = true;
      this.cut.lookAt();
    } else {
      this.card.showTool(tool, this.cut.choice, CLICK);
      this.clear();
      this.view.fly(this.before);
      this.showGlass();
    }
  }

  /** Computed at the first use, because it takes about half a second. */
  private get selfOverlaps(): SelfOverlaps {
    this.foundOverlaps ??= new SelfOverlaps(this.frame, this.penetrating.vertices);
    return this.foundOverlaps;
  }

  cutBody(body: number): void {
    this.recut(this.selfOverlaps.bestCut(body) ?? { body });
    this.cut.lookAt();
  }

  cutAxis(axis: number): void {
    this.recut(this.selfOverlaps.bestCut(this.cut.choice.body, axis) ?? { axis });
    this.cut.lookAt();
  }

  cutAt(share: number): void {
    this.recut({ share });
  }

  next(): void {
    this.focus = nextOwner(this.owners, this.focus);
    this.tell();
  }

  private recut(changed: Partial<CutChoice>): void {
    this.cut.choice = { ...this.cut.choice, ...changed };
    this.cut.show();
    const isOff = this.session.simulator.parameters.mode === 'off';
    const how = aboutCut(this.cut.hasOverlaps, this.selfOverlaps.areNone, isOff);
    this.card.showTool(this.tool, this.cut.choice, how);
    this.clear();
  }

  /** Draws the bodies as glass: those that contain the asked point clear, the point's own and the pointed one pale, others faint. */
  private showGlass(): void {
    const holders = new Set(this.asked.map(({ body }) => body));
    const owners = this.vertex === undefined ? [] : [this.frame.bodyOf(this.vertex)];
    const looked = new Set(this.pointed === undefined ? owners : [...owners, this.pointed]);
    const presence = (body: number) => (looked.has(body) ? 'pale' : 'faint');
    this.layer.showGlass(
      (body) => (holders.has(body) || holders.size === 0 ? 'clear' : presence(body)),
      this.penetrating.marks(looked),
    );
    this.isStale = true;
  }

  /** Makes the marks of the body under the pointer stand out. */
  private point(x: number, y: number): void {
    const vertex = pickVertex(this.session.faces, this.frame.positions, viewRayOf(this.view, x, y))?.vertex;
    const body = vertex === undefined ? undefined : this.frame.bodyOf(vertex);
    if (body === this.pointed) return;
    this.pointed = body;
    this.showGlass();
  }

  /** Places of the penetrating points' marks on the page [pixels]; tests click there. */
  marks(): { readonly vertex: number; readonly x: number; readonly y: number }[] {
    return this.penetrating.vertices.flatMap((vertex) => {
      const at = this.view.project(this.frame.pointOf(vertex));
      return at ? [{ vertex, ...at }] : [];
    });
  }

  /** A place in the cut on the page [pixels]; tests hover there. */
  placeInSection(): { readonly x: number; readonly y: number } | undefined {
    return this.cut.placeToHover();
  }

  private click(x: number, y: number): void {
    const near = this.markNear(x, y);
    const picked = near ?? pickVertex(this.session.faces, this.frame.positions, viewRayOf(this.view, x, y))?.vertex;
    if (picked === undefined) return;
    if (picked === this.vertex && this.explanations.length > 1) this.next();
    else this.askVertex(picked, false);
  }

  /** The penetrating vertex whose mark is nearest to a click: picking the surface would miss marks behind other skin. */
  private markNear(x: number, y: number): number | undefined {
    const distances = this.marks().map((mark) => ({
      vertex: mark.vertex,
      distance: Math.hypot(mark.x - x, mark.y - y),
    }));
    const nearest = distances.reduce((a, b) => (b.distance < a.distance ? b : a), {
      vertex: -1,
      distance: CLICK_REACH,
    });
    return nearest.vertex < 0 ? undefined : nearest.vertex;
  }

  /** Explains a vertex as if its mark had been clicked. @param comesCloser whether the camera flies to it */
  askVertex(vertex: number, comesCloser: boolean): void {
    this.vertex = vertex;
    this.ask(this.frame.elementsAround(vertex));
    if (this.asked.length === 0) {
      this.card.say(IN_NO_BODY);
    } else if (comesCloser) this.comeCloser();
    this.showGlass();
  }

  private hover(x: number, y: number): void {
    const found = this.cut.under(x, y);
    // Beside the section the last explanation stays, so that it can be read.
    if (found.length > 0) this.ask(found);
  }

  private ask(asked: readonly Asked[]): void {
    const distanceOf = ({ answer }: Explanation) => answer?.distance ?? Number.POSITIVE_INFINITY;
    // The shortest path comes first and is in focus.
    const told = asked
      .map((one) => ({ one, explanation: this.frame.explain(one) }))
      .sort((a, b) => distanceOf(a.explanation) - distanceOf(b.explanation));
    const isSame = told.length === this.asked.length && told.every(({ one }, i) => one.tet === this.asked[i].tet);
    this.asked = told.map(({ one }) => one);
    this.explanations = told.map(({ explanation }) => explanation);
    this.owners = ownersOf(this.asked, this.explanations);
    if (!isSame) this.focus = 0;
    this.tell();
  }

  private clear(): void {
    this.asked = [];
    this.explanations = [];
    this.owners = [];
    this.focus = 0;
    this.vertex = undefined;
    this.tell();
    this.card.say(this.tool === 'points' && this.penetrating.vertices.length === 0 ? NOTHING_INSIDE : '');
  }

  private tell(): void {
    const { asked, explanations, owners, focus, frame } = this;
    const colours = coloursOf(owners, focus);
    const paths = explanations.map((explanation, i) => ({
      explanation,
      elements: frame.cornersOf(asked[i].body, explanation.answer?.elements ?? []),
      colour: colours[i],
    }));
    this.layer.showPaths(paths, focus);
    this.labels.show(labelsOf(explanations, owners, focus));
    if (explanations.length > 0) this.card.tell({ where: this.where(), explanations, owners, focus });
    this.isStale = true;
  }

  private where(): string {
    const { asked, owners, frame, vertex } = this;
    return this.tool === 'section' || vertex === undefined
      ? aboutPlace(asked, owners)
      : aboutPoint(asked, frame.bodyOf(vertex));
  }

  private comeCloser(): void {
    const { world } = this.session;
    const { thickness } = world.models[world.bodies[this.asked[0].body].model];
    const longest = Math.max(...this.explanations.map(({ answer }) => answer?.distance ?? 0));
    const radii = this.penetrating.isCrowd ? THICKNESSES_AWAY.crowded : THICKNESSES_AWAY.alone;
    this.view.flyTo(this.explanations[0].point, Math.max(PATHS_AWAY * longest, radii * thickness));
  }
}
