import { DONE, leafBegin, nextLeafIn, nodeAfter, ROOT } from '../../bvh/walk.ts';
import { sharedVolume, type TetCorners } from '../../geometry/shared-volume.ts';
import type { Vector } from '../../math/arithmetic.ts';
import { findPieces } from '../../mesh/pieces.ts';
import { signedVolumes } from '../../mesh/quality.ts';
import { holdsVertex } from '../../mesh/topology.ts';
import type { State } from '../../simulation/state.ts';
import type { World } from '../../simulation/world/world.ts';
import { isApart, type OverlapCounter, type Posed } from './overlap.ts';

/** Share of its rest volume that each piece of a free pose has at least. */
export const LEAST_VOLUME = 0.8;
/** Shares of volume below this are rounding: of float32 positions where faces touch, and of float64 sums. */
const MOST_SHARED = 1e-6;

/** Volumes of a pose. A piece is a group of tetrahedra that are connected by faces; most bodies are one piece. */
export interface Volumes {
  /** Volume shared by tetrahedra that have no vertex in common, over the smallest piece's rest volume. */
  readonly shared: number;
  /** The least volume of a piece, over its rest volume. */
  readonly least: number;
}

/** A pose, what was counted and measured in it, and whether it is free. */
export interface Judged extends Posed {
  readonly volumes: Volumes;
  /** Whether nothing is shared, nothing pierces, no element is flat or inverted, and each piece has LEAST_VOLUME of its rest volume. */
  readonly free: boolean;
}

export const sharesVolume = ({ shared }: Volumes): boolean => shared >= MOST_SHARED;
export const isWhole = ({ least }: Volumes): boolean => least >= LEAST_VOLUME;

/** Judges poses: counts and measures them. */
export class Judge {
  constructor(
    private readonly counter: OverlapCounter,
    private readonly meter: VolumeMeter,
  ) {}

  count(positions: Float32Array): Posed {
    return { positions, overlap: this.counter.count(positions) };
  }

  judge(posed: Posed): Judged {
    const { positions, overlap } = posed;
    const volumes = { shared: this.meter.shared(this.counter.stateAt(positions)), least: this.meter.least(positions) };
    const free = isApart(overlap) && overlap.inverted === 0 && !sharesVolume(volumes) && isWhole(volumes);
    return { positions, overlap, volumes, free };
  }
}

/** Measures the volumes of a world's poses. */
export class VolumeMeter {
  private readonly bodies: readonly { readonly pieceOf: Int32Array; readonly rest: readonly number[] }[];
  private readonly smallest: number;

  constructor(private readonly world: World) {
    this.bodies = world.bodies.map(({ model }) => {
      const { mesh, topology } = world.models[model];
      const { pieceOf, sizes } = findPieces(topology.neighbours);
      return { pieceOf, rest: sums(signedVolumes(mesh), pieceOf, sizes.length) };
    });
    this.smallest = Math.min(...this.bodies.flatMap(({ rest }) => rest));
  }

  /** Returns the least volume of a piece over its rest volume. */
  least(positions: Float32Array): number {
    let least = Infinity;
    this.bodies.forEach(({ pieceOf, rest }, body) => {
      const { model, vertexBase } = this.world.bodies[body];
      const { tets, vertexCount } = this.world.models[model].topology;
      const own = positions.subarray(3 * vertexBase, 3 * (vertexBase + vertexCount));
      sums(signedVolumes({ positions: own, tets }), pieceOf, rest.length).forEach((volume, piece) => {
        least = Math.min(least, volume / rest[piece]);
      });
    });
    return least;
  }

  /** Returns the volume that tetrahedra share, over the smallest piece's rest volume. @param state with trees that are refitted */
  shared(state: State): number {
    const { world } = this;
    const box = new Float32Array(6);
    let sum = 0;
    for (let body = 0; body < world.bodies.length; body++)
      for (let tet = 0; tet < world.models[world.bodies[body].model].topology.tetCount; tet++) {
        const corners = cornersOf(world, state, body, tet);
        for (let k = 0; k < 3; k++) {
          box[k] = Math.min(...corners.map((corner) => corner[k]));
          box[k + 3] = Math.max(...corners.map((corner) => corner[k]));
        }
        visitTetsIn(world, state, box, (other, otherTet) => {
          // Each pair once.
          if (other < body || (other === body && (otherTet <= tet || haveCommonVertex(world, body, tet, otherTet))))
            return;
          sum += sharedVolume(corners, cornersOf(world, state, other, otherTet));
        });
      }
    return sum / this.smallest;
  }
}

function sums(volumes: Float64Array, pieceOf: Int32Array, pieces: number): number[] {
  const result = new Array<number>(pieces).fill(0);
  volumes.forEach((volume, tet) => {
    result[pieceOf[tet]] += volume;
  });
  return result;
}

function cornersOf({ bodies, models }: World, { positions }: State, body: number, tet: number): TetCorners {
  const { model, vertexBase } = bodies[body];
  const { tets } = models[model].topology;
  const corner = (k: number): Vector => {
    const at = 3 * (vertexBase + tets[4 * tet + k]);
    return [positions[at], positions[at + 1], positions[at + 2]];
  };
  return [corner(0), corner(1), corner(2), corner(3)];
}

/** Visits the tetrahedra in the leaves whose boxes meet a box. */
function visitTetsIn(
  { bodyTree, tetTrees }: World,
  { bodyBoxes, bodyOrder, tetBoxes, tetOrder }: State,
  box: Float32Array,
  visit: (body: number, tet: number) => void,
): void {
  for (
    let n = nextLeafIn(bodyTree, bodyBoxes, ROOT, box);
    n !== DONE;
    n = nextLeafIn(bodyTree, bodyBoxes, nodeAfter(n), box)
  )
    for (let k = leafBegin(bodyTree, n); k < leafBegin(bodyTree, n + 1); k++) {
      const tree = tetTrees[bodyOrder[k]];
      for (let m = nextLeafIn(tree, tetBoxes, ROOT, box); m !== DONE; m = nextLeafIn(tree, tetBoxes, nodeAfter(m), box))
        for (let i = leafBegin(tree, m); i < leafBegin(tree, m + 1); i++) visit(bodyOrder[k], tetOrder[i]);
    }
}

function haveCommonVertex({ bodies, models }: World, body: number, tet: number, other: number): boolean {
  const { tets } = models[bodies[body].model].topology;
  for (let k = 0; k < 4; k++) if (holdsVertex(tets, other, tets[4 * tet + k])) return true;
  return false;
}
