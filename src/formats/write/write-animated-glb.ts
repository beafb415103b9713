import type { DrawnSurface, SurfaceMaterial, TextureImage } from '../../mesh/drawn-surface.ts';
import { GlbParts } from './glb-parts.ts';
import { ExportError } from './written-mesh.ts';

/**
 * Most frames of an animated `.glb` file, and most bytes of the positions and normals of all frames. Viewers hold the frames in a texture with a layer per
 * frame, and WebGL 2 promises 256 layers and mostly has 2048; the whole file has to fit into memory.
 */
export const GLB_LIMITS = { frames: 2048, bytes: 2 ** 29 } as const;
/** Bytes per vertex and frame: a position and a normal. */
const BYTES_PER_VERTEX = 24;

/** A surface and where its vertices are in each frame. */
export interface AnimatedSurface {
  readonly name: string;
  readonly surface: DrawnSurface;
  /** 3 numbers per vertex and frame [m]. */
  readonly frames: readonly Float32Array[];
}

/** Checks that an animated `.glb` file has room for so many frames. @throws ExportError */
export function checkGlbSize(frameCount: number, vertexCount: number): void {
  const bytes = frameCount * vertexCount * BYTES_PER_VERTEX;
  if (frameCount <= GLB_LIMITS.frames && bytes <= GLB_LIMITS.bytes) return;
  const most = Math.min(GLB_LIMITS.frames, Math.floor(GLB_LIMITS.bytes / (vertexCount * BYTES_PER_VERTEX)));
  throw new ExportError(
    `An animated .glb file of ${vertexCount} vertices would have ${frameCount} frames; expected at most ${most}, which is ${GLB_LIMITS.bytes / 2 ** 20} MB or ${GLB_LIMITS.frames} frames`,
  );
}

/**
 * Writes a `.glb` file with one node per surface. With more than one frame, each frame after the first is a morph target, and an animation of the targets'
 * weights shows one after the other, with straight ways in between. Axes and units are glTF's: y upwards, metres, seconds.
 * Source: Khronos Group, glTF 2.0 specification, 3.7.2.2 (morph targets), 3.11 (animations).
 * @param times of the frames [s], ascending
 * @throws ExportError if the file would be too large
 */
export function writeAnimatedGlb(surfaces: readonly AnimatedSurface[], times: readonly number[]): Uint8Array {
  checkGlbSize(
    times.length,
    surfaces.reduce((sum, { surface }) => sum + surface.positions.length / 3, 0),
  );
  const parts = new GlbParts();
  const looks = new Looks(parts);
  const meshes = surfaces.map((surface) => meshOf(surface, parts, looks));
  const nodes = surfaces.map(({ name }, mesh) => ({ name, mesh }));
  return parts.toFile({
    asset: { version: '2.0', generator: 'Untangle' },
    scene: 0,
    scenes: [{ nodes: nodes.map((_, i) => i) }],
    nodes,
    meshes,
    ...looks.lists(),
    ...(times.length > 1 && { animations: [animationOf(nodes.length, times, parts)] }),
  });
}

/** Describes a surface's mesh: all its groups share the vertices and the morph targets. */
function meshOf({ name, surface, frames }: AnimatedSurface, parts: GlbParts, looks: Looks): object {
  const { triangles, uvs, colours, groups, materials } = surface;
  const start = frames[0];
  const startNormals = normalsOf(start, triangles);
  const attributes = {
    POSITION: parts.addNumbers(start, 3, 'vertices', true),
    NORMAL: parts.addNumbers(startNormals, 3, 'vertices'),
    ...(uvs && { TEXCOORD_0: parts.addNumbers(uvs, 2, 'vertices') }),
    ...(colours && { COLOR_0: parts.addNumbers(colours, 3, 'vertices') }),
  };
  const targets = frames.slice(1).map((frame) => ({
    POSITION: parts.addNumbers(minus(frame, start), 3, 'vertices', true),
    NORMAL: parts.addNumbers(minus(normalsOf(frame, triangles), startNormals), 3, 'vertices'),
  }));
  const pieces = groups.length > 0 ? groups : [{ first: 0, count: triangles.length / 3, material: 0 }];
  return {
    name,
    primitives: pieces.map(({ first, count, material }) => ({
      attributes,
      indices: parts.addNumbers(triangles.slice(3 * first, 3 * (first + count)), 1, 'indices'),
      ...(materials[material] && { material: looks.add(materials[material]) }),
      ...(targets.length > 0 && { targets }),
    })),
    ...(targets.length > 0 && { weights: targets.map(() => 0) }),
  };
}

