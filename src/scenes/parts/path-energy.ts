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

/** A path counts as longer than the shortest by more than this share of it. */
const LONGER = 0.1;

/**
 * Asks both the shortest paths and those of the rest shape for the way out of the same points in the same positions. The sum of
 * a path's squared lengths is the collision energy, up to a factor, that contacts made of them undo.
 */
export class PathEnergy {
  /** Sums of squared lengths over all that was looked at [m^2]. */
  shortest = 0;
  restShape = 0;
  /** Paths out of surface vertices, and those of them that are longer by the rest shape. */
  paths = 0;
  longer = 0;
  private readonly state: State;
  private readonly scratch = createScratch();

  constructor(private readonly world: World) {
    makeModelData(world, ['restTree']);
    const still = new Float32Array(3 * world.vertexCount);
    this.state = initialState(world, still, defaultParameters(), (bytes) => new ArrayBuffer(bytes));
  }

  /** @param positions [m], 3 a vertex */
  look(positions: Float32Array): void {
    const { world, state } = this;
    if (this.paths === 0) {
      // The trees' orders come from where the bodies lie: they stay right, and quick enough.
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

  /** @returns false: each tetrahedron that holds the point asks */
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
    if (restShape > (1 + LONGER) * (1 + LONGER) * shortest) this.longer++;
    return false;
  }
}
