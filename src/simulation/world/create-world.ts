import type { AirMesh } from '../../mesh/air/air-mesh.ts';
import { layoutForest, LEAF_SIZE } from '../../bvh/tree.ts';
import { type BodyKind, listMaterials, MAX_MATERIALS } from './material.ts';
import { TRIANGLE_MULTIPLIERS } from '../constraints/cloth/tables.ts';
import { type Dimension, type Model, springColours } from './model.ts';
import { defaultParameters, type SimulationParameters } from '../parameters.ts';
import { createPoints } from './points.ts';
import { featureArrayLengths } from '../feature-arrays.ts';
import type { UnslottedWorld } from '../features.ts';
import { layOutSlots } from '../contacts/sources.ts';
import { checkScript } from '../script/check-script.ts';
import { worldAir } from './world-air.ts';
import { checkSupport } from './check-support.ts';
import type { Script } from '../script/script.ts';
import {
  type Batch,
  type BatchesByKind,
  type Body,
  type Collider,
  hasSheet,
  isBowl,
  type Placement,
  type World,
  type WorldDriver,
} from './world.ts';

/**
 * Number of tetrahedra per leaf of a BVH over tetrahedra. With 1 instead of at most 4, detection is 1.4 times as fast, and refitting takes
 * 1.2 times as long.
 */
const TET_LEAF_SIZE = 1;
/** Number of edges per leaf of a BVH over edges. With 1, traversal tests the edges' own boxes, which are contiguous in memory. */
const EDGE_LEAF_SIZE = 1;
/** Number of bodies per leaf of the BVH over bodies. With 1, a leaf's box is the body's own box, so that the body needs no further test. */
const BODY_LEAF_SIZE = 1;

/**
 * Makes the world: all data that stay constant while a scene runs.
 * @param placements one per body. The world has its bodies in another order: bodies of one model are contiguous, and sorted by the kind
 *   of their material (kindOrder). `Body.placement` is a body's index in `placements`
 * @param colliders planes and bowls
 * @param parameters at the start; the kinds of contact points and the enabled contact sources decide how much memory the state takes
 * @param script scripted motions and parameter changes
 * @param air elements between the bodies; none by default
 * @returns the world, and its vertices' positions at the start [m], 3 per vertex
 * @throws Error if a placement's positions don't fit its model, if there are too many materials, if some bodies and colliders are planar
 *   and others are not (dimensionOf), or if the script doesn't fit the scene
 * @throws UnsupportedError if the integrator doesn't support a body (check-support.ts)
 */
export function createWorld(
  placements: readonly Placement[],
  colliders: readonly Collider[],
  parameters: Partial<SimulationParameters> = {},
  script: Script = {},
  air?: AirMesh,
): { world: World; positions: Float32Array } {
  const startParameters = { ...defaultParameters(), ...parameters };
  const models = [...new Set(placements.map(({ model }) => model))];
  const order = models.flatMap((model) =>
    [...placements.keys()]
      .filter((i) => placements[i].model === model)
      .sort((a, b) => kindOrder(placements[a]) - kindOrder(placements[b])),
  );
  const sortedPlacements = order.map((i) => placements[i]);
  const { materials, indices } = listMaterials(sortedPlacements.map(({ material }) => material));
  if (materials.length > MAX_MATERIALS)
    throw new Error(`Bodies have ${materials.length} different materials, expected at most ${MAX_MATERIALS}`);
  const bodies = layOutBodies(placements, order, models, indices);
  const totals = bodies.pop() as Body;
  const topologies = sortedPlacements.map(({ model }) => model.topology);
  const positions = new Float32Array(3 * totals.vertexBase);
  sortedPlacements.forEach((placement, i) => {
    positions.set(placement.positions, 3 * bodies[i].vertexBase);
  });
  const { switches } = script;
  checkSupport(placements, startParameters);
  checkScript(script, placements, colliders);
  const drivers = resolveDrivers(script, placements, bodies);
  const surface = listSurfaceVertices(models, bodies, totals.surfaceBase);
  const dimension = dimensionOf(placements, colliders);
  const worldWithoutSlots: UnslottedWorld = {
    dimension,
    models,
    bodies,
    materials,
    colliders,
    script: { ...script, ...(switches && { switches: [...switches].sort((a, b) => a.time - b.time) }) },
    drivers,
    drivenCapacity: drivers.reduce((sum, { vertices }) => sum + vertices.length, 0),
    vertexCount: totals.vertexBase,
    tetCount: totals.tetBase,
    springCount: totals.springBase,
    faceCount: totals.faceBase,
    edgeCount: totals.edgeBase,
    surfaceVertexCount: totals.surfaceBase,
    cellCount: totals.cellBase,
    patchCount: totals.patchBase,
    sideCount: totals.sideBase,
    multiplierCount: totals.multiplierBase,
    batches: batchesByKind(models, bodies, (own, kind) => (own ?? kind) === kind),
    ownBatches: batchesByKind(models, bodies, (own, kind) => own === kind),
    ...surface,
    air: worldAir(air, placements, bodies, models, dimension),
    points: createPoints(models, bodies, surface, startParameters),
    tetTrees: layoutForest(
      topologies.map((topology) => topology.tetCount),
      TET_LEAF_SIZE,
    ),
    faceTrees: layoutForest(
      topologies.map((topology) => topology.faceCount),
      LEAF_SIZE,
    ),
    edgeTrees: layoutForest(
      topologies.map((topology) => topology.edgeCount),
      EDGE_LEAF_SIZE,
    ),
    ccdOnDevice: startParameters.ccdOn === 'device' && dimension === 3 && !hasSheet({ models }),
    rebuildsOnDevice: startParameters.rebuildsOn === 'device',
    bodyTree: layoutForest([bodies.length], BODY_LEAF_SIZE)[0],
  };
  const worldWithoutLengths = { ...worldWithoutSlots, ...layOutSlots(worldWithoutSlots, startParameters) };
  const world = { ...worldWithoutLengths, arrayLengths: featureArrayLengths(worldWithoutLengths, startParameters) };
  return { world, positions };
}

