import { wantsLittleMotion } from '../../render/travel.ts';
import type { View } from '../../render/view.ts';
import type { Point } from '../../simulation/view/explain/explanation.ts';
import type { StillFrame } from './still-frame.ts';

/**
 * Distance of the camera that shows whole bodies, as a multiple of half the diagonal of their bounding box: they then fill most of the
 * picture. In pictures that are narrower than high, it is farther away.
 */
const OVERVIEW_DISTANCE = 2.6;
/** Time for the flight to that overview and for a look at it, before the camera comes closer [ms]. */
const OVERVIEW_TIME = 1900;

/** Brings the camera to a point: first shows the whole bodies, so that one sees where the point is, then comes closer. */
export class Approach {
  /** The flight that follows, and when it begins, by performance.now() [ms]; undefined if none follows. */
  private next: { readonly time: number; readonly point: Point; readonly distance: number } | undefined;

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
    this.next = { time: performance.now() + OVERVIEW_TIME, point, distance };
    if (wantsLittleMotion()) this.comeCloser();
    else this.showBodies(bodies);
  }

  /** Called once per paint. */
  update(): void {
    if (this.next && performance.now() >= this.next.time) this.comeCloser();
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
    this.view.travel.flyTo(middle, (OVERVIEW_DISTANCE * radius) / Math.min(1, this.view.camera.aspect));
  }
}
