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
import type { Stage } from '../../simulation/stage.ts';
import type { State } from '../../simulation/state.ts';
import type { World } from '../../simulation/world.ts';
import { createScratch } from '../../simulation/scratch.ts';

/** A rest-shape path counts as longer if it exceeds the shortest path by this share. */
const LONGER_SHARE = 0.1;

/**
 * Compares shortest paths with rest-shape paths for the same penetrating points in the same positions. Up to a factor, the sum of
 * the squared path lengths is the collision energy that contacts along these paths resolve.
 */
export class PathEnergy {
  /** Sums of the squared path lengths of both methods [m^2]. */
  shortest = 0;
  restShape = 0;
  /** Number of compared paths, and number of those that are longer with the rest shape. */
  paths = 0;
  longer = 0;
  private readonly state: State;
  private readonly scratch = createScratch();

  constructor(private readonly world: World) {
    makeModelData(world, ['restTree']);
    const still = new Float32Array(3 * world.vertexCount);
    this.state = initialState(world, still, defaultParameters(), (bytes) => new ArrayBuffer(bytes));
  }

  /** Compares the paths of one state. @param positions 3 per vertex [m] */
  look(positions: Float32Array): void {
    const { world, state } = this;
    if (this.paths === 0) {
      // The first positions determine the order of the trees' leaves. It stays correct for later ones, and fast enough.
      state.positions.set(positions);
      initialOrders(world, state);
    }
    state.positions.set(positions);
    this.refit(refitTets);
    this.refit(refitBodies);
    state.pathPasses[0]++;
    for (let point = 0; point < world.surfaceVertexCount; point++)
      visitContainingTets(this.scratch.detect.containing, world, state, point, {
        visit: (body, tet) => this.add(point, body, tet),
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
    };
    const phases = stage.phases?.(context) ?? 1;
    for (let phase = 0; phase < phases; phase++) stage.run(context, 0, stage.count(context, phase), phase);
  }

  /**
   * Compares the paths from a point inside one tetrahedron.
   * @returns false, so that every tetrahedron that contains the point is visited
   */
  private add(point: number, body: number, tet: number): boolean {
    const { world, state } = this;
    const scratch = this.scratch.path;
    const { path } = scratch;
    const vertex = world.points.vertices[point];
    const own = world.points.bodies[point] === body ? vertex - world.bodies[body].vertexBase : NONE;
    const [x, y, z] = state.positions.subarray(3 * vertex, 3 * vertex + 3);
    const squaredLength = (method: 'flood' | 'rest-shape'): number => {
      findPath(method)(scratch, pathBodies(scratch.bodies, world, state)[body], x, y, z, tet, own, PATH_OPTIONS);
      return path.face === NONE ? Number.NaN : path.depthSquared;
    };
    const shortest = squaredLength('flood');
    const restShape = squaredLength('rest-shape');
    if (Number.isNaN(shortest + restShape)) return false;
    this.shortest += shortest;
    this.restShape += restShape;
    this.paths++;
    if (restShape > (1 + LONGER_SHARE) * (1 + LONGER_SHARE) * shortest) this.longer++;
    return false;
  }
}
