import type { ExploreLayer } from '../../render/explore/explore-layer.ts';
import { cutElements, type SectionPlane, type SectionPolygon } from '../../render/explore/section.ts';
import type { View } from '../../render/view.ts';
import { viewRayOf } from '../../render/framing.ts';
import type { Asked, StillFrame } from './still-frame.ts';

/** The section is looked at from this far, in halves of the body's diagonal, and from aside by this much. */
const SECTION_AWAY = 2.1;
const ASIDE = 0.45;

/** Which body is cut, across which axis (0, 1, 2 for x, y, z), and at which share of its extent there. */
export interface CutChoice {
  readonly body: number;
  readonly axis: number;
  readonly share: number;
}

/** A body cut open by a plane, and what lies in the cut. */
export class Cut {
  choice: CutChoice = { body: 0, axis: 2, share: 0.5 };
  private polygons: readonly SectionPolygon[] = [];
  private keepsBelow = true;
  /** Whether the cut that is shown has places that two elements hold. */
  hasOverlaps = false;

  constructor(
    private readonly frame: StillFrame,
    private readonly layer: ExploreLayer,
    private readonly view: View,
  ) {}

  private get plane(): SectionPlane {
    const { body, axis, share } = this.choice;
    const [least, most] = this.frame.rangeOf(body, axis);
    return { axis, at: least + share * (most - least) };
  }

  /** Shows the body cut open: the side towards the camera is the one that is cut away. */
  show(): void {
    const { body } = this.choice;
    const { model, vertexBase } = this.frame.world.bodies[body];
    this.polygons = cutElements(this.frame.world.models[model].topology, this.frame.positions, vertexBase, this.plane);
    this.keepsBelow = this.isCameraAbove();
    this.hasOverlaps = this.layer.showSection(body, this.polygons, this.plane, this.keepsBelow);
  }

  /** @returns whether the camera went to the other side, and the cut with it */
  turn(): boolean {
    if (this.isCameraAbove() === this.keepsBelow) return false;
    this.show();
    return true;
  }

  private isCameraAbove(): boolean {
    return this.view.camera.position.getComponent(this.plane.axis) > this.plane.at;
  }

  /** From the side where one sees it whole, and on a slant, so that one sees the body behind it too. */
  lookAt(): void {
    const { axis, at } = this.plane;
    const ranges = [0, 1, 2].map((k) => this.frame.rangeOf(this.choice.body, k));
    const middle = ranges.map(([least, most], k) => (k === axis ? at : (least + most) / 2));
    const radius = Math.hypot(...ranges.map(([least, most]) => (most - least) / 2));
    // From above: nobody looks up from below the ground.
    const side = this.isCameraAbove() || axis === 1 ? 1 : -1;
    const direction = [0, 1, 2].map((k) => (k === axis ? side : ASIDE));
    this.view.flyTo(middle, SECTION_AWAY * radius, direction);
  }

  /** The place of the cut under the pointer, as a point of each element that holds it. */
  under(x: number, y: number): Asked[] {
    const { axis, at } = this.plane;
    const { origin, direction } = viewRayOf(this.view, x, y);
    const distance = (at - origin[axis]) / direction[axis];
    if (!(distance > 0)) return [];
    const point = [0, 1, 2].map((k) => (k === axis ? at : origin[k] + distance * direction[k]));
    return this.frame.elementsAt(this.choice.body, this.polygons, point);
  }

  /** Where on the page the cut has a place that two elements hold, if there is one: for scripts that hover. */
  placeToHover(): { readonly x: number; readonly y: number } | undefined {
    const middles = this.polygons.map(({ corners }) =>
      [0, 1, 2].map((k) => corners.reduce((sum, corner) => sum + corner[k], 0) / corners.length),
    );
    const isShared = (point: readonly number[]) =>
      this.frame.elementsAt(this.choice.body, this.polygons, point).length === 2;
    const shared = middles.filter(isShared);
    const chosen = shared[shared.length >> 1] ?? middles[middles.length >> 1];
    return chosen && this.view.project(chosen);
  }
}
