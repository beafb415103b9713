import type { SurfaceMesh } from '../../mesh/surface-mesh.ts';

/**
 * A surface that moves by a formula, without simulation. It passes through itself in some keyframes, and serves to compare ways of
 * finding where. Between keyframes its vertices move in straight lines. Every run gives the same bytes.
 */
export interface SurfaceAnimation {
  readonly name: string;
  readonly title: string;
  /** Numbers of triangles: `small` is tested against brute force, `paper` is the paper's size. */
  readonly triangles: { readonly small: number; readonly paper: number };
  /** Number of keyframes. */
  readonly frames: number;
  /**
   * Makes the surface as it is in keyframe 0.
   * @param triangles wanted number; the surface has nearly as many
   * @throws RangeError if `triangles` is too small for the shape
   */
  mesh(triangles: number): SurfaceMesh;
  /** Returns the positions of the vertices of mesh(triangles) in a keyframe [m], 3 per vertex. @param frame 0 to frames - 1 */
  positions(triangles: number, frame: number): Float32Array;
}
