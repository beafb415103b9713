type Scalar = 'f32' | 'u32';
type Vector = 'vec2f' | 'vec2u' | 'vec3f' | 'vec3u' | 'vec4f' | 'vec4u';
/** Type of a field: the WGSL name of a scalar or vector, or a packed array of scalars. */
export type FieldType = Scalar | Vector | readonly [of: Scalar, length: number];
/** Fields of a record, in order. */
export type Fields = Readonly<Record<string, FieldType>>;
/** Fields of a record that has scalars only. Such a record has no gaps between its fields. */
export type ScalarFields = Readonly<Record<string, Scalar>>;

/** Word offset of each field, and `stride`: the number of words from one record to the next. */
export type RecordLayout<F extends Fields> = { readonly [N in keyof F]: number } & { readonly stride: number };

/** Returns the number of words of a field: 1 for a scalar; for a vector the digit in its type's name; for an array its length. */
const wordCount = (type: FieldType): number => (typeof type === 'string' ? Number(type[3] ?? 1) : type[1]);

/** Returns a field's alignment in words: the field's size, except that a vec3 is aligned to 4 words and an array to 1. */
function alignmentOf(type: FieldType): number {
  const words = typeof type === 'string' ? wordCount(type) : 1;
  return words === 3 ? 4 : words;
}

const roundUp = (x: number, multiple: number): number => Math.ceil(x / multiple) * multiple;

/**
 * Returns the word offsets of a record's fields by the rules of WGSL's struct layout. CPU arrays and GPU buffers both use them.
 * Source: WGSL specification, 14.4.1.
 */
export function recordLayout<F extends Fields>(fields: F): RecordLayout<F> {
  const layout: Record<string, number> = {};
  let end = 0;
  let largest = 1;
  for (const name in fields) {
    const alignment = alignmentOf(fields[name]);
    layout[name] = roundUp(end, alignment);
    end = layout[name] + wordCount(fields[name]);
    largest = Math.max(largest, alignment);
  }
  layout.stride = roundUp(end, largest);
  return layout as RecordLayout<F>;
}

/**
 * Length of the arrays in a contact record. A contact has at most 8 vertices: 4 of a tetrahedron whose centroid penetrates, and 4 of
 * an element that it penetrates (3 where the other side is a face).
 */
export const CONTACT_VERTICES = 8;

/**
 * The only list of the records in the state's arrays. The layouts below and the kernels' structs (src/gpu/kernels/bindings.ts) are
 * made from this list. Vertex ids are those of the world; face, edge and tetrahedron ids are local to their model.
 */
