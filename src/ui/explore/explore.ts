import { ExploreLayer } from '../../render/explore/explore-layer.ts';
import type { View } from '../../render/view.ts';
import { viewRayOf } from '../../render/framing.ts';
import type { Camera } from '../../scenes/scene.ts';
import { carryDistances } from '../../simulation/diagnostics/measure.ts';
import type { StillAir } from '../../simulation/view/explain/explain-air.ts';
import type { Explanation, Point } from '../../simulation/view/explain/explanation.ts';
import { pickVertex } from '../hand/pick.ts';
import type { Session } from '../app/session.ts';
import { Approach } from './approach.ts';
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
import { CLICK_PATCH } from './patch-words.ts';
import { AirTool, stillAir } from './air-tool.ts';
import { CLICK_AIR } from './air-words.ts';
import { PatchTool } from './patch-tool.ts';
import { PenetratingPoints } from './penetrating-points.ts';
import { Pointer } from './pointer.ts';
import { type PathQuery, StillFrame } from './still-frame.ts';

/** The camera flies to this number of path lengths from a point, or to RADII_AWAY radii if that is farther. */
const PATH_LENGTHS_AWAY = 4;
/** Minimum distance of the camera from a point, in radii of the body's thin parts (Model.thickness); larger if there are many marks. */
const RADII_AWAY = { alone: 7, crowded: 12 } as const;

/** The mode 'explore paths': shows single shortest paths of one frame while the simulation stands still. */
export class Explore implements CardActions {
  /** Path queries that are explained now, one per explanation; public for tests. */
  queries: readonly PathQuery[] = [];
  explanations: readonly Explanation[] = [];
  /** Index of the explanation whose details are shown. */
  focus = 0;
  private owners: readonly Owner[] = [];
  /** The vertex whose paths are shown; undefined while none was chosen. */
  vertex: number | undefined;
  private tool: Tool = 'points';
  /** Whether the picture has to be drawn again even if the camera has not moved. */
  private isStale = true;
  /** The viewpoint before the mode was entered. */
  private readonly viewpointBefore: Camera;
  /** Whether the person had moved the camera before the mode was entered. */
  private readonly wasTouched: boolean;
  private readonly frame: StillFrame;
  private readonly layer: ExploreLayer;
  private readonly cut: Cut;
  private readonly approach: Approach;
  private readonly card: ExploreCard;
  private readonly labels: Labels;
  private readonly pointer: Pointer;
  private readonly penetrating: PenetratingPoints;
  /** The tool that shows patches; public for tests. */
  readonly patches: PatchTool;
  /** The tool that explains elements of air; undefined in scenes without. Public for tests. */
  readonly air: AirTool | undefined;
  private foundOverlaps: SelfOverlaps | undefined;
  /** Whether the section tool was used before. If so, the tool shows its last cut again. */
  private hasCut = false;
  /** The body under the pointer. */
  private pointedBody: number | undefined;

  private constructor(
    private readonly session: Session,
    private readonly view: View,
    positions: Float32Array,
    depths: Float32Array,
    fieldDistances: Float32Array,
    air: StillAir | undefined,
    hosts: ExploreHosts,
    private readonly onLeave: () => void,
  ) {
    const { world } = session;
    this.frame = new StillFrame(world, positions, fieldDistances);
    this.layer = new ExploreLayer(world, positions);
    this.cut = new Cut(this.frame, this.layer, view);
    this.approach = new Approach(view, this.frame);
    this.penetrating = new PenetratingPoints(this.frame, depths);
    this.card = new ExploreCard(hosts.card, this, world);
    this.labels = new Labels(hosts.labels);
    this.pointer = new Pointer(view.canvas);
    const changed = () => {
      this.isStale = true;
    };
    this.patches = new PatchTool(this.frame, this.layer, view, this.card, this.labels, changed);
    this.air = air && new AirTool(air, this.frame, this.layer, view, this.card, changed);
    this.cut.lines.isOn = session.simulator.parameters.pathMethod === 'distance-field';
    this.viewpointBefore = view.travel.viewpoint;
    this.wasTouched = view.travel.isTouched;
    view.explore(this.layer.group, () => this.labels.place(this.project));
  }

  /** Projects a point to the page. */
  private readonly project = (point: Point) => this.view.rig.project(point);

