import type { BufferGeometry, Renderer } from 'three/webgpu';
import type { Placement, World } from '../../simulation/world/world.ts';
import type { DeviceBuffers } from '../vertex-source.ts';
import { EmbeddedSkin } from './embedded-skin.ts';
import { type PreparedSurface, prepare } from './prepared-surface.ts';
import { decodeTextures, disposeTextures, type SurfaceTextures } from './surface-textures.ts';

/** The surfaces that bodies of a world are drawn by, instead of the boundary faces of their tetrahedra. */
export class EmbeddedSurfaces {
  /** Number of boundary faces of the bodies that have no surface. */
  readonly otherFaces: number;

  /** @param prepared surfaces by their bodies */
  private constructor(
    private readonly world: World,
    private readonly prepared: ReadonlyMap<number, PreparedSurface>,
    private readonly images: SurfaceTextures,
    /** Sentences about what can't be drawn as the surfaces say. */
    readonly notes: readonly string[],
  ) {
    this.otherFaces = world.bodies.reduce((sum, _, body) => sum + (prepared.has(body) ? 0 : this.facesOf(body)), 0);
  }

  /**
   * Prepares the surfaces of a world's bodies, and decodes their images. What can't be drawn is left out, with a note.
   * @param placements those that the world was created from
   */
  static async open(world: World, placements: readonly Placement[]): Promise<EmbeddedSurfaces> {
    const notes: string[] = [];
    const prepared = new Map<number, PreparedSurface>();
    /** The surfaces prepared so far, each once, and the models of their bodies. */
    const distinct: [model: number, one: PreparedSurface][] = [];
    world.bodies.forEach(({ placement, model }, body) => {
      const { surface } = placements[placement];
      if (!surface) return;
      const known = distinct.find(([ofModel, one]) => ofModel === model && one.surface === surface);
      try {
        const one = known?.[1] ?? prepare(surface, world, model);
        if (!known) distinct.push([model, one]);
        prepared.set(body, one);
      } catch (error) {
        notes.push(`Body ${body} is drawn without its surface: ${(error as Error).message}.`);
      }
    });
    const images = await decodeTextures([...new Set(distinct.map(([, { surface }]) => surface))]);
    return new EmbeddedSurfaces(world, prepared, images, [...notes, ...images.notes]);
  }

  private facesOf(body: number): number {
    const { models, bodies } = this.world;
    return models[bodies[body].model].topology.faces.length / 3;
  }

  /**
   * Moves the triangles of bodies that have a surface to the end, so that the rest can be drawn without them.
   * @param index the world's boundary faces in the order of their ids, each as one triangle or more
   */
  moveBack(index: Uint32Array): void {
    const perFace = index.length / this.world.faceCount;
    const ordered = index.slice();
    let at = 0;
    for (const isMoved of [false, true])
      this.world.bodies.forEach(({ faceBase }, body) => {
        if (this.prepared.has(body) !== isMoved) return;
        const part = ordered.subarray(perFace * faceBase, perFace * (faceBase + this.facesOf(body)));
        index.set(part, at);
        at += part.length;
      });
  }

  /**
   * Creates what draws the surfaces.
   * @param plain geometry of the simulated triangles, which has the bodies' own colours
   * @param buffers GPU buffers to read in place; if undefined, the caller passes arrays to `upload` in each frame
   */
  skin(plain: BufferGeometry, renderer: Renderer, buffers: DeviceBuffers | undefined): EmbeddedSkin {
    return new EmbeddedSkin(this.world, this.prepared, this.images, plain, renderer, buffers);
  }

  dispose(): void {
    disposeTextures(this.images);
  }
}
