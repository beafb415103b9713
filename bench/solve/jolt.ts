import { inverseMasses } from '../../src/simulation/initial-state.ts';
import {
  addFloor,
  createInterface,
  createSettings,
  type JoltBuild,
  type JoltConstraints,
  type JoltModule,
  LAYER,
  loadJolt,
} from './jolt-setup.ts';
import type { SolveCase } from './solve-case.ts';

export interface JoltOptions {
  readonly build: JoltBuild;
  readonly constraints: JoltConstraints;
  /** Number of threads besides the calling one. */
  readonly threads: number;
}

/**
 * jolt-physics (Jolt by Jorrit Rouwe, compiled to WebAssembly by its author) with the bodies of a case: the same meshes, masses,
 * start and time steps, above a floor. Jolt's iterations are substeps. Each substep moves the vertices, solves every constraint once
 * without a multiplier, collides with the floor, and updates velocities. So an update of n iterations covers n of Untangle's time steps.
 * Vertices then move as far as in Untangle's prediction, and compliance has the same share of a solve.
 */
export class JoltBodies {
  private readonly jolt: InstanceType<JoltModule['JoltInterface']>;
  private readonly motions: InstanceType<JoltModule['SoftBodyMotionProperties']>[] = [];
  private readonly start: InstanceType<JoltModule['StateRecorderImpl']>;
  /** Free bytes of Jolt's memory before anything was created. */
  private readonly free: number;

  /** Opens a case with a module of its own, because interfaces of one module share objects, which are destroyed with any of them. */
  static async open(solveCase: SolveCase, options: JoltOptions): Promise<JoltBodies> {
    return new JoltBodies(await loadJolt(options.build), solveCase, options);
  }

  private constructor(
    private readonly module: JoltModule,
    private readonly solveCase: SolveCase,
    { threads, constraints }: JoltOptions,
  ) {
    const { parameters } = solveCase;
    this.free = module.JoltInterface.prototype.sGetFreeMemory();
    this.jolt = createInterface(module, threads);
    const system = this.jolt.GetPhysicsSystem();
    const gravity = new module.Vec3(0, -parameters.gravity, 0);
    system.SetGravity(gravity);
    module.destroy(gravity);
    addFloor(module, system.GetBodyInterface(), parameters);
    this.addBodies(system.GetBodyInterface(), constraints);
    this.start = new module.StateRecorderImpl();
    system.SaveState(this.start);
  }

  private addBodies(bodies: InstanceType<JoltModule['BodyInterface']>, constraints: JoltConstraints): void {
    const { module } = this;
    const { world, parameters } = this.solveCase;
    const masses = inverseMasses(world, parameters.density);
    const origin = new module.RVec3(0, 0, 0);
    const upright = new module.Quat(0, 0, 0, 1);
    world.models.forEach((model, m) => {
      const instances = world.bodies.filter((body) => body.model === m);
      const { vertexCount } = model.topology;
      const own = masses.subarray(instances[0].vertexBase, instances[0].vertexBase + vertexCount);
      const shared = createSettings(module, model, own, parameters, constraints);
      for (const { vertexBase } of instances) {
        const settings = new module.SoftBodyCreationSettings(shared, origin, upright, LAYER);
        settings.mLinearDamping = parameters.velocityDamping;
        settings.mFriction = parameters.dynamicFriction;
        settings.mAllowSleeping = false;
        // Vertices stay relative to the origin. Their positions are set below.
        settings.mUpdatePosition = false;
        const body = bodies.CreateSoftBody(settings);
        module.destroy(settings);
        const motion = module.castObject(body.GetMotionProperties(), module.SoftBodyMotionProperties);
        this.placeVertices(motion, vertexBase, vertexCount);
        this.motions.push(motion);
        bodies.AddBody(body.GetID(), module.EActivation_Activate);
      }
    });
    module.destroy(origin);
    module.destroy(upright);
  }

  private placeVertices(
    motion: InstanceType<JoltModule['SoftBodyMotionProperties']>,
    vertexBase: number,
    vertexCount: number,
  ): void {
    const { positions, velocities } = this.solveCase;
    for (let v = 0; v < vertexCount; v++) {
      const vertex = motion.GetVertex(v);
      const at = 3 * (vertexBase + v);
      vertex.mPosition.Set(positions[at], positions[at + 1], positions[at + 2]);
      vertex.mPreviousPosition = vertex.mPosition;
      vertex.mVelocity.Set(velocities[at], velocities[at + 1], velocities[at + 2]);
    }
  }

  /** Runs one update with a number of iterations from the case's start. @returns milliseconds */
  time(iterations: number): number {
    this.start.Rewind();
    this.jolt.GetPhysicsSystem().RestoreState(this.start);
    for (const motion of this.motions) motion.SetNumIterations(iterations);
    const duration = iterations * this.solveCase.parameters.timeStep;
    const started = performance.now();
    this.jolt.Step(duration, 1);
    return performance.now() - started;
  }

  /** Returns positions in the order of the case's vertices, 3 per vertex [m]. */
  positions(): Float32Array {
    const out: number[] = [];
    for (const motion of this.motions) {
      const count = motion.GetVertices().size();
      for (let v = 0; v < count; v++) {
        const { mPosition: at } = motion.GetVertex(v);
        out.push(at.GetX(), at.GetY(), at.GetZ());
      }
    }
    return Float32Array.from(out);
  }

  /** Returns the number of bytes in use in Jolt's memory. */
  usedBytes(): number {
    return this.free - this.module.JoltInterface.prototype.sGetFreeMemory();
  }

  dispose(): void {
    const { module, jolt } = this;
    const bodies = jolt.GetPhysicsSystem().GetBodyInterface();
    const ids = new module.BodyIDVector();
    jolt.GetPhysicsSystem().GetBodies(ids);
    for (let i = 0; i < ids.size(); i++) {
      bodies.RemoveBody(ids.at(i));
      bodies.DestroyBody(ids.at(i));
    }
    for (const made of [ids, this.start, jolt]) module.destroy(made);
  }
}
