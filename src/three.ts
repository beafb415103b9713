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

/** A world's vertex attributes for three.js, shared by all BodyMeshes of the world. */
interface Surface {
  readonly positions: BufferAttribute;
  readonly normals: BufferAttribute;
  /** True if both attributes are the solver's own GPU buffers. */
  readonly adopted: boolean;
  /** Step whose positions they show, once `refresh` is settled. */
  step: number;
  /** The copy of that step's positions and normals, under way or done. */
  refresh: Promise<void>;
  /** Number of meshes that draw them. */
  users: number;
}

const surfaces = new WeakMap<World, Surface>();

/**
 * A body of a world as an Object3D. If the world runs on the renderer's own device (World.create({ renderer })), three.js draws the
 * solver's buffers in place; otherwise `update` copies positions and normals. Add it to a scene without moving it: its vertices are in
 * the world's coordinates [m].
 */
export class BodyMesh extends Mesh<BufferGeometry, Material> {
  private readonly surface: Surface;
  private readonly ownsMaterial: boolean;

  /**
   * @param body index among the bodies that the world was created with
   * @param material draws it; a grey MeshStandardMaterial by default. A material that is given isn't disposed of
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
    // three culls by the initial positions; the solver moves the vertices.
    this.frustumCulled = false;
  }

  /**
   * Shows the body as the last step left it. After a step, the first `update` of any of the world's meshes refreshes the shared
   * attributes; the others wait for it.
   */
  update(): Promise<void> {
    const { world, surface } = this;
    const { steps } = world.simulator;
    if (surface.step !== steps) {
      surface.step = steps;
      surface.refresh = refresh(world, surface).catch((error: unknown) => {
        surface.step = -1; // the next update tries again
        throw error;
      });
    }
    return surface.refresh;
  }

  /** Frees this mesh's three.js resources: geometry and default material. The world isn't disposed of. */
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
      // Other meshes still draw the attributes, so remove them from the geometry before its disposal.
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
  const surface = { positions, normals, adopted, step: -1, refresh: Promise.resolve(), users: 0 };
  surfaces.set(world, surface);
  return surface;
}

/** Brings normals up to the last step, and copies positions and normals unless three draws the solver's own buffers. */
async function refresh(world: World, surface: Surface): Promise<void> {
  await world.shade();
  if (surface.adopted) return;
  for (const name of ['positions', 'normals'] as const) {
    const attribute = surface[name];
    (attribute.array as Float32Array).set(await world.backend.read(name));
    attribute.needsUpdate = true;
  }
}
