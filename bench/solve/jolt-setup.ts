import type Jolt from 'jolt-physics';
import type { Model } from '../../src/simulation/world/model.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** A loaded build of jolt-physics. Objects made by `new` of its classes stay in the build's own memory until they are destroyed. */
export type JoltModule = typeof Jolt;
export type SharedSettings = InstanceType<JoltModule['SoftBodySharedSettings']>;

/** Constraints of Jolt's soft bodies: a distance per mesh edge, a volume per tetrahedron. */
export interface JoltConstraints {
  readonly edges: boolean;
  readonly volumes: boolean;
}

/** The only object layer. Soft bodies collide only with objects that aren't soft. */
export const LAYER = 0;
const LAYERS = 1;
const MAX_BODIES = 16;
/** Half sizes of the floor's box [m]. Its top is the plane y = 0. */
const FLOOR = { width: 20, thickness: 1 };

/** Makes the interface of a Jolt world. @param threads number of threads besides the calling one; 0 for a build without threads */
export function createInterface(module: JoltModule, threads: number): InstanceType<JoltModule['JoltInterface']> {
  const pairs = new module.ObjectLayerPairFilterTable(LAYERS);
  pairs.EnableCollision(LAYER, LAYER);
  const broadPhase = new module.BroadPhaseLayerInterfaceTable(LAYERS, LAYERS);
  const layer = new module.BroadPhaseLayer(LAYER);
  broadPhase.MapObjectToBroadPhaseLayer(LAYER, layer);
  module.destroy(layer);
  const settings = new module.JoltSettings();
  settings.mMaxBodies = MAX_BODIES;
  settings.mMaxWorkerThreads = threads;
  // The interface takes ownership of these three.
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = broadPhase;
  settings.mObjectVsBroadPhaseLayerFilter = new module.ObjectVsBroadPhaseLayerFilterTable(
    broadPhase,
    LAYERS,
    pairs,
    LAYERS,
  );
  const made = new module.JoltInterface(settings);
  module.destroy(settings);
  return made;
}

/** Adds the floor, the plane y = 0, as the top of a large static box. */
export function addFloor(
  module: JoltModule,
  bodies: InstanceType<JoltModule['BodyInterface']>,
  { dynamicFriction }: Pick<SimulationParameters, 'dynamicFriction'>,
): void {
  const size = new module.Vec3(FLOOR.width, FLOOR.thickness, FLOOR.width);
  const place = new module.RVec3(0, -FLOOR.thickness, 0);
  const upright = new module.Quat(0, 0, 0, 1);
  const settings = new module.BodyCreationSettings(
    new module.BoxShape(size),
    place,
    upright,
    module.EMotionType_Static,
    LAYER,
  );
  settings.mFriction = dynamicFriction;
  bodies.CreateAndAddBody(settings, module.EActivation_DontActivate);
  for (const made of [settings, size, place, upright]) module.destroy(made);
}

/**
 * Makes the shared settings of a model's bodies: rest positions, faces, constraints. Edges have the stiffness of Untangle's springs. A
 * volume constraint, which Jolt computes as six times the volume, has the stiffness lambda of Untangle's material against a change of
 * volume. Its energy is lambda / (2 V) (v - V)^2, for the volume v and the rest volume V.
 * @param inverseMasses inverse masses of the model's vertices [1/kg]
 */
export function createSettings(
  module: JoltModule,
  model: Model,
  inverseMasses: Float32Array,
  { springStiffness, youngsModulus, poissonRatio }: SimulationParameters,
  constraints: JoltConstraints,
): SharedSettings {
  const settings = new module.SoftBodySharedSettings();
  addVertices(module, settings, model, inverseMasses);
  if (constraints.edges) addEdges(module, settings, model, 1 / springStiffness);
  const lambda = (youngsModulus * poissonRatio) / ((1 + poissonRatio) * (1 - 2 * poissonRatio));
  if (constraints.volumes) addVolumes(module, settings, model, lambda);
  settings.Optimize();
  const found = [settings.mEdgeConstraints.size(), settings.mVolumeConstraints.size()];
  const { springs, elasticTets } = model;
  const expected = [
    constraints.edges ? springs.restLengths.length : 0,
    constraints.volumes ? elasticTets.restVolumes.length : 0,
  ];
  if (found.join() !== expected.join()) throw new Error(`Jolt has ${found} edges and volumes, expected ${expected}`);
  return settings;
}

