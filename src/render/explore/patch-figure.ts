import { type Color, Group } from 'three/webgpu';
import type { PatchExplanation } from '../../simulation/view/explain/explain-patch.ts';
import { combine, type Point } from '../../simulation/view/explain/explanation.ts';
import { EXPLORE, PATCH } from '../overlay-palette.ts';
import { type ScreenDot, ScreenDots } from '../screen/screen-dots.ts';
import { type ScreenLine, ScreenLines } from '../screen/screen-lines.ts';
import { PolygonsMesh } from './polygons-mesh.ts';

/** Widths of lines and diameters of dots [pixels]. */
const WIDTH = {
  outline: 2.4,
  projected: 2.4,
  arrow: 3,
  cone: 1.4,
  link: 0.9,
  frame: 1,
  crossing: 5,
  normal: 0.9,
} as const;
const SIZE = { normal: 6.5, crossing: 13 } as const;
/** Height of the plane of projection above the patch's highest point, and its least height above the centre, as shares of the radius. */
const PLANE_GAP = 0.75;
const LEAST_LIFT = 1.4;
/** Length of the cone as a share of the plane's height, and of the arrow's head as a share of the radius. */
const CONE_SHARE = 0.62;
const HEAD_SHARE = 0.2;
/** Half width of the head, as a share of its length, and its number of sides. */
const HEAD_WIDTH = 0.28;
const HEAD_SIDES = 12;
/** Margin of the plane's frame around the projected outline, as a share of the radius. */
const MARGIN = 0.18;
/** Number of sides of the cone; every n-th of its lines to the rim is drawn. */
const CONE_SIDES = 48;
const CONE_LINE_STEP = 6;
/** Greatest number of normals that are drawn, and of thin lines between the outline and its projection. */
const MAX_NORMALS = 400;
const MAX_LINKS = 14;
/** Sum of the opacities of all normals' lines. */
const INK = 12;
/** Length of a dash with its gap, as a share of the radius. */
const DASH = 0.09;

/** Places in the figure of a patch that a label can name. */
export interface FigurePlaces {
  /** The arrow's end: in the plane of projection, if there is one. */
  readonly top: Point;
  /** The uppermost corner of that plane. */
  readonly corner: Point;
  /** A place on the cone's rim; undefined without a cone. */
  readonly rim: Point | undefined;
  readonly centre: Point;
  /** Half the size of the figure, and its middle [m]. */
  readonly extent: number;
  readonly middle: Point;
}

/** Draws one explained patch: its outline, its cone of normals, and the outline's projection along the cone's axis. */
export class PatchFigure {
  readonly group = new Group();
  private readonly cone = new PolygonsMesh({ opacity: 0.16, isAbove: true, renderOrder: 7, behind: 0 });
  private readonly plane = new PolygonsMesh({ opacity: 0.5, isAbove: true, renderOrder: 8, behind: 0 });
  private readonly shadow = new PolygonsMesh({ opacity: 0.75, isAbove: true, renderOrder: 9, behind: 0 });
  private readonly heads = new PolygonsMesh({ opacity: 0.95, isAbove: true, renderOrder: 11, behind: 0 });
  private readonly wideHead = new PolygonsMesh({ opacity: 0.95, isAbove: true, renderOrder: 11, behind: 0 });
  private readonly lines = new ScreenLines(true);
  private readonly dots = new ScreenDots(12, 2 * MAX_NORMALS);

  constructor() {
    this.group.add(...[...this.polygons, this.lines, this.dots].map(({ mesh }) => mesh));
  }

  private get polygons(): readonly PolygonsMesh[] {
    return [this.cone, this.plane, this.shadow, this.heads, this.wideHead];
  }

  /** @param tint of the patch */
  show(patch: PatchExplanation, tint: Color): FigurePlaces {
    const frame = frameOf(patch);
    const hasPlane = patch.verdict === 'free' || patch.verdict === 'crossing';
    const rim = patch.angle === undefined ? [] : rimOf(patch, frame, patch.angle);
    this.cone.show(
      rim.map((point, i) => [patch.centre, point, rim[(i + 1) % rim.length]]),
      PATCH.normals,
    );
    this.plane.show(hasPlane ? [frame.corners] : [], PATCH.plane);
    this.shadow.show(hasPlane ? patch.projectedFaces.map((face) => face.map(frame.raise)) : [], tint);
    const { widest } = patch;
    const isWide = patch.verdict === 'wide';
    const wideEnd = combine([widest.at, widest.normal], [1, frame.coneLength]);
    this.heads.show(arrowHead(patch.centre, frame.top, frame.head), PATCH.normals);
    this.wideHead.show(isWide ? arrowHead(widest.at, wideEnd, frame.head) : [], EXPLORE.invalid);
    this.lines.show([
      ...outlineLines(patch),
      ...(hasPlane ? projectionLines(patch, frame) : []),
      ...coneLines(patch, frame, rim),
      ...normalLines(patch, frame),
      shaft(patch.centre, frame.top, frame.head, PATCH.normals),
      ...(isWide ? [shaft(widest.at, wideEnd, frame.head, EXPLORE.invalid)] : []),
    ]);
    this.dots.show([...normalDots(patch, frame), ...(hasPlane ? crossingDots(patch, frame) : [])]);
    return {
      top: frame.top,
      corner: frame.corners.reduce((best, corner) => (corner[1] > best[1] ? corner : best)),
      rim: rim[0],
      centre: patch.centre,
      middle: combine([patch.centre, frame.top], [0.5, 0.5]),
      extent: Math.max(frame.lift / 2, patch.radius),
    };
  }

