import { EXPLORE, INTERSECTION } from '../../render/palette.ts';
import type { ScreenDot } from '../../render/explore/screen-dots.ts';
import type { StillFrame } from './still-frame.ts';

/** Diameters of the marks of the shallowest and the deepest point [pixels]. */
const SIZE = { shallow: 5, deep: 9 } as const;
/** Opacity of the marks of bodies out of focus. */
const FAINT_OPACITY = 0.25;
/** If there are at least this many marks, marks of bodies out of focus are hidden. */
const CROWD_SIZE = 150;

/** Maximum number of point-in-element tests in the search for a first vertex that lies in its own body. */
const MAX_TESTS = 4e6;

/** The penetrating vertices of a frame, and their marks. */
export class PenetratingPoints {
  /** Vertex ids, deepest first. */
  readonly vertices: readonly number[];
  private readonly points: readonly { readonly vertex: number; readonly body: number; readonly share: number }[];

  /** @param depths penetration depths of all vertices [m]; 0 outside */
  constructor(
    private readonly frame: StillFrame,
    depths: Float32Array,
  ) {
    this.vertices = Array.from(depths.keys())
      .filter((v) => depths[v] > 0)
      .sort((a, b) => depths[b] - depths[a]);
    const deepest = depths[this.vertices[0]] ?? 0;
    this.points = this.vertices.map((vertex) => ({
      vertex,
      body: frame.bodyOf(vertex),
      share: depths[vertex] / deepest,
    }));
  }

  /** Whether there are too many to show all at once. */
  get isCrowd(): boolean {
    return this.points.length >= CROWD_SIZE;
  }

  /**
   * One mark per vertex, bluer and larger with depth. Marks of bodies out of focus are faint or, in a crowd, left out.
   * @param bodies bodies in focus; an empty set means all
   */
  marks(bodies: ReadonlySet<number>): ScreenDot[] {
    const isLookedAt = (body: number) => bodies.size === 0 || bodies.has(body);
    // Later marks are drawn over earlier ones.
    const shown = this.isCrowd ? this.points.filter(({ body }) => isLookedAt(body)) : this.points;
    const order = [...shown].reverse().sort((a, b) => Number(isLookedAt(a.body)) - Number(isLookedAt(b.body)));
    return order.map(({ vertex, body, share }) => ({
      at: this.frame.pointOf(vertex),
      colour: EXPLORE.shared.clone().lerp(INTERSECTION, Math.sqrt(share)),
      opacity: isLookedAt(body) ? 1 : FAINT_OPACITY,
      size: isLookedAt(body) ? SIZE.shallow + (SIZE.deep - SIZE.shallow) * Math.sqrt(share) : SIZE.shallow,
    }));
  }

  /** The deepest vertex that lies inside its own body, because there the naive answers are wrong; else the deepest of all. */
  telling(): number | undefined {
    const { frame, vertices } = this;
    const most = MAX_TESTS / Math.max(...frame.world.models.map(({ topology }) => topology.tetCount));
    const isTelling = (vertex: number) => frame.elementsAround(vertex, frame.bodyOf(vertex)).length > 0;
    return vertices.slice(0, most).find(isTelling) ?? vertices[0];
  }
}
