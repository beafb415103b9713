import { basename, dirname, join } from 'node:path';
import { GrowingZip } from '../../formats/write/growing-zip.ts';
import { PVD } from '../../formats/write/write-pvd.ts';
import { type ExportedScene, FRAME_FORMATS, frameFileName } from '../../record/export/exported-scene.ts';
import type { FrameSample } from '../../record/export/frame-sample.ts';
import { writeText } from '../../node/files.ts';
import { GrowingFile } from '../../node/growing-file.ts';
import type { Output } from '../../node/outputs.ts';
import { named, type SequenceFiles } from './sequence-export.ts';

/** The folder of a .pvd file's frames, which has the file's name without its end. */
export const folderOfPvd = (path: string): string => path.replace(/\.pvd$/i, '');

/** The files of a .pvd file's frames. */
export const framesOfPvd = (path: string): NonNullable<Output['series']> => {
  const folder = folderOfPvd(path);
  const name = basename(folder);
  // A name that begins as a frame's does and goes on with digits is that of a frame.
  const isFrame = (entry: string) => entry.startsWith(`${name}-`) && /^\d{4,}\.vtu$/.test(entry.slice(name.length + 1));
  return { folder, isFrame };
};

/** A `.pvd` file for ParaView, and in a folder beside it one `.vtu` file per frame. */
export class PvdFiles implements SequenceFiles {
  private readonly file: GrowingFile;
  private readonly name: string;
  /** Name of the last frame's file. */
  private last: string | undefined;

  /** @param path of the .pvd file; the folder of its frames is there */
  constructor(
    private readonly path: string,
    private readonly scene: ExportedScene,
  ) {
    this.name = basename(folderOfPvd(path));
    this.file = new GrowingFile(path, PVD.head, PVD.tail);
  }

  get written(): string {
    const folder = join(dirname(this.path), this.name);
    return named([this.path, ...(this.last ? [`in ${folder} up to ${this.last}`] : [])]);
  }

  add(sample: FrameSample): void {
    // The path within the file always has slashes.
    const last = frameFileName(this.name, sample.frame, 'vtu');
    const file = `${this.name}/${last}`;
    writeText(join(dirname(this.path), file), FRAME_FORMATS.vtu(this.scene, sample) as string);
    this.file.add(PVD.frame(sample.time, file));
    this.last = last;
  }

  keep(): void {
    this.file.keep();
  }

  discard(): void {
    this.file.discard();
  }
}

/** A `.zip` file with one file per frame. */
export class ZipFiles implements SequenceFiles {
  private readonly file: GrowingFile;
  private readonly zip = new GrowingZip();

  /**
   * @param name of the files within, without number and end
   * @param ending one of FRAME_FORMATS
   */
  constructor(
    private readonly path: string,
    private readonly name: string,
    private readonly ending: string,
    private readonly scene: ExportedScene,
  ) {
    this.file = new GrowingFile(path, '', this.zip.index());
  }

  get written(): string {
    return named([this.path]);
  }

  add(sample: FrameSample): void {
    const { name, ending, zip } = this;
    const part = zip.add(frameFileName(name, sample.frame, ending), FRAME_FORMATS[ending](this.scene, sample));
    try {
      this.file.add(part, zip.index());
    } catch (error) {
      zip.takeBack(part);
      throw error;
    }
  }

  keep(): void {
    this.file.keep();
  }

  discard(): void {
    this.file.discard();
  }
}
