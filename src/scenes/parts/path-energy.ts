import { TYPESCRIPT_KERNELS } from '../../simulation/program/kernels.ts';
import { NONE } from '../../mesh/topology.ts';
import { visitContainingTets } from '../../simulation/detect/containing-tets.ts';
import { initialOrders } from '../../simulation/detect/rebuild.ts';
import { refitBodies, refitTets } from '../../simulation/detect/refit.ts';
import { initialState } from '../../simulation/initial-state.ts';
import { makeModelData } from '../../simulation/model-data.ts';
import { defaultParameters } from '../../simulation/parameters.ts';
import { PATH_OPTIONS } from '../../simulation/path/path-query.ts';
import { pathBodies } from '../../simulation/path/path-body.ts';
import { findPath } from '../../simulation/path/shortest-path.ts';
import type { Stage } from '../../simulation/program/stage.ts';
import type { State } from '../../simulation/state.ts';
import type { World } from '../../simulation/world/world.ts';
import { createScratch } from '../../simulation/scratch.ts';

/** A rest-shape path counts as longer if its length exceeds that of the shortest path by this share. */
const LONGER_SHARE = 0.1;

/**
 * Compares two paths from each penetrating vertex to the boundary, in the same deformed positions: the shortest path, and the
 * rest-shape path, which leads to the boundary point that is nearest in the rest shape. Contacts along such paths resolve a
 * collision energy proportional to the sum of the squared path lengths.
 */
export class PathEnergy {
  /** Sum of the squared lengths of the shortest paths [m^2]. */
  shortestSquares = 0;
  /** Sum of the squared lengths of the rest-shape paths [m^2]. */
  restShapeSquares = 0;
  /** Number of compared pairs of paths. */
  pairs = 0;
  /** Number of pairs whose rest-shape path is longer. */
  longer = 0;
  private readonly state: State;
  private readonly scratch = createScratch();

  constructor(private readonly world: World) {
    makeModelData(world, ['restTree']);
    const zeroPositions = new Float32Array(3 * world.vertexCount);
    this.state = initialState(world, zeroPositions, defaultParameters(), (bytes) => new ArrayBuffer(bytes));
  }

  /** Compares the paths of one state and adds them to the sums. @param positions 3 per vertex [m] */
  compare(positions: Float32Array): void {
    const { world, state } = this;
    if (this.pairs === 0) {
      // The first positions determine the leaf order of the bounding-volume trees. This order stays correct for later positions, and
      // the trees stay fast enough.
      state.positions.set(positions);
      initialOrders(world, state);
    }
    state.positions.set(positions);
    this.refit(refitTets);
    this.refit(refitBodies);
    state.pathPasses[0]++;
    for (let point = 0; point < world.surfaceVertexCount; point++)
      visitContainingTets(this.scratch.detect.containing, world, state, point, {
        visit: (body, tet) => this.comparePaths(point, body, tet),
      });
  }

  private refit(stage: Stage): void {
    const { world, state, scratch } = this;
    const context = {
      world,
      state,
      parameters: defaultParameters(),
      argument: 0,
      scratch,
      kernels: TYPESCRIPT_KERNELS,
    };
    const phases = stage.phases?.(context) ?? 1;
    for (let phase = 0; phase < phases; phase++) stage.run(context, 0, stage.count(context, phase), phase);
  }

  /**
   * Compares the two paths from a surface vertex that lies inside a tetrahedron.
   * @param point index of the vertex among the world's points
   * @returns false, so that the visit of containing tetrahedra goes on
   */
  private comparePaths(point: number, body: number, tet: number): boolean {
    const { world, state } = this;
    const scratch = this.scratch.path;
    const { path } = scratch;
    const vertex = world.points.vertices[point];
    const ownVertex = world.points.bodies[point] === body ? vertex - world.bodies[body].vertexBase : NONE;
    const [x, y, z] = state.positions.subarray(3 * vertex, 3 * vertex + 3);
    const squaredLength = (method: 'flood' | 'rest-shape'): number => {
      findPath(method)(scratch, pathBodies(scratch.bodies, world, state)[body], x, y, z, tet, ownVertex, PATH_OPTIONS);
      return path.face === NONE ? Number.NaN : path.depthSquared;
    };
    const shortest = squaredLength('flood');
    const restShape = squaredLength('rest-shape');
    if (Number.isNaN(shortest + restShape)) return false;
    this.shortestSquares += shortest;
    this.restShapeSquares += restShape;
    this.pairs++;
    if (restShape > (1 + LONGER_SHARE) * (1 + LONGER_SHARE) * shortest) this.longer++;
    return false;
  }
}
