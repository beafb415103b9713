import type { ExploreLayer } from '../../render/explore/explore-layer.ts';
import { isoLines, refinedIsoLines, type Triangle } from '../../render/explore/iso-lines.ts';
import type { SectionPolygon } from '../../render/explore/section.ts';
import { createPathScratch, type PathScratch } from '../../simulation/path/scratch.ts';
import { carriedDistance, exactDepth, type StillBody } from '../../simulation/view/explain/explain-path.ts';
import { combine, type Point } from '../../simulation/view/explain/explanation.ts';
import type { StillFrame } from './still-frame.ts';

/** The step between two lines is at most this share of Model.thickness, the radius of a body's thin parts, ... */
const SHARE_OF_THICKNESS = 1 / 4;
/** ... or, in a body that also has thick parts, this share of its greatest carried distance. More lines would be a grey area there. */
const SHARE_OF_GREATEST = 1 / 10;
/** Depths are computed at places of a section's polygons that are moved into their element by this share of the way to the polygon's middle. */
const HAIR = 1e-4;
/** Exact depths are computed at places at most this far from the next one, as a multiple of the step between lines, and taken as linear between. */
const MAX_SIDE = 1;
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
    this.layer.showDepthLines(
      'carried',
      polygons.flatMap((polygon) => carriedLines(this.scratch, body, polygon, spacing)),
    );
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

  private searchPolygon({ body, spacing, depths, ends }: Search, { tet, corners, edges }: SectionPolygon): void {
    const middle = middleOf(corners);
    const depthAt = (place: Point) => exactDepth(this.scratch, body, inwards(place, middle), tet);
    const atCorners = corners.map((corner, i) => {
      const depth = depths.get(edges[i]) ?? depthAt(corner);
      depths.set(edges[i], depth);
      return depth;
    });
    const fan = fanOf(corners, middle, atCorners, depthAt(middle));
    for (const { places, values } of fan)
      for (const x of refinedIsoLines(places, values, spacing, MAX_SIDE * spacing, depthAt)) ends.push(x);
  }
}

/** Returns the lines of the carried distance in a polygon. It is linear there. */
function carriedLines(scratch: PathScratch, body: StillBody, { corners, tet }: SectionPolygon, spacing: number) {
  const middle = middleOf(corners);
  const valueAt = (place: Point) => carriedDistance(scratch, body, inwards(place, middle), tet);
  const fan = fanOf(corners, middle, corners.map(valueAt), valueAt(middle));
  return fan.flatMap(({ places, values }) => isoLines(places, values, spacing));
}

const middleOf = (corners: readonly Point[]): number[] =>
  combine(corners, Array<number>(corners.length).fill(1 / corners.length));

const inwards = (place: Point, middle: Point): number[] => combine([place, middle], [1 - HAIR, HAIR]);

/** Returns the triangles between a polygon's middle and its sides, with the values at their corners. */
function fanOf(corners: readonly Point[], middle: Point, atCorners: readonly number[], atMiddle: number) {
  return corners.map((corner, i) => {
    const next = (i + 1) % corners.length;
    const places: Triangle<Point> = [corner, corners[next], middle];
    const values: Triangle<number> = [atCorners[i], atCorners[next], atMiddle];
    return { places, values };
  });
}