  /**
   * Reads back the frame, and shows the paths of its most instructive penetrating point (`PenetratingPoints.mostInstructive`).
   * @param onLeave called when the person leaves the mode
   */
  static async enter(session: Session, view: View, hosts: ExploreHosts, onLeave: () => void): Promise<Explore> {
    const { backend } = session.opened;
    // A drag or a restore may have changed the positions since the last measurement of the depths.
    const measured = await session.simulator.measure();
    const fieldDistances = (await carryDistances(backend, session.simulator.parameters, measured)).slice();
    const positions = ((await backend.read('positions')) as Float32Array).slice();
    const depths = ((await backend.read('depths')) as Float32Array).slice();
    const air = await stillAir(session);
    const explore = new Explore(session, view, positions, depths, fieldDistances, air, hosts, onLeave);
    if (explore.air && (explore.air.hasInverted || session.world.dimension === 2)) {
      explore.useTool('air');
      explore.nextAir();
      return explore;
    }
    const first = explore.penetrating.mostInstructive();
    explore.useTool(first === undefined ? 'section' : 'points');
    if (first !== undefined) explore.askVertex(first, true);
    return explore;
  }

  leave(): void {
    this.onLeave();
  }

  close(): void {
    this.pointer.close();
    this.approach.close();
    this.patches.close();
    this.air?.close();
    this.view.explore(undefined, undefined);
    // If the person has never moved the camera, the camera goes on following the bodies.
    this.view.travel.fly(this.viewpointBefore, !this.wasTouched);
    this.layer.dispose();
    this.labels.show([]);
    this.card.close();
  }

  /** Called once per paint: handles clicks and moves, then draws if anything has changed. @returns whether it drew */
  async update(): Promise<boolean> {
    const click = this.pointer.takeClick();
    const move = this.pointer.takeMove();
    if (this.tool === 'points' && move) this.emphasizeBodyAt(move.x, move.y);
    if (this.tool === 'points' && click) this.click(click.x, click.y);
    if (this.tool === 'patches' && click) this.patches.click(click.x, click.y);
    if (this.tool === 'air' && click) this.air?.click(click.x, click.y);
    if (this.tool === 'section') {
      if (this.cut.followCamera()) this.isStale = true;
      if (this.cut.lines.update()) this.isStale = true;
      if (move) this.hover(move.x, move.y);
      // A finger can't move over the section without turning the camera, so its tap explains a place.
      if (click?.isTap) this.hover(click.x, click.y);
      else if (click && this.explanations.length > 1) this.next();
    }
    this.approach.update();
    const { isStale } = this;
    this.isStale = false;
    if (!isStale) return this.view.renderIfMoved();
    this.view.render();
    return true;
  }

  /** @param chosen the tool; the one for patches, chosen again, is put away */
  useTool(chosen: Tool): void {
    const tool = chosen === 'patches' && this.tool === chosen ? 'points' : chosen;
    if (this.tool === 'patches' && tool !== 'patches') this.patches.close();
    if (this.tool === 'air' && tool !== 'air') this.air?.close();
    this.tool = tool;
    this.approach.cancel();
    if (tool === 'patches') {
      this.card.showTool(tool, this.cut.choice, CLICK_PATCH);
      this.clear();
      this.view.travel.show();
      void this.patches.open();
    } else if (tool === 'air') {
      this.card.showTool(tool, this.cut.choice, CLICK_AIR);
      this.clear();
      this.view.travel.fly(this.viewpointBefore);
      this.air?.open();
    } else if (tool === 'section') {
      this.recut(this.hasCut ? {} : (this.selfOverlaps.bestCut() ?? {}));
      this.hasCut = true;
      this.cut.lookAt();
    } else {
      this.card.showTool(tool, this.cut.choice, CLICK);
      this.clear();
      this.view.travel.fly(this.viewpointBefore);
      this.showGlass();
    }
  }

  /** Overlaps of bodies with themselves. The first use searches for them, which takes about half a second. */
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

  drawLines(isOn: boolean): void {
    this.cut.lines.isOn = isOn;
    this.cut.showLines();
    this.tellLines();
    this.isStale = true;
  }

  private tellLines(): void {
    const { lines, choice } = this.cut;
    this.card.showLines(lines.isOn ? lines.spacingIn(choice.body) : undefined);
  }

  nextAir(): void {
    this.air?.next();
  }

  next(): void {
    this.focus = nextOwner(this.owners, this.focus);
    this.show();
  }

  private recut(changed: Partial<CutChoice>): void {
    this.cut.choice = { ...this.cut.choice, ...changed };
    this.cut.show();
    const isOff = this.session.simulator.parameters.mode === 'off';
    const instructions = aboutCut(this.cut.hasOverlaps, this.selfOverlaps.isEmpty, isOff);
    this.card.showTool(this.tool, this.cut.choice, instructions);
    this.tellLines();
    this.clear();
  }

  /**
   * Draws the bodies as glass. Bodies that contain the explained point are clear. The point's own body and the body under the pointer are
   * pale. All others are faint. While no point is explained, all bodies are clear.
   */
  private showGlass(): void {
    const containing = new Set(this.queries.map(({ body }) => body));
    const owners = this.vertex === undefined ? [] : [this.frame.bodyOf(this.vertex)];
    const inFocus = new Set(this.pointedBody === undefined ? owners : [...owners, this.pointedBody]);
    const presence = (body: number) => (inFocus.has(body) ? 'pale' : 'faint');
    this.layer.showGlass(
      (body) => (containing.has(body) || containing.size === 0 ? 'clear' : presence(body)),
      this.penetrating.marks(inFocus),
    );
    this.isStale = true;
  }

