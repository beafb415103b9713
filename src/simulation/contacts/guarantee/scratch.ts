/** Scratch memory of the guarantee. Each worker makes one such object. */
export interface GuaranteeScratch {
  /** Corners of an element: vertex ids, or offsets of their positions. */
  readonly ids: Uint32Array;
  /** Gradients of its volume, 3 numbers per corner [m^2]. */
  readonly gradients: Float64Array;
  /** Corners 1 to 3 relative to corner 0 [m]. */
  readonly corners: Float64Array;
  /** A face, and the centre of the view to it [m]. */
  readonly face: Float64Array;
}

export const createGuaranteeScratch = (): GuaranteeScratch => ({
  ids: new Uint32Array(4),
  gradients: new Float64Array(12),
  corners: new Float64Array(9),
  face: new Float64Array(9),
});
