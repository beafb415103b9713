import type { ExploreLayer } from '../../render/explore/explore-layer.ts';
import { cutElements, type SectionPlane, type SectionPolygon } from '../../render/explore/section.ts';
import type { View } from '../../render/view.ts';
import { viewRayOf } from '../../render/framing.ts';
import type { PathQuery, StillFrame } from './still-frame.ts';
import { DepthLines } from './depth-lines.ts';
import { overlapArea } from '../../render/explore/section-overlaps.ts';

/** Distance of the camera from the middle of a section, as a multiple of half the diagonal of the body's bounding box. */
const VIEW_DISTANCE = 2.1;
/** Slant of the view direction: its component on the section's axis is 1 or -1, and each of its other two components is this. */
const SIDEWAYS = 0.45;

/**
 * The choice of a cut: the body, the axis perpendicular to the plane (0, 1, 2 for x, y, z), and the plane's position on this axis, as a
 * share of the body's extent, 0 to 1.
 */
export interface CutChoice {
  readonly body: number;
  readonly axis: number;
  readonly share: number;
}

/** A body cut open by a plane, and the cross-sections of its elements. */
export class Cut {
  choice: CutChoice = { body: 0, axis: 2, share: 0.5 };
  private polygons: readonly SectionPolygon[] = [];
  /** Whether the shown part of the body has smaller coordinates than the plane. */
  private keepsBelowPlane = true;
  /** Whether the body overlaps itself somewhere in the shown cut. */
  hasOverlaps = false;
  readonly lines: DepthLines;

  constructor(
    private readonly frame: StillFrame,
    private readonly layer: ExploreLayer,
    private readonly view: View,
  ) {
    this.lines = new DepthLines(frame, layer);
  }

  private get plane(): SectionPlane {
    const { body, axis, share } = this.choice;
    const [least, most] = this.frame.rangeOf(body, axis);
    return { axis, at: least + share * (most - least) };
  }

  /** Shows the body cut open, without its side towards the camera. */
  show(): void {
    const { body } = this.choice;
    const { model, vertexBase } = this.frame.world.bodies[body];
    this.polygons = cutElements(this.frame.world.models[model].topology, this.frame.positions, vertexBase, this.plane);
    this.keepsBelowPlane = this.isCameraAbove();
    this.hasOverlaps = this.layer.showSection(body, this.polygons, this.plane, this.keepsBelowPlane);
    this.showLines();
  }

  /** Shows lines of equal depth in the cut, or none if they are off. */
  showLines(): void {
    this.lines.show(this.choice.body, this.polygons);
  }

  /** If the camera has moved to the other side of the plane, cuts that side away instead. @returns whether it has moved there */
  followCamera(): boolean {
    if (this.isCameraAbove() === this.keepsBelowPlane) return false;
    this.show();
    return true;
  }

  private isCameraAbove(): boolean {
    return this.view.camera.position.getComponent(this.plane.axis) > this.plane.at;
  }

  /** Moves the camera to a slanted view of the whole section, so that the body behind the section is visible too. */
  lookAt(): void {
    const { axis, at } = this.plane;
    const ranges = [0, 1, 2].map((k) => this.frame.rangeOf(this.choice.body, k));
    const middle = ranges.map(([least, most], k) => (k === axis ? at : (least + most) / 2));
    const radius = Math.hypot(...ranges.map(([least, most]) => (most - least) / 2));
    // A horizontal section (axis y) is always seen from above, because the ground would hide it from below.
    const side = this.isCameraAbove() || axis === 1 ? 1 : -1;
    const direction = [0, 1, 2].map((k) => (k === axis ? side : SIDEWAYS));
    this.view.travel.flyTo(middle, VIEW_DISTANCE * radius, direction);
  }

  /** Returns a query for the cut's point under the pointer, one per element that contains the point. @param x, y on the page [pixels] */
  queriesUnder(x: number, y: number): PathQuery[] {
    const { axis, at } = this.plane;
    const { origin, direction } = viewRayOf(this.view, x, y);
    const distance = (at - origin[axis]) / direction[axis];
    if (!(distance > 0)) return [];
    const point = [0, 1, 2].map((k) => (k === axis ? at : origin[k] + distance * direction[k]));
    return this.frame.elementsAt(this.choice.body, this.polygons, point);
  }

