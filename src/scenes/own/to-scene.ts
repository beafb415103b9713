import type { EmbeddedSurface } from '../../mesh/drawn-surface.ts';
import { createModel } from '../../simulation/world/create-model.ts';
import type { Model } from '../../simulation/world/model.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import type { Motion } from '../../simulation/script/motion.ts';
import type { Script } from '../../simulation/script/script.ts';
import type { Collider, Placement } from '../../simulation/world/world.ts';
import type { CheckRunner, Figure } from '../check.ts';
import { lastMean, PIERCING_AT_REST } from '../check.ts';
import type { Camera, Plate, Scene, SceneBuild } from '../scene.ts';
import { placed, scaledPositions } from './placed.ts';
import type { OwnBody, OwnMesh, OwnObstacle, OwnScene } from './scene-file.ts';

/** The motion of bodies that are held. */
const STILL: Motion = { times: [0] };
/** Thickness of a bowl's wall [radii]. No vertex may move as far in a step. */
const WALL = 0.1;
/** A plane is a floor if the y component of its unit normal is above this. As for the drawn ground (render/landmarks.ts). */
const FLOOR_COSINE = 0.99;
/** Half of the side of a plane's drawn plate, in half diagonals of the box around the bodies. */
const PLATE = 1;
/** Where the camera stands, seen from the middle of the bodies [half diagonals of the box around them]. */
const CAMERA_DIRECTION = [0.9, 0.8, 2.2] as const;
/** Frames at the end over which the check's figures are averaged. */
const LAST_FRAMES = 5;

/**
 * Turns a scene of one's own into one like those that come with the program. It has one size.
 * @param name by which links, recordings and the command line call it
 */
export function toScene(own: OwnScene, name = 'own'): Scene {
  const { title, bodies, parameters, frames } = own;
  const bounds = boundsOf(own);
  return {
    name,
    title,
    description: `A scene of one's own: ${bodies.length === 1 ? 'one body' : `${bodies.length} bodies`}.`,
    size: { meaning: 'the only size', default: 1, min: 1, max: 1, small: 1, medium: 1, paper: 1 },
    parameters,
    frames,
    camera: own.camera ?? cameraFor(bounds),
    check: checkOwn,
    build: (_, progress) => buildOwn(own, bounds, progress),
  };
}

/** A box around all bodies at the start. */
interface Bounds {
  readonly middle: readonly [number, number, number];
  /** Half of the diagonal [m]. */
  readonly reach: number;
}

function boundsOf({ bodies, meshes }: OwnScene): Bounds {
  const min = [0, 1, 2].map(() => Number.POSITIVE_INFINITY);
  const max = [0, 1, 2].map(() => Number.NEGATIVE_INFINITY);
  for (const body of bodies)
    placed(cornersOf(meshes[body.mesh].mesh.positions), body).forEach((x, i) => {
      min[i % 3] = Math.min(min[i % 3], x);
      max[i % 3] = Math.max(max[i % 3], x);
    });
  const [x, y, z] = [0, 1, 2].map((k) => (min[k] + max[k]) / 2);
  const half = [0, 1, 2].map((k) => (max[k] - min[k]) / 2);
  return { middle: [x, y, z], reach: Math.sqrt(half[0] * half[0] + half[1] * half[1] + half[2] * half[2]) };
}

/** Returns the corners of the box around a mesh, 3 numbers each. */
function cornersOf(positions: Float32Array): Float32Array {
  const ends = [0, 1, 2].map((k) => {
    let [min, max] = [positions[k], positions[k]];
    for (let i = k; i < positions.length; i += 3) {
      min = Math.min(min, positions[i]);
      max = Math.max(max, positions[i]);
    }
    return [min, max];
  });
  return Float32Array.from({ length: 24 }, (_, i) => ends[i % 3][(Math.floor(i / 3) >> (i % 3)) & 1]);
}

