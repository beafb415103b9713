import type { TetMesh } from '../../mesh/tet-mesh.ts';
import { createWorld } from '../../simulation/world/create-world.ts';
import type { Vector } from '../shape.ts';
import type { WorkerChoice } from '../workers.ts';
import { World } from '../world.ts';
import { Adoption } from './adoption.ts';
import { describeEntanglement } from './entanglement.ts';
import { Judge, type Judged, VolumeMeter } from './judge.ts';
import { LocalSearch } from './local-search.ts';
import { isApart, type Overlap, OverlapCounter } from './overlap.ts';
import { createPosedModel } from './posed-model.ts';
import { Relaxation, resolvingParameters, rmsBetween } from './relaxation.ts';
import { findFree, type Found, unaligned } from './search.ts';
import { Thinner } from './thinning.ts';
import { describeTangles } from './verdict.ts';

/** Steps after which `resolve` gives up by default. */
const MOST_STEPS = 600;
/** Greatest number of places that `left` names. */
const MOST_PLACES = 10;

export interface ResolveOptions extends WorkerChoice {
  /** Number of steps after which `resolve` gives up; 600 by default. */
  readonly mostSteps?: number;
  /** Receives the number of steps so far and the overlap after each. */
  readonly onStep?: (steps: number, overlap: Overlap) => void;
}

/** A vertex that still has a part in an overlap. */
export interface OverlapPlace {
  readonly body: number;
  /** Id in the body's mesh. */
  readonly vertex: number;
  /** [m] */
  readonly point: Vector;
}

/** Overlaps, inverted elements and volumes of a pose. */
export interface PoseFigures extends Overlap {
  /** Volume that tetrahedra without a common vertex share, over the rest volume of the smallest piece; a piece is what is connected by faces. */
  readonly shared: number;
  /** The least volume of a piece, over its rest volume. */
  readonly leastVolume: number;
}

/** The result of `resolve`. */
export interface Resolved {
  /** Positions per body [m], 3 numbers per vertex. */
  readonly positions: Float32Array[];
  readonly before: PoseFigures;
  readonly after: PoseFigures;
  /** Whether `after` shares no volume, has no vertex and no centroid inside, no piercing edge and no tetrahedron flat or turned inside out, and each piece has at least 0.8 of its rest volume. */
  readonly free: boolean;
  /** Root mean square, over all vertices, of the distance that each has moved [m]. */
  readonly rms: number;
  /** The greatest distance that a vertex has moved [m]. */
  readonly greatest: number;
  /** Number of rounds of thinning, and of steps. */
  readonly rounds: number;
  readonly steps: number;
  /** Vertices that still have a part in an overlap: the first few. */
  readonly left: readonly OverlapPlace[];
  /** Sentences about what the pose is like, and about what is left and why. */
  readonly notes: readonly string[];
}

/**
 * Finds a pose free of overlap near a pose in which bodies overlap themselves or one another (docs/resolve.md). Runs on the CPU; results have the same bits
 * for any number of workers. A pose that is free already is returned unchanged. The counts before and after are exact.
 * @param tangled positions of each body [m], 3 numbers per vertex; tetrahedra may be turned inside out
 * @param rest each body's mesh in its rest shape
 * @throws TypeError if the numbers of bodies or of vertices differ, or a position isn't finite
 * @throws Error if a rest mesh isn't sound (createBody)
 */
