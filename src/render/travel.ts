import type { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { MathUtils, type PerspectiveCamera, Vector3 } from 'three/webgpu';
import type { Camera } from '../scenes/scene.ts';

/**
 * Simulated times [s] at which the approach begins and ends. In the approach the camera moves from its start, where it sees all bodies
 * before they fall, to the scene's own camera, slowly enough to follow the bodies.
 */
const APPROACH_TIME = { begin: 0.3, end: 1.4 } as const;
/** Duration of a camera flight [s]: so slow that one sees where the camera goes. */
const FLIGHT_DURATION = 0.9;

/** A camera flight under way. */
interface Flight {
  /** By performance.now() [ms]. */
  readonly startTime: number;
  readonly from: Camera;
  readonly to: Camera;
}

/** Automatic camera motion: the approach while bodies fall, and flights to a given camera. */
export class Travel {
  /** Whether the person has moved the camera, or a flight has started. From then on there is no approach. */
  isTouched = false;
  private flight: Flight | undefined;

  /**
   * @param start the camera at the start
   * @param home the scene's own camera
   */
  constructor(
    private readonly camera: PerspectiveCamera,
    private readonly controls: OrbitControls,
    private readonly start: Camera,
    private readonly home: Camera,
  ) {
    controls.addEventListener('start', () => {
      this.isTouched = true;
      this.flight = undefined;
    });
  }

  /** Moves the camera along the approach. @param time simulated seconds */
  approach(time: number): void {
    if (this.isTouched) return;
    this.goTo(this.start, this.home, MathUtils.smoothstep(time, APPROACH_TIME.begin, APPROACH_TIME.end));
  }

  /** The current camera position and target. */
  get viewpoint(): Camera {
    return { position: this.camera.position.toArray(), target: this.controls.target.toArray() };
  }

  /**
   * Starts a flight to a distance [m] from a point.
   * @param direction from the point to the camera; by default the current direction from the target to the camera
   */
  flyTo(point: readonly number[], distance: number, direction?: readonly number[]): void {
    const [at, target] = [new Vector3().fromArray(point), this.controls.target];
    const offset = direction ? new Vector3().fromArray(direction) : this.camera.position.clone().sub(target);
    offset.setLength(distance);
    this.fly({ position: at.clone().add(offset).toArray(), target: at.toArray() });
  }

  fly(to: Camera): void {
    this.flight = { startTime: performance.now(), from: this.viewpoint, to };
    this.isTouched = true;
  }

  /** Moves the camera along its flight. @returns whether it is flying */
  advance(): boolean {
    if (!this.isTouched) this.flight = undefined;
    if (!this.flight) return false;
    const { startTime, from, to } = this.flight;
    const share = MathUtils.smootherstep((performance.now() - startTime) / (1000 * FLIGHT_DURATION), 0, 1);
    this.goTo(from, to, share);
    if (share === 1) this.flight = undefined;
    return true;
  }

  private goTo(from: Camera, to: Camera, share: number): void {
    this.camera.position.fromArray(from.position).lerp(new Vector3(...to.position), share);
    this.controls.target.fromArray(from.target).lerp(new Vector3(...to.target), share);
  }
}