  clear(): void {
    for (const polygons of this.polygons) polygons.show([], EXPLORE.paper);
    this.lines.show([]);
    this.dots.show([]);
  }

  dispose(): void {
    for (const polygons of this.polygons) polygons.dispose();
    for (const { mesh } of [this.lines, this.dots]) mesh.geometry.dispose();
  }
}

/** Places and sizes of the figure's parts. */
interface Frame {
  readonly across: Point;
  readonly up: Point;
  /** Height of the plane of projection above the centre [m], and the cone's length. */
  readonly lift: number;
  readonly coneLength: number;
  readonly top: Point;
  /** Moves a point of the plane through the centre to the plane of projection. */
  readonly raise: (point: Point) => Point;
  readonly corners: readonly Point[];
  readonly dash: number;
  readonly head: number;
}

function frameOf({ axis, centre, height, radius, projected }: PatchExplanation): Frame {
  const lift = Math.max(LEAST_LIFT * radius, height + PLANE_GAP * radius);
  const raise = (point: Point) => combine([point, axis], [1, lift]);
  // The frame's sides run along and across the outline's longest reach, so that it doesn't lie in it by chance.
  const reach = (projected[0] ?? []).reduce<Point>(
    (best, point) => (length(minus(point, centre)) > length(minus(best, centre)) ? point : best),
    centre,
  );
  const direction = length(minus(reach, centre)) > 0 ? minus(reach, centre) : perpendicular(axis);
  const across = combine([direction], [1 / length(direction)]);
  const up = cross(axis, across);
  const top = raise(centre);
  const [[left, right], [low, high]] = [across, up].map((side) => {
    const places = projected.flat().map((point) => dot(minus(point, centre), side));
    return [Math.min(...places, 0) - MARGIN * radius, Math.max(...places, 0) + MARGIN * radius];
  });
  const corners = [
    [left, low],
    [right, low],
    [right, high],
    [left, high],
  ].map(([u, v]) => combine([top, across, up], [1, u, v]));
  return {
    across,
    up,
    lift,
    coneLength: CONE_SHARE * lift,
    top,
    raise,
    corners,
    dash: DASH * radius,
    head: HEAD_SHARE * radius,
  };
}

/** Returns the points of the circle in which a cone around the axis meets the sphere of its length around the centre. */
function rimOf({ centre, axis }: PatchExplanation, { across, up, coneLength }: Frame, angle: number): Point[] {
  const [along, aside] = [coneLength * Math.cos(angle), coneLength * Math.sin(angle)];
  return Array.from({ length: CONE_SIDES }, (_, i) => {
    const turn = (2 * Math.PI * i) / CONE_SIDES;
    return combine([centre, axis, across, up], [1, along, aside * Math.cos(turn), aside * Math.sin(turn)]);
  });
}

/** Lines of the cone; for normals too wide apart, the circle of the half-space that they leave. */
function coneLines(patch: PatchExplanation, frame: Frame, rim: readonly Point[]): ScreenLine[] {
  const style = { colour: PATCH.normals, width: WIDTH.cone };
  if (patch.verdict === 'wide') return ring(rimOf(patch, frame, Math.PI / 2), { ...style, opacity: 0.8, dash: 0 });
  const toRim = rim
    .filter((_, i) => i % CONE_LINE_STEP === 0)
    .map((to) => ({ from: patch.centre, to, ...style, opacity: 0.35, dash: 0 }));
  return [...toRim, ...ring(rim, { ...style, opacity: 0.9, dash: 0 })];
}

type Style = Pick<ScreenLine, 'colour' | 'opacity' | 'width' | 'dash'>;

const ring = (points: readonly Point[], style: Style): ScreenLine[] =>
  points.map((from, i) => ({ from, to: points[(i + 1) % points.length], ...style }));

