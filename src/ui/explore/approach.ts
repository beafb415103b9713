import { wantsLittleMotion } from '../../render/travel.ts';
import type { View } from '../../render/view.ts';
import type { Point } from '../../simulation/view/explain/explanation.ts';
import type { StillFrame } from './still-frame.ts';

/**
 * Distance of the camera that shows whole bodies, as a multiple of half the diagonal of their bounding box: they then fill most of the
 * picture. In pictures that are narrower than high, it is farther away.
 */
const OVERVIEW_DISTANCE = 2.6;
/** Time for a look at that overview, before the camera comes closer [ms]. */
const OVERVIEW_TIME = 1000;
/** The camera has arrived at the overview if its target is this near to the middle of the bodies, as a share of their size. */
const ARRIVED = 1e-3;

/** Brings the camera to a point: first shows the whole bodies, so that one sees where the point is, then comes closer. */
export class Approach {
  /** The flight that follows the overview; undefined if none follows. */
  private next: { readonly point: Point; readonly distance: number } | undefined;
  /** Middle and size of the overview's bodies [m]. */
  private overview: { readonly middle: readonly number[]; readonly radius: number } | undefined;
  /** When the camera arrived at the overview, by performance.now() [ms]. Slow machines take longer than the flight. */
  private arrivalTime: number | undefined;

  constructor(
    private readonly view: View,
    private readonly frame: StillFrame,
  ) {
    view.controls.addEventListener('start', this.cancel);
  }

  close(): void {
    this.view.controls.removeEventListener('start', this.cancel);
  }

  /**
   * Shows bodies, then comes closer to a point. If the person wants little motion, there is only one change of the picture.
   * @param distance of the camera from the point at the end [m]
   */
  begin(bodies: readonly number[], point: Point, distance: number): void {
    this.next = { point, distance };
    this.arrivalTime = undefined;
    if (wantsLittleMotion()) this.comeCloser();
    else this.showBodies(bodies);
  }

  /** Called once per paint. */
  update(): void {
    if (!this.next || !this.overview) return;
    const { middle, radius } = this.overview;
    const { target } = this.view.travel.viewpoint;
    const isThere = Math.hypot(...middle.map((x, k) => x - target[k]!)) < ARRIVED * radius;
    if (isThere) this.arrivalTime ??= performance.now();
    if (this.arrivalTime !== undefined && performance.now() >= this.arrivalTime + OVERVIEW_TIME) this.comeCloser();
  }

  /** Leaves the camera where it is. Called when the person moves it, or chooses something else. */
  readonly cancel = (): void => {
    this.next = undefined;
  };

  private comeCloser(): void {
    const { next } = this;
    this.cancel();
    if (next) this.view.travel.flyTo(next.point, next.distance);
  }

  private showBodies(bodies: readonly number[]): void {
    const ranges = [0, 1, 2].map((axis) => {
      const ends = bodies.map((body) => this.frame.rangeOf(body, axis));
      return [Math.min(...ends.map(([least]) => least)), Math.max(...ends.map(([, most]) => most))] as const;
    });
    const middle = ranges.map(([least, most]) => (least + most) / 2);
    const radius = Math.hypot(...ranges.map(([least, most]) => (most - least) / 2));
    this.overview = { middle, radius };
    this.view.travel.flyTo(middle, (OVERVIEW_DISTANCE * radius) / Math.min(1, this.view.camera.aspect));
  }
}
