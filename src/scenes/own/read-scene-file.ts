import { cut } from '../../math/text.ts';
import type { RandomForces, Switch } from '../../simulation/script/script.ts';
import type { Camera } from '../scene.ts';
import { ArrayReader } from './arrays.ts';
import { checkReach } from './check-reach.ts';
import { checkBodies, checkSize } from './check-size.ts';
import { Fields, flag, list, number, numbers, pathTo, type Range, refuse, text } from './checks.ts';
import { readMesh } from './read-mesh.ts';
import { checkHolds, readHolds, readShifts } from './read-motions.ts';
import { readChange, readMaterial, readParameters } from './read-parameters.ts';
import { FARTHEST, readCameraPoint, readDirection, readPoint, SECONDS } from './read-vectors.ts';
import { scaledPositions } from './placed.ts';
import {
  type LoadMesh,
  type OwnBody,
  type OwnMesh,
  type OwnObstacle,
  type OwnScene,
  SCENE_FILE_VERSION,
  SceneFileError,
} from './scene-file.ts';
import { signedVolumes } from '../../mesh/quality.ts';

/** Bounds of what a file may hold. */
const MAX_TITLE = 200;
const MAX_NAME = 200;
const MAX_MESHES = 1000;
const MAX_BODIES = 10_000;
const MAX_OBSTACLES = 1000;
const MAX_SWITCHES = 10_000;
const MAX_FRAMES = 1_000_000;
/** Frames of a scene whose file states none: 10 s of the default parameters. */
const DEFAULT_FRAMES = 600;
/** Least distance of a body's farthest vertex from its mesh's origin [m]. The volumes of still smaller ones are 0 in float32. */
const SMALLEST = 1e-4;
const FINITE: Range = {};
/** Greatest deviation of a quaternion's squared length from 1. */
const UNIT_TOLERANCE = 1e-3;
const KEYS = 'untangle, title, meshes, bodies, obstacles, parameters, switches, forces, camera, frames'.split(', ');
/** Keys of the times when random forces begin and end. */
const FORCE_TIMES = 'from until'.split(' ');

/**
 * Reads a scene of one's own.
 * @param json the file's text, or what JSON.parse made of it
 * @param load loads meshes that the scene names as other files; without it such meshes are refused
 * @throws SceneFileError that names the value by its path, such as `bodies[2].scale: -1; expected a number above 0`
 */
export async function readSceneFile(json: unknown, load?: LoadMesh): Promise<OwnScene> {
  const value = typeof json === 'string' ? parse(json) : json;
  checkVersion(new Fields(value, '', undefined));
  const fields = new Fields(value, '', KEYS);
  const meshes = await readMeshes(fields, load);
  return {
    title: fields.optional('title', (given, at) => text(given, at, MAX_TITLE), 'A scene of my own'),
    meshes,
    bodies: fields.get('bodies', (given, at) => readBodies(given, at, meshes)),
    obstacles: fields.optional(
      'obstacles',
      (given, at) => list(given, at, 'obstacles', MAX_OBSTACLES).map((item, i) => readObstacle(item, pathTo(at, i))),
      [],
    ),
    parameters: fields.optional('parameters', readParameters, {}),
    ...fields.entry('switches', readSwitches),
    ...fields.entry('forces', readForces),
    ...fields.entry('camera', readCamera),
    frames: fields.optional(
      'frames',
      (given, at) => number(given, at, { min: 1, max: MAX_FRAMES, isWhole: true }),
      DEFAULT_FRAMES,
    ),
  };
}

/** Characters that the byte order mark of UTF-16 gives if the text is decoded as UTF-8. */
const UTF_16 = '\uFFFD\uFFFD';

function parse(json: string): unknown {
  if (json.startsWith(UTF_16)) throw new SceneFileError('the scene: a text in UTF-16; expected one in UTF-8');
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new SceneFileError(`the scene: no JSON (${(error as Error).message}); expected an object of JSON`);
  }
}

function checkVersion(fields: Fields): void {
  if (!fields.has('untangle'))
    throw new SceneFileError(
      `untangle: missing, so this is no scene of Untangle; expected "untangle": ${SCENE_FILE_VERSION}, with meshes and bodies`,
    );
  const version = fields.get('untangle', (given, at) => number(given, at, { min: 1, isWhole: true }));
  if (version > SCENE_FILE_VERSION)
    throw new SceneFileError(
      `untangle: ${version}, a format of a newer version of this program; expected at most ${SCENE_FILE_VERSION}`,
    );
}

async function readMeshes(fields: Fields, load: LoadMesh | undefined): Promise<OwnScene['meshes']> {
  const named = fields.get('meshes', (given, at) => new Fields(given, at, undefined));
  if (named.keys.length > MAX_MESHES)
    throw new SceneFileError(`meshes: ${named.keys.length} of them; expected at most ${MAX_MESHES}`);
  const arrays = new ArrayReader();
  let meshes: OwnScene['meshes'] = {};
  for (const name of named.keys) {
    if (name.length > MAX_NAME)
      throw new SceneFileError(
        `${pathTo('meshes', name)}: a name of ${name.length} characters; expected at most ${MAX_NAME}`,
      );
    meshes = { ...meshes, [name]: await named.get(name, (given, at) => readMesh(given, at, arrays, load)) };
    checkSize('meshes', Object.keys(meshes), meshes);
  }
  return meshes;
}

