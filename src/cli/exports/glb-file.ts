import { type AnimatedSurface, checkGlbSize, writeAnimatedGlb } from '../../formats/write/write-animated-glb.ts';
import { namedSurface } from '../../record/export/body-surfaces.ts';
import type { ExportedScene } from '../../record/export/exported-scene.ts';
import type { FrameSample } from '../../record/export/frame-sample.ts';
import { type OpenedFile, openTarget } from '../../node/files.ts';
import { writeWhole } from '../../node/print.ts';
import { named, type SequenceFiles } from './sequence-export.ts';

/** An animated `.glb` file. Its description stands before its frames, so it is written at the end, from memory. */
export class GlbFile implements SequenceFiles {
  private readonly opened: OpenedFile;
  private readonly surfaces: (AnimatedSurface & { readonly frames: Float32Array[] })[];
  private readonly times: number[] = [];

  /** @param stateCount number of states that will be added @throws ExportError if they would be too large */
  constructor(
    private readonly path: string,
    private readonly scene: ExportedScene,
    stateCount: number,
  ) {
    checkGlbSize(
      stateCount,
      scene.surfaces.reduce((sum, { surface }) => sum + surface.positions.length / 3, 0),
    );
    this.surfaces = scene.surfaces.map((body) => ({ ...namedSurface(body), frames: [] }));
    this.opened = openTarget(path);
  }

  add({ positions, time }: FrameSample): void {
    this.scene.surfaces.forEach(({ surface, place }, i) => {
      const frame = new Float32Array(surface.positions.length);
      place(positions, frame);
      this.surfaces[i].frames.push(frame);
    });
    this.times.push(time);
  }

  get written(): string {
    return named([this.path]);
  }

  keep(): void {
    try {
      writeWhole(this.opened.file, writeAnimatedGlb(this.surfaces, this.times));
    } catch (error) {
      this.opened.discard();
      throw error;
    }
    this.opened.keep();
  }

  discard(): void {
    this.opened.discard();
  }
}
