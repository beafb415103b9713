import { mat4, type Mat4, vec3, type Vec3 } from 'wgpu-matrix';
import type { View } from '../render/view.ts';

export interface Ray {
  /** [m] */
  readonly origin: Vec3;
  /** Unit length. */
  readonly direction: Vec3;
}

export interface Pick {
  /** The corner of the face under the ray that is nearest to it. */
  readonly vertex: number;
  /** Along the ray [m]. */
  readonly distance: number;
}

/** The ray under a point of the view. @param x, y from -1 to 1, up and right */
export function viewRay(viewProjection: Mat4, x: number, y: number): Ray {
  const inverse = mat4.inverse(viewProjection);
  // Two depths inside the clip volume of WebGPU and of WebGL alike.
  const origin = vec3.transformMat4(vec3.fromValues(x, y, 0.1), inverse);
  const further = vec3.transformMat4(vec3.fromValues(x, y, 0.9), inverse);
  return { origin, direction: vec3.normalize(vec3.subtract(further, origin)) };
}

/** The ray under a place of the page. @param clientX, clientY as pointer events have them */
export function viewRayOf({ canvas, camera }: View, clientX: number, clientY: number): Ray {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  camera.updateMatrixWorld();
  const viewProjection = mat4.multiply(camera.projectionMatrix.elements, camera.matrixWorldInverse.elements);
  return viewRay(viewProjection, (2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
}

/**
 * The nearest face under a ray, by Moeller and Trumbore's test over all faces: a click can wait a millisecond.
 * @param faces vertex ids, 3 a face @param positions [m], 3 a vertex
 */
export function pickVertex(faces: Uint32Array, positions: Float32Array, ray: Ray): Pick | undefined {
  let nearest = Number.POSITIVE_INFINITY;
  let face = -1;
  for (let f = 0; f < faces.length; f += 3) {
    const distance = rayTriangle(ray, positions, faces, f);
    if (distance < nearest) {
      nearest = distance;
      face = f;
    }
  }
  if (face < 0) return undefined;
  const point = vec3.addScaled(ray.origin, ray.direction, nearest);
  const corners = [...faces.subarray(face, face + 3)];
  const distanceTo = (vertex: number) => vec3.distanceSq(point, positions.subarray(3 * vertex, 3 * vertex + 3));
  const vertex = corners.reduce((best, corner) => (distanceTo(corner) < distanceTo(best) ? corner : best));
  return { vertex, distance: nearest };
}

const a = vec3.create();
const edge1 = vec3.create();
const edge2 = vec3.create();
const toOrigin = vec3.create();
const p = vec3.create();
const q = vec3.create();

/** @returns distance along the ray, infinite where it passes by */
function rayTriangle({ origin, direction }: Ray, positions: Float32Array, faces: Uint32Array, f: number): number {
  const corner = (i: number) => positions.subarray(3 * faces[f + i]!, 3 * faces[f + i]! + 3);
  vec3.copy(corner(0), a);
  vec3.subtract(corner(1), a, edge1);
  vec3.subtract(corner(2), a, edge2);
  vec3.cross(direction, edge2, p);
  const determinant = vec3.dot(edge1, p);
  if (determinant === 0) return Number.POSITIVE_INFINITY;
  vec3.subtract(origin, a, toOrigin);
  const u = vec3.dot(toOrigin, p) / determinant;
  vec3.cross(toOrigin, edge1, q);
  const v = vec3.dot(direction, q) / determinant;
  const distance = vec3.dot(edge2, q) / determinant;
  return u >= 0 && v >= 0 && u + v <= 1 && distance > 0 ? distance : Number.POSITIVE_INFINITY;
}
