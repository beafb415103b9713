import type { TetMesh } from '../mesh/tet-mesh.ts';
import type { Backend } from '../simulation/backend.ts';
import { createWorld } from '../simulation/world/create-world.ts';
import { shade } from '../simulation/diagnostics/measure.ts';
import type { Model } from '../simulation/world/model.ts';
import { defaultParameters, type SimulationParameters } from '../simulation/parameters.ts';
import type { Script } from '../simulation/script/script.ts';
import { type FrameOptions, Simulator, type StepOutcome } from '../simulation/simulator.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import { type Collider, vertexEnd, type Placement, type World as WorldData } from '../simulation/world/world.ts';
import { type BodyOptions, createBody } from './shape.ts';
import { type GpuChoice, openBackend } from './open-backend.ts';
import { chooseWorkers, type RunningWorkers, type WorkerChoice } from './workers.ts';

/** A body of a new world: its mesh or model, its position and its material. */
export interface BodyDefinition extends BodyOptions {
  /**
   * Mesh of tetrahedra in its rest shape, or a model. If the same object is given for several bodies, these bodies share one model, whose
   * name and thickness are those of the first body.
   */
  readonly mesh: TetMesh | Model;
}

/** The part of a three.js WebGPURenderer that a world needs. After `await renderer.init()`, `backend` contains the renderer's device. */
export interface DeviceOwner {
  readonly backend: object;
}

export interface WorldOptions extends WorkerChoice {
  /** At least one body. No body can be added or removed later, because memory, trees and kernels are made for these bodies. */
  readonly bodies: readonly BodyDefinition[];
  /** Planes and bowls that the bodies can't penetrate; none by default. */
  readonly colliders?: readonly Collider[];
  /** Values that replace defaults: time step [s], material, gravity, contacts, ... PARAMETERS lists all parameters with their units. */
  readonly parameters?: Partial<SimulationParameters>;
  /** Prescribed motions of vertices, and parameters that change at given times. */
  readonly script?: Script;
  /** Device to run the kernels on. Its buffers must be able to hold the world (requestDevice). The world never destroys the device. */
  readonly device?: GPUDevice;
  /** WebGPURenderer on whose device to run the kernels. The renderer can then draw the bodies without copying their data. */
  readonly renderer?: DeviceOwner;
  /** 'cpu' runs everything on the CPU. This is the default if neither a device nor a renderer is given. */
  readonly backend?: 'cpu';
}

/** A body of a created world. */
export interface WorldBody {
  /** Index of the body's first vertex among all vertices of the world. */
  readonly vertexBase: number;
  readonly vertexCount: number;
  /** Boundary faces: 3 vertex ids of the body's mesh per face, counter-clockwise seen from outside. */
  readonly faces: Uint32Array;
}

/**
 * A simulation of deformable bodies that resolves their contacts and interpenetrations. This class combines createWorld, openBackend and
 * Simulator; the results of these three are in `data`, `backend` and `simulator`. Lengths are in metres, times in seconds, masses in
 * kilograms.
 */
export class World {
  /** The bodies, in the order of the options. */
  readonly bodies: readonly WorldBody[];
  /** Runs the steps, and holds the parameters, the dragged vertices and the statistics. */
  readonly simulator: Simulator;
  /** Number of worker threads, and the reason if this number is smaller than requested. */
  readonly workers: RunningWorkers;
  /** The renderer of the options, which can draw the bodies without copying their data; undefined if none was given. */
  readonly renderer: DeviceOwner | undefined;

  private constructor(
    backend: Backend,
    parameters: SimulationParameters,
    workers: RunningWorkers,
    renderer?: DeviceOwner,
  ) {
    this.simulator = new Simulator(backend, parameters);
    this.workers = workers;
    this.renderer = renderer;
    this.bodies = bodiesInOptionOrder(backend.world);
  }