/** The outline on the body. It is red if it isn't one loop. */
function outlineLines({ outline, verdict, crossings }: PatchExplanation): ScreenLine[] {
  const colour = verdict === 'no disc' ? EXPLORE.invalid : EXPLORE.point;
  const loops = outline.flatMap((loop) => ring(loop, { colour, width: WIDTH.outline, opacity: 0.95, dash: 0 }));
  const crossed = { colour: EXPLORE.invalid, width: WIDTH.crossing, opacity: 0.9, dash: 0 };
  return [...loops, ...crossings.flatMap(({ sides }) => sides.map(([from, to]) => ({ from, to, ...crossed })))];
}

/** The projected outline in its frame, and thin lines to the outline on the body. */
function projectionLines(patch: PatchExplanation, frame: Frame): ScreenLine[] {
  const { outline, projected } = patch;
  const link = { colour: EXPLORE.point, width: WIDTH.link, opacity: 0.5, dash: frame.dash };
  const step = Math.max(1, Math.ceil(outline.flat().length / MAX_LINKS));
  const links = outline.flatMap((loop, i) =>
    loop.flatMap((from, k) => (k % step === 0 ? [{ from, to: frame.raise(projected[i][k]), ...link }] : [])),
  );
  const border = { colour: EXPLORE.point, width: WIDTH.projected, opacity: 1, dash: 0 };
  return [
    ...ring(frame.corners, { colour: EXPLORE.point, width: WIDTH.frame, opacity: 0.35, dash: 0 }),
    ...links,
    ...projected.flatMap((loop) => ring(loop.map(frame.raise), border)),
  ];
}

/** The line of an arrow, which ends within its head. */
function shaft(from: Point, to: Point, head: number, colour: Color): ScreenLine {
  const end = combine([to, from], [1 - head / length(minus(to, from)), head / length(minus(to, from))]);
  return { from, to: end, colour, width: WIDTH.arrow, opacity: 1, dash: 0 };
}

/** The faces of an arrow's head, a cone with its tip at `to`. */
function arrowHead(from: Point, to: Point, head: number): Point[][] {
  const direction = combine([minus(to, from)], [1 / length(minus(to, from))]);
  const aside = perpendicular(direction);
  const up = cross(direction, aside);
  const base = Array.from({ length: HEAD_SIDES }, (_, i) => {
    const turn = (2 * Math.PI * i) / HEAD_SIDES;
    const [u, v] = [HEAD_WIDTH * head * Math.cos(turn), HEAD_WIDTH * head * Math.sin(turn)];
    return combine([to, direction, aside, up], [1, -head, u, v]);
  });
  return base.map((corner, i) => [corner, base[(i + 1) % HEAD_SIDES], to]);
}

/** The normals that are drawn. If there are too many, every n-th. */
function drawnNormals({ normals }: PatchExplanation): readonly Point[] {
  const step = Math.max(1, Math.ceil(normals.length / MAX_NORMALS));
  return normals.filter((_, i) => i % step === 0);
}

/** A thin line per normal, from the centre. Many are fainter. */
function normalLines(patch: PatchExplanation, { coneLength }: Frame): ScreenLine[] {
  const normals = drawnNormals(patch);
  const opacity = Math.min(0.45, INK / normals.length);
  const style = { colour: PATCH.normals, width: WIDTH.normal, opacity, dash: 0 };
  return normals.map((normal) => ({
    from: patch.centre,
    to: combine([patch.centre, normal], [1, coneLength]),
    ...style,
  }));
}

/** A dot per normal, at the end of its line. Normals that point away from the axis are red. */
function normalDots(patch: PatchExplanation, { coneLength }: Frame): ScreenDot[] {
  const { centre, axis, verdict } = patch;
  const isAgainst = (normal: Point) => verdict === 'wide' && dot(normal, axis) <= 0;
  return drawnNormals(patch).map((normal) => ({
    at: combine([centre, normal], [1, coneLength]),
    colour: isAgainst(normal) ? EXPLORE.invalid : PATCH.normals,
    opacity: 1,
    size: SIZE.normal,
  }));
}

const crossingDots = ({ crossings }: PatchExplanation, { raise }: Frame): ScreenDot[] =>
  crossings
    .slice(0, MAX_NORMALS)
    .map(({ at }) => ({ at: raise(at), colour: EXPLORE.invalid, opacity: 1, size: SIZE.crossing }));

const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Point, b: Point): number[] => combine([a, b], [1, -1]);
const length = (a: Point): number => Math.sqrt(dot(a, a));
const cross = (a: Point, b: Point): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Returns a vector of length 1 perpendicular to one of length 1. */
function perpendicular(axis: Point): Point {
  const aside = cross(axis, Math.abs(axis[1]) < 0.8 ? [0, 1, 0] : [1, 0, 0]);
  return combine([aside], [1 / length(aside)]);
}
