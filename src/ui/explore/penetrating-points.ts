import { EXPLORE, INTERSECTION } from '../../render/palette.ts';
import type { ScreenDot } from '../../render/explore/screen-dots.ts';
import type { StillFrame } from './still-frame.ts';

/** Diameters of marks, of the shallowest points and the deepest [pixels]. */
const SIZE = { shallow: 5, deep: 9 } as const;
/** Opacity of the marks of bodies that one doesn't look at; from so many marks on they aren't drawn. */
const FAINT = 0.25;
const CROWD = 150;

/** Elements looked at for a first point that lies in its own body [point-in-element tests]. */
const FIRST_EFFORT = 4e6;

/** Points that lie inside something. */
export class PenetratingPoints {
  /** Vertices, deepest first. */
  readonly vertices: readonly number[];
  private readonly points: readonly { readonly vertex: number; readonly body: number; readonly share: number }[];

  /** @param depths of all vertices [m] */
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

  /** Whether they lie too thick to be shown all at once. */
  get isCrowd(): boolean {
    return this.points.length >= CROWD;
  }

  /** The deeper the bluer and larger; those of bodies that one doesn't look at faint or hidden. @param bodies none are all */
  marks(bodies: ReadonlySet<number>): ScreenDot[] {
    const isLookedAt = (body: number) => bodies.size === 0 || bodies.has(body);
    // Later ones lie above earlier ones.
    const shown = this.isCrowd ? this.points.filter(({ body }) => isLookedAt(body)) : this.points;
    const order = [...shown].reverse().sort((a, b) => Number(isLookedAt(a.body)) - Number(isLookedAt(b.body)));
    return order.map(({ vertex, body, share }) => ({
      at: this.frame.pointOf(vertex),
      colour: EXPLORE.shared.clone().lerp(INTERSECTION, Math.sqrt(share)),
      opacity: isLookedAt(body) ? 1 : FAINT,
      size: isLookedAt(body) ? SIZE.shallow + (SIZE.deep - SIZE.shallow) * Math.sqrt(share) : SIZE.shallow,
    }));
  }

  /** The deepest vertex that lies in its own body: there the naive way goes wrong; else the deepest. */
  telling(): number | undefined {
    const { frame, vertices } = this;
    const most = FIRST_EFFORT / Math.max(...frame.world.models.map(({ topology }) => topology.tetCount));
    const isTelling = (vertex: number) => frame.elementsAround(vertex, frame.bodyOf(vertex)).length > 0;
    return vertices.slice(0, most).find(isTelling) ?? vertices[0];
  }
}