function addVertices(module: JoltModule, settings: SharedSettings, model: Model, inverseMasses: Float32Array): void {
  const { positions } = model.mesh;
  const { faces } = model.topology;
  const vertex = new module.SoftBodySharedSettingsVertex();
  for (let v = 0; v < inverseMasses.length; v++) {
    const { mPosition: place } = vertex;
    place.x = positions[3 * v];
    place.y = positions[3 * v + 1];
    place.z = positions[3 * v + 2];
    vertex.mInvMass = inverseMasses[v];
    settings.mVertices.push_back(vertex);
  }
  const face = new module.SoftBodySharedSettingsFace(0, 0, 0, 0);
  for (let f = 0; f < faces.length; f += 3) {
    for (let k = 0; k < 3; k++) face.set_mVertex(k, faces[f + k]);
    settings.AddFace(face);
  }
  module.destroy(vertex);
  module.destroy(face);
}

function addEdges(module: JoltModule, settings: SharedSettings, { springs }: Model, compliance: number): void {
  const edge = new module.SoftBodySharedSettingsEdge(0, 0, compliance);
  springs.restLengths.forEach((length, s) => {
    for (let k = 0; k < 2; k++) edge.set_mVertex(k, springs.vertices[2 * s + k]);
    edge.mRestLength = length;
    settings.mEdgeConstraints.push_back(edge);
  });
  module.destroy(edge);
}

/** Adds the volume constraints. Jolt's constraint is six times the volume, so its compliance is 36 V / lambda. */
function addVolumes(module: JoltModule, settings: SharedSettings, { elasticTets }: Model, lambda: number): void {
  const volume = new module.SoftBodySharedSettingsVolume(0, 0, 0, 0, 0);
  elasticTets.restVolumes.forEach((rest, t) => {
    for (let k = 0; k < 4; k++) volume.set_mVertex(k, elasticTets.vertices[4 * t + k]);
    volume.mSixRestVolume = 6 * rest;
    volume.mCompliance = (36 * rest) / lambda;
    settings.mVolumeConstraints.push_back(volume);
  });
  module.destroy(volume);
}

/** Builds of the package: `plain` has neither threads nor SIMD, `simd` has both. */
export const JOLT_BUILDS = ['plain', 'simd'] as const;
export type JoltBuild = (typeof JOLT_BUILDS)[number];

const THREADED = 'jolt-physics/wasm-compat-multithread';

/** Loads a build. Each call gives a module with its own memory. */
export async function loadJolt(build: JoltBuild): Promise<JoltModule> {
  if (build === 'plain') return (await import('jolt-physics/wasm-compat')).default<JoltModule>();
  repairThreads();
  return (await import('jolt-physics/wasm-compat-multithread')).default<JoltModule>();
}

/**
 * Repairs Jolt's threads in Node. In version 1.1.0 they never start. The package's last line evaluates `await
 * import('node:worker_threads').workerData`, which is always undefined, so threads load the package but don't call it. The threads made
 * here call it. The options contain the name by which Jolt recognises its threads.
 */
function repairThreads(): void {
  const url = JSON.stringify(import.meta.resolve(THREADED));
  class JoltThread extends Worker {
    constructor(_: unknown, options: WorkerOptions) {
      super(`import(${url}).then((loaded) => loaded.default())`, { ...options, eval: true });
    }
  }
  // The package would set globalThis.Worker to Node's own class; the empty setter prevents that.
  Object.defineProperty(globalThis, 'Worker', { get: () => JoltThread, set() {}, configurable: true });
}
