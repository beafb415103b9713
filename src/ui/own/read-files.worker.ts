import { expose } from 'comlink';
import { isState, MARK_SIZE, packState, readState, type SavedState } from '../../engine/state-file.ts';
import { extensionOf, findBeside, type GivenFile } from '../../formats/given-file.ts';
import { readSurface, SURFACE_FORMATS } from '../../formats/read-surface.ts';
import { readTets } from '../../formats/read-tets.ts';
import { soundTets } from '../../formats/sound-tets.ts';
import { readSceneFile } from '../../scenes/own/read-scene-file.ts';
import { writeSceneFile } from '../../scenes/own/write-scene-file.ts';
import { type LoadMesh, type OwnMesh, type OwnScene, SceneFileError } from '../../scenes/own/scene-file.ts';
import { defaultShape, makeShape, type ShapeName } from '../../scenes/own/shapes.ts';
import type { DrawnSurface } from '../../mesh/drawn-surface.ts';
import { cellFor, measureSurface } from '../../surface/estimate.ts';
import { type FilledSurface, tetrahedraliseSurface } from '../../surface/tetrahedralise-surface.ts';
import { measureThickness } from '../../surface/measure-thickness.ts';
import type { Given } from './given.ts';
import { sceneInHash } from './read-scene-link.ts';
import { type FileGroup, sortFiles } from './sort-files.ts';

/** End of the names of states' files. */
const STATE_FORMAT = 'state';

/** Returns a function that finds the meshes that a scene's file names among the files that came with it. */
const beside =
  (files: readonly GivenFile[]): LoadMesh =>
  async ({ file, metresPerUnit, thickness, cell }) => {
    const found = findBeside(files, file);
    if (!found) throw new SceneFileError(`The scene names the file ${file}; give that file together with the scene`);
    const all = [found, ...files.filter((other) => other !== found)];
    if (SURFACE_FORMATS.includes(extensionOf(found.name))) {
      const given = await readSurface(all);
      const surface = { ...given, positions: given.positions.map((x) => x * metresPerUnit) };
      const { notes: _, ...filled } = tetrahedraliseSurface(surface, {
        cell: cell ?? cellFor(measureSurface(surface)),
      });
      return { ...filled, thickness: thickness ?? filled.thickness };
    }
    const { mesh } = soundTets(readTets(all), metresPerUnit);
    return { mesh, thickness: thickness ?? measureThickness(mesh) };
  };

async function readGroup({ kind, name, files }: FileGroup<GivenFile>): Promise<Given> {
  if (kind === 'scene') {
    const [scene, ...others] = files;
    return { kind, scene: await readSceneFile(new TextDecoder().decode(scene!.bytes), beside(others)) };
  }
  if (kind === 'surface') {
    const surface = await readSurface(files);
    return { kind, name, format: extensionOf(files[0]!.name), surface, size: measureSurface(surface) };
  }
  const { mesh, notes } = soundTets(readTets(files));
  return { kind: 'mesh', name, mesh: { mesh, thickness: measureThickness(mesh) }, notes };
}

/** Tells files that hold a state from others: by the end of their names, or by how they begin. */
async function sortStates(files: readonly File[]): Promise<{ readonly states: File[]; readonly others: File[] }> {
  const [states, others]: [File[], File[]] = [[], []];
  for (const file of files) {
    const beginning = new Uint8Array(await file.slice(0, MARK_SIZE).arrayBuffer());
    (extensionOf(file.name) === STATE_FORMAT || isState(beginning) ? states : others).push(file);
  }
  return { states, others };
}

async function readGivenState(file: File): Promise<Given> {
  const saved = readState(new Uint8Array(await file.arrayBuffer()));
  const scene = saved.ownScene === undefined ? undefined : await readSceneFile(saved.ownScene);
  return { kind: 'state', saved, scene };
}

/** Reads files and makes shapes in a worker: a large mesh would stop the page for seconds. Errors have one sentence for the person. */
const reader = {
  async read(files: readonly File[]): Promise<readonly Given[]> {
    const { states, others } = await sortStates(files);
    const groups = others.length > 0 ? sortFiles(others, SURFACE_FORMATS) : [];
    const given: Given[] = [];
    for (const group of groups) {
      const contents = await Promise.all(
        group.files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
      );
      given.push(await readGroup({ ...group, files: contents }));
    }
    // Last, since a state may need the scene that was given with it.
    for (const state of states) given.push(await readGivenState(state));
    return given;
  },
  fill: (surface: DrawnSurface, cell: number, progress: (fraction: number) => void): FilledSurface =>
    tetrahedraliseSurface(surface, { cell }, (fraction) => progress(fraction)),
  link: (hash: string): Promise<OwnScene> => sceneInHash(hash),
  /** Packs a state, and the person's own scene that it is of, if any. @returns the file's bytes */
  packState: (saved: SavedState, own: OwnScene | undefined): Uint8Array =>
    packState(own ? { ...saved, ownScene: writeSceneFile(own) } : saved),
  /** Makes a built-in shape with the sizes that it has by default. */
  shape: (kind: ShapeName): OwnMesh => makeShape(defaultShape(kind)),
};

export type Reader = typeof reader;
expose(reader);
