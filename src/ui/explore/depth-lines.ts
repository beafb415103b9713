import type { ExploreLayer } from '../../render/explore/explore-layer.ts';
import { isoLines } from '../../render/explore/iso-lines.ts';
import type { SectionPolygon } from '../../render/explore/section.ts';
import { createPathScratch } from '../../simulation/path/scratch.ts';
import { carriedDistance, exactDepth } from '../../simulation/view/explain/depths.ts';
import type { StillBody } from '../../simulation/view/explain/explain-path.ts';
import { combine, type Point } from '../../simulation/view/explain/explanation.ts';
import type { StillFrame } from './still-frame.ts';

/** The step between two lines is at most this share of Model.thickness, the radius of a body's thin parts, ... */
const SHARE_OF_THICKNESS = 1 / 4;
/** ... or, in a body that also has thick parts, this share of its greatest carried distance. More lines would be a grey area there. */
const SHARE_OF_GREATEST = 1 / 10;
/** Depths are computed at the corners of a section's polygons, moved into their element by this share of the way to the polygon's middle. */
const HAIR = 1e-4;
/**
 * Time per paint for the search of exact depths: at least so many ms, or this share of the time since the last paint where painting itself takes
 * longer. A large section takes several paints, so that the slider moves smoothly.
 */
const TIME_PER_PAINT = 8;
const SHARE_OF_PAINT = 0.5;

/** A section whose exact depths are being computed. */
interface Search {
  readonly body: StillBody;
  readonly polygons: readonly SectionPolygon[];
  readonly spacing: number;
  /** Index of the next polygon. */
  next: number;
  /** Depth at the corner on each edge of the mesh (SectionPolygon.edges) [m]. */
  readonly depths: Map<number, number>;
  /** Ends of the lines so far (isoLines). */
  readonly ends: number[];
}

/** Returns a round number, 1, 2 or 5 times a power of ten, that is at most `greatest`. */
export function roundBelow(greatest: number): number {
  const power = 10 ** Math.floor(Math.log10(greatest));
  return power * ([5, 2].find((digit) => digit * power <= greatest) ?? 1);
}

/** Lines of equal depth in a section, at the same depths for both: of the carried distance field, and of the exact depth. */
export class DepthLines {
  /** Whether the person wants lines. */
  isOn = false;
  private readonly scratch = createPathScratch();
  private search: Search | undefined;
  /** When `update` was last called, by performance.now() [ms]. */
  private lastUpdate = 0;

  constructor(
    private readonly frame: StillFrame,
    private readonly layer: ExploreLayer,
  ) {}

  /** Returns the step of depth from one line to the next [m]. */
  spacingIn(body: number): number {
    const { world, bodies } = this.frame;
    const { model, vertexBase } = world.bodies[body];
    const { thickness, topology } = world.models[model];
    let greatest = 0;
    for (let v = 0; v < topology.vertexCount; v++)
      greatest = Math.max(greatest, bodies[body].now.fieldDistances[vertexBase + v]);
    return roundBelow(Math.max(SHARE_OF_THICKNESS * thickness, SHARE_OF_GREATEST * greatest));
  }

  /** Shows the lines in another section, or no lines if they are off. Those of the exact depth come once `update` has computed them. */
  show(bodyId: number, polygons: readonly SectionPolygon[]): void {
    this.search = undefined;
    this.layer.showDepthLines('exact', []);
    if (!this.isOn) {
      this.layer.showDepthLines('carried', []);
      return;
    }
    const body = this.frame.bodies[bodyId];
    const spacing = this.spacingIn(bodyId);
    const lines = polygons.map((polygon) =>
      linesIn(polygon, spacing, (p) => carriedDistance(this.scratch, body, p, polygon.tet)),
    );
    this.layer.showDepthLines('carried', lines.flat());
    this.search = { body, polygons, spacing, next: 0, depths: new Map(), ends: [] };
    this.lastUpdate = performance.now();
    this.update();
  }

  /** Called once per paint: computes exact depths. @returns whether their lines are there now, and were not before */
  update(): boolean {
    const { search } = this;
    if (!search) return false;
    const begin = performance.now();
    const end = begin + Math.max(TIME_PER_PAINT, SHARE_OF_PAINT * (begin - this.lastUpdate));
    this.lastUpdate = begin;
    while (search.next < search.polygons.length) {
      if (performance.now() > end) return false;
      this.searchPolygon(search, search.polygons[search.next++]);
    }
    this.layer.showDepthLines('exact', search.ends);
    this.search = undefined;
    return true;
  }

  private searchPolygon({ body, spacing, depths, ends }: Search, polygon: SectionPolygon): void {
    const depthAt = (p: Point, corner: number | undefined) => {
      const edge = corner === undefined ? undefined : polygon.edges[corner];
      const known = edge === undefined ? undefined : depths.get(edge);
      if (known !== undefined) return known;
      const depth = exactDepth(this.scratch, body, p, polygon.tet);
      if (edge !== undefined) depths.set(edge, depth);
      return depth;
    };
    for (const coordinate of linesIn(polygon, spacing, depthAt)) ends.push(coordinate);
  }
}

/** Returns the lines in one polygon. @param depthAt returns the depth at a place [m]; `corner` is undefined in the middle */
function linesIn(
  { corners }: SectionPolygon,
  spacing: number,
  depthAt: (place: Point, corner: number | undefined) => number,
): number[] {
  const middle = combine(corners, Array<number>(corners.length).fill(1 / corners.length));
  const values = corners.map((corner, i) => depthAt(combine([corner, middle], [1 - HAIR, HAIR]), i));
  return isoLines(corners, middle, [...values, depthAt(middle, undefined)], spacing);
}
