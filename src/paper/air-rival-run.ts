import { countInverted } from '../simulation/diagnostics/volumes.ts';
import {
  BrokenStateError,
  createWorld,
  defaultParameters,
  onThisThread,
  openBackend,
  type SimulationParameters,
  Simulator,
} from '../index.ts';
import { InterpenetratingVertices } from '../record/untangled.ts';
import type { SceneBuild } from '../scenes/parts/scene-build.ts';
import { COUNTERS } from '../simulation/state.ts';
import { type FrameRow, hashState } from '../simulation/statistics.ts';
import { hasAir, type World } from '../simulation/world/world.ts';

/** A run that tangles bodies while nothing keeps them apart, and then lets one method after another untangle the same state. */
export interface TangledStart {
  readonly name: string;
  readonly title: string;
  readonly build: () => SceneBuild;
  /** Parameters from the start on. Collisions and air are off until the switch. */
  readonly parameters: Partial<SimulationParameters>;
  /** Number of steps until the switch. */
  readonly tanglingSteps: number;
  /** Changes at the switch, for all methods alike. */
  readonly atSwitch: Partial<SimulationParameters>;
  /** Number of steps after the switch in which a state is measured after each one. */
  readonly singleSteps: number;
  /** Changes after these, in which the bodies may get their shapes back, and the number of steps until the end. */
  readonly afterwards: Partial<SimulationParameters>;
  readonly lastSteps: number;
  /** The start's own figure of the end, in words. */
  readonly own?: { readonly title: string; readonly of: (positions: Float32Array, world: World) => string };
}

/** A method that is to untangle bodies. */
export interface Rival {
  readonly name: string;
  readonly parameters: Partial<SimulationParameters>;
  /**
   * Whether it runs without the border's points and the air. Points may be inside bodies that left the border, and hold them there.
   */
  readonly withoutBorder?: boolean;
}

/** The state after a step, judged independently of all methods. */
export interface Judged {
  /** Number of steps since the switch. */
  readonly step: number;
  /** Surface vertices that the step's own search finds inside elements. */
  readonly penetrating: number;
  /** Surface vertices that are exactly inside elements of which they are no corner. */
  readonly interpenetrating: number;
  /** Share of surface edges that pierce triangles. */
  readonly piercing: number;
  /** Number of inverted or flat tetrahedra of bodies. */
  readonly inverted: number;
  /** Elements of air that are inverted, also while air is off; undefined if the run has no air. */
  readonly airInverted?: number;
}

export interface RivalRun {
  /** Hash of the positions of bodies with faces at the switch. */
  readonly hash: string;
  /** The state at the switch first, then after each single step, and last at the end. */
  readonly judged: readonly Judged[];
  /** Mean time of a single step, and of its part that isn't the material [ms]. */
  readonly stepTime: number;
  readonly contactTime: number;
  /** Rms strain of the edges of tetrahedra, and the start's own figure, at the end. */
  readonly strain: number;
  readonly own?: string;
  /** Step since the switch at which the simulation broke, if it did. */
  readonly broke?: number;
}

