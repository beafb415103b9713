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

/** The vertices of a world as three draws them: one set for all of its bodies. */
interface Surface {
  readonly positions: BufferAttribute;
  readonly normals: BufferAttribute;
  /** Whether both are the solver's own GPU buffers. */
  readonly adopted: boolean;
  /** Step whose positions they show. */
  step: number;
  /** Meshes that draw them. */
  users: number;
}

const surfaces = new WeakMap<World, Surface>();

/**
 * A body of a world as an Object3D. Where the world runs on the renderer's own device (World.create({ renderer })), three draws the
 * solver's buffers in place; otherwise `update` copies positions and normals. Add it to a scene without moving it: its vertices are in
 * the world's coordinates [m].
 */
export class BodyMesh extends Mesh<BufferGeometry, Material> {
  private readonly surface: Surface;
  private readonly ownsMaterial: boolean;

  /**
   * @param body index among the bodies that the world was created with
   * @param material draws it; a grey MeshStandardMaterial by default. The caller's own isn't disposed of
   * @throws RangeError where there is no such body
   */
  constructor(
    private readonly world: World,
    body: number,
    material?: Material,
  ) {
    super(new BufferGeometry(), material ?? new MeshStandardMaterial({ color: 0xb8b8b8, roughness: 0.5 }));
    this.ownsMaterial = material === undefined;
    const drawn = world.bodies[body];
    if (!drawn) throw new RangeError(`body ${body} isn't there, expected 0 to ${world.bodies.length - 1}`);
    this.surface = surfaceOf(world);
    this.surface.users++;
    this.geometry.setAttribute('position', this.surface.positions);
    this.geometry.setAttribute('normal', this.surface.normals);
    this.geometry.setIndex(
      new BufferAttribute(
        drawn.faces.map((vertex) => drawn.vertexBase + vertex),
        1,
      ),
    );
    // three knows where vertices were, and not where the solver moves them.
    this.frustumCulled = false;
  }

  /** Shows the body as the last step left it. The first call of a world's bodies does the work for all. */
  async update(): Promise<void> {
    const { world, surface } = this;
    const { steps } = world.simulator;
    if (surface.step === steps) return;
    surface.step = steps;
    await world.shade();
    if (surface.adopted) return;
    for (const name of ['positions', 'normals'] as const) {
      const attribute = surface[name];
      (attribute.array as Float32Array).set(await world.backend.read(name));
      attribute.needsUpdate = true;
    }
  }

  /** Frees what three keeps of it; the world goes on. */
  override dispose(): void {
    super.dispose();
    const { world, surface } = this;
    if (this.ownsMaterial) this.material.dispose();
    if (--surface.users === 0) {
      surfaces.delete(world);
      const { renderer } = world;
      if (surface.adopted) {
        const { device } = (renderer as WebGPURenderer).backend as unknown as { readonly device: GPUDevice };
        for (const attribute of [surface.positions, surface.normals])
          releaseBuffer(renderer as WebGPURenderer, attribute, device);
      }
      this.geometry.dispose();
    } else {
      // Others still draw the attributes.
      this.geometry.deleteAttribute('position');
      this.geometry.deleteAttribute('normal');
      this.geometry.dispose();
    }
  }
}

function surfaceOf(world: World): Surface {
  const known = surfaces.get(world);
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
  const surface = { positions, normals, adopted, step: -1, users: 0 };
  surfaces.set(world, surface);
  return surface;
}
