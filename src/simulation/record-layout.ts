/** Words that a field takes, and the words of which its place is a multiple. Source: WGSL specification, 14.4.1. */
const TYPES = {
  f32: { words: 1, align: 1 },
  u32: { words: 1, align: 1 },
  vec2f: { words: 2, align: 2 },
  vec2u: { words: 2, align: 2 },
  vec3f: { words: 3, align: 4 },
  vec3u: { words: 3, align: 4 },
  vec4f: { words: 4, align: 4 },
  vec4u: { words: 4, align: 4 },
} as const;

type Scalar = 'f32' | 'u32';
/** A field's type by its name in WGSL, or a number of scalars that lie close, one after another. */
export type FieldType = keyof typeof TYPES | readonly [of: Scalar, length: number];
/** A record's fields in their order. */
export type Fields = Readonly<Record<string, FieldType>>;
/** Fields of a record that is packed in one go. */
export type ScalarFields = Readonly<Record<string, Scalar>>;

/** The word at which each field starts, and the words from one record to the next. */
export type RecordLayout<F extends Fields> = { readonly [N in keyof F]: number } & { readonly stride: number };

const roundUp = (x: number, multiple: number): number => Math.ceil(x / multiple) * multiple;

/** Where a record's fields lie, in the processor's arrays and in the device's buffers alike: as WGSL lays its struct out. */
export function recordLayout<F extends Fields>(fields: F): RecordLayout<F> {
  let end = 0;
  let largest = 1;
  const places = Object.entries(fields).map(([name, type]) => {
    const { words, align } = typeof type === 'string' ? TYPES[type] : { words: type[1], align: 1 };
    const place = roundUp(end, align);
    end = place + words;
    largest = Math.max(largest, align);
    return [name, place];
  });
  return Object.fromEntries([...places, ['stride', roundUp(end, largest)]]) as RecordLayout<F>;
}

/** The bytes of one record. */
export function packRecord<F extends ScalarFields>(
  fields: F,
  values: { readonly [N in keyof F]: number },
): ArrayBuffer {
  const layout = recordLayout(fields);
  const bytes = new ArrayBuffer(4 * layout.stride);
  const views = { f32: new Float32Array(bytes), u32: new Uint32Array(bytes) };
  for (const name in fields) views[fields[name]][layout[name]] = values[name];
  return bytes;
}
