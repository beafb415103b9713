import { basename, join } from 'node:path';
import { quoted } from '../../math/text.ts';
import { ExportError } from '../../formats/write/written-mesh.ts';
import { type ExportedScene, FRAME_FORMATS } from '../../record/export/exported-scene.ts';
import { UsageError } from '../../node/errors.ts';
import { outputError } from '../../node/files.ts';
import type { Output } from '../../node/outputs.ts';
import { checkWritable, makeFolder, statOf } from '../../node/targets.ts';
import { GlbFile } from './glb-file.ts';
import { folderOfPvd, framesOfPvd, PvdFiles, ZipFiles } from './numbered-files.ts';
import { Pc2Files, pc2Paths } from './pc2-files.ts';
import { SequenceExport, type SequenceFiles } from './sequence-export.ts';

/** Ends of the names of files within a zip file. */
const IN_ZIP = Object.keys(FRAME_FORMATS);
const ZIP_NAME = new RegExp(`\\.(${IN_ZIP.join('|')})\\.zip$`, 'i');

const PVD_NAME = /\.pvd$/i;

/** Names that `--export` takes, for the help and for messages. */
export const EXPORT_NAMES = `NAME.pvd, NAME.glb, NAME.pc2, or NAME.END.zip with one of ${IN_ZIP.join(', ')} as END`;

/** Opens the files of a sequence for a scene. */
type OpenFiles = (scene: ExportedScene) => SequenceFiles;

/** A target of `--export` that was checked. */
export interface ExportTarget {
  /** The files that are known before the scene is built. */
  readonly output: Output;
  /** Lists the files that a scene gets beside the target. @throws UsageError if it can't be written in this format */
  readonly companions: (scene: ExportedScene) => readonly string[];
  readonly open: (scene: ExportedScene) => SequenceExport;
}

/**
 * Checks the target of `--export` before the run.
 * @param sceneName name of the files in a folder
 * @param stateCount number of states that will be written
 * @throws UsageError if it can't be written, or its name says no format
 */
export function exportTarget(target: string, sceneName: string, stateCount: number): ExportTarget {
  const isFolder = target.endsWith('/') || statOf(target)?.isDirectory() === true;
  if (isFolder) makeFolder(target);
  const path = isFolder ? join(target, `${sceneName}.pvd`) : target;
  const { openFiles, withFields, companions = () => [] } = filesOf(path, stateCount);
  const explained = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (error instanceof ExportError) throw new UsageError(`--export is ${quoted(target)}: ${error.message}`);
      throw outputError(path, error);
    }
  };
  return {
    output: { path, ...(PVD_NAME.test(path) && { series: framesOfPvd(path) }) },
    companions: (scene) => explained(() => companions(scene)),
    open: (scene) => explained(() => new SequenceExport(path, openFiles(scene), withFields)),
  };
}

/** How the files of a format are opened, and what they are. */
interface SequenceFormat {
  readonly openFiles: OpenFiles;
  readonly withFields: boolean;
  readonly companions?: ExportTarget['companions'];
}

function filesOf(path: string, stateCount: number): SequenceFormat {
  if (PVD_NAME.test(path)) {
    checkWritable(path);
    makeFolder(folderOfPvd(path));
    return { openFiles: (scene) => new PvdFiles(path, scene), withFields: true };
  }
  const ending = ZIP_NAME.exec(path)?.[1].toLowerCase();
  if (ending !== undefined) {
    checkWritable(path);
    const name = basename(path).replace(ZIP_NAME, '');
    return { openFiles: (scene) => new ZipFiles(path, name, ending, scene), withFields: ending === 'vtu' };
  }
  if (/\.pc2$/i.test(path)) {
    checkWritable(path);
    return {
      openFiles: (scene) => new Pc2Files(path, scene),
      withFields: false,
      companions: (scene) => pc2Paths(path, scene).filter((file) => file !== path),
    };
  }
  if (/\.glb$/i.test(path)) {
    checkWritable(path);
    return { openFiles: (scene) => new GlbFile(path, scene, stateCount), withFields: false };
  }
  throw new UsageError(`--export is ${quoted(path)}; expected a folder, ${EXPORT_NAMES}`);
}
