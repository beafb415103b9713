import { EXPLORE } from '../../render/overlay-palette.ts';
import { INTERSECTION } from '../../render/palette.ts';
import type { ScreenDot } from '../../render/screen/screen-dots.ts';
import type { Project } from './labels.ts';
import type { StillFrame } from './still-frame.ts';

/** Diameters of the marks of the shallowest and the deepest point [pixels]. */
const SIZE = { shallow: 5, deep: 9 } as const;
/** Opacity of marks whose bodies are out of focus. */
const FAINT_OPACITY = 0.25;
/** Minimum number of marks that count as a crowd. In a crowd, marks of bodies out of focus are hidden. */
const CROWD_SIZE = 150;

/** A click hits a mark if it is at most this far from the middle of the mark [pixels]. */
const CLICK_REACH = 14;
/** Maximum number of point-in-element tests in the search for the deepest vertex that penetrates its own body. */
const MAX_TESTS = 4e6;

/** The penetrating vertices of a frame, and their marks. */
export class PenetratingPoints {
  /** Vertex ids, deepest first. */
  readonly vertices: readonly number[];
  /** The vertices with their bodies. `share` is a vertex's penetration depth as a share of the greatest depth. */
  private readonly points: readonly { readonly vertex: number; readonly body: number; readonly share: number }[];

  /** @param depths penetration depths of all vertices [m]; 0 for a vertex outside all bodies */
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

  /** Whether there are too many marks to show all at once. */
  get isCrowd(): boolean {
    return this.points.length >= CROWD_SIZE;
  }

  /**
   * Returns one mark per vertex. Deeper vertices have bluer and larger marks. Marks of bodies out of focus are faint, or hidden in a
   * crowd.
   * @param bodies bodies in focus; an empty set means all
   */
  marks(bodies: ReadonlySet<number>): ScreenDot[] {
    const isInFocus = (body: number) => bodies.size === 0 || bodies.has(body);
    // Later marks are drawn over earlier ones, so the order is: out of focus, shallow, deep.
    const shown = this.isCrowd ? this.points.filter(({ body }) => isInFocus(body)) : this.points;
    const order = [...shown].reverse().sort((a, b) => Number(isInFocus(a.body)) - Number(isInFocus(b.body)));
    return order.map(({ vertex, body, share }) => ({
      at: this.frame.pointOf(vertex),
      colour: EXPLORE.shared.clone().lerp(INTERSECTION, Math.sqrt(share)),
      opacity: isInFocus(body) ? 1 : FAINT_OPACITY,
      size: isInFocus(body) ? SIZE.shallow + (SIZE.deep - SIZE.shallow) * Math.sqrt(share) : SIZE.shallow,
    }));
  }

  /** Returns the places of the vertices on the page [pixels]. @param project undefined for a point behind the camera */
  places(project: Project): { readonly vertex: number; readonly x: number; readonly y: number }[] {
    return this.vertices.flatMap((vertex) => {
      const at = project(this.frame.pointOf(vertex));
      return at ? [{ vertex, ...at }] : [];
    });
  }

  /** Finds the vertex whose mark is nearest to a click. Picking the surface would miss marks behind other surfaces. */
  nearestTo(x: number, y: number, project: Project): number | undefined {
    let nearest: number | undefined;
    let least = CLICK_REACH;
    for (const place of this.places(project)) {
      const distance = Math.hypot(place.x - x, place.y - y);
      if (!(distance < least)) continue;
      least = distance;
      nearest = place.vertex;
    }
    return nearest;
  }

  /**
   * Returns the deepest vertex that penetrates its own body, because naive closest points are wrong there; if there is none, the deepest
   * vertex of all.
   */
  mostInstructive(): number | undefined {
    const { frame, vertices } = this;
    const maxVertices = MAX_TESTS / Math.max(...frame.world.models.map(({ topology }) => topology.tetCount));
    const isInstructive = (vertex: number) => frame.elementsAround(vertex, frame.bodyOf(vertex)).length > 0;
    return vertices.slice(0, maxVertices).find(isInstructive) ?? vertices[0];
  }
}
