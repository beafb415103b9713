import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeVtk } from '../../formats/write/write-vtk.ts';
import { rows } from '../../formats/write/written-mesh.ts';
import { outputError, writeText } from '../../node/files.ts';
import { defaultParameters } from '../../simulation/parameters.ts';
import { FREE_SHARE, VOLUME_TOLERANCE } from './judge.ts';
import { sharedVolumes } from './shared-volume.ts';
import { idOf, type Start, type StartBody } from './start.ts';
import { DURATION, parametersOf } from './trial.ts';

/** Name of the file that lists the states of a folder. */
export const INDEX = 'index.json';

/** Parameters that are properties of a start, not of a method. */
const GIVEN = ['gravity', 'density', 'youngsModulus', 'poissonRatio'] as const;

/**
 * Writes starts as files, for other programs: the rest shapes and the start of each as legacy VTK, with the bodies one after another,
 * and INDEX, which says which vertices and tetrahedra are whose, and how much the bodies share.
 */
export function exportStates(folder: string, starts: readonly Start[]): void {
  makeFolder(folder);
  const listed = starts.map((start) => {
    const id = idOf(start);
    const files = { rest: `${id}.rest.vtk`, start: `${id}.start.vtk` };
    writeText(
      join(folder, files.rest),
      together(start.bodies, ({ mesh }) => mesh.positions),
    );
    writeText(
      join(folder, files.start),
      together(start.bodies, ({ positions }) => positions),
    );
    return { id, name: start.name, group: start.group, files, ...figuresOf(start) };
  });
  const index = {
    format: 'tangled-states 1',
    untangle: __UNTANGLE_VERSION__,
    units: 'm, kg, s; y is up; the ground, where there is one, is the plane y = 0',
    apart: { sharedBelow: FREE_SHARE, volumeWithin: VOLUME_TOLERANCE, seconds: DURATION },
    starts: listed,
  };
  writeText(join(folder, INDEX), `${JSON.stringify(index, undefined, 1)}\n`);
}

/** Returns what the index says of a start. */
function figuresOf(start: Start) {
  const all = { ...defaultParameters(), ...parametersOf(start, {}) };
  const { between, within } = sharedVolumes(start.bodies.map(({ mesh: { tets }, positions }) => ({ tets, positions })));
  let [vertex, tetrahedron] = [0, 0];
  return {
    ground: start.hasGround,
    ...Object.fromEntries(GIVEN.map((name) => [name, all[name]])),
    shared: { between, within },
    bodies: start.bodies.map(({ mesh }) => {
      const own = { vertices: mesh.positions.length / 3, tetrahedra: mesh.tets.length / 4 };
      const first = { vertex, tetrahedron };
      vertex += own.vertices;
      tetrahedron += own.tetrahedra;
      return { first, ...own, volume: sharedVolumes([mesh]).volumes[0] };
    }),
  };
}

/** Writes all bodies as one mesh. */
function together(bodies: readonly StartBody[], of: (body: StartBody) => Float32Array): string {
  let base = 0;
  const tets = bodies.flatMap(({ mesh }) => {
    const own = Array.from(mesh.tets, (v) => v + base);
    base += mesh.positions.length / 3;
    return own;
  });
  return writeVtk({
    positions: Float32Array.from(bodies.flatMap((body) => Array.from(of(body)))),
    tets: Uint32Array.from(tets),
    triangles: new Uint32Array(0),
  });
}

/** Writes where a method left the bodies: one line x y z per vertex, as the checker reads it. */
export function saveEnd(folder: string, method: string, start: Start, end: readonly Float32Array[]): void {
  const own = join(folder, method);
  makeFolder(own);
  writeText(join(own, `${idOf(start)}.xyz`), `${end.flatMap((positions) => rows(positions, 3)).join('\n')}\n`);
}

/** @throws OutputError if the folder can't be made */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw outputError(path, error);
  }
}
