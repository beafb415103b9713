import { expose } from 'comlink';
import { isState, MARK_SIZE, packState, readState, type SavedState } from '../../engine/state-file.ts';
import { extensionOf, type GivenFile } from '../../formats/given-file.ts';
import { readMesh } from '../../formats/read-mesh.ts';
import { SURFACE_FORMATS } from '../../formats/read-surface.ts';
import { MeshFileError } from '../../formats/file-mesh.ts';
import { soundTets, usedTets } from '../../formats/sound-tets.ts';
import { readKeptScene } from '../../scenes/own/read-kept-scene.ts';
import { readSceneFile } from '../../scenes/own/read-scene-file.ts';
import { writeSceneFile } from '../../scenes/own/write-scene-file.ts';
import type { OwnMesh, OwnScene } from '../../scenes/own/scene-file.ts';
import { defaultShape, makeShape, type ShapeName } from '../../scenes/own/shapes.ts';
import { isApart, OverlapCounter } from '../../engine/resolve/overlap.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import { createModel } from '../../simulation/world/create-model.ts';
import { createWorld } from '../../simulation/world/create-world.ts';
import type { DrawnSurface } from '../../mesh/drawn-surface.ts';
import { measureSurface } from '../../surface/estimate.ts';
import { type FilledSurface, tetrahedraliseSurface } from '../../surface/tetrahedralise-surface.ts';
import { measureThickness } from '../../surface/measure-thickness.ts';
import type { Given } from './given.ts';
import { inNameOf, withName } from './in-name-of.ts';
import { readGivenScene } from './read-given-scene.ts';
import { sceneInHash } from './read-scene-link.ts';
import { type FileGroup, sortFiles } from './sort-files.ts';

/** End of the names of states' files. */
const STATE_FORMAT = 'state';

async function readGroup({ kind, name, files }: FileGroup<GivenFile>): Promise<Given> {
  if (kind === 'scene') return { kind, scene: await readGivenScene(files) };
  const contents = await readMesh(files);
  if (contents.kind === 'surface') {
    const { surface } = contents;
    const size = measureSurface(surface);
    if (size.emptiness) throw new MeshFileError(size.emptiness);
    return { kind: 'surface', name, format: extensionOf(files[0]!.name), surface, size };
  }
  const file = contents.mesh;
  try {
    const { mesh, notes } = soundTets(file);
    return { kind: 'mesh', name, mesh: { mesh, thickness: measureThickness(mesh) }, notes };
  } catch (error) {
    if (!(error instanceof MeshFileError)) throw error;
    return { kind: 'pose', name, posed: usedTets(file), failure: withName(error.message, files) };
  }
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
      given.push(await inNameOf(contents, () => readGroup({ ...group, files: contents })));
    }
    // Last, since a state may need the scene that was given with it.
    for (const state of states) given.push(await inNameOf([state], () => readGivenState(state)));
    return given;
  },
  fill: (surface: DrawnSurface, cell: number, progress: (fraction: number) => void): FilledSurface =>
    tetrahedraliseSurface(surface, { cell }, (fraction) => progress(fraction)),
  /** Whether a mesh overlaps itself, by exact counts. */
  overlaps(mesh: TetMesh): boolean {
    const { world, positions } = createWorld([{ model: createModel('mesh', mesh, 0), positions: mesh.positions }], []);
    return !isApart(new OverlapCounter(world, positions).count(positions));
  },
  link: (hash: string): Promise<OwnScene> => sceneInHash(hash),
  kept: (scene: unknown): Promise<OwnScene> => readKeptScene(scene),
  /** Packs a state, and the person's own scene that it is of, if any. @returns the file's bytes */
  packState: (saved: SavedState, own: OwnScene | undefined): Uint8Array =>
    packState(own ? { ...saved, ownScene: writeSceneFile(own) } : saved),
  /** Makes a built-in shape with the sizes that it has by default. */
  shape: (kind: ShapeName): OwnMesh => makeShape(defaultShape(kind)),
};

export type Reader = typeof reader;
expose(reader);
