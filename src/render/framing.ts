import { Matrix4, type PerspectiveCamera, Vector3 } from 'three/webgpu';
import type { Camera, Focus } from '../scenes/scene.ts';
import type { Rectangle } from './free-area.ts';

type Vector = readonly [number, number, number];

export interface Ray {
  /** [m] */
  readonly origin: Vector;
  /** Unit length. */
  readonly direction: Vector;
}

/** The parts of a view that make its rays. */
interface Lookout {
  readonly canvas: HTMLCanvasElement;
  readonly camera: PerspectiveCamera;
}

/**
 * Returns the ray from the camera through a point of the page.
 * @param clientX, clientY as in pointer events [pixels]
 */
export function viewRayOf({ canvas, camera }: Lookout, clientX: number, clientY: number): Ray {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  camera.updateMatrixWorld();
  const origin = new Vector3().setFromMatrixPosition(camera.matrixWorld);
  // Any depth works: with a perspective camera every unprojected point of the pixel lies on the ray.
  const clipPoint = new Vector3((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height, 0.5);
  const direction = clipPoint.unproject(camera).sub(origin).normalize();
  return { origin: origin.toArray(), direction: direction.toArray() };
}

/** Free margin around the framed points, as a share of the free area's width or height. */
const MARGIN = 0.06;
/** The margin may shrink to this share, or the camera be this many times as far away as it needs to be, before it has to move. */
const LEAST_MARGIN = 0.02;
const MAX_EXCESS = 1.35;
/** Maximum number of vertices of a body list that are framed: of more vertices, every n-th one stands for its neighbours. */
const MAX_SAMPLES = 20_000;

const EVERYTHING: Focus = { centre: [0, 0, 0], radius: Number.POSITIVE_INFINITY };

/** Bodies and marks that a camera should show. */
export interface Subject {
  /** Positions of the bodies' vertices [m], 3 per vertex; one list per side of a comparison. */
  readonly bodies: readonly Float32Array[];
  /** Further points, such as the corners of clamps [m]. */
  readonly marks: readonly Vector3[];
  /** Only points in this ball are shown; undefined shows all. */
  readonly focus?: Focus | undefined;
}

/** A camera's picture, and its part that no card covers. The camera looks at the middle of this part. */
export interface Lens {
  /** Vertical field of view of the whole picture [degrees]. */
  readonly fieldOfView: number;
  /** Height of the whole picture [pixels]. */
  readonly height: number;
  readonly free: Rectangle;
}

/** The camera that shows a subject as large as the free area allows. */
export interface Fit {
  readonly camera: Camera;
  /** Whether a camera with the same direction shows the whole subject too, and is not much farther away than it needs to be. */
  accepts(position: Vector3): boolean;
}

/** A direction of view, and the axes of a camera that looks along it. */
class Axes {
  readonly toWorld: Matrix4;
  private readonly toView: Matrix4;

  /** @param direction from the subject to the camera, of any length */
  constructor(direction: Vector3) {
    this.toWorld = new Matrix4().lookAt(direction, new Vector3(), new Vector3(0, 1, 0));
    this.toView = this.toWorld.clone().transpose();
  }

  /** Calls `visit` with the subject's points in the camera's axes [m]: x to the right, y up, z towards the camera. */
  forEach({ bodies, marks, focus = EVERYTHING }: Subject, visit: (x: number, y: number, z: number) => void): void {
    const m = this.toView.elements;
    const [cx, cy, cz] = focus.centre;
    const see = (x: number, y: number, z: number) => {
      if (Math.hypot(x - cx, y - cy, z - cz) > focus.radius) return;
      visit(m[0] * x + m[4] * y + m[8] * z, m[1] * x + m[5] * y + m[9] * z, m[2] * x + m[6] * y + m[10] * z);
    };
    for (const positions of bodies) {
      const stride = 3 * Math.ceil(positions.length / (3 * MAX_SAMPLES));
      for (let i = 0; i < positions.length; i += stride) see(positions[i], positions[i + 1], positions[i + 2]);
    }
    for (const { x, y, z } of marks) see(x, y, z);
  }

  toCamera(position: Vector3): Vector3 {
    return position.clone().applyMatrix4(this.toView);
  }
}

/**
 * Finds the nearest camera position from which the whole subject is visible in the free area, with the subject in its middle.
 * @param direction from the subject to the camera, of any length
 * @returns undefined if the subject has no points
 */
export function fitCamera(direction: Vector3, subject: Subject, lens: Lens): Fit | undefined {
  const axes = new Axes(direction);
  const [slopeX, slopeY] = slopesOf(lens);
  const shrink = 1 - 2 * MARGIN;
  const outer = boundsOf(axes, subject, (1 - 2 * LEAST_MARGIN) * slopeX, (1 - 2 * LEAST_MARGIN) * slopeY);
  const { nearest, farthest, distance, middle } = boundsOf(axes, subject, shrink * slopeX, shrink * slopeY);
  if (nearest < farthest) return undefined;
  const depth = (nearest + farthest) / 2;
  const target = new Vector3(middle[0], middle[1], depth).applyMatrix4(axes.toWorld);
  const position = new Vector3(...middle, distance).applyMatrix4(axes.toWorld);
  return {
    camera: { position: position.toArray(), target: target.toArray() },
    accepts: (at) => {
      const { x, y, z } = axes.toCamera(at);
      return outer.contains(x, y, z) && z - depth <= MAX_EXCESS * (distance - depth);
    },
  };
}

/** Returns half the width and half the height of the free area, at one metre from the camera [m]. */
function slopesOf({ fieldOfView, height, free }: Lens): readonly [number, number] {
  const focalLength = height / 2 / Math.tan((fieldOfView * Math.PI) / 360);
  return [(free.right - free.left) / 2 / focalLength, (free.bottom - free.top) / 2 / focalLength];
}

/**
 * Moves the four side planes of a view pyramid outwards until all points of the subject are inside.
 * @param slopeX, slopeY half width and half height of the pyramid at a distance of one
 */
function boundsOf(axes: Axes, subject: Subject, slopeX: number, slopeY: number) {
  let [right, left, top, bottom, nearest] = Array<number>(5).fill(Number.NEGATIVE_INFINITY);
  let farthest = Number.POSITIVE_INFINITY;
  axes.forEach(subject, (x, y, z) => {
    right = Math.max(right, slopeX * z + x);
    left = Math.max(left, slopeX * z - x);
    top = Math.max(top, slopeY * z + y);
    bottom = Math.max(bottom, slopeY * z - y);
    nearest = Math.max(nearest, z);
    farthest = Math.min(farthest, z);
  });
  return {
    nearest,
    farthest,
    /** Depth of the camera from which all points are visible, and its place in its own axes. */
    distance: Math.max((right + left) / (2 * slopeX), (top + bottom) / (2 * slopeY)),
    middle: [(right - left) / 2, (top - bottom) / 2] as const,
    /** Whether a camera at a place sees all points. */
    contains: (x: number, y: number, z: number) =>
      slopeX * z + x >= right && slopeX * z - x >= left && slopeY * z + y >= top && slopeY * z - y >= bottom,
  };
}

/** Returns the width of a subject divided by its height, as it appears from far away. @param direction from the subject to the camera */
export function aspectOf(direction: Vector3, subject: Subject): number {
  let [left, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [right, top] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  new Axes(direction).forEach(subject, (x, y) => {
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.min(bottom, y);
    top = Math.max(top, y);
  });
  const [width, height] = [right - left, top - bottom];
  return width > 0 && height > 0 ? width / height : 1;
}
