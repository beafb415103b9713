import { overlapArea } from '../../render/explore/section-overlaps.ts';
import { cutElements } from '../../render/explore/section.ts';
import type { CutChoice } from './cut.ts';
import type { StillFrame } from './still-frame.ts';

/** Elements looked at for points that lie in their own body [point-in-element tests]: half a second. */
const EFFORT = 4e6;
/** Bodies tried, those with most such points; and among their points along an axis the places tried. */
const BODIES_TRIED = 2;
const QUANTILES = [0.2, 0.5, 0.8] as const;
/** A cut at a body's very end shows nothing. */
const END = 0.01;

/** Where bodies lie in themselves, and so where to cut them. */
export class SelfOverlaps {
  /** Of each body the points of its skin that lie in it elsewhere [m]. */
  private readonly inside = new Map<number, (readonly number[])[]>();

  /** @param vertices that lie in some body; where they are too many, some of them are looked at */
  constructor(
    private readonly frame: StillFrame,
    vertices: readonly number[],
  ) {
    const most = EFFORT / Math.max(...frame.world.models.map(({ topology }) => topology.tetCount));
    const stride = Math.max(1, Math.ceil(vertices.length / most));
    for (const vertex of vertices.filter((_, i) => i % stride === 0)) {
      const body = frame.bodyOf(vertex);
      if (frame.elementsAround(vertex, body).length === 0) continue;
      const points = this.inside.get(body) ?? [];
      points.push(frame.pointOf(vertex));
      this.inside.set(body, points);
    }
  }

  get areNone(): boolean {
    return this.inside.size === 0;
  }

  /** The cut that shows most, of those tried; undefined where nothing overlaps. @param body, axis by default any */
  bestCut(body?: number, axis?: number): CutChoice | undefined {
    const bodies = [...this.inside].sort(([, a], [, b]) => b.length - a.length).map(([one]) => one);
    const tried = body === undefined ? bodies.slice(0, BODIES_TRIED) : bodies.filter((one) => one === body);
    const cuts = tried.flatMap((one) => (axis === undefined ? [0, 1, 2] : [axis]).flatMap((k) => this.cuts(one, k)));
    const areas = cuts.map((cut) => this.areaIn(cut));
    const largest = Math.max(...areas);
    return largest > 0 ? cuts[areas.indexOf(largest)] : undefined;
  }

  private cuts(body: number, axis: number): CutChoice[] {
    const [least, most] = this.frame.rangeOf(body, axis);
    const along = this.inside
      .get(body)!
      .map((point) => point[axis])
      .sort((a, b) => a - b);
    return QUANTILES.map((quantile) => {
      const at = along[Math.floor(quantile * (along.length - 1))];
      return { body, axis, share: Math.min(1 - END, Math.max(END, (at - least) / (most - least))) };
    });
  }

  private areaIn({ body, axis, share }: CutChoice): number {
    const { world, positions } = this.frame;
    const { model, vertexBase } = world.bodies[body];
    const [least, most] = this.frame.rangeOf(body, axis);
    const plane = { axis, at: least + share * (most - least) };
    return overlapArea(cutElements(world.models[model].topology, positions, vertexBase, plane), axis);
  }
}
