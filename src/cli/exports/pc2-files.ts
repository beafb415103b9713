import { ftruncateSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PC2_HEAD_LENGTH, pc2Frame, pc2Head } from '../../formats/write/write-pc2.ts';
import { objFileNames, writeObj } from '../../formats/write/write-obj.ts';
import type { BodySurface } from '../../record/export/body-surfaces.ts';
import { surfaceAt } from '../../record/export/body-surfaces.ts';
import type { ExportedScene } from '../../record/export/exported-scene.ts';
import type { FrameSample } from '../../record/export/frame-sample.ts';
import { UsageError } from '../../node/errors.ts';
import { type OpenedFile, openTarget, writeBytes } from '../../node/files.ts';
import { writeWhole } from '../../node/print.ts';
import { quoted } from '../../math/text.ts';
import { named, type SequenceFiles } from './sequence-export.ts';

const PC2_END = /\.pc2$/i;

/** Name of a body's .pc2 file: `fall.pc2` if there is one body, else `fall-0.pc2`, `fall-1.pc2` and so on. */
const pathOf = (path: string, body: number, bodyCount: number): string =>
  bodyCount === 1 ? path : path.replace(PC2_END, `-${body}.pc2`);

/** Name of the .obj file of a body and of the files beside it, without an end. */
const nameOf = (path: string): string => basename(path).replace(PC2_END, '');

/** Lists the paths of all files that an export to a .pc2 file writes, in the order of the bodies. */
export const pc2Paths = (path: string, { surfaces }: ExportedScene): string[] =>
  surfaces.flatMap(({ body, surface }) => {
    const own = pathOf(path, body, surfaces.length);
    return [own, ...objFileNames(surface, nameOf(own)).map((name) => join(dirname(own), name))];
  });

/** Files for Blender: per body a `.pc2` file of how its surface moves, and an `.obj` file of the surface at the first frame. */
export class Pc2Files implements SequenceFiles {
  private readonly bodies: Pc2File[] = [];
  private frameCount = 0;
  private readonly paths: readonly string[];

  constructor(path: string, scene: ExportedScene) {
    const { surfaces } = scene;
    this.paths = pc2Paths(path, scene);
    try {
      for (const surface of surfaces)
        this.bodies.push(new Pc2File(pathOf(path, surface.body, surfaces.length), surface));
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  add({ positions }: FrameSample): void {
    for (const body of this.bodies) body.add(positions, this.frameCount);
    // The heads count a frame only when all bodies have it.
    this.frameCount++;
    for (const body of this.bodies) body.count(this.frameCount);
  }

  get written(): string {
    return named(this.paths);
  }

  keep(): void {
    for (const { opened } of this.bodies) opened.keep();
  }

  discard(): void {
    for (const { opened } of this.bodies) opened.discard();
  }
}

class Pc2File {
  readonly opened: OpenedFile;
  private readonly frame: Float32Array;

  constructor(
    private readonly path: string,
    private readonly body: BodySurface,
  ) {
    this.opened = openTarget(path);
    this.frame = new Float32Array(body.surface.positions.length);
    if (this.opened.seekable) return;
    this.opened.discard();
    throw new UsageError(`can't write ${quoted(path)}: its head changes with each frame; expected a file`);
  }

  /** Writes a frame, which the head doesn't count yet. If that fails, the file is as before. */
  add(positions: Float32Array, index: number): void {
    if (index === 0) {
      this.count(0);
      for (const file of writeObj(surfaceAt(this.body, positions), nameOf(this.path)))
        writeBytes(join(dirname(this.path), file.name), file.bytes);
    }
    this.body.place(positions, this.frame);
    const at = PC2_HEAD_LENGTH + index * this.frame.byteLength;
    try {
      writeWhole(this.opened.file, pc2Frame(this.frame), at);
    } catch (error) {
      ftruncateSync(this.opened.file, at);
      throw error;
    }
  }

  /** Writes the head. */
  count(frameCount: number): void {
    writeWhole(this.opened.file, pc2Head({ vertexCount: this.frame.length / 3, frameCount }), 0);
  }
}
