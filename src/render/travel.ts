import type { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { MathUtils, type PerspectiveCamera, Spherical, Vector3 } from 'three/webgpu';
import type { Camera } from '../scenes/scene.ts';
import type { Fit } from './framing.ts';

/** Duration of a camera flight [s]: so slow that one sees where the camera goes. */
const FLIGHT_DURATION = 0.9;
/** Time in which the camera covers 63 % of the way to where it shows all bodies [s]. */
const FOLLOW_TIME = 0.5;
/** The camera has arrived when the rest of its way is this small, as a share of its distance from the target. */
const ARRIVED = 0.002;
/** Maximum time that one drawn frame may advance the camera [s], so that it doesn't jump after a pause. */
const MAX_ELAPSED = 0.25;
/** Speed of the slow turn around the bodies [radians per second]: once around in a minute. */
const TURN_SPEED = (2 * Math.PI) / 60;

/** Place of the camera's optical axis in the picture, as shares of its width and height; 0.5, 0.5 is the middle. */
export interface Centre {
  readonly x: number;
  readonly y: number;
}

/** The view that the camera follows until a person moves it. The rig computes it from the bodies and from the area that no card covers. */
export interface Aim {
  /**
   * Finds the nearest camera with this direction that shows all bodies.
   * @param direction from the bodies to the camera
   * @param keepsArea whether another part of the picture may not be chosen, where the bodies would be larger
   */
  fit(direction: Vector3, keepsArea: boolean): Fit | undefined;
  /** Middle of the area that no card covers. */
  readonly centre: Centre;
  /** Increases when the free area changes. */
  readonly version: number;
}

/** A camera flight under way. */
interface Flight {
  /** By performance.now() [ms]. */
  readonly startTime: number;
  readonly from: Camera;
  /** Computed in each frame, since the bodies move meanwhile. */
  readonly to: () => Camera | undefined;
  /** Whether the camera follows the bodies after the flight. */
  readonly thenFollows: boolean;
}

/** Returns whether the person's system asks for as little motion as possible. */
export const wantsLittleMotion = (): boolean =>
  globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

/**
 * Automatic camera motion. Until the person moves the camera, it follows the bodies so that all of them stay in view. The camera flies to
 * given places, and turns slowly around the bodies if the person wants that. Where little motion is wanted, it jumps instead.
 */
export class Travel {
  /** Whether the person has moved the camera, or a flight to a given place has started. From then on the camera doesn't follow. */
  isTouched = false;
  /** Whether the camera turns slowly around the bodies. */
  turns = false;
  /** The current place of the optical axis. */
  centre: Centre;
  private flight: Flight | undefined;
  /** Whether the camera is on its way to a place that shows all bodies. */
  private isFollowing = false;
  /** Whether the optical axis is on its way to the middle of the free area, although the person has moved the camera. */
  private isShifting = false;
  /**
   * Whether the optical axis follows the middle of the free area although the camera is given, by a link: cards arrive after the start, and
   * the picture should become that of the link's maker.
   */
  private staysCentred = false;
  /** Version of the aim that the camera has followed. */
  private version: number;
  /** Whether another view's camera was copied, so that this one doesn't move by itself in this frame. */
  private isLed = false;
  private lastTime = performance.now();

  constructor(
    private readonly camera: PerspectiveCamera,
    private readonly controls: OrbitControls,
    private readonly aim: Aim,
  ) {
    this.centre = aim.centre;
    this.version = aim.version;
    controls.addEventListener('start', () => this.touch());
  }

  /** Ends flights and following, as the person's own motion of the camera does. */
  touch(): void {
    this.isTouched = true;
    this.isShifting = this.staysCentred = false;
    this.flight = undefined;
  }

  /** Keeps the camera where it is now, with its axis in the middle of the free area, until the person moves it. */
  keep(): void {
    this.isTouched = this.staysCentred = true;
  }

  /** The current camera position and target. */
  get viewpoint(): Camera {
    return { position: this.camera.position.toArray(), target: this.controls.target.toArray() };
  }

  /** Copies the camera of another view, which moves both. */
  copy(other: Travel): void {
    this.isLed = true;
    this.flight = undefined;
    this.isTouched = other.isTouched;
    this.centre = other.centre;
    this.camera.position.copy(other.camera.position);
    this.controls.target.copy(other.controls.target);
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

  /** Starts a flight to a camera. @param thenFollows whether the camera follows the bodies afterwards */
  fly(to: Camera, thenFollows = false): void {
    this.begin(() => to, thenFollows);
  }

  /**
   * Flies to where all bodies are in view, and follows them from there.
   * @param direction from the bodies to the camera; by default as the camera looks now
   */
  show(direction?: readonly [number, number, number]): void {
    const fixed = direction ? new Vector3(...direction) : this.offset;
    this.begin(() => this.aim.fit(fixed, false)?.camera, true);
  }

  /**
   * Turns the camera around its target and changes its distance, as the person's own motion of the camera.
   * @param around angle around the vertical axis, to the right [radians]
   * @param up angle upwards [radians]
   * @param zoom factor of the distance
   */
  orbit(around: number, up: number, zoom: number): void {
    const { camera, controls } = this;
    // This motion is told to the listeners of a person's camera motions, too.
    controls.dispatchEvent({ type: 'start' });
    const place = new Spherical().setFromVector3(this.offset);
    place.theta += around;
    place.phi = MathUtils.clamp(place.phi - up, controls.minPolarAngle, controls.maxPolarAngle);
    place.radius = MathUtils.clamp(place.radius * zoom, controls.minDistance, controls.maxDistance);
    camera.position.setFromSpherical(place.makeSafe()).add(controls.target);
    controls.dispatchEvent({ type: 'end' });
  }

  private begin(to: Flight['to'], thenFollows: boolean): void {
    this.flight = { startTime: performance.now(), from: this.viewpoint, to, thenFollows };
    this.isTouched = this.isShifting = true;
  }

  /** From the target to the camera [m]. */
  private get offset(): Vector3 {
    return this.camera.position.clone().sub(this.controls.target);
  }

  /** Moves the camera. @returns whether it has moved */
  advance(): boolean {
    const now = performance.now();
    const elapsed = Math.min(MAX_ELAPSED, (now - this.lastTime) / 1000);
    this.lastTime = now;
    const { isLed } = this;
    this.isLed = false;
    // While a body is dragged, the controls are disabled, and the camera stands still: otherwise the body would slip from the pointer.
    if (isLed || !this.controls.enabled) return false;
    if (!this.isTouched) this.flight = undefined;
    const share = wantsLittleMotion() ? 1 : 1 - Math.exp(-elapsed / FOLLOW_TIME);
    const hasTurned = this.turns && this.turn(TURN_SPEED * elapsed);
    const hasFlown = this.flight ? this.continueFlight(this.flight, now) : !this.isTouched && this.follow(share);
    const hasShifted = (this.isShifting || this.staysCentred || !this.isTouched) && this.shiftCentre(share);
    return hasTurned || hasFlown || hasShifted;
  }

  private turn(angle: number): boolean {
    this.camera.position.copy(this.offset.applyAxisAngle(new Vector3(0, 1, 0), angle).add(this.controls.target));
    return true;
  }

  private continueFlight(flight: Flight, now: number): boolean {
    const { startTime, from, thenFollows } = flight;
    const duration = wantsLittleMotion() ? 0 : 1000 * FLIGHT_DURATION;
    const share = duration > 0 ? MathUtils.smootherstep((now - startTime) / duration, 0, 1) : 1;
    const to = flight.to();
    if (to) this.goTo(from, to, share);
    if (share === 1) {
      this.flight = undefined;
      this.isTouched = !thenFollows;
    }
    return true;
  }

  /** Comes nearer to where all bodies are in view. @param share share of the rest of the way @returns whether the camera has moved */
  private follow(share: number): boolean {
    // During a turn the bodies' form in the picture changes all the time, and the picture should not move from side to side.
    const goal = this.aim.fit(this.offset, this.turns);
    if (!goal) return false;
    const { position, target } = goal.camera;
    if (this.version !== this.aim.version || !goal.accepts(this.camera.position)) this.isFollowing = true;
    this.version = this.aim.version;
    if (!this.isFollowing) return false;
    const [to, at] = [new Vector3(...position), new Vector3(...target)];
    const isNear = this.camera.position.distanceTo(to) < ARRIVED * to.distanceTo(at);
    if (isNear) this.isFollowing = false;
    this.camera.position.lerp(to, isNear ? 1 : share);
    this.controls.target.lerp(at, isNear ? 1 : share);
    return true;
  }

  /** Moves the optical axis towards the middle of the free area. @returns whether it has moved */
  private shiftCentre(share: number): boolean {
    const { centre, aim } = this;
    if (centre.x === aim.centre.x && centre.y === aim.centre.y) {
      this.isShifting = this.flight !== undefined;
      return false;
    }
    const isNear = Math.hypot(aim.centre.x - centre.x, aim.centre.y - centre.y) < ARRIVED;
    this.centre = isNear
      ? aim.centre
      : { x: MathUtils.lerp(centre.x, aim.centre.x, share), y: MathUtils.lerp(centre.y, aim.centre.y, share) };
    return true;
  }

  /** Moves the camera along an arc around the target, so that it doesn't pass through the bodies. */
  private goTo(from: Camera, to: Camera, share: number): void {
    const { target } = this.controls;
    const [a, b] = [from, to].map(({ position, target }) =>
      new Spherical().setFromVector3(new Vector3(...position).sub(new Vector3(...target))),
    );
    // The shorter way around.
    const around = MathUtils.euclideanModulo(b.theta - a.theta + Math.PI, 2 * Math.PI) - Math.PI;
    const now = new Spherical(
      MathUtils.lerp(a.radius, b.radius, share),
      MathUtils.lerp(a.phi, b.phi, share),
      a.theta + share * around,
    );
    target.fromArray(from.target).lerp(new Vector3(...to.target), share);
    this.camera.position.setFromSpherical(now).add(target);
  }
}
