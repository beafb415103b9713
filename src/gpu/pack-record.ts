import { recordLayout, type ScalarFields } from '../simulation/records.ts';

/** A number each field. */
export type RecordValues<F extends ScalarFields> = { readonly [N in keyof F]: number };

/** The bytes of one record, as a buffer holds it. */
export function packRecord<F extends ScalarFields>(fields: F, values: RecordValues<F>): ArrayBuffer {
  const layout = recordLayout(fields);
  const bytes = new ArrayBuffer(4 * layout.stride);
  const views = { f32: new Float32Array(bytes), u32: new Uint32Array(bytes) };
  for (const name in fields) views[fields[name]][layout[name]] = values[name];
  return bytes;
}
