import {
  DataTexture,
  FloatType,
  NearestFilter,
  type Node,
  type Renderer,
  RGBAFormat,
  StorageBufferAttribute,
} from 'three/webgpu';
import { ivec2, storage, textureLoad, vec3 } from 'three/tsl';
import type { DrawnArrays, DrawnBuffers } from './skin-meshes.ts';
import { adoptBuffer, releaseBuffer } from './three-internals.ts';

/** Width of the texture that holds the vertices [texels]: every WebGL 2 device takes textures of this width. */
const TEXTURE_WIDTH = 2048;

/** Reads what is drawn of a simulated vertex, by its id. */
export interface Vertices {
  position(id: Node<'int'>): Node<'vec3'>;
  normal(id: Node<'int'>): Node<'vec3'>;
  depth(id: Node<'int'>): Node<'float'>;
}

/** GPU buffers of the simulation, with their device. */
export interface DeviceBuffers {
  readonly device: GPUDevice;
  readonly buffers: DrawnBuffers;
}

/** Gives shaders the simulated vertices by their ids. */
export interface VertexSource {
  readonly vertices: Vertices;
  /** Passes the arrays of the next frame on; undefined if the source is the simulation's own buffers. */
  upload?(arrays: DrawnArrays): void;
  dispose(): void;
}

/** Creates a source of vertices. @param buffers GPU buffers to read in place; if undefined, the caller passes arrays to `upload` in each frame */
export const vertexSource = (
  vertexCount: number,
  renderer: Renderer,
  buffers: DeviceBuffers | undefined,
): VertexSource => (buffers ? new BufferSource(renderer, buffers) : new TextureSource(vertexCount));

/** Reads vertices from the simulation's own GPU buffers. */
class BufferSource implements VertexSource {
  readonly vertices: Vertices;
  private readonly attributes: readonly StorageBufferAttribute[];

  constructor(
    private readonly renderer: Renderer,
    private readonly drawn: DeviceBuffers,
  ) {
    const { positions, normals, depths } = drawn.buffers;
    this.attributes = [positions, normals, depths].map((buffer) => {
      const adopted = new StorageBufferAttribute(new Float32Array(1), 1);
      adoptBuffer(renderer, adopted, buffer);
      return adopted;
    });
    // A length of 0 declares arrays as long as their buffers.
    const [x, n, d] = this.attributes.map((one) => storage(one, 'float', 0).toReadOnly());
    const triple = (from: typeof x, id: Node<'int'>) => {
      const at = id.mul(3);
      return vec3(from.element(at), from.element(at.add(1)), from.element(at.add(2)));
    };
    this.vertices = {
      position: (id) => triple(x, id).toVar(),
      normal: (id) => triple(n, id).toVar(),
      depth: (id) => d.element(id),
    };
  }

  dispose(): void {
    for (const adopted of this.attributes) releaseBuffer(this.renderer, adopted, this.drawn.device);
  }
}

/** Reads vertices from a texture, two texels per vertex: position and penetration depth, normal and 0. */
class TextureSource implements VertexSource {
  readonly vertices: Vertices;
  private readonly texture: DataTexture;

  constructor(vertexCount: number) {
    const height = Math.ceil((2 * vertexCount) / TEXTURE_WIDTH);
    this.texture = new DataTexture(
      new Float32Array(4 * TEXTURE_WIDTH * height),
      TEXTURE_WIDTH,
      height,
      RGBAFormat,
      FloatType,
    );
    this.texture.minFilter = this.texture.magFilter = NearestFilter;
    const texel = (i: Node<'int'>) =>
      textureLoad(this.texture, ivec2(i.mod(TEXTURE_WIDTH), i.div(TEXTURE_WIDTH))).toVar();
    this.vertices = {
      position: (id) => texel(id.mul(2)).xyz,
      normal: (id) => texel(id.mul(2).add(1)).xyz,
      depth: (id) => texel(id.mul(2)).w,
    };
  }

  upload({ positions, normals, depths }: DrawnArrays): void {
    const data = this.texture.image.data as Float32Array;
    for (let v = 0, i = 0; v < depths.length; v++, i += 8) {
      for (let k = 0; k < 3; k++) {
        data[i + k] = positions[3 * v + k];
        data[i + 4 + k] = normals[3 * v + k];
      }
      data[i + 3] = depths[v];
    }
    this.texture.needsUpdate = true;
  }

  dispose(): void {
    this.texture.dispose();
  }
}