function cameraFor({ middle, reach }: Bounds): Camera {
  const [x, y, z] = middle.map((at, k) => at + CAMERA_DIRECTION[k] * reach);
  return { position: [x, y, z], target: middle };
}

function buildOwn(own: OwnScene, bounds: Bounds, progress: (fraction: number) => void = () => {}): SceneBuild {
  const { bodies, obstacles, switches, forces } = own;
  const models = new Map<string, OwnModel>();
  const placements = bodies.map((body, i): Placement => {
    const key = `${body.scale} ${body.mesh}`;
    const model = models.get(key) ?? ownModel(own.meshes[body.mesh], body);
    models.set(key, model);
    progress((i + 1) / bodies.length);
    return placementOf(body, own.meshes[body.mesh], model);
  });
  const drivers = bodies.flatMap(({ held }, body) =>
    held ? [{ body, vertices: allVertices(placements[body].model), motion: STILL, bare: true }] : [],
  );
  const script: Script = {
    ...(drivers.length > 0 && { drivers }),
    ...(switches && { switches }),
    ...(forces && { forces }),
  };
  return { placements, colliders: obstacles.map(colliderOf), script, plates: platesOf(obstacles, bounds), notes: [] };
}

/** A mesh at a scale. */
interface OwnModel {
  readonly model: Model;
  readonly surface: EmbeddedSurface | undefined;
}

function ownModel({ mesh, surface, thickness }: OwnMesh, { mesh: name, scale }: OwnBody): OwnModel {
  const scaled = { positions: scaledPositions(mesh.positions, scale), tets: mesh.tets };
  return {
    model: createModel(name, scaled, thickness * scale),
    surface: surface && { ...surface, positions: scaledPositions(surface.positions, scale) },
  };
}

function placementOf(body: OwnBody, { mesh }: OwnMesh, { model, surface }: OwnModel): Placement {
  const { material, colour } = body;
  return {
    model,
    positions: placed(mesh.positions, body),
    ...(material && { material }),
    ...(colour !== undefined && { skin: { colour: Number.parseInt(colour.slice(1), 16), marks: [] } }),
    ...(surface && { surface }),
  };
}

const allVertices = ({ topology }: Model): Uint32Array =>
  Uint32Array.from({ length: topology.vertexCount }, (_, v) => v);

function colliderOf(obstacle: OwnObstacle): Collider {
  const { at } = obstacle;
  if (obstacle.kind === 'bowl')
    return { centre: at, radius: obstacle.radius, rim: at[1], thickness: WALL * obstacle.radius };
  const normal = unit(obstacle.normal);
  return { normal, offset: normal[0] * at[0] + normal[1] * at[1] + normal[2] * at[2] };
}

function unit([x, y, z]: readonly [number, number, number]): readonly [number, number, number] {
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}

/** Draws planes as plates, except for floors, the highest of which is the drawn ground. */
const platesOf = (obstacles: readonly OwnObstacle[], { reach }: Bounds): Plate[] =>
  obstacles.flatMap((obstacle, collider) =>
    obstacle.kind === 'plane' && unit(obstacle.normal)[1] <= FLOOR_COSINE
      ? [{ collider, centre: obstacle.at, halfWidth: PLATE * reach }]
      : [],
  );

/** Runs the whole scene, and counts what overlaps at its end. */
async function checkOwn(runner: CheckRunner): Promise<readonly Figure[]> {
  const { rows } = await runner.run('own');
  const mean = (figure: (row: FrameRow) => number) => lastMean(rows, LAST_FRAMES, figure);
  return [
    {
      name: 'surface edges that pierce triangles, at the end',
      value: mean((row) => row.piercingShare ?? Number.NaN),
      unit: '%',
      ...PIERCING_AT_REST,
    },
    { name: 'interpenetrating vertices, at the end', value: mean((row) => row.interpenetrating ?? Number.NaN) },
    {
      name: 'surface vertices that penetrate, at the end',
      value: mean((row) => row.penetratingShare),
      unit: '%',
    },
  ];
}