/** Converts a script's drivers: placement indices become body indices, and vertex ids of the model become vertex ids of the world. */
function resolveDrivers(
  { drivers = [] }: Script,
  placements: readonly Placement[],
  bodies: readonly Body[],
): WorldDriver[] {
  return drivers.map(({ body: placement, vertices, motion, until }) => {
    const body = bodies.findIndex((candidate) => candidate.placement === placement);
    const { positions } = placements[placement];
    const start = Float32Array.from(
      { length: 3 * vertices.length },
      (_, k) => positions[3 * vertices[Math.floor(k / 3)] + (k % 3)],
    );
    const worldVertices = vertices.map((v) => v + bodies[body].vertexBase);
    return { body, vertices: worldVertices, start, motion, ...(until === undefined ? {} : { until }) };
  });
}

/**
 * Lists the bodies with their bases, that is, the indices of their first vertex, tetrahedron and so on. One more entry follows: its bases
 * are the world's numbers of vertices, tetrahedra and so on.
 * @param order index of each body's placement    @param materials material index of each body
 */
function layOutBodies(
  placements: readonly Placement[],
  order: readonly number[],
  models: readonly Model[],
  materials: readonly number[],
): Body[] {
  let next: Body = {
    placement: placements.length,
    model: models.length,
    material: 0,
    kind: undefined,
    skin: undefined,
    vertexBase: 0,
    tetBase: 0,
    springBase: 0,
    multiplierBase: 0,
    faceBase: 0,
    edgeBase: 0,
    surfaceBase: 0,
    cellBase: 0,
    patchBase: 0,
    sideBase: 0,
  };
  const bodies = order.map((index, i) => {
    const placement = placements[index];
    const { model, positions } = placement;
    const { topology, springs, cells, name } = model;
    if (positions.length !== 3 * topology.vertexCount)
      throw new Error(
        `Placement ${index} (${name}) has ${positions.length} coordinates, expected ${3 * topology.vertexCount}`,
      );
    const body = {
      ...next,
      placement: index,
      model: models.indexOf(model),
      material: materials[i],
      kind: kindOf(placement),
      skin: placement.skin,
    };
    next = {
      ...next,
      vertexBase: body.vertexBase + topology.vertexCount,
      tetBase: body.tetBase + topology.tetCount,
      springBase: body.springBase + springs.restLengths.length,
      multiplierBase: body.multiplierBase + multiplierCount(model),
      faceBase: body.faceBase + topology.faceCount,
      edgeBase: body.edgeBase + topology.edgeCount,
      surfaceBase: body.surfaceBase + topology.surfaceVertexCount,
      cellBase: body.cellBase + cells.cellCount,
      patchBase: body.patchBase + cells.patchCount,
      sideBase: body.sideBase + cells.sideCount,
    };
    return body;
  });
  return [...bodies, next];
}

/** Returns the number of XPBD multipliers that a body of a model needs, whichever kind of constraints it has. */
const multiplierCount = ({ topology, springs, areas, cloth }: Model): number =>
  Math.max(
    9 * topology.tetCount,
    springs.restLengths.length + areas.restAreas.length,
    TRIANGLE_MULTIPLIERS * cloth.restVolumes.length + cloth.restAngles.length,
  );

