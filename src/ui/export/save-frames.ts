import { checkGlbSize, writeAnimatedGlb } from '../../formats/write/write-animated-glb.ts';
import { writeObj } from '../../formats/write/write-obj.ts';
import { pc2Frame, pc2Head } from '../../formats/write/write-pc2.ts';
import { PVD } from '../../formats/write/write-pvd.ts';
import { namedSurface, surfaceAt } from '../../record/export/body-surfaces.ts';
import { type ExportedScene, FRAME_FORMATS, frameFileName } from '../../record/export/exported-scene.ts';
import type { ExportJob, FramesFormat } from './export-request.ts';
import { exportedScene, sampleOf } from './save-shape.ts';
import { ZipBlob } from './zip-blob.ts';

const TEXT = 'Saving the kept frames';

/** Saves the kept frames: of the left half, in a comparison. */
export async function saveFrames(job: ExportJob, format: FramesFormat): Promise<void> {
  const scene = exportedScene(job.running.session);
  if (format === 'glb') await saveGlb(job, scene);
  else if (format === 'pvd') await savePvd(job, scene);
  else await savePc2(job, scene);
}

async function saveGlb({ frames, step, deliver }: ExportJob, scene: ExportedScene): Promise<void> {
  checkGlbSize(
    frames.length,
    scene.surfaces.reduce((sum, { surface }) => sum + surface.positions.length / 3, 0),
  );
  const start = frames[0]!.time;
  const bodies = scene.surfaces.map((body) => ({
    body,
    ...namedSurface(body),
    frames: [] as Float32Array[],
  }));
  for (const [i, { halves }] of frames.entries()) {
    await step(TEXT, i / frames.length);
    for (const { body, frames: placed } of bodies) placed.push(surfaceAt(body, halves[0]!.positions).positions);
  }
  const file = writeAnimatedGlb(
    bodies,
    frames.map(({ time }) => time - start),
  );
  deliver('frames.glb', file, 'model/gltf-binary');
}

async function savePvd({ running, frames, step, deliver }: ExportJob, scene: ExportedScene): Promise<void> {
  const zip = new ZipBlob();
  let list = PVD.head;
  for (const [i, frame] of frames.entries()) {
    await step(TEXT, i / frames.length);
    const file = frameFileName('frames/frames', frame.number, 'vtu');
    zip.add(file, FRAME_FORMATS.vtu!(scene, sampleOf(frame, running.session)));
    list += PVD.frame(frame.time, file);
  }
  zip.add('frames.pvd', list + PVD.tail);
  deliver('paraview.zip', zip.blob(), 'application/zip');
}

async function savePc2({ frames, step, deliver }: ExportJob, scene: ExportedScene): Promise<void> {
  const zip = new ZipBlob();
  const { surfaces } = scene;
  for (const [i, body] of surfaces.entries()) {
    await step(TEXT, i / surfaces.length);
    const name = surfaces.length === 1 ? 'body' : `body-${body.body}`;
    const vertexCount = body.surface.positions.length / 3;
    const head = pc2Head({ vertexCount, frameCount: frames.length });
    const file = new Uint8Array(head.length + frames.length * 12 * vertexCount);
    file.set(head);
    for (const [f, { halves }] of frames.entries())
      file.set(pc2Frame(surfaceAt(body, halves[0]!.positions).positions), head.length + f * 12 * vertexCount);
    for (const { name: file, bytes } of writeObj(surfaceAt(body, frames[0]!.halves[0]!.positions), name))
      zip.add(file, bytes);
    zip.add(`${name}.pc2`, file);
  }
  deliver('blender.zip', zip.blob(), 'application/zip');
}
