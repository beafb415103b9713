import type { DrawnSurface, SurfaceGroup, SurfaceMaterial } from '../../mesh/drawn-surface.ts';

/** Look of a surface without a material, beside others that have some. */
const PLAIN: SurfaceMaterial = {
  name: 'plain',
  colour: [0.8, 0.8, 0.8],
  opacity: 1,
  roughness: 0.6,
  metalness: 0,
  doubleSided: false,
};

/** Joins surfaces to one, in their order. Where only some have texture coordinates or colours, the others get 0 or white. */
export function joinSurfaces(surfaces: readonly DrawnSurface[]): DrawnSurface {
  if (surfaces.length === 1) return surfaces[0];
  const vertexCounts = surfaces.map(({ positions }) => positions.length / 3);
  const vertexBases = basesOf(vertexCounts);
  const triangleBases = basesOf(surfaces.map(({ triangles }) => triangles.length / 3));
  const hasLooks = surfaces.some(({ materials }) => materials.length > 0);
  const materials: SurfaceMaterial[] = [];
  const groups: SurfaceGroup[] = [];
  surfaces.forEach((surface, i) => {
    if (!hasLooks) return;
    const own = surface.materials.length > 0 ? surface.materials : [PLAIN];
    const parts =
      surface.groups.length > 0 ? surface.groups : [{ first: 0, count: surface.triangles.length / 3, material: 0 }];
    for (const { first, count, material } of parts)
      groups.push({ first: triangleBases[i] + first, count, material: materials.length + material });
    materials.push(...own);
  });
  const perVertex = (name: 'uvs' | 'colours', width: number, missing: number) =>
    surfaces.some((surface) => surface[name])
      ? concatenated(
          surfaces.map((surface, i) => surface[name] ?? new Float32Array(width * vertexCounts[i]).fill(missing)),
        )
      : undefined;
  const uvs = perVertex('uvs', 2, 0);
  const colours = perVertex('colours', 3, 1);
  return {
    positions: concatenated(surfaces.map(({ positions }) => positions)),
    triangles: Uint32Array.from(
      surfaces.flatMap(({ triangles }, i) => Array.from(triangles, (v) => vertexBases[i] + v)),
    ),
    ...(uvs && { uvs }),
    ...(colours && { colours }),
    groups,
    materials,
  };
}

/** Returns where each part begins if parts of these lengths follow one another. */
function basesOf(lengths: readonly number[]): number[] {
  let end = 0;
  return lengths.map((length) => {
    end += length;
    return end - length;
  });
}

function concatenated(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
