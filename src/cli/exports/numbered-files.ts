import { basename, dirname, join } from 'node:path';
import { GrowingZip } from '../../formats/write/growing-zip.ts';
import { PVD } from '../../formats/write/write-pvd.ts';
import { type ExportedScene, FRAME_FORMATS, frameFileName } from '../../record/export/exported-scene.ts';
import type { FrameSample } from '../../record/export/frame-sample.ts';
import { writeText } from '../../node/files.ts';
import { GrowingFile } from '../../node/growing-file.ts';
import type { SequenceFiles } from './sequence-export.ts';

/** The folder of a .pvd file's frames, which has the file's name without its end. */
export const folderOfPvd = (path: string): string => path.replace(/\.pvd$/i, '');

/** A `.pvd` file for ParaView, and in a folder beside it one `.vtu` file per frame. */
export class PvdFiles implements SequenceFiles {
  private readonly file: GrowingFile;
  private readonly name: string;

  /** @param path of the .pvd file; the folder of its frames is there */
  constructor(
    private readonly path: string,
    private readonly scene: ExportedScene,
  ) {
    this.name = basename(folderOfPvd(path));
    this.file = new GrowingFile(path, PVD.head, PVD.tail);
  }

  add(sample: FrameSample): void {
    // The path within the file always has slashes.
    const file = `${this.name}/${frameFileName(this.name, sample.frame, 'vtu')}`;
    writeText(join(dirname(this.path), file), FRAME_FORMATS.vtu(this.scene, sample) as string);
    this.file.add(PVD.frame(sample.time, file));
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
    path: string,
    private readonly name: string,
    private readonly ending: string,
    private readonly scene: ExportedScene,
  ) {
    this.file = new GrowingFile(path, '', this.zip.index());
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
