type Scalar = 'f32' | 'u32';
type Vector = 'vec2f' | 'vec2u' | 'vec3f' | 'vec3u' | 'vec4f' | 'vec4u';
/** A field's type by its name in WGSL, or a number of scalars that lie close, one after another. */
export type FieldType = Scalar | Vector | readonly [of: Scalar, length: number];
/** A record's fields in their order. */
export type Fields = Readonly<Record<string, FieldType>>;
/** Fields of a record that is packed in one go. */
export type ScalarFields = Readonly<Record<string, Scalar>>;

/** The word at which each field starts, and the words from one record to the next. */
export type RecordLayout<F extends Fields> = { readonly [N in keyof F]: number } & { readonly stride: number };

/** How many words a field takes: a scalar one; of a vector its name tells. */
const wordCount = (type: FieldType): number => (typeof type === 'string' ? Number(type[3] ?? 1) : type[1]);

/** Words of which a field's place is a multiple: as many as it takes, but four for a vector of three, and one for an array. */
function alignmentOf(type: FieldType): number {
  const words = typeof type === 'string' ? wordCount(type) : 1;
  return words === 3 ? 4 : words;
}

const roundUp = (x: number, multiple: number): number => Math.ceil(x / multiple) * multiple;

/**
 * Places of a record's fields, in the processor's arrays and in the device's buffers alike: as WGSL lays its struct out. Source: WGSL
 * specification, 14.4.1.
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

/** Vertices that a contact holds at most: a tetrahedron's four, whose centroid stands on a face's three. */
export const CONTACT_VERTICES = 8;

/**
 * The records that the state's arrays hold, field by field: the one list of them. The layouts below and the structs of the kernels
 * (src/gpu/kernels/bindings.ts) are made from it. Vertices are numbered among all bodies'; faces and tetrahedra within theirs.
 */
export const RECORDS = {
  /**
   * A point [m] inside a tetrahedron that asks for its shortest path. `vertex` is its own where it is a surface vertex, else NONE.
   * For contacts: `source` is the point's number (world.points), `along` where on an edge it lies, from 0 at the first end to 1.
   */
  Query: { point: 'vec3f', vertex: 'u32', body: 'u32', tet: 'u32', source: 'u32', along: 'f32' },
  /**
   * Its answer: the closest point of the boundary, its distance, and its barycentric coordinates b0, b1 on its face [m]. `face` is
   * NONE where no valid path exists, PATH_OVERFLOW where others have to answer; `feature`: 0 face, 1..3 edge k-1, 4..6 corner k-4.
   */
  Path: { point: 'vec3f', depth: 'f32', face: 'u32', feature: 'u32', b0: 'f32', b1: 'f32' },
  /**
   * A contact: (sum of weight_i x_i) . normal >= offset [m], over its first `count` vertices. Vertex-face: weights 1, -b0, -b1, -b2;
   * edge-edge: 1-s, s, -(1-t), -t; of an edge's point 1-u, u, of a centroid four quarters stand in place of the vertex's 1.
   * A vertex that stands twice has all its weight in the first place. `lambda` is the normal impulse times dt [kg m] that the
   * projection has applied, `friction` the tangential one, which counts only while lambda > 0. `kind` is one of CONTACT_KINDS,
   * `materials` says whose meet (pairOfMaterials).
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
  /** The earliest hit of a vertex or an edge in CCD. `t` > 1 where there is none. */
  Hit: { t: 'f32', body: 'u32', element: 'u32', u: 'f32', v: 'f32' },
  /** A vertex that a script moves, and where it is at the end of the step [m]. */
  Driven: { goal: 'vec3f', vertex: 'u32' },
  /**
   * A collider where it stands at the end of the step. Kind 0, plane: `place` is its unit normal, offset [m]. Kind 1, bowl: centre,
   * radius, and its rim's height and its wall's thickness [m]. `moved` is what it moved by in the step [m].
   */
  Collider: { place: 'vec3f', offset: 'f32', moved: 'vec3f', kind: 'f32', rim: 'f32', thickness: 'f32' },
  /** A dragged vertex, where to [m] (`target` is a reserved word in WGSL), and its multiplier. */
  Attachment: { goal: 'vec3f', vertex: 'u32', lambda: 'vec3f' },
  /**
   * Of up to SUM_CHUNK vertices of a body that are summed up together, or of a body: centre of mass from the body's first vertex
   * [m], mass [kg], second moments about the centre (xx, yy, zz; yz, zx, xy) [kg m^2], the sum of what the step has lost
   * (`moments`); `held` is above 0 where a vertex is. Numbers of 64 bits on the processor.
   */
  Inertia: { centre: 'vec3f', mass: 'f32', squares: 'vec3f', held: 'f32', products: 'vec3f', lost: 'vec3f' },
  /** A body's rigid spin [rad/s], and its centre of mass from its first vertex [m]. Numbers of 64 bits on the processor. */
  Spin: { rate: 'vec3f', centre: 'vec3f' },
  /** The gas in a body: rest volume [m^3], 0 where there is no inside; multiplier [Pa s^2], and by how much it changed last. */
  Gas: { restVolume: 'f32', lambda: 'f32', change: 'f32' },
  /** A node of a tree (src/bvh/tree.ts: BOX_STRIDE). An empty box has lower > upper. */
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
