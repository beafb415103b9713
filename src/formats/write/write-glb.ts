import {
  type Accessor,
  type Buffer,
  Document,
  Logger,
  type Material,
  type Mesh,
  type Primitive,
  type Texture,
  VertexLayout,
  WebIO,
} from '@gltf-transform/core';
import type { DrawnSurface, SurfaceMaterial, TextureImage } from '../../mesh/drawn-surface.ts';
import { TextureWebp } from './texture-webp.ts';
import { groupsOf } from './written-surface.ts';

/** How a surface moves: its vertices frame by frame. */
export interface SurfaceFrames {
  /** Time of each frame, ascending [s]. */
  readonly times: ArrayLike<number>;
  /** Positions per frame, 3 numbers per vertex. */
  readonly positions: readonly Float32Array[];
  /** Normals per frame, 3 numbers per vertex; needs normals of the surface too. */
  readonly normals?: readonly Float32Array[] | undefined;
  /** Whether a frame stays until the next one, or vertices move in straight lines in between. */
  readonly interpolation: 'STEP' | 'LINEAR';
}

/** More that a file of a surface can hold. */
export interface GlbExtras {
  /** 3 numbers per vertex. */
  readonly normals?: Float32Array | undefined;
  /** Positions of the surface itself are left out then; it stands as in the first frame. */
  readonly frames?: SurfaceFrames | undefined;
  /** Name of the mesh and of the node. */
  readonly name?: string;
}

/**
 * Writes a `.glb` file: triangles with materials, textures, texture coordinates, colours and normals. Frames become morph targets, of which one at a time has
 * the weight 1.
 * Source: Khronos Group 2021, glTF 2.0 Specification.
 * @throws Error if the frames don't fit the surface
 */
export async function writeGlb(surface: DrawnSurface, extras: GlbExtras = {}): Promise<Uint8Array> {
  const { frames, name = 'surface' } = extras;
  if (frames) checkFrames(surface, frames, extras.normals);
  const document = new Document();
  document.setLogger(new Logger(Logger.Verbosity.SILENT));
  const writer = new GlbWriter(document, name);
  const mesh = writer.addMesh(surface, extras);
  const node = document.createNode(name).setMesh(mesh);
  document.createScene(name).addChild(node);
  if (frames && frames.positions.length > 1) {
    mesh.setWeights(frames.positions.slice(1).map(() => 0));
    const sampler = document
      .createAnimationSampler()
      .setInterpolation(frames.interpolation)
      .setInput(writer.accessor('SCALAR', Float32Array.from(frames.times)))
      .setOutput(writer.accessor('SCALAR', weightsOf(frames.positions.length)));
    const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath('weights').setSampler(sampler);
    document.createAnimation(name).addSampler(sampler).addChannel(channel);
  }
  const io = new WebIO().setVertexLayout(VertexLayout.SEPARATE).registerExtensions([TextureWebp]);
  return io.setLogger(new Logger(Logger.Verbosity.SILENT)).writeBinary(document);
}

class GlbWriter {
  private readonly buffer: Buffer;
  private readonly textures = new Map<TextureImage, Texture>();

  constructor(
    private readonly document: Document,
    private readonly name: string,
  ) {
    this.buffer = document.createBuffer();
  }

  accessor(type: 'SCALAR' | 'VEC2' | 'VEC3', values: Float32Array | Uint32Array): Accessor {
    // Copied, because typed arrays over shared memory are none for the library.
    return this.document.createAccessor().setType(type).setArray(values.slice()).setBuffer(this.buffer);
  }

