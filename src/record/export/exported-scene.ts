import { writeGmsh } from '../../formats/write/write-gmsh.ts';
import { writeMedit } from '../../formats/write/write-medit.ts';
import { writeObj } from '../../formats/write/write-obj.ts';
import { writePly } from '../../formats/write/write-ply.ts';
import { writeStl } from '../../formats/write/write-stl.ts';
import { writeVtu } from '../../formats/write/write-vtu.ts';
import { ExportError } from '../../formats/write/written-mesh.ts';
import type { DrawnSurface } from '../../mesh/drawn-surface.ts';
import type { Placement, World } from '../../simulation/world/world.ts';
import { type BodySurface, bodySurfaces, surfaceAt } from './body-surfaces.ts';
import { elementsOf, fieldsOf, type WorldElements } from './frame-mesh.ts';
import type { FrameSample } from './frame-sample.ts';
import { joinSurfaces } from './join-surfaces.ts';

/** A scene whose frames are written to files: what stays the same from frame to frame, computed when it is first needed. */
export class ExportedScene {
  private elementList: WorldElements | undefined;
  private surfaceList: BodySurface[] | undefined;

  /** @param placements those that the world was made of */
  constructor(
    readonly world: World,
    private readonly placements: readonly Pick<Placement, 'surface'>[],
  ) {}

  get elements(): WorldElements {
    this.elementList ??= elementsOf(this.world);
    return this.elementList;
  }

  /** Surfaces of the bodies that have one. @throws ExportError if no body has one */
  get surfaces(): readonly BodySurface[] {
    this.surfaceList ??= bodySurfaces(this.world, this.placements);
    if (this.surfaceList.length === 0)
      throw new ExportError('The scene has no triangles; expected a body with a surface');
    return this.surfaceList;
  }

  /** The surfaces of all bodies at a state, as one. @param positions of the world's vertices [m] */
  surfaceAt(positions: Float32Array): DrawnSurface {
    return joinSurfaces(this.surfaces.map((surface) => surfaceAt(surface, positions)));
  }
}

/** Writers of one frame by the ends of their files' names. */
export const FRAME_FORMATS: Readonly<
  Record<string, (scene: ExportedScene, sample: FrameSample) => string | Uint8Array>
> = {
  vtu: (scene, sample) =>
    writeVtu({ positions: sample.positions, ...scene.elements }, fieldsOf(scene.world, scene.elements, sample)),
  msh: ({ elements }, { positions }) => writeGmsh({ positions, ...elements }),
  obj: (scene, { positions }) =>
    writeObj({ ...scene.surfaceAt(positions), materials: [], groups: [] }, 'shape')[0].bytes,
  ply: (scene, { positions }) => writePly(scene.surfaceAt(positions)),
  stl: (scene, { positions }) => writeStl(scene.surfaceAt(positions)),
  mesh: ({ elements }, { positions }) => writeMedit({ positions, ...elements }),
};

/** Names the file of a frame in a sequence, such as `fall-0012.vtu`. */
export const frameFileName = (name: string, frame: number, ending: string): string =>
  `${name}-${String(frame).padStart(4, '0')}.${ending}`;
