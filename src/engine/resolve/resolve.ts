import type { TetMesh } from '../../mesh/tet-mesh.ts';
import { createWorld } from '../../simulation/world/create-world.ts';
import type { Vector } from '../shape.ts';
import type { WorkerChoice } from '../workers.ts';
import { World } from '../world.ts';
import { Adoption } from './adoption.ts';
import { LocalSearch } from './local-search.ts';
import { describeEntanglement } from './entanglement.ts';
import { isFree, type Overlap, OverlapCounter, type Posed } from './overlap.ts';
import { createPosedModel } from './posed-model.ts';
import { Relaxation, resolvingParameters, rmsBetween, sizeOf } from './relaxation.ts';
import { Thinner } from './thinning.ts';

/** Steps after which `resolve` gives up by default. */
const MOST_STEPS = 600;
/** The local search is tried once contacts have brought the number of overlaps and inverted elements below this; it takes long for more. */
const SEARCH_BELOW = 100;
/** Steps of contacts between two tries to search. */
const STEPS_BETWEEN_TRIES = 20;
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

/** The result of `resolve`. */
export interface Resolved {
  /** Positions per body [m], 3 numbers per vertex. */
  readonly positions: Float32Array[];
  readonly before: Overlap;
  readonly after: Overlap;
  /** Whether `after` has no vertex inside and no piercing edge. */
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
  const before = counter.count(pose);
  const start: Posed = { positions: pose, overlap: before };
  if (isFree(before)) return report(world, counter, start, start, 0, 0);
  const thinner = new Thinner(world, counter);
  const meanEdge = models.reduce((sum, { edgeLength }) => sum + edgeLength, 0) / models.length;
  const search = new LocalSearch(world, counter, meanEdge);
  const running = await World.create({
    bodies: models.map((mesh, body) => ({ mesh, positions: tangled[body] })),
    backend: 'cpu',
    parameters: resolvingParameters(meanEdge),
    ...(options.workers !== undefined && { workers: options.workers }),
    ...(options.worker !== undefined && { worker: options.worker }),
  });
  try {
    const { mostSteps = MOST_STEPS, onStep = () => {} } = options;
    const relaxation = new Relaxation(running.simulator, counter, start, mostSteps, onStep);
    const parted = await part({ thinner, search, counter }, relaxation, start);
    const result = isFree(parted.overlap) ? await relaxation.settle(parted, new Adoption(world, counter)) : parted;
    return report(world, counter, start, result, parted.rounds ?? 0, relaxation.steps);
  } finally {
    await running.dispose();
  }
}

/**
 * Thins the parts that overlap, until nothing does. Where they are too tangled for that, contacts part them until few overlaps are left, which a local
 * search mends.
 * @returns a pose free of overlap, or the one with the least overlap
 */
async function part(
  { thinner, search, counter }: { thinner: Thinner; search: LocalSearch; counter: OverlapCounter },
  relaxation: Relaxation,
  start: Posed,
): Promise<Posed & { readonly rounds?: number }> {
  const thinned = thinner.thin(start.positions, start.overlap.inverted);
  if (thinned) return thinned;
  for (let searched = Infinity; ; ) {
    const parted = await relaxation.part(STEPS_BETWEEN_TRIES);
    const size = sizeOf(parted.overlap);
    if (isFree(parted.overlap)) return parted;
    if (size < searched && size < SEARCH_BELOW) {
      searched = size;
      const positions = search.mend(parted.positions);
      const mended = { positions, overlap: counter.count(positions) };
      if (isFree(mended.overlap) || relaxation.isOver) return mended;
    }
    if (relaxation.isOver) return parted;
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
  start: Posed,
  end: Posed,
  rounds: number,
  steps: number,
): Resolved {
  const { positions, overlap: after } = end;
  let greatest = 0;
  for (let v = 0; v < positions.length; v += 3) {
    const [x, y, z] = [0, 1, 2].map((k) => positions[v + k] - start.positions[v + k]);
    greatest = Math.max(greatest, Math.sqrt(x * x + y * y + z * z));
  }
  const free = isFree(after);
  const left: OverlapPlace[] = [];
  const notes = notesOn(start.overlap, after);
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
    before: start.overlap,
    after,
    free,
    rms: rmsBetween(positions, start.positions),
    greatest,
    rounds,
    steps,
    left,
    notes,
  };
}

function notesOn(before: Overlap, after: Overlap): string[] {
  const notes: string[] = [];
  if (before.inverted > 0)
    notes.push(
      `The pose has ${before.inverted} tetrahedra that are flat or turned inside out: no shortest path that touches one pushes anything, and the material has to turn it back first.`,
    );
  if (!isFree(after))
    notes.push(
      `Vertices inside left: ${after.inside}, piercing edges left: ${after.piercing}: the steps ran out, or the counts stopped falling, as they do where parts have passed through one another, and around tetrahedra turned inside out.`,
    );
  if (after.inverted > 0) notes.push(`Tetrahedra flat or turned inside out left: ${after.inverted}.`);
  return notes;
}