export async function resolve(
  tangled: readonly Float32Array[],
  rest: readonly TetMesh[],
  options: ResolveOptions = {},
): Promise<Resolved> {
  checkBodies(tangled, rest);
  const models = rest.map((mesh, body) => createPosedModel(`body ${body}`, mesh, tangled[body]));
  const { world, positions: pose } = createWorld(
    models.map((model, body) => ({ model, positions: tangled[body] })),
    [],
  );
  const counter = new OverlapCounter(world, pose);
  const meter = new VolumeMeter(world);
  const judge = new Judge(counter, meter);
  const given = judge.judge(judge.count(pose));
  if (given.free) return report(world, counter, given, { ...given, rounds: 0 }, { steps: 0, mostSteps: 0 });
  const meanEdge = models.reduce((sum, { edgeLength }) => sum + edgeLength, 0) / models.length;
  const start = isApart(given.overlap) ? judge.judge(judge.count(unaligned(world, pose, meanEdge))) : given;
  const running = await World.create({
    bodies: models.map((mesh, body) => ({ mesh, positions: tangled[body] })),
    backend: 'cpu',
    parameters: resolvingParameters(meanEdge),
    ...(options.workers !== undefined && { workers: options.workers }),
    ...(options.worker !== undefined && { worker: options.worker }),
  });
  try {
    const { mostSteps = MOST_STEPS, onStep = () => {} } = options;
    const relaxation = new Relaxation(running.simulator, { counter, meter, start, mostSteps, onStep });
    const ways = {
      thinner: new Thinner(world, counter),
      search: new LocalSearch(world, counter, meanEdge),
      adoption: new Adoption(world, counter),
      relaxation,
      judge,
    };
    const found = await findFree(ways, start);
    return report(world, counter, given, found, { steps: relaxation.steps, mostSteps });
  } finally {
    await running.dispose();
  }
}

function checkBodies(tangled: readonly Float32Array[], rest: readonly TetMesh[]): void {
  if (tangled.length !== rest.length || rest.length === 0)
    throw new TypeError(
      `${tangled.length} poses and ${rest.length} rest meshes were given, expected one of each per body`,
    );
  tangled.forEach((positions, body) => {
    if (positions.length !== rest[body].positions.length)
      throw new TypeError(
        `the pose of body ${body} has ${positions.length / 3} vertices, expected ${rest[body].positions.length / 3}, as its rest mesh has`,
      );
    const odd = positions.findIndex((x) => !Number.isFinite(x));
    if (odd >= 0)
      throw new TypeError(
        `vertex ${Math.floor(odd / 3)} of body ${body} has the coordinate ${positions[odd]}, expected a finite number`,
      );
  });
}

function report(
  world: ReturnType<typeof createWorld>['world'],
  counter: OverlapCounter,
  start: Judged,
  end: Found,
  { steps, mostSteps }: { readonly steps: number; readonly mostSteps: number },
): Resolved {
  const { positions, free, rounds } = end;
  let greatest = 0;
  for (let v = 0; v < positions.length; v += 3) {
    const [x, y, z] = [0, 1, 2].map((k) => positions[v + k] - start.positions[v + k]);
    greatest = Math.max(greatest, Math.sqrt(x * x + y * y + z * z));
  }
  const left: OverlapPlace[] = [];
  const notes = describeTangles(start, end, { steps, mostSteps });
  if (!free) {
    counter.mark(positions);
    notes.push(...describeEntanglement(world, positions, counter.marks));
    world.bodies.forEach(({ model, vertexBase }, body) => {
      const count = world.models[model].topology.vertexCount;
      for (let id = 0; id < count && left.length < MOST_PLACES; id++) {
        const at = 3 * (vertexBase + id);
        if (counter.marks[vertexBase + id])
          left.push({ body, vertex: id, point: [positions[at], positions[at + 1], positions[at + 2]] });
      }
    });
  }
  return {
    positions: world.bodies.map(({ model, vertexBase }) =>
      positions.slice(3 * vertexBase, 3 * (vertexBase + world.models[model].topology.vertexCount)),
    ),
    before: figuresOf(start),
    after: figuresOf(end),
    free,
    rms: rmsBetween(positions, start.positions),
    greatest,
    rounds,
    steps,
    left,
    notes,
  };
}

const figuresOf = ({ overlap, volumes }: Judged): PoseFigures => ({
  ...overlap,
  shared: volumes.shared,
  leastVolume: volumes.least,
});