  /**
   * Creates a world and opens the backend that runs it.
   * @throws Error if createBody rejects a mesh, if a worker can't be started, or if the device can't hold the world
   * @throws TypeError if no body is given, if more than one of device, renderer and backend is given, or if the renderer has no device
   */
  static async create(options: WorldOptions): Promise<World> {
    const { bodies, colliders = [], script, renderer } = options;
    if (bodies.length === 0) throw new TypeError('the world has no bodies, expected at least one');
    const gpu = chosenDevice(options);
    const parameters = { ...defaultParameters(), ...options.parameters };
    const placements = placementsOf(bodies);
    const { world, positions } = createWorld(placements, colliders, parameters, script);
    const { running, workers } = chooseWorkers(options);
    const backend = await openBackend({ world, positions, parameters, backend: gpu ?? 'cpu', workers });
    return new World(backend, parameters, running, renderer);
  }

  /** The backend that runs the steps: `backend.kind` is 'cpu' or 'gpu'. */
  get backend(): Backend {
    return this.simulator.backend;
  }

  /** Constant data of the world: models, topology, trees. */
  get data(): WorldData {
    return this.backend.world;
  }

  /**
   * Runs one step of `parameters.timeStep`. Await each step before you start the next one.
   * @throws BrokenStateError if positions aren't finite, or are too far from the origin
   * @throws WorkLostError if a worker died
   * @throws DeviceLostError if the device was lost
   */
  step(): Promise<StepOutcome> {
    return this.simulator.step();
  }

  /**
   * Runs `parameters.stepsPerFrame` steps. Then measures the frame: contacts, penetrating vertices, energies, times. Throws the same errors
   * as `step`.
   */
  frame(options?: FrameOptions): Promise<FrameRow> {
    return this.simulator.frame(options);
  }

  /**
   * Reads the bodies' positions.
   * @returns one copy of positions per body, in the order of the options: 3 numbers per vertex [m], in the order of the body's mesh
   */
  async read(): Promise<Float32Array[]> {
    const positions = await this.backend.read('positions');
    return this.bodies.map(({ vertexBase, vertexCount }) =>
      positions.slice(3 * vertexBase, 3 * (vertexBase + vertexCount)),
    );
  }

  /** Computes the vertex normals for the current positions, and writes them to the backend's array `normals`. */
  shade(): Promise<void> {
    return shade(this.backend);
  }

  /** Ends the workers and frees the memory. A device that was given in the options is not destroyed. */
  dispose(): Promise<void> {
    return this.backend.dispose();
  }
}

/** Creates the bodies. Bodies with the same mesh get the same model, so that they share its memory and are solved together. */
function placementsOf(bodies: readonly BodyDefinition[]): Placement[] {
  const models = new Map<TetMesh | Model, Model>();
  return bodies.map(({ mesh, ...options }) => {
    const placement = createBody(models.get(mesh) ?? mesh, options);
    models.set(mesh, placement.model);
    return placement;
  });
}

/** Lists the world's bodies in the order of the options (`placement`). createWorld changes the order: it groups bodies by their models. */
function bodiesInOptionOrder(world: WorldData): WorldBody[] {
  const bodies: WorldBody[] = [];
  world.bodies.forEach(({ model, vertexBase, placement }, i) => {
    const { faces } = world.models[model].topology;
    bodies[placement] = { vertexBase, vertexCount: vertexEnd(world, i) - vertexBase, faces };
  });
  return bodies;
}

function chosenDevice({ device, renderer, backend }: WorldOptions): GpuChoice | undefined {
  const given = Object.entries({ device, renderer, backend }).flatMap(([name, value]) => (value ? [name] : []));
  if (given.length > 1)
    throw new TypeError(`${given.join(' and ')} are given, expected one of device, renderer and backend`);
  if (!renderer) return device && { device, adapterName: nameOf(device) };
  const { device: renderDevice } = renderer.backend as { readonly device?: GPUDevice | null };
  if (!renderDevice)
    throw new TypeError(
      'the renderer has no WebGPU device; expected a WebGPURenderer on WebGPU after `await renderer.init()`',
    );
  return { device: renderDevice, adapterName: nameOf(renderDevice) };
}

const nameOf = ({ adapterInfo }: GPUDevice): string =>
  [adapterInfo?.vendor, adapterInfo?.architecture, adapterInfo?.description].filter(Boolean).join(' ') ||
  'unnamed adapter';
