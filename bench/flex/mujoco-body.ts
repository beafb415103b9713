import type { MainModule, MjData, MjModel } from '@mujoco/mujoco';
import type { FlexCase } from './flex-case.ts';
import { type MujocoContacts, mujocoModel } from './mujoco-model.ts';

/** Numbers of contacts. MuJoCo keeps at most 50 of each kind (its constant mjMAXCONPAIR). */
export interface ContactCounts {
  readonly self: number;
  readonly floor: number;
}

/** The body of a case as a flex of MuJoCo: one thread of WebAssembly, in float64. A vertex is a body with three slide joints. */
export class MujocoBody {
  /** Per vertex: the index of its first coordinate among MuJoCo's. */
  private readonly coordinates: Int32Array;

  /** @throws Error if MuJoCo refuses the model or changes its vertices */
  static async open(flexCase: FlexCase, contacts: MujocoContacts): Promise<MujocoBody> {
    const module = await (await import('@mujoco/mujoco')).default();
    const model = module.MjModel.from_xml_string(mujocoModel(flexCase, contacts));
    return new MujocoBody(module, model, new module.MjData(model), flexCase);
  }

  private constructor(
    private readonly module: MainModule,
    private readonly model: MjModel,
    private readonly data: MjData,
    private readonly flexCase: FlexCase,
  ) {
    const bodies: Int32Array = model.flex_vertbodyid;
    const joints: Int32Array = model.body_jntadr;
    const { masses, parameters } = flexCase;
    if (bodies.length !== masses.length || model.nv !== 3 * masses.length)
      throw new Error(
        `MuJoCo has ${bodies.length} vertices and ${model.nv} coordinates, expected ${masses.length} and ${3 * masses.length}`,
      );
    this.coordinates = Int32Array.from(bodies, (body) => joints[body]);
    // A flex has the same mass at each vertex, and no damping by air. So both are set here.
    bodies.forEach((body, v) => {
      model.body_mass[body] = masses[v];
      for (let k = 0; k < 3; k++) model.dof_damping[this.coordinates[v] + k] = parameters.velocityDamping * masses[v];
    });
    module.mj_setConst(model, data);
    this.restart();
  }

  /** Sets the case's start. */
  restart(): void {
    const { positions, velocities, world } = this.flexCase;
    const rest = world.models[0].mesh.positions;
    this.module.mj_resetData(this.model, this.data);
    const { qpos, qvel }: { qpos: Float64Array; qvel: Float64Array } = this.data;
    this.coordinates.forEach((at, v) => {
      for (let k = 0; k < 3; k++) {
        qpos[at + k] = positions[3 * v + k] - rest[3 * v + k];
        qvel[at + k] = velocities[3 * v + k];
      }
    });
    this.module.mj_forward(this.model, this.data);
  }

  step(): void {
    this.module.mj_step(this.model, this.data);
  }

  /**
   * Returns positions in the order of the case's vertices, 3 per vertex [m]. They are computed from the coordinates, since MuJoCo's own
   * `flexvert_xpos` are those at the start of the last step.
   */
  positions(): Float32Array {
    const rest = this.flexCase.world.models[0].mesh.positions;
    const moves: Float64Array = this.data.qpos;
    return rest.map((x, i) => x + moves[this.coordinates[Math.floor(i / 3)] + (i % 3)]);
  }

  /** Returns the numbers of contacts of the last step. */
  contacts(): ContactCounts {
    const contacts = this.data.contact;
    let self = 0;
    for (let i = 0; i < contacts.size(); i++) {
      const contact = contacts.get(i)!;
      const [first, second]: Int32Array = contact.flex;
      if (first >= 0 && second >= 0) self++;
      contact.delete();
    }
    const floor = contacts.size() - self;
    contacts.delete();
    return { self, floor };
  }

  /** Returns the number of MuJoCo's warnings since the start, such as of steps whose equations were not solved to the tolerance. */
  warnings(): number {
    const { warning } = this.data;
    return Array.from({ length: warning.size() }, (_, i) => warning.get(i)!.number).reduce(
      (sum, count) => sum + count,
      0,
    );
  }

  dispose(): void {
    this.data.delete();
    this.model.delete();
  }
}
