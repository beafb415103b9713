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
