import type { SurfaceMaterial, TextureImage } from '../../mesh/drawn-surface.ts';
import type { GivenFile } from '../given-file.ts';
import { srgbFromLinear } from '../read/read-numbers.ts';
import { rows } from './written-mesh.ts';
import { extensionOfImage, groupsOf, imagesOf, namesOf, type WrittenSurface } from './written-surface.ts';

/**
 * Writes an `.obj` file, and, if there are materials, an `.mtl` file and the textures beside it. Colours are in sRGB. Roughness and metalness are written as
 * Pr and Pm, and normal textures as norm, as Blender does.
 * Source: Alias|Wavefront, Object files, appendix B1.
 * @param name of the files, without an end; a folder before it is left out inside the files, which name one another
 * @returns the `.obj` file, then the others
 */
export function writeObj(surface: WrittenSurface, name: string): GivenFile[] {
  const { materials } = surface;
  const images = imagesOf(materials);
  const nameOf = (image: TextureImage) => imageName(name, images.indexOf(image), image);
  return [
    file(`${name}.obj`, objLines(surface, name)),
    ...(materials.length > 0
      ? [
          file(
            `${name}.mtl`,
            mtlLines(materials, (image) => inFolder(nameOf(image))),
          ),
        ]
      : []),
    ...images.map((image) => ({ name: nameOf(image), bytes: image.bytes })),
  ];
}

/** Names the files that `writeObj` makes, in the same order. */
export const objFileNames = ({ materials }: Pick<WrittenSurface, 'materials'>, name: string): string[] => [
  `${name}.obj`,
  ...(materials.length > 0 ? [`${name}.mtl`] : []),
  ...imagesOf(materials).map((image, i) => imageName(name, i, image)),
];

/** The last part of a path. */
const inFolder = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

const imageName = (name: string, index: number, image: TextureImage): string =>
  `${name}-${index}.${extensionOfImage(image)}`;

const file = (name: string, lines: readonly string[]): GivenFile => ({
  name,
  bytes: new TextEncoder().encode(lines.map((line) => `${line}\n`).join('')),
});

function objLines(surface: WrittenSurface, name: string): string[] {
  const { positions, triangles, uvs, colours, materials } = surface;
  const names = namesOf(materials);
  const vertices = rows(positions, 3, () => 'v').map((line, v) =>
    colours ? `${line} ${[...colours.subarray(3 * v, 3 * v + 3)].map(srgbFromLinear).join(' ')}` : line,
  );
  // The lower left corner of the image is the origin in these files.
  const below = uvs?.map((value, i) => (i % 2 === 0 ? value : 1 - value)) ?? [];
  const lines = [
    ...(materials.length > 0 ? [`mtllib ${inFolder(name)}.mtl`] : []),
    ...vertices,
    ...rows(below, 2, () => 'vt'),
  ];
  for (const { first, count, material } of groupsOf(surface)) {
    if (material !== undefined) lines.push(`usemtl ${names[material]}`);
    for (let i = 3 * first; i < 3 * (first + count); i += 3) {
      const corners = [...triangles.subarray(i, i + 3)].map((v) => (uvs ? `${v + 1}/${v + 1}` : v + 1));
      lines.push(`f ${corners.join(' ')}`);
    }
  }
  return lines;
}

function mtlLines(materials: readonly SurfaceMaterial[], imageName: (image: TextureImage) => string): string[] {
  const names = namesOf(materials);
  return materials.flatMap(({ colour, opacity, roughness, metalness, colourTexture, normalTexture }, i) => [
    `newmtl ${names[i]}`,
    `Kd ${colour.map(srgbFromLinear).join(' ')}`,
    `d ${opacity}`,
    `Pr ${roughness}`,
    `Pm ${metalness}`,
    ...(colourTexture ? [`map_Kd ${imageName(colourTexture)}`] : []),
    ...(normalTexture ? [`norm ${imageName(normalTexture)}`] : []),
  ]);
}
