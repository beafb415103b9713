type Scalar = 'f32' | 'u32';
type Vector = 'vec2f' | 'vec2u' | 'vec3f' | 'vec3u' | 'vec4f' | 'vec4u';
/** A field's type by its WGSL name, or a packed array of scalars. */
export type FieldType = Scalar | Vector | readonly [of: Scalar, length: number];
/** Fields of a record, in order. */
export type Fields = Readonly<Record<string, FieldType>>;
/** Fields of a record without vectors, which is packed field by field. */
export type ScalarFields = Readonly<Record<string, Scalar>>;

/** Word offset of each field, and the words from one record to the next (stride). */
export type RecordLayout<F extends Fields> = { readonly [N in keyof F]: number } & { readonly stride: number };

/** Number of words of a field: 1 for a scalar; for a vector the digit in its type's name; for an array its length. */
const wordCount = (type: FieldType): number => (typeof type === 'string' ? Number(type[3] ?? 1) : type[1]);

/** Alignment of a field, in words: its size, except that a vec3 is aligned to 4 words and an array to 1. */
function alignmentOf(type: FieldType): number {
  const words = typeof type === 'string' ? wordCount(type) : 1;
  return words === 3 ? 4 : words;
}

const roundUp = (x: number, multiple: number): number => Math.ceil(x / multiple) * multiple;

/**
 * Word offsets of a record's fields, equal in CPU arrays and GPU buffers: WGSL's struct layout.
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

/** Length of a contact's arrays. A contact has at most 7 vertices: 4 of a tetrahedron whose centroid penetrates, and 3 of a face. 8 keeps the arrays aligned. */
export const CONTACT_VERTICES = 8;

/**
 * The single list of all records in the state's arrays. The layouts below and the kernels' structs (src/gpu/kernels/bindings.ts) are
 * made from it. Vertex ids are the world's; face and tetrahedron ids are local to their model.
 */
export const RECORDS = {
  /**
   * A shortest-path query: a point [m] inside a tetrahedron. `vertex` is the point's vertex if it is a surface vertex, else NONE.
   * For contacts, `source` is the point's number (world.points), and `along` its parameter on its edge, 0 at the first end, 1 at the other.
   */
  Query: { point: 'vec3f', vertex: 'u32', body: 'u32', tet: 'u32', source: 'u32', along: 'f32' },
  /**
   * The answer to a query: the closest boundary point [m], its distance `depth` [m], its face and its barycentric coordinates b0, b1
   * there. `face` is NONE if no valid path exists, PATH_OVERFLOW if another kernel or the pool must answer. `feature`: 0 is the
   * face's interior, 1..3 its edge k-1, 4..6 its corner k-4.
   */
  Path: { point: 'vec3f', depth: 'f32', face: 'u32', feature: 'u32', b0: 'f32', b1: 'f32' },
  /**
   * A contact constraint (sum of weight_i x_i) . normal >= offset [m] over the first `count` vertices. Weights: vertex-face 1, -b0,
   * -b1, -b2; edge-edge 1-s, s, -(1-t), -t. For a point on an edge 1-u, u replace the vertex's 1; for a centroid four quarters do.
   * If a vertex occurs twice, its first entry has its whole weight. `lambda` is the normal impulse times dt [kg m] that projection
   * has applied so far; `friction` is the tangential one, valid only while lambda > 0. `kind` is one of CONTACT_KINDS; `materials`
   * packs the two bodies' materials (pairOfMaterials).
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
  /** The earliest CCD hit of a vertex or an edge; `t` > 1 if there is none. */
  Hit: { t: 'f32', body: 'u32', element: 'u32', u: 'f32', v: 'f32' },
  /** A vertex driven by a script, and its position at the end of the step [m]. */
  Driven: { goal: 'vec3f', vertex: 'u32' },
  /**
   * A collider's pose at the end of the step. Kind 0, plane: `place` is the unit normal, then the offset [m]. Kind 1, bowl: `place` is
   * the centre, then radius, height of the rim and thickness of the wall [m]. `moved` is its displacement in the step [m].
   */
  Collider: { place: 'vec3f', offset: 'f32', moved: 'vec3f', kind: 'f32', rim: 'f32', thickness: 'f32' },
  /** A dragged vertex, its target position [m] (named `goal`, since `target` is reserved in WGSL), and its multiplier. */
  Attachment: { goal: 'vec3f', vertex: 'u32', lambda: 'vec3f' },
  /**
   * Inertia of up to SUM_CHUNK vertices of a body, or of a whole body: centre of mass relative to the body's first vertex [m], mass
   * [kg], second moments about the centre (xx, yy, zz; yz, zx, xy) [kg m^2], and `lost`, the sum of `moments`, that is the angular
   * momentum times dt that the step has lost [kg m^2]. `held` is above 0 if any vertex is held. float64 on the CPU.
   */
  Inertia: { centre: 'vec3f', mass: 'f32', squares: 'vec3f', held: 'f32', products: 'vec3f', lost: 'vec3f' },
  /** A body's rigid spin [rad/s], and its centre of mass relative to its first vertex [m]. float64 on the CPU. */
  Spin: { rate: 'vec3f', centre: 'vec3f' },
  /** Gas in a body: rest volume [m^3], 0 if the body has no inside; multiplier [Pa s^2], and its last change. */
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
export const ATTACHMENT = recordLayout(RECORDS.Attachment);
export const INERTIA = recordLayout(RECORDS.Inertia);
export const SPIN = recordLayout(RECORDS.Spin);
export const GAS = recordLayout(RECORDS.Gas);