export const RECORDS = {
  /**
   * A shortest-path query: a point [m] inside tetrahedron `tet` of `body`. If the point is a surface vertex, `vertex` is its id, else
   * NONE. If the query is for a contact, `source` is the point's number (world.points). If the point is on an edge, `along` is its
   * parameter there: 0 at the edge's first vertex, 1 at the second.
   */
  Query: { point: 'vec3f', vertex: 'u32', body: 'u32', tet: 'u32', source: 'u32', along: 'f32' },
  /**
   * The answer to a query: the boundary point at the end of the shortest valid path [m], its distance `depth` from the query's point
   * [m], its face and its barycentric coordinates b0, b1 in this face. `face` is NONE if no valid path exists, and PATH_OVERFLOW if
   * another kernel or the pool must answer. `feature` says on which part of the face the boundary point is: 0 is the interior, 1..3 are
   * edges 0..2, 4..6 are corners 0..2.
   */
  Path: { point: 'vec3f', depth: 'f32', face: 'u32', feature: 'u32', b0: 'f32', b1: 'f32' },
  /**
   * A contact constraint (sum of weight_i x_i) . normal >= offset [m], where x_i are the positions of the first `count` vertices.
   * - Weights of a point that touches a face: those of the point, then -b0, -b1, -b2 (b: barycentric coordinates in the face). The
   *   point's weights are 1 for a vertex, 1-u and u for a point at parameter u of an edge, and four times 1/4 for a centroid.
   * - Weights of two edges that touch at their parameters s and t: 1-s, s, -(1-t), -t.
   * - If a vertex occurs twice, its first entry has the sum of both weights.
   * - Weights of a point in a distance field: those of the point, then its negated barycentric weights in the element that contains it. The
   *   offset includes the depth.
   * - `lambda` is the normal impulse times dt [kg m] that projection has applied so far. `friction` is the tangential impulse times dt,
   *   valid only while lambda > 0.
   * - `kind` is one of CONTACT_KINDS. `materials` packs the two bodies' materials (pairOfMaterials).
   */
  Contact: {
    vertices: ['u32', CONTACT_VERTICES],
    weights: ['f32', CONTACT_VERTICES],
    normal: 'vec3f',
    offset: 'f32',
    lambda: 'f32',
    colour: 'u32',
    kind: 'u32',
    count: 'u32',
    friction: 'vec3f',
    materials: 'u32',
  },
  /**
   * A CCD hit of a vertex or an edge. `t` is the time of the hit as a share of the step. It is above 1 if two elements only come near each
   * other (contacts/ccd/near-contacts.ts), and 2 if there is no hit. `element` is the face or edge of `body` that is hit. A vertex hits a face at the weights 1-u-v, u, v of its corners. Two edges hit at the
   * parameters u of the edge that has this record, and v of edge `element`.
   */
  Hit: { t: 'f32', body: 'u32', element: 'u32', u: 'f32', v: 'f32' },
  /** A vertex driven by a script, and its position at the end of the step [m]. */
  Driven: { goal: 'vec3f', vertex: 'u32' },
  /**
   * A collider at the end of the step. Kind 0 is a plane: `place` is the unit normal, and `offset` the plane's offset [m]. Kind 1 is a
   * bowl: `place` is the centre, `offset` the radius, `rim` the height of the rim, and `thickness` that of the wall [m]. `moved` is the
   * collider's displacement in the step [m].
   */
  Collider: { place: 'vec3f', offset: 'f32', moved: 'vec3f', kind: 'f32', rim: 'f32', thickness: 'f32' },
  /**
   * A grab: its target at the step's end [m] (named `goal`, since `target` is reserved in WGSL), the target's velocity [m/s], and the range
   * of its GrabPoint records; `end` is exclusive.
   */
  Grab: { goal: 'vec3f', begin: 'u32', velocity: 'vec3f', end: 'u32' },
  /** A vertex that a grab moves; its weight in the pull, and in being carried along: both 1 at the grab's middle, falling off to 0. */
  GrabPoint: { vertex: 'u32', weight: 'f32', carry: 'f32' },
  /**
   * Inertia of a whole body or of at most SUM_CHUNK of its vertices. `centre` is the centre of mass relative to the body's first vertex
   * [m]. `squares` (xx, yy, zz) and `products` (yz, zx, xy) are the second moments about the centre [kg m^2]. `momentumError` is the
   * sum of the moments of the step's impulses: the error of the body's angular momentum after the step, times dt [kg m^2]. `anyHeld` is
   * above 0 if any vertex is held in place (inverse mass 0), `touches` if any is pushed by a collider. `mass` is in kg. `linear` and `angular` are the linear
   * momentum [kg m/s] and the angular momentum about the centre [kg m^2/s]. The CPU uses float64.
   */
  Inertia: {
    centre: 'vec3f',
    mass: 'f32',
    squares: 'vec3f',
    anyHeld: 'f32',
    products: 'vec3f',
    touches: 'f32',
    momentumError: 'vec3f',
    linear: 'vec3f',
    angular: 'vec3f',
  },
  /**
   * A rigid rotation of a body, which restores the angular momentum that it has lost in a step: angular velocity `rate` [rad/s] about the
   * centre of mass `centre`, which is relative to the body's first vertex [m]. The CPU uses float64.
   */
  Spin: { rate: 'vec3f', centre: 'vec3f' },
  /**
   * Gas in a body: the body's rest volume [m^3], 0 for a sheet; the XPBD multiplier `lambda` and this multiplier's last change [Pa s^2].
   */
  Gas: { restVolume: 'f32', lambda: 'f32', change: 'f32' },
  /** Box of a BVH node (src/bvh/tree.ts: BOX_STRIDE). An empty box has lower > upper. */
  Box: { lower: 'vec3f', upper: 'vec3f' },
} as const satisfies Readonly<Record<string, Fields>>;

export const QUERY = recordLayout(RECORDS.Query);
export const PATH = recordLayout(RECORDS.Path);
export const CONTACT = recordLayout(RECORDS.Contact);
export const HIT = recordLayout(RECORDS.Hit);
export const DRIVEN = recordLayout(RECORDS.Driven);
export const COLLIDER = recordLayout(RECORDS.Collider);
export const GRAB = recordLayout(RECORDS.Grab);
export const GRAB_POINT = recordLayout(RECORDS.GrabPoint);
export const INERTIA = recordLayout(RECORDS.Inertia);
export const SPIN = recordLayout(RECORDS.Spin);
export const GAS = recordLayout(RECORDS.Gas);

/** Number of vertices per partial sum. Partial sums make the order of a sum independent of the number of workers. */
export const SUM_CHUNK = 256;
