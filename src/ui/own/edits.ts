import {
  type OwnBody,
  type OwnMesh,
  type OwnObstacle,
  type OwnScene,
  startOf,
  withPose,
} from '../../scenes/own/scene-file.ts';
import {
  type Box,
  bodyBox,
  centreOf,
  extent,
  meshBox,
  NO_TURN,
  obstacleBox,
  overlapFromAbove,
  plus,
  withCentre,
} from './placing.ts';

/** A part of a scene: one of its bodies, or one of its obstacles. */
export interface Part {
  readonly list: 'bodies' | 'obstacles';
  readonly index: number;
}

/** A scene after an edit, and the part that the edit was about. */
export interface Edited {
  readonly scene: OwnScene;
  readonly part: Part | undefined;
}

/** Heights of the gaps below a new body, in its own heights: above the ground, and above what lies below it. */
const FALL = 0.5;
const GAP = 0.25;
/** Radius of a new bowl, in extents of the largest body. */
const BOWL = 1;
/** Radius of a new bowl in a scene without bodies [m]. */
const FIRST_BOWL = 1;
/** Frames of a new scene: ten seconds of simulated time with the time step by default. */
const FRAMES = 600;

const GROUND: OwnObstacle = { kind: 'plane', at: [0, 0, 0], normal: [0, 1, 0] };

/** A scene with nothing in it but the ground. */
export const emptyScene = (): OwnScene => ({
  title: 'My scene',
  meshes: {},
  bodies: [],
  obstacles: [GROUND],
  parameters: {},
  frames: FRAMES,
});

/** Returns a name that no mesh of the scene has. */
function freeName({ meshes }: OwnScene, wanted: string): string {
  let name = wanted;
  for (let i = 2; Object.hasOwn(meshes, name); i++) name = `${wanted} ${i}`;
  return name;
}

/** Returns the height of the highest plane that bodies lie on, at least 0 [m]. */
const groundOf = ({ obstacles }: OwnScene): number =>
  Math.max(0, ...obstacles.flatMap((one) => (one.kind === 'plane' && one.normal[1] > 0 ? [one.at[1]] : [])));

/** Extent of the largest body [m]; undefined if there is none. */
const largest = (scene: OwnScene): number | undefined =>
  scene.bodies.length === 0 ? undefined : Math.max(...scene.bodies.map((body) => extent(bodyBox(scene, body))));

const boxesOf = (scene: OwnScene): readonly Box[] => [
  ...scene.bodies.map((body) => bodyBox(scene, body)),
  ...scene.obstacles.flatMap((one) => obstacleBox(one) ?? []),
];

/**
 * Adds a body of a new mesh: over the middle of the scene, above all that lies there, so that it falls.
 * @param size greatest extent that the body gets [m]; by default the mesh's own
 */
export function addMesh(before: OwnScene, wanted: string, mesh: OwnMesh, size?: number): Edited {
  const name = freeName(before, wanted);
  const box = meshBox(startOf(mesh));
  const scale = size === undefined ? 1 : size / extent(box);
  const scene = { ...before, meshes: { ...before.meshes, [name]: mesh } };
  return addBody(scene, { mesh: name, at: [0, 0, 0], turn: NO_TURN, scale });
}

/** Lets a mesh, and so all its bodies, start in a pose. Their middles stay in their places. @param pose [m], 3 per vertex */
export function setPose(before: OwnScene, name: string, pose: Float32Array): OwnScene {
  const scene = { ...before, meshes: { ...before.meshes, [name]: withPose(before.meshes[name]!, pose) } };
  const bodies = before.bodies.map((body) =>
    body.mesh === name ? withCentre(scene, body, centreOf(before, body)) : body,
  );
  return { ...scene, bodies };
}

/** Adds a body of a shape. It gets the extent of the largest body. */
export const addShape = (scene: OwnScene, name: string, mesh: OwnMesh): Edited =>
  addMesh(scene, name, mesh, largest(scene));

/** Adds a body above all that lies in the middle. */
function addBody(scene: OwnScene, body: OwnBody): Edited {
  const { least, most } = bodyBox(scene, body);
  const height = most[1] - least[1];
  const ground = groundOf(scene);
  const here = withCentre(scene, body, [0, 0, 0]);
  const below = boxesOf(scene).filter((box) => overlapFromAbove(box, bodyBox(scene, here)));
  const bottom = Math.max(ground + FALL * height, ...below.map(({ most }) => most[1] + GAP * height));
  const placed = withCentre(scene, body, [0, bottom + height / 2, 0]);
  return {
    scene: { ...scene, bodies: [...scene.bodies, placed] },
    part: { list: 'bodies', index: scene.bodies.length },
  };
}

/** Adds a shape that nothing moves, on the ground in the middle, as large as the largest body is. What is in its way is lifted above it. */
export function addHeldShape(before: OwnScene, name: string, mesh: OwnMesh): Edited {
  const { scene, part } = addShape(before, name, mesh);
  const index = part!.index;
  const body = scene.bodies[index]!;
  const box = bodyBox(scene, body);
  const height = box.most[1] - box.least[1];
  const down = withCentre(scene, { ...body, held: true }, [0, groundOf(before) + height / 2, 0]);
  const lifted = liftAbove(before, bodyBox(scene, down));
  return { scene: { ...scene, bodies: [...lifted.bodies, down] }, part };
}

