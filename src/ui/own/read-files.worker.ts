import { expose } from 'comlink';
import { readTets } from '../../formats/read-tets.ts';
import { soundTets } from '../../formats/sound-tets.ts';
import { measureThickness } from '../../surface/measure-thickness.ts';
import type { OwnMesh } from '../../scenes/own/scene-file.ts';
import { defaultShape, makeShape, type ShapeName } from '../../scenes/own/shapes.ts';
import type { Given } from './given.ts';
import { sortFiles } from './sort-files.ts';

/** Reads files in a worker: a large one would stop the page for seconds. Errors have one sentence for the person. */
const reader = {
  async read(files: readonly File[]): Promise<readonly Given[]> {
    const given: Given[] = [];
    for (const group of sortFiles(files, [])) {
      const contents = await Promise.all(
        group.files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
      );
      const { mesh, notes } = soundTets(readTets(contents));
      given.push({ kind: 'mesh', name: group.name, mesh: { mesh, thickness: measureThickness(mesh) }, notes });
    }
    return given;
  },
  /** Makes a built-in shape with the sizes that it has by default. */
  shape: (kind: ShapeName): OwnMesh => makeShape(defaultShape(kind)),
};

export type Reader = typeof reader;
expose(reader);