function readBodies(value: unknown, path: string, meshes: OwnScene['meshes']): OwnBody[] {
  const items = list(value, path, 'bodies', MAX_BODIES);
  if (items.length === 0) refuse(path, value, 'at least one body');
  const bodies = items.map((item, i) => readBody(item, pathTo(path, i), meshes));
  checkBodies(bodies, meshes);
  const sound = new Set<string>();
  for (const [i, { mesh, scale, holds = [] }] of bodies.entries()) {
    checkHolds(holds, `${pathTo(path, i)}.holds`, meshes[mesh]);
    const model = `${scale} ${mesh}`;
    if (!sound.has(model)) checkScale(meshes[mesh], scale, `${pathTo(path, i)}.scale`);
    sound.add(model);
  }
  checkReach(bodies, meshes);
  return bodies;
}

function readBody(value: unknown, path: string, meshes: OwnScene['meshes']): OwnBody {
  const fields = new Fields(value, path, ['mesh', 'at', 'turn', 'scale', 'colour', 'held', 'holds', 'material']);
  const names = Object.keys(meshes);
  return {
    mesh: fields.get('mesh', (given, at) =>
      names.includes(given as string)
        ? (given as string)
        : refuse(at, given, `one of the meshes ${cut(names.join(', '))}`),
    ),
    at: fields.optional('at', readPoint, [0, 0, 0] as const),
    turn: fields.optional('turn', readTurn, [0, 0, 0, 1] as const),
    scale: fields.optional('scale', (given, at) => number(given, at, { above: 0 }), 1),
    ...fields.entry('colour', readColour),
    ...fields.entry('held', flag),
    ...fields.entry('holds', readHolds),
    ...fields.entry('material', readMaterial),
  };
}

/** Checks that tetrahedra keep a volume when they are scaled, and their corners stay finite. */
function checkScale({ mesh }: OwnMesh, scale: number, path: string): void {
  const { tets } = mesh;
  const positions = scaledPositions(mesh.positions, scale);
  const reach = positions.reduce((greatest, x) => Math.max(greatest, Math.abs(x)), 0);
  const isRight =
    reach >= SMALLEST && reach <= FARTHEST && signedVolumes({ positions, tets }).every((volume) => volume > 0);
  if (!isRight)
    refuse(
      path,
      scale,
      `a scale at which the body reaches ${SMALLEST} to ${FARTHEST} m far and no tetrahedron is flat`,
    );
}

function readTurn(value: unknown, path: string): OwnBody['turn'] {
  const [x, y, z, w] = numbers(value, path, 'xyzw', FINITE);
  const squared = x * x + y * y + z * z + w * w;
  if (!(Math.abs(squared - 1) < UNIT_TOLERANCE))
    throw new SceneFileError(`${path}: a quaternion of length ${Math.sqrt(squared)}; expected length 1`);
  return [x, y, z, w];
}

function readColour(value: unknown, path: string): string {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)
    ? value
    : refuse(path, value, "a colour as '#rrggbb'");
}

function readObstacle(value: unknown, path: string): OwnObstacle {
  const kind = new Fields(value, path, undefined).get('kind', (given, at) =>
    given === 'plane' || given === 'bowl' ? given : refuse(at, given, "'plane' or 'bowl'"),
  );
  if (kind === 'bowl') {
    const fields = new Fields(value, path, ['kind', 'at', 'radius', 'motion']);
    const radius = fields.get('radius', (given, at) => number(given, at, { above: 0, max: FARTHEST, unit: 'm' }));
    return { kind, at: fields.get('at', readPoint), radius, ...fields.entry('motion', readShifts) };
  }
  const fields = new Fields(value, path, ['kind', 'at', 'normal', 'motion']);
  return {
    kind,
    at: fields.get('at', readPoint),
    normal: fields.get('normal', readDirection),
    ...fields.entry('motion', readShifts),
  };
}

const readSwitches = (value: unknown, path: string): Switch[] =>
  list(value, path, 'switches', MAX_SWITCHES).map((item, i) => {
    const fields = new Fields(item, pathTo(path, i), ['time', 'parameters']);
    const time = fields.get('time', (given, at) => number(given, at, SECONDS));
    return { time, parameters: fields.get('parameters', readChange) };
  });

function readForces(value: unknown, path: string): RandomForces {
  const [start, end] = FORCE_TIMES;
  const fields = new Fields(value, path, [...FORCE_TIMES, 'period', 'acceleration']);
  const seconds = (given: unknown, at: string) => number(given, at, SECONDS);
  return {
    from: fields.get(start, seconds),
    until: fields.get(end, seconds),
    period: fields.get('period', (given, at) => number(given, at, { above: 0, unit: 's' })),
    acceleration: fields.get('acceleration', (given, at) => number(given, at, { min: 0, max: 1e6, unit: 'm/s^2' })),
  };
}

function readCamera(value: unknown, path: string): Camera {
  const fields = new Fields(value, path, ['position', 'target']);
  return { position: fields.get('position', readCameraPoint), target: fields.get('target', readCameraPoint) };
}
