import {
  BufferAttribute,
  BufferGeometry,
  type Material,
  Mesh,
  MeshStandardMaterial,
  type WebGPURenderer,
} from 'three/webgpu';
import type { GpuBackend } from './gpu/gpu-backend.ts';
import type { World } from './index.ts';
import { adoptBuffer, releaseBuffer } from './render/three-internals.ts';

/** A world's vertex attributes for three.js. All BodyMeshes of the world share them. */
interface SharedAttributes {
  readonly positions: BufferAttribute;
  readonly normals: BufferAttribute;
  /** True if both attributes use the solver's own GPU buffers. */
  readonly adopted: boolean;
  /** The step that the attributes show as soon as `refresh` resolves; -1 before the first refresh. */
  step: number;
  /** Promise of the last refresh, which sets the attributes to the positions and normals of `step`. */
  refresh: Promise<void>;
  /** Number of meshes that use the attributes. */
  users: number;
}

const attributesByWorld = new WeakMap<World, SharedAttributes>();

/**
 * A body of a world, as an Object3D of three.js. If the world was created with World.create({ renderer }), three.js draws directly from the
 * solver's GPU buffers. Otherwise `update` copies positions and normals. Don't move or rotate a BodyMesh: its vertices are in the world's
 * coordinates [m].
 */
export class BodyMesh extends Mesh<BufferGeometry, Material> {
  private readonly shared: SharedAttributes;
  private readonly ownsMaterial: boolean;

  /**
   * @param body index in `world.bodies`
   * @param material material of the mesh; a grey MeshStandardMaterial by default. `dispose` disposes only of the default material
   * @throws RangeError if there is no such body
   */
  constructor(
    private readonly world: World,
    body: number,
    material?: Material,
  ) {
    super(new BufferGeometry(), material ?? new MeshStandardMaterial({ color: 0xb8b8b8, roughness: 0.5 }));
    this.ownsMaterial = material === undefined;
    const worldBody = world.bodies[body];
    if (!worldBody) throw new RangeError(`there is no body ${body}, expected 0 to ${world.bodies.length - 1}`);
    this.shared = attributesOf(world);
    this.shared.users++;
    this.geometry.setAttribute('position', this.shared.positions);
    this.geometry.setAttribute('normal', this.shared.normals);
    this.geometry.setIndex(
      new BufferAttribute(
        worldBody.faces.map((vertex) => worldBody.vertexBase + vertex),
        1,
      ),
    );
    // Turn off frustum culling: three.js would use bounds of the initial positions, but the solver moves the vertices.
    this.frustumCulled = false;
  }

  /**
   * Updates the body's positions and normals to the world's last step. All meshes of a world share these data. So after a step, only the
   * first call for any of the meshes does the work; other calls return the same promise.
   */
  update(): Promise<void> {
    const { world, shared } = this;
    const { steps } = world.simulator;
    if (shared.step !== steps) {
      shared.step = steps;
      shared.refresh = refresh(world, shared).catch((error: unknown) => {
        shared.step = -1; // the next update tries again
        throw error;
      });
    }
    return shared.refresh;
  }

  /** Frees this mesh's three.js resources: the geometry, and the material if it is the default one. The world isn't disposed of. */
  override dispose(): void {
    super.dispose();
    const { world, shared } = this;
    if (this.ownsMaterial) this.material.dispose();
    if (--shared.users === 0) {
      attributesByWorld.delete(world);
      const { renderer } = world;
      if (shared.adopted) {
        const { device } = (renderer as WebGPURenderer).backend as unknown as { readonly device: GPUDevice };
        // Without this, the disposal of the geometry below would destroy the solver's buffers.
        for (const attribute of [shared.positions, shared.normals])
          releaseBuffer(renderer as WebGPURenderer, attribute, device);
      }
      this.geometry.dispose();
    } else {
      // Other meshes still use the attributes. The disposal of the geometry would free them, so remove them from the geometry first.
      this.geometry.deleteAttribute('position');
      this.geometry.deleteAttribute('normal');
      this.geometry.dispose();
    }
  }
}

function attributesOf(world: World): SharedAttributes {
  const known = attributesByWorld.get(world);
  if (known) return known;
  const { vertexCount } = world.data;
  const positions = new BufferAttribute(new Float32Array(3 * vertexCount), 3);
  const normals = new BufferAttribute(new Float32Array(3 * vertexCount), 3);
  const adopted = world.renderer !== undefined;
  if (adopted) {
    const { buffers } = world.backend as GpuBackend;
    adoptBuffer(world.renderer as WebGPURenderer, positions, buffers.get('positions'));
    adoptBuffer(world.renderer as WebGPURenderer, normals, buffers.get('normals'));
  }
  const shared = { positions, normals, adopted, step: -1, refresh: Promise.resolve(), users: 0 };
  attributesByWorld.set(world, shared);
  return shared;
}

/** Computes the normals for the last step. Then copies positions and normals to the attributes, unless these use the solver's buffers. */
async function refresh(world: World, shared: SharedAttributes): Promise<void> {
  await world.shade();
  if (shared.adopted) return;
  for (const name of ['positions', 'normals'] as const) {
    const attribute = shared[name];
    (attribute.array as Float32Array).set(await world.backend.read(name));
    attribute.needsUpdate = true;
  }
}
