import { ftruncateSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PC2_HEAD_LENGTH, pc2Frame, pc2Head } from '../../formats/write/write-pc2.ts';
import { writeObj } from '../../formats/write/write-obj.ts';
import type { BodySurface } from '../../record/export/body-surfaces.ts';
import { surfaceAt } from '../../record/export/body-surfaces.ts';
import type { ExportedScene } from '../../record/export/exported-scene.ts';
import type { FrameSample } from '../../record/export/frame-sample.ts';
import { UsageError } from '../../node/errors.ts';
import { type OpenedFile, openTarget, writeBytes } from '../../node/files.ts';
import { writeWhole } from '../../node/print.ts';
import { quoted } from '../../math/text.ts';
import type { SequenceFiles } from './sequence-export.ts';

const PC2_END = /\.pc2$/i;

/** Name of a body's .pc2 file: `fall.pc2` if there is one body, else `fall-0.pc2`, `fall-1.pc2` and so on. */
const pathOf = (path: string, body: number, bodyCount: number): string =>
  bodyCount === 1 ? path : path.replace(PC2_END, `-${body}.pc2`);

/** Files for Blender: per body a `.pc2` file of how its surface moves, and an `.obj` file of the surface at the first frame. */
export class Pc2Files implements SequenceFiles {
  private readonly bodies: Pc2File[] = [];
  private frameCount = 0;

  constructor(path: string, { surfaces }: ExportedScene) {
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
      const name = basename(this.path).replace(PC2_END, '');
      for (const file of writeObj(surfaceAt(this.body, positions), name))
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
