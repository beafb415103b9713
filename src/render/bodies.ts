import { BufferAttribute, BufferGeometry, DoubleSide, Mesh, MeshPhysicalNodeMaterial, type WebGPURenderer } from 'three/webgpu';
import { attribute, color, float, mix, smoothstep } from 'three/tsl';
import type { World } from '../simulation/world.ts';
import { bodyColour, INTERSECTION } from './palette.ts';
import { adoptBuffer, releaseBuffer } from './three-internals.ts';

/** The GPU buffers that kernels write and three draws in place. */
export interface DrawnBuffers {
  readonly positions: GPUBuffer;
  readonly normals: GPUBuffer;
  readonly depths: GPUBuffer;
}

/** The same as arrays, uploaded each frame. */
export interface DrawnArrays {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly depths: Float32Array;
}

/** Share of blue at the shallowest penetration: a touch already shows. */
const LEAST_TINT = 0.45;
/** Share of the thickness at which the tint is full: an arm half buried. */
const FULL_TINT_DEPTH = 0.5;

/** Boundary faces of all bodies as one mesh: one draw call, deeper vertices bluer. */
export class BodyMesh {
  readonly mesh: Mesh<BufferGeometry, MeshPhysicalNodeMaterial>;
  private readonly drawn: Record<keyof DrawnArrays, BufferAttribute>;

  /** @param source buffers to draw in place, or none: then `upload` brings the arrays */
  constructor(
    world: World,
    private readonly renderer: WebGPURenderer,
    private readonly source?: { readonly device: GPUDevice; readonly buffers: DrawnBuffers },
  ) {
    const geometry = new BufferGeometry();
    const numbers = (size: number) => new BufferAttribute(new Float32Array(size * world.vertexCount), size);
    this.drawn = { positions: numbers(3), normals: numbers(3), depths: numbers(1) };
    if (source) {
      for (const name of ['positions', 'normals', 'depths'] as const) adoptBuffer(renderer, this.drawn[name], source.buffers[name]);
    }
    geometry.setAttribute('position', this.drawn.positions);
    geometry.setAttribute('normal', this.drawn.normals);
    geometry.setAttribute('depth', this.drawn.depths);
    geometry.setAttribute('bodyColour', new BufferAttribute(bodyColours(world), 3));
    geometry.setIndex(new BufferAttribute(boundaryIndex(world), 1));
    this.mesh = new Mesh(geometry, tintedMaterial(Math.max(...world.models.map((model) => model.thickness))));
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = true;
    this.mesh.receiveShadow = true;
  }

  upload(arrays: DrawnArrays): void {
    for (const name of ['positions', 'normals', 'depths'] as const) {
      (this.drawn[name].array as Float32Array).set(arrays[name]);
      this.drawn[name].needsUpdate = true;
    }
  }

  dispose(): void {
    if (this.source) {
      for (const drawn of Object.values(this.drawn)) releaseBuffer(this.renderer, drawn, this.source.device);
    }
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

function tintedMaterial(thickness: number): MeshPhysicalNodeMaterial {
  const depth = attribute<'float'>('depth', 'float');
  const tint = smoothstep(0, FULL_TINT_DEPTH * thickness, depth).mul(1 - LEAST_TINT).add(LEAST_TINT);
  const isInside = depth.greaterThan(0);
  const material = new MeshPhysicalNodeMaterial({ roughness: 0.42, clearcoat: 0.35, clearcoatRoughness: 0.4, side: DoubleSide });
  material.colorNode = mix(attribute<'vec3'>('bodyColour', 'vec3'), color(INTERSECTION), isInside.select(tint, float(0)));
  return material;
}

function bodyColours(world: World): Float32Array {
  const colours = new Float32Array(3 * world.vertexCount);
  world.bodies.forEach(({ model, vertexBase }, body) => {
    const { r, g, b } = bodyColour(body);
    const end = vertexBase + world.models[model]!.topology.vertexCount;
    for (let v = vertexBase; v < end; v++) colours.set([r, g, b], 3 * v);
  });
  return colours;
}

/** Vertex ids of all bodies' boundary faces, 3 a face. */
export function boundaryIndex(world: World): Uint32Array {
  const index = new Uint32Array(3 * world.faceCount);
  for (const { model, vertexBase, faceBase } of world.bodies) {
    const { faces } = world.models[model]!.topology;
    for (let i = 0; i < faces.length; i++) index[3 * faceBase + i] = vertexBase + faces[i]!;
  }
  return index;
}