/** @param observe called with the positions at the switch and after each single step [m] */
export async function runRival(
  start: TangledStart,
  rival: Rival,
  observe: (positions: Float32Array, step: number, world: World) => void = () => {},
): Promise<RivalRun> {
  const { tanglingSteps, singleSteps, lastSteps } = start;
  const parameters: SimulationParameters = {
    ...defaultParameters(),
    ...start.parameters,
    // A switch can't change it.
    ...(rival.parameters.recovery && { recovery: rival.parameters.recovery }),
    mode: 'off',
    air: 'off',
  };
  const build = rival.withoutBorder ? withoutBorder(start.build()) : start.build();
  // A scene's own changes and random forces would disturb the comparison.
  const { switches: _switches, forces: _forces, ...script } = build.script ?? {};
  const { world, positions } = createWorld(build.placements, build.colliders, parameters, script, build.air);
  const backend = await openBackend({ world, positions, parameters, workers: onThisThread });
  const simulator = new Simulator(backend, parameters);
  const vertices = new InterpenetratingVertices(world);
  const judge = async (row: FrameRow): Promise<Judged> => {
    const now = (await backend.read('positions')) as Float32Array;
    const depths = (await backend.read('depths')) as Float32Array;
    vertices.count(now);
    // The border's points don't count: bodies that nothing keeps apart may leave the border, too.
    const own = world.surfaceVertices.filter((v) => 3 * v < borderBegin(world));
    return {
      step: row.step - tanglingSteps,
      penetrating: own.filter((v) => depths[v] > 0).length,
      interpenetrating: own.filter((_, i) => vertices.inside[i] === 1).length,
      piercing: row.piercingShare ?? Number.NaN,
      inverted: countInverted(world, now),
      ...(hasAir(world) && { airInverted: simulator.counters[COUNTERS.airInverted] }),
    };
  };
  const frame = async (steps: number) => judge(await simulator.frame({ steps, piercing: true }));
  const judged: Judged[] = [];
  const times = { step: 0, contact: 0, count: 0 };
  let hash = '';
  let broke: number | undefined;
  try {
    judged.push(await frame(tanglingSteps));
    hash = hashState([((await backend.read('positions')) as Float32Array).subarray(0, borderBegin(world))]);
    observe((await backend.read('positions')) as Float32Array, 0, world);
    simulator.setParameters({ ...start.atSwitch, ...rival.parameters });
    for (let step = 1; step <= singleSteps; step++) {
      const row = await simulator.frame({ steps: 1, piercing: true });
      judged.push(await judge(row));
      observe((await backend.read('positions')) as Float32Array, step, world);
      const { solve, refit, dcd, path, ccd, projection, air, flips, walks } = row.stages;
      const contact = refit + dcd + path + ccd + projection + air + flips + walks;
      times.contact += contact;
      times.step += contact + solve;
      times.count++;
    }
    simulator.setParameters(start.afterwards);
    if (lastSteps > 0) judged.push(await frame(lastSteps));
  } catch (error) {
    if (!(error instanceof BrokenStateError)) throw error;
    broke = error.step - tanglingSteps;
  }
  const end = (await backend.read('positions')) as Float32Array;
  const strain = rmsStrain(world, end);
  await backend.dispose();
  return {
    hash,
    judged,
    stepTime: times.step / times.count,
    contactTime: times.contact / times.count,
    strain,
    ...(start.own && { own: start.own.of(end, world) }),
    ...(broke !== undefined && { broke }),
  };
}

/** Leaves out the last body if it consists of points, as a border does, and the air. */
function withoutBorder(build: SceneBuild): SceneBuild {
  const { air: _, placements, script, ...rest } = build;
  const kept = placements.filter(({ model }) => model.topology.faceCount > 0);
  const drivers = (script?.drivers ?? []).filter(({ body }) => body < kept.length);
  return { ...rest, placements: kept, script: { ...script, drivers } };
}

/** Returns where the coordinates of the first body without faces begin: the border's. Borders come last. */
export function borderBegin({ bodies, models, vertexCount }: World): number {
  const border = bodies.find(({ model }) => models[model].topology.faceCount === 0);
  return 3 * (border?.vertexBase ?? vertexCount);
}

/** Returns the rms strain of the edges of all tetrahedra against their rest shapes; NaN if there are none. */
function rmsStrain(world: World, positions: Float32Array): number {
  let [sum, count] = [0, 0];
  world.bodies.forEach(({ model, vertexBase }) => {
    const { mesh } = world.models[model];
    for (let t = 0; t < mesh.tets.length; t += 4)
      for (let i = 0; i < 4; i++)
        for (let j = 0; j < i; j++) {
          const [a, b] = [mesh.tets[t + i], mesh.tets[t + j]];
          const strain = distance(positions, vertexBase + a, vertexBase + b) / distance(mesh.positions, a, b) - 1;
          sum += strain * strain;
          count++;
        }
  });
  return Math.sqrt(sum / count);
}

function distance(x: Float32Array, a: number, b: number): number {
  const [dx, dy, dz] = [0, 1, 2].map((k) => x[3 * b + k] - x[3 * a + k]);
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}
