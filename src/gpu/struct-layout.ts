/** Size and alignment [bytes] of the types that our structs hold. Source: WGSL specification, 14.4.1. */
const TYPES: Readonly<Record<string, { readonly size: number; readonly align: number }>> = {
  f32: { size: 4, align: 4 },
  u32: { size: 4, align: 4 },
  vec2f: { size: 8, align: 8 },
  vec2u: { size: 8, align: 8 },
  vec3f: { size: 12, align: 16 },
  vec3u: { size: 12, align: 16 },
  vec4f: { size: 16, align: 16 },
  vec4u: { size: 16, align: 16 },
};

export interface StructLayout {
  /** [bytes], alignment included: the stride in an array. */
  readonly size: number;
  readonly fields: ReadonlyMap<string, { readonly offset: number; readonly type: string }>;
}

const roundUp = (x: number, multiple: number): number => Math.ceil(x / multiple) * multiple;

/** Of arrays of scalars, whose elements lie close. */
function arrayType(name: string): { readonly size: number; readonly align: number } | undefined {
  const [, element, count] = /^array<([fu]32), (\d+)>$/.exec(name) ?? [];
  return element === undefined ? undefined : { size: 4 * Number(count), align: 4 };
}

/**
 * Layout of a struct in WGSL, so that no byte offset is written by hand. (webgpu-utils needs Float16Array, which
 * Node 20 doesn't have.)
 * @throws Error where the code has no such struct, or a field's type is none of ours
 */
export function structLayout(code: string, name: string): StructLayout {
  const bare = code.replace(/\/\/.*$/gm, '');
  const body = new RegExp(`struct\\s+${name}\\s*\\{([^}]*)\\}`).exec(bare)?.[1];
  if (body === undefined) throw new Error(`No struct ${name} in the WGSL`);
  const fields = new Map<string, { offset: number; type: string }>();
  let end = 0;
  let align = 4;
  for (const [, field, typeName] of body.matchAll(/(\w+)\s*:\s*(array<[^>]*>|\w+)/g)) {
    const type = TYPES[typeName] ?? arrayType(typeName);
    if (!type) throw new Error(`Field ${field} of struct ${name} is of unexpected type ${typeName}`);
    const offset = roundUp(end, type.align);
    fields.set(field, { offset, type: typeName });
    end = offset + type.size;
    align = Math.max(align, type.align);
  }
  return { size: roundUp(end, align), fields };
}

/** The bytes of a struct of scalars. @throws Error unless the values are exactly the fields */
export function packStruct(layout: StructLayout, values: Readonly<Record<string, number>>): ArrayBuffer {
  const bytes = new ArrayBuffer(layout.size);
  const view = new DataView(bytes);
  const names = Object.keys(values);
  for (const name of [...names, ...layout.fields.keys()])
    if (!(name in values) || !layout.fields.has(name)) throw new Error(`Struct and values differ in '${name}'`);
  for (const [name, { offset, type }] of layout.fields) {
    if (type === 'f32') view.setFloat32(offset, values[name], true);
    else view.setUint32(offset, values[name], true);
  }
  return bytes;
}