/** Adds a bowl on the ground in the middle, wide enough for the largest body. What is in its way is lifted above it. */
export function addBowl(before: OwnScene): Edited {
  const radius = BOWL * (largest(before) ?? FIRST_BOWL);
  return addObstacle(before, { kind: 'bowl', at: [0, groundOf(before) + radius, 0], radius });
}

/** Adds level ground just below all bodies, or at height 0. */
export function addGround(before: OwnScene): Edited {
  const lowest = Math.min(0, ...boxesOf(before).map(({ least }) => least[1]));
  return addObstacle(before, { ...GROUND, at: [0, lowest, 0] });
}

function addObstacle(before: OwnScene, obstacle: OwnObstacle): Edited {
  const box = obstacleBox(obstacle);
  const scene = box ? liftAbove(before, box) : before;
  return {
    scene: { ...scene, obstacles: [...before.obstacles, obstacle] },
    part: { list: 'obstacles', index: before.obstacles.length },
  };
}

/** Moves all bodies up together that can move, so far that those over a box lie above it. */
function liftAbove(scene: OwnScene, box: Box): OwnScene {
  const rises = scene.bodies.map((body) => {
    const own = bodyBox(scene, body);
    if (body.held || !overlapFromAbove(own, box)) return 0;
    return box.most[1] + GAP * (own.most[1] - own.least[1]) - own.least[1];
  });
  const rise = Math.max(0, ...rises);
  const lift = (body: OwnBody): OwnBody => (body.held ? body : { ...body, at: plus(body.at, [0, rise, 0]) });
  return rise === 0 ? scene : { ...scene, bodies: scene.bodies.map(lift) };
}

/** Changes a body. Where it is turned or scaled, its middle stays in its place. @param changed undefined removes a field */
export function changeBody(
  scene: OwnScene,
  index: number,
  changed: { readonly [K in keyof OwnBody]?: OwnBody[K] | undefined },
): OwnScene {
  const before = scene.bodies[index]!;
  const fields = Object.entries({ ...before, ...changed }).filter(([, value]) => value !== undefined);
  const next = Object.fromEntries(fields) as unknown as OwnBody;
  const isReshaped = changed.at === undefined && (changed.turn !== undefined || changed.scale !== undefined);
  const placed = isReshaped ? withCentre(scene, next, centreOf(scene, before)) : next;
  return { ...scene, bodies: scene.bodies.with(index, placed) };
}

export const changeObstacle = (scene: OwnScene, index: number, next: OwnObstacle): OwnScene => ({
  ...scene,
  obstacles: scene.obstacles.with(index, next),
});

/** Adds a second body like another one, above all that lies in the middle. */
export function duplicate(scene: OwnScene, { list, index }: Part): Edited {
  if (list === 'bodies') {
    const { held: _, ...body } = scene.bodies[index]!;
    return addBody(scene, body);
  }
  const obstacle = scene.obstacles[index]!;
  const box = obstacleBox(obstacle);
  const aside = box ? ([extent(box), 0, 0] as const) : ([0, 0, 0] as const);
  return addObstacle(scene, { ...obstacle, at: plus(obstacle.at, aside) });
}

/** Removes a part, and the mesh that only it had. */
export function remove(scene: OwnScene, { list, index }: Part): OwnScene {
  if (list === 'obstacles') return { ...scene, obstacles: scene.obstacles.toSpliced(index, 1) };
  const bodies = scene.bodies.toSpliced(index, 1);
  const used = new Set(bodies.map(({ mesh }) => mesh));
  return {
    ...scene,
    bodies,
    meshes: Object.fromEntries(Object.entries(scene.meshes).filter(([name]) => used.has(name))),
  };
}

/** Removes a part, and chooses the next one in the list, or the one before it if it was the last. */
export function removeAndChoose(scene: OwnScene, removed: Part): Edited {
  const index = partsOf(scene).findIndex(({ part }) => isSamePart(part, removed));
  const left = remove(scene, removed);
  const parts = partsOf(left);
  return { scene: left, part: parts[Math.min(index, parts.length - 1)]?.part };
}

/** Names the parts of a scene in the order of lists: '2 octopus', '3 box, held', 'ground', 'bowl'. */
export function partsOf(scene: OwnScene): readonly { readonly part: Part; readonly title: string }[] {
  return [
    ...scene.bodies.map(({ mesh, held }, index) => ({
      part: { list: 'bodies', index } as const,
      title: `${index + 1}: ${mesh}${held ? ', held' : ''}`,
    })),
    ...scene.obstacles.map(({ kind }, index) => ({
      part: { list: 'obstacles', index } as const,
      title: `${scene.bodies.length + index + 1}: ${kind}`,
    })),
  ];
}

export const isSamePart = (a: Part | undefined, b: Part | undefined): boolean =>
  a?.list === b?.list && a?.index === b?.index;

/** Returns the middle of a body's box, the centre of a bowl, or the point of a plane [m]. */
export function placeOf(scene: OwnScene, { list, index }: Part): readonly [number, number, number] {
  return list === 'bodies' ? centreOf(scene, scene.bodies[index]!) : scene.obstacles[index]!.at;
}

/** Moves a part so that its middle lies at a point [m]. */
export function moveTo(scene: OwnScene, { list, index }: Part, place: readonly [number, number, number]): OwnScene {
  if (list === 'obstacles') return changeObstacle(scene, index, { ...scene.obstacles[index]!, at: place });
  return changeBody(scene, index, { at: withCentre(scene, scene.bodies[index]!, place).at });
}