/** Describes the animation: at each frame's time, the weight of its target is 1 and all others are 0. All nodes share it. */
function animationOf(nodeCount: number, times: readonly number[], parts: GlbParts): object {
  const targetCount = times.length - 1;
  const weights = new Float32Array(times.length * targetCount);
  for (let frame = 1; frame < times.length; frame++) weights[frame * targetCount + frame - 1] = 1;
  return {
    name: 'run',
    samplers: [
      {
        input: parts.addNumbers(Float32Array.from(times), 1, 'animation', true),
        output: parts.addNumbers(weights, 1, 'animation'),
        interpolation: 'LINEAR',
      },
    ],
    channels: Array.from({ length: nodeCount }, (_, node) => ({ sampler: 0, target: { node, path: 'weights' } })),
  };
}

/** Lists of materials, textures and images of a file. What occurs several times is listed once. */
class Looks {
  private readonly materials = new Map<SurfaceMaterial, object>();
  private readonly images = new Map<TextureImage, object>();

  constructor(private readonly parts: GlbParts) {}

  /** @returns the material's index */
  add(material: SurfaceMaterial): number {
    if (!this.materials.has(material)) this.materials.set(material, this.described(material));
    return [...this.materials.keys()].indexOf(material);
  }

  private described(material: SurfaceMaterial): object {
    const { name, colour, opacity, roughness, metalness, doubleSided, colourTexture, normalTexture } = material;
    return {
      name,
      pbrMetallicRoughness: {
        baseColorFactor: [...colour, opacity],
        metallicFactor: metalness,
        roughnessFactor: roughness,
        ...(colourTexture && { baseColorTexture: { index: this.textureOf(colourTexture) } }),
      },
      ...(normalTexture && { normalTexture: { index: this.textureOf(normalTexture) } }),
      ...(opacity < 1 && { alphaMode: 'BLEND' }),
      doubleSided,
    };
  }

  private textureOf(image: TextureImage): number {
    const { mimeType, bytes } = image;
    if (!this.images.has(image)) this.images.set(image, { mimeType, bufferView: this.parts.addBytes(bytes) });
    return [...this.images.keys()].indexOf(image);
  }

  /** The lists as the file has them, without those that are empty. */
  lists(): object {
    const { materials, images } = this;
    const isWebp = [...images.keys()].map(({ mimeType }) => mimeType === 'image/webp');
    const WEBP = 'EXT_texture_webp';
    const textures = isWebp.map((webp, source) => (webp ? { extensions: { [WEBP]: { source } } } : { source }));
    return {
      ...(materials.size > 0 && { materials: [...materials.values()] }),
      ...(images.size > 0 && { images: [...images.values()], textures }),
      ...(isWebp.includes(true) && { extensionsUsed: [WEBP], extensionsRequired: [WEBP] }),
    };
  }
}

const minus = (a: Float32Array, b: Float32Array): Float32Array => a.map((x, i) => x - b[i]);

/** Returns unit normals of the vertices: means of the triangles around them, weighted by area; (0, 1, 0) where they cancel. */
function normalsOf(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length);
  const [u, v] = [new Float64Array(3), new Float64Array(3)];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    for (let k = 0; k < 3; k++) {
      u[k] = positions[b + k] - positions[a + k];
      v[k] = positions[c + k] - positions[a + k];
    }
    for (let k = 0; k < 3; k++) {
      const area = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
      for (const corner of [a, b, c]) normals[corner + k] += area;
    }
  }
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2]);
    if (length > 0) for (let k = 0; k < 3; k++) normals[i + k] /= length;
    else normals[i + 1] = 1;
  }
  return normals;
}