  /** Makes a primitive per group. All share their vertices. */
  addMesh(surface: DrawnSurface, { normals, frames }: GlbExtras): Mesh {
    const { document } = this;
    const base = frames?.positions[0] ?? surface.positions;
    const baseNormals = frames?.normals?.[0] ?? normals;
    const { uvs, colours, triangles } = surface;
    const attributes: [string, Accessor | undefined][] = [
      ['POSITION', this.accessor('VEC3', base)],
      ['NORMAL', baseNormals && this.accessor('VEC3', baseNormals)],
      ['TEXCOORD_0', uvs && this.accessor('VEC2', uvs)],
      ['COLOR_0', colours && this.accessor('VEC3', colours)],
    ];
    const targets = (frames?.positions ?? []).slice(1).map((positions, i) => ({
      positions: this.accessor('VEC3', differenceOf(positions, base)),
      normals:
        frames?.normals && baseNormals && this.accessor('VEC3', differenceOf(frames.normals[i + 1], baseNormals)),
    }));
    const materials = surface.materials.map((material) => this.addMaterial(material));
    const mesh = document.createMesh(this.name);
    for (const { first, count, material } of groupsOf(surface)) {
      const primitive = document
        .createPrimitive()
        .setIndices(this.accessor('SCALAR', triangles.subarray(3 * first, 3 * (first + count))));
      for (const [semantic, accessor] of attributes) if (accessor) primitive.setAttribute(semantic, accessor);
      if (material !== undefined) primitive.setMaterial(materials[material]);
      for (const target of targets) this.addTarget(primitive, target);
      mesh.addPrimitive(primitive);
    }
    return mesh;
  }

  private addTarget(
    primitive: Primitive,
    { positions, normals }: { positions: Accessor; normals: Accessor | undefined },
  ): void {
    const target = this.document.createPrimitiveTarget().setAttribute('POSITION', positions);
    if (normals) target.setAttribute('NORMAL', normals);
    primitive.addTarget(target);
  }

  private addMaterial(material: SurfaceMaterial): Material {
    const { colour, opacity, roughness, metalness, doubleSided, colourTexture, normalTexture } = material;
    const added = this.document
      .createMaterial(material.name)
      .setBaseColorFactor([...colour, opacity])
      .setAlphaMode(opacity < 1 ? 'BLEND' : 'OPAQUE')
      .setRoughnessFactor(roughness)
      .setMetallicFactor(metalness)
      .setDoubleSided(doubleSided);
    if (colourTexture) added.setBaseColorTexture(this.texture(colourTexture));
    if (normalTexture) added.setNormalTexture(this.texture(normalTexture));
    return added;
  }

  private texture(image: TextureImage): Texture {
    const known = this.textures.get(image);
    if (known) return known;
    const { mimeType, bytes } = image;
    const made = this.document.createTexture().setImage(bytes.slice()).setMimeType(mimeType);
    if (mimeType === 'image/webp') this.document.createExtension(TextureWebp).setRequired(true);
    this.textures.set(image, made);
    return made;
  }
}

const differenceOf = (values: Float32Array, base: Float32Array): Float32Array => values.map((x, i) => x - base[i]);

/** Weights of all targets at all times. The first frame has no target; each other one has its own. */
function weightsOf(frameCount: number): Float32Array {
  const targetCount = frameCount - 1;
  const weights = new Float32Array(frameCount * targetCount);
  for (let frame = 1; frame < frameCount; frame++) weights[frame * targetCount + frame - 1] = 1;
  return weights;
}

function checkFrames(
  { positions }: DrawnSurface,
  { times, positions: frames, normals: frameNormals = [] }: SurfaceFrames,
  normals: Float32Array | undefined,
): void {
  if (frames.length === 0 || times.length !== frames.length)
    throw new Error(`There are ${frames.length} frames and ${times.length} times; expected a time for each frame`);
  const short = [...frames, ...frameNormals].find(({ length }) => length !== positions.length);
  if (short) throw new Error(`A frame has ${short.length} numbers; expected ${positions.length}, as the surface has`);
  if (frameNormals.length > 0 && (frameNormals.length !== frames.length || !normals))
    throw new Error(
      `There are ${frames.length} frames, and normals for ${frameNormals.length}; expected normals for all and for the surface`,
    );
  for (let i = 1; i < times.length; i++)
    if (!(times[i] > times[i - 1]))
      throw new Error(`The times ${times[i - 1]} and ${times[i]} follow one another; expected ascending ones`);
}