  /** Emphasizes the marks of the body under the pointer. */
  private emphasizeBodyAt(x: number, y: number): void {
    const vertex = pickVertex(this.session.faces, this.frame.positions, viewRayOf(this.view, x, y))?.vertex;
    const body = vertex === undefined ? undefined : this.frame.bodyOf(vertex);
    if (body === this.pointedBody) return;
    this.pointedBody = body;
    this.showGlass();
  }

  /** Returns the places of the penetrating points' marks on the page [pixels]. Tests click there. */
  marks(): { readonly vertex: number; readonly x: number; readonly y: number }[] {
    return this.penetrating.places(this.project);
  }

  /** Returns a place on the page that lies in the cut [pixels]. Tests hover there. */
  placeInSection(): { readonly x: number; readonly y: number } | undefined {
    return this.cut.placeToHover();
  }

  private click(x: number, y: number): void {
    const near = this.penetrating.nearestTo(x, y, this.project);
    const picked = near ?? pickVertex(this.session.faces, this.frame.positions, viewRayOf(this.view, x, y))?.vertex;
    if (picked === undefined) return;
    if (picked === this.vertex && this.explanations.length > 1) this.next();
    else this.askVertex(picked, false);
  }

  /** Shows the paths of a vertex, as a click on its mark does. @param comesCloser whether the camera approaches it */
  askVertex(vertex: number, comesCloser: boolean): void {
    this.vertex = vertex;
    this.approach.cancel();
    this.explain(this.frame.elementsAround(vertex));
    if (this.queries.length === 0) {
      this.card.say(IN_NO_BODY);
    } else if (comesCloser) this.comeCloser(vertex);
    this.showGlass();
  }

  private hover(x: number, y: number): void {
    const found = this.cut.queriesUnder(x, y);
    // While the pointer is beside the section, the last explanation stays, so that it can be read.
    if (found.length > 0) this.explain(found);
  }

  private explain(queries: readonly PathQuery[]): void {
    const distanceOf = ({ answer }: Explanation) => answer?.distance ?? Number.POSITIVE_INFINITY;
    // The shortest path comes first and is in focus.
    const sorted = queries
      .map((query) => ({ query, explanation: this.frame.explain(query) }))
      .sort((a, b) => distanceOf(a.explanation) - distanceOf(b.explanation));
    const isSame =
      sorted.length === this.queries.length && sorted.every(({ query }, i) => query.tet === this.queries[i].tet);
    this.queries = sorted.map(({ query }) => query);
    this.explanations = sorted.map(({ explanation }) => explanation);
    this.owners = ownersOf(this.queries, this.explanations, this.session.world.bodies);
    if (!isSame) this.focus = 0;
    this.show();
  }

  private clear(): void {
    this.queries = [];
    this.explanations = [];
    this.owners = [];
    this.focus = 0;
    this.vertex = undefined;
    this.show();
    this.card.say(this.tool === 'points' && this.penetrating.vertices.length === 0 ? NOTHING_INSIDE : '');
  }

  private show(): void {
    const { queries, explanations, owners, focus, frame } = this;
    const colours = coloursOf(owners, focus);
    const paths = explanations.map((explanation, i) => ({
      explanation,
      elements: frame.cornersOf(queries[i].body, explanation.answer?.elements ?? []),
      colour: colours[i],
    }));
    this.layer.showPaths(paths, focus);
    this.labels.show(labelsOf(explanations, owners, focus));
    if (explanations.length > 0) this.card.showLegend({ where: this.where(), explanations, owners, focus });
    this.isStale = true;
  }

  private where(): string {
    const { queries, owners, frame, vertex } = this;
    return this.tool === 'section' || vertex === undefined
      ? aboutPlace(queries, owners)
      : aboutPoint(queries, frame.bodyOf(vertex));
  }

  private comeCloser(vertex: number): void {
    const { world } = this.session;
    const { thickness } = world.models[world.bodies[this.queries[0].body].model];
    const longest = Math.max(...this.explanations.map(({ answer }) => answer?.distance ?? 0));
    const radii = this.penetrating.isCrowd ? RADII_AWAY.crowded : RADII_AWAY.alone;
    const bodies = [this.frame.bodyOf(vertex), ...this.queries.map(({ body }) => body)];
    this.approach.begin(bodies, this.explanations[0].point, Math.max(PATH_LENGTHS_AWAY * longest, radii * thickness));
  }
}
