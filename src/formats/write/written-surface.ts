import type { DrawnSurface, SurfaceMaterial, TextureImage } from '../../mesh/drawn-surface.ts';

/** A surface to write, with the digits of float32 or of float64. */
export interface WrittenSurface extends Omit<DrawnSurface, 'positions'> {
  /** 3 numbers per vertex. */
  readonly positions: Float32Array | Float64Array;
}

/** Triangles of a surface that share a material. */
export interface WrittenGroup {
  /** First triangle. */
  readonly first: number;
  readonly count: number;
  /** Index among the surface's materials; undefined if it has none. */
  readonly material?: number;
}

/** The groups of a surface, also if it is a single one and doesn't list it. */
export function groupsOf({ groups, materials, triangles }: WrittenSurface): readonly WrittenGroup[] {
  if (groups.length > 0) return groups;
  return [{ first: 0, count: triangles.length / 3, ...(materials.length > 0 && { material: 0 }) }];
}

/** Names for materials, each once, without ends of lines. */
export function namesOf(materials: readonly SurfaceMaterial[]): string[] {
  const names = new Set<string>();
  for (const [i, { name }] of materials.entries()) {
    const plain = name.replaceAll(/\s+/g, ' ').trim();
    let own = plain || `material-${i}`;
    for (let k = i; names.has(own); k++) own = `${plain || 'material'}-${k}`;
    names.add(own);
  }
  return [...names];
}

/** Ends of names of image files. */
const EXTENSIONS: Readonly<Record<TextureImage['mimeType'], string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

export const extensionOfImage = ({ mimeType }: TextureImage): string => EXTENSIONS[mimeType];

/** Different images of materials, in their order. */
export const imagesOf = (materials: readonly SurfaceMaterial[]): TextureImage[] => [
  ...new Set(
    materials.flatMap(({ colourTexture, normalTexture }) => [colourTexture, normalTexture]).filter((image) => !!image),
  ),
];