/**
 * Returns the kind of constraints that a body's own material sets, or undefined if the scene's kind applies. A body without tetrahedra is
 * a cloth, or can only have springs.
 */
function kindOf({ model, material }: Placement): BodyKind | undefined {
  if (model.cloth.restVolumes.length > 0) return 'cloth';
  return model.topology.tetCount === 0 ? 'mass-spring' : material?.material;
}

/**
 * Returns the sort key of a body among the bodies of its model. Bodies of one kind are contiguous, and so are those that `neo-hookean` or
 * `mass-spring` acts on, whichever kind the scene has.
 */
const kindOrder = (placement: Placement): number => KIND_ORDER.indexOf(kindOf(placement));
const KIND_ORDER: readonly (BodyKind | undefined)[] = [
  'neo-hookean',
  undefined,
  'mass-spring',
  'neo-hookean-xpbd',
  'cloth',
];

/** @param isSelected whether a body with the kind `own` has constraints of the kind `kind` */
function batchesByKind(
  models: readonly Model[],
  bodies: readonly Body[],
  isSelected: (own: BodyKind | undefined, kind: BodyKind) => boolean,
): BatchesByKind {
  const batchesOf = (kind: BodyKind) =>
    models.flatMap((model, m) => {
      const { elasticTets, cloth } = model;
      const { colourOffsets } = kind === 'cloth' ? cloth : elasticTets;
      const offsets = kind === 'mass-spring' ? springColours(model) : colourOffsets;
      const runs = runsOf(bodies, (body) => body.model === m && isSelected(body.kind, kind));
      return runs.flatMap((run) => batches(offsets, m, run));
    });
  return {
    'neo-hookean': batchesOf('neo-hookean'),
    'neo-hookean-xpbd': batchesOf('neo-hookean-xpbd'),
    'mass-spring': batchesOf('mass-spring'),
    cloth: batchesOf('cloth'),
  };
}

/** Lists the longest runs of consecutive bodies that are members. */
function runsOf(bodies: readonly Body[], isMember: (body: Body) => boolean) {
  const runs: { firstBody: number; bodyCount: number }[] = [];
  bodies.forEach((body, i) => {
    if (!isMember(body)) return;
    const last = runs.at(-1);
    if (last && last.firstBody + last.bodyCount === i) last.bodyCount++;
    else runs.push({ firstBody: i, bodyCount: 1 });
  });
  return runs;
}

/** Returns the batches of a model's constraints, one per colour, for consecutive bodies of the model. */
const batches = (colourOffsets: Uint32Array, model: number, run: Pick<Batch, 'firstBody' | 'bodyCount'>): Batch[] =>
  Array.from(colourOffsets.subarray(1), (end, colour) => ({ model, begin: colourOffsets[colour], end, ...run }));

/** Lists the surface vertices of all bodies (world ids), and the body of each. @param count number of all surface vertices */
function listSurfaceVertices(models: readonly Model[], bodies: readonly Body[], count: number) {
  const surfaceVertices = new Uint32Array(count);
  const surfaceBodies = new Uint32Array(count);
  bodies.forEach(({ model, vertexBase, surfaceBase }, body) => {
    const local = models[model].topology.surfaceVertices;
    for (let i = 0; i < local.length; i++) {
      surfaceVertices[surfaceBase + i] = vertexBase + local[i];
      surfaceBodies[surfaceBase + i] = body;
    }
  });
  return { surfaceVertices, surfaceBodies };
}

/**
 * Returns the dimension of a world with these bodies.
 * @throws Error if planar and spatial bodies are mixed, or if a body or collider of a planar world leaves the plane
 */
function dimensionOf(placements: readonly Placement[], colliders: readonly Collider[]): Dimension {
  const dimension = placements[0]?.model.dimension ?? 3;
  for (const [i, { model, positions }] of placements.entries()) {
    if (model.dimension !== dimension)
      throw new Error(
        `Body ${i} (${model.name}) has ${model.dimension} dimensions, expected ${dimension} as body 0 has`,
      );
    const outOfPlane = dimension === 2 ? positions.findIndex((x, k) => k % 3 === 2 && x !== 0) : -1;
    if (outOfPlane >= 0)
      throw new Error(`Body ${i} (${model.name}) is in the plane and has z = ${positions[outOfPlane]} m, expected 0`);
  }
  if (dimension === 2)
    for (const [i, collider] of colliders.entries()) {
      const z = (isBowl(collider) ? collider.centre : collider.normal)[2];
      if (z !== 0) throw new Error(`Collider ${i} of a world in the plane has z = ${z}, expected 0`);
    }
  return dimension;
}
