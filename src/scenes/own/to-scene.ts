import type { EmbeddedSurface } from '../../mesh/drawn-surface.ts';
import { createModel } from '../../simulation/world/create-model.ts';
import type { Model } from '../../simulation/world/model.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import type { Script } from '../../simulation/script/script.ts';
import type { Collider, Placement } from '../../simulation/world/world.ts';
import type { CheckRunner, Figure } from '../check.ts';
import { lastMean, overlapAtEnd, PIERCING_AT_REST } from '../check.ts';
import type { Plate, Scene, SceneBuild } from '../scene.ts';
import { noteOnCoincident } from './coincident.ts';
import { checkBodies } from './check-size.ts';
import { driversOf, unit } from './holds.ts';
import { type Bounds, boundsOf, outlineOf } from './outline.ts';
import { placed, scaledPositions } from './placed.ts';
import { type OwnBody, type OwnMesh, type OwnObstacle, type OwnScene, startOf } from './scene-file.ts';

/** Thickness of a bowl's wall [radii]. No vertex may move as far in a step. */
const WALL = 0.1;
/** A plane is a floor if the y component of its unit normal is above this. As for the drawn ground (render/landmarks.ts). */
const FLOOR_COSINE = 0.99;
/** Half of the side of a plane's drawn plate, in half diagonals of the box around the bodies. */
const PLATE = 1;
/** Frames at the end over which the check's figures are averaged. */
const LAST_FRAMES = 5;

/**
 * Turns a scene of one's own into one like those that come with the program. It has one size.
 * @param name by which links, recordings and the command line call it
 */
export function toScene(own: OwnScene, name = 'own'): Scene {
  const bounds = boundsOf(own);
  return { ...outlineOf(own, name), check: checkOwn, build: (_, progress) => buildOwn(own, bounds, progress) };
}

function buildOwn(own: OwnScene, bounds: Bounds, progress: (fraction: number) => void = () => {}): SceneBuild {
  const { bodies, obstacles, switches, forces } = own;
  checkBodies(bodies, own.meshes);
  const models = new Map<string, OwnModel>();
  const placements = bodies.map((body, i): Placement => {
    const key = `${body.scale} ${body.mesh}`;
    const model = models.get(key) ?? ownModel(own.meshes[body.mesh], body);
    models.set(key, model);
    progress((i + 1) / bodies.length);
    return placementOf(body, own.meshes[body.mesh], model);
  });
  const drivers = bodies.flatMap((body, i) => driversOf(body, i, own.meshes[body.mesh]));
  const moving = obstacles.flatMap(({ motion }, collider) => (motion ? [{ collider, motion }] : []));
  const script: Script = {
    ...(drivers.length > 0 && { drivers }),
    ...(moving.length > 0 && { colliders: moving }),
    ...(switches && { switches }),
    ...(forces && { forces }),
  };
  return {
    placements,
    colliders: obstacles.map(colliderOf),
    script,
    plates: platesOf(obstacles, bounds),
    notes: noteOnCoincident(own),
  };
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

function placementOf(body: OwnBody, mesh: OwnMesh, { model, surface }: OwnModel): Placement {
  const { material, colour } = body;
  return {
    model,
    positions: placed(startOf(mesh), body),
    ...(material && { material }),
    ...(colour !== undefined && { skin: { colour: Number.parseInt(colour.slice(1), 16), marks: [] } }),
    ...(surface && { surface }),
  };
}

function colliderOf(obstacle: OwnObstacle): Collider {
  const { at } = obstacle;
  if (obstacle.kind === 'bowl')
    return { centre: at, radius: obstacle.radius, rim: at[1], thickness: WALL * obstacle.radius };
  const normal = unit(obstacle.normal);
  return { normal, offset: normal[0] * at[0] + normal[1] * at[1] + normal[2] * at[2] };
}

/** Draws planes as plates, except for floors, the highest of which is the drawn ground. */
const platesOf = (obstacles: readonly OwnObstacle[], { reach }: Bounds): Plate[] =>
  obstacles.flatMap((obstacle, collider) =>
    obstacle.kind === 'plane' && unit(obstacle.normal)[1] <= FLOOR_COSINE
      ? [{ collider, centre: obstacle.at, halfWidth: PLATE * reach }]
      : [],
  );

/** Bound of the share of the volume that lies in other volume at the end. Bodies may still lie in contact then. */
const OWN_OVERLAP = 0.01;

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
    { ...overlapAtEnd('', rows, LAST_FRAMES), bound: OWN_OVERLAP },
    { name: 'interpenetrating vertices, at the end', value: mean((row) => row.interpenetrating ?? Number.NaN) },
    {
      name: 'surface vertices that penetrate, at the end',
      value: mean((row) => row.penetratingShare),
      unit: '%',
    },
  ];
}
