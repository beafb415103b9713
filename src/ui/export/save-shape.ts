import type { GivenFile } from '../../formats/given-file.ts';
import { writeAnimatedGlb } from '../../formats/write/write-animated-glb.ts';
import { writeObj } from '../../formats/write/write-obj.ts';
import { namedSurface, surfaceAt } from '../../record/export/body-surfaces.ts';
import { ExportedScene, FRAME_FORMATS } from '../../record/export/exported-scene.ts';
import { type FrameSample, sampleFrame } from '../../record/export/frame-sample.ts';
import type { KeptFrame } from '../timeline/kept-frames.ts';
import type { Session } from '../app/session.ts';
import { ZipBlob } from './zip-blob.ts';
import type { ExportJob, ShapeFormat } from './export-request.ts';

/** Saves the shapes of the bodies as they are shown: of the left half, in a comparison. */
export async function saveShape({ running, shown, deliver }: ExportJob, format: ShapeFormat): Promise<void> {
  const { session, frames } = running;
  const scene = exportedScene(session);
  const sample = shown ? sampleOf(shown, session) : await sampleFrame(session.simulator, frames, format === 'vtu');
  const files = format === 'obj' ? writeObj(scene.surfaceAt(sample.positions), 'shape') : [];
  // An .obj file that has colours comes with them in other files.
  if (files.length > 1) return deliver('shape.obj.zip', zipped(files), 'application/zip');
  deliver(`shape.${format}`, written(scene, sample, format), 'application/octet-stream');
}

function written(scene: ExportedScene, sample: FrameSample, format: ShapeFormat): string | Uint8Array {
  if (format !== 'glb') return FRAME_FORMATS[format]!(scene, sample);
  const surfaces = scene.surfaces.map((body) => ({
    ...namedSurface(body),
    frames: [surfaceAt(body, sample.positions).positions],
  }));
  return writeAnimatedGlb(surfaces, [sample.time]);
}

function zipped(files: readonly GivenFile[]): Blob {
  const zip = new ZipBlob();
  for (const { name, bytes } of files) zip.add(name, bytes);
  return zip.blob();
}

export const exportedScene = ({ world, build }: Session): ExportedScene => new ExportedScene(world, build.placements);

/** Turns a kept frame into a sample. Velocities and contacts of kept frames aren't known. */
export const sampleOf = ({ number, halves }: KeptFrame, { simulator }: Session): FrameSample => ({
  frame: number,
  ...halves[0]!,
  parameters: simulator.parameters,
});