  /** Returns a place on the page where two elements overlap in the cut, or else any place in the cut. For tests that hover. */
  placeToHover(): { readonly x: number; readonly y: number } | undefined {
    const middles = this.polygons.map(({ corners }) =>
      [0, 1, 2].map((k) => corners.reduce((sum, corner) => sum + corner[k], 0) / corners.length),
    );
    const isShared = (point: readonly number[]) =>
      this.frame.elementsAt(this.choice.body, this.polygons, point).length === 2;
    const shared = middles.filter(isShared);
    const chosen = shared[shared.length >> 1] ?? middles[middles.length >> 1];
    return chosen && this.view.rig.project(chosen);
  }
}

/** Maximum number of point-in-element tests in the search for vertices inside their own body. These take half a second. */
const MAX_TESTS = 4e6;
/** Maximum number of bodies searched for the best cut. The search begins with the body that has most vertices inside itself. */
const MAX_BODIES = 2;
/** The planes searched on each axis go through these quantiles of the coordinates of the vertices inside their own body. */
const QUANTILES = [0.2, 0.5, 0.8] as const;
/** Minimum distance of a cut from either end of the body, as a share of the body's extent. A cut at the very end shows nothing. */
const END_MARGIN = 0.01;

/** The places where bodies overlap themselves, and the search for the cuts that show most of them. */
export class SelfOverlaps {
  /** By body: positions of the boundary vertices that lie inside another part of the same body [m]. */
  private readonly inside = new Map<number, (readonly number[])[]>();

  /** @param vertices penetrating vertices. If there are too many, only every n-th vertex is tested */
  constructor(
    private readonly frame: StillFrame,
    vertices: readonly number[],
  ) {
    const maxVertices = MAX_TESTS / Math.max(...frame.world.models.map(({ topology }) => topology.tetCount));
    const stride = Math.max(1, Math.ceil(vertices.length / maxVertices));
    for (const vertex of vertices.filter((_, i) => i % stride === 0)) {
      const body = frame.bodyOf(vertex);
      if (frame.elementsAround(vertex, body).length === 0) continue;
      const points = this.inside.get(body) ?? [];
      points.push(frame.pointOf(vertex));
      this.inside.set(body, points);
    }
  }

  get isEmpty(): boolean {
    return this.inside.size === 0;
  }

  /**
   * Returns the cut with the largest overlapping area; undefined if no searched cut shows an overlap.
   * @param body, axis search only this body or axis
   */
  bestCut(body?: number, axis?: number): CutChoice | undefined {
    const bodies = [...this.inside].sort(([, a], [, b]) => b.length - a.length).map(([id]) => id);
    const searched = body === undefined ? bodies.slice(0, MAX_BODIES) : bodies.filter((id) => id === body);
    const cuts = searched.flatMap((id) => (axis === undefined ? [0, 1, 2] : [axis]).flatMap((k) => this.cuts(id, k)));
    const areas = cuts.map((cut) => this.areaIn(cut));
    const largest = Math.max(...areas);
    return largest > 0 ? cuts[areas.indexOf(largest)] : undefined;
  }

  /** Returns the searched cuts of a body across an axis, one per quantile. */
  private cuts(body: number, axis: number): CutChoice[] {
    const [least, most] = this.frame.rangeOf(body, axis);
    const coordinates = this.inside
      .get(body)!
      .map((point) => point[axis])
      .sort((a, b) => a - b);
    return QUANTILES.map((quantile) => {
      const at = coordinates[Math.floor(quantile * (coordinates.length - 1))];
      return { body, axis, share: Math.min(1 - END_MARGIN, Math.max(END_MARGIN, (at - least) / (most - least))) };
    });
  }

  /** Returns the area in which the body overlaps itself in a cut [m^2]. */
  private areaIn({ body, axis, share }: CutChoice): number {
    const { world, positions } = this.frame;
    const { model, vertexBase } = world.bodies[body];
    const [least, most] = this.frame.rangeOf(body, axis);
    const plane = { axis, at: least + share * (most - least) };
    return overlapArea(cutElements(world.models[model].topology, positions, vertexBase, plane), axis);
  }
}
