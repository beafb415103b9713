import { type Color, Group } from 'three/webgpu';
import type { AirExplanation } from '../../simulation/view/explain/explain-air.ts';
import type { Point } from '../../simulation/view/explain/explanation.ts';
import { AIR, EXPLORE } from '../overlay-palette.ts';
import { type ScreenDot, ScreenDots } from '../screen/screen-dots.ts';
import { type ScreenLine, ScreenLines } from '../screen/screen-lines.ts';
import { PolygonsMesh } from './polygons-mesh.ts';

/** Corner indices of the faces of an element; a triangle has the first one. */
const FACES = [
  [0, 1, 2],
  [0, 3, 1],
  [1, 3, 2],
  [2, 3, 0],
] as const;
/** Length of the longest gradient's arrow, and of the barbs of its head, as shares of the element's longest edge and of the arrow. */
const ARROW_SHARE = 0.5;
const HEAD = { along: 0.2, aside: 0.1 } as const;
/** Widths of lines and diameters of dots [pixels]. */
const SIZES = { edge: 2, arrow: 3.5, corner: 13 } as const;
const MAX_CORNERS = 4;
/** Lines of an arrow: its shaft and four barbs, so that its head is seen from all sides. */
const ARROW_LINES = 5;

/** Draws one element of air: its faces and edges, its corners in the colours of their bodies, and the gradients as arrows (Figure 4). */
export class AirFigure {
  readonly group = new Group();
  private readonly faces = new PolygonsMesh({ opacity: 0.25, isAbove: true, renderOrder: 8, behind: 0 });
  private readonly lines = new ScreenLines(true, 6 + MAX_CORNERS * ARROW_LINES, true);
  private readonly dots = new ScreenDots(12, MAX_CORNERS);

  constructor() {
    this.group.add(this.faces.mesh, this.lines.mesh, this.dots.mesh);
  }

  /** @param colours of the bodies of its corners */
  show({ corners, measure }: AirExplanation, colours: readonly Color[]): void {
    const colour = measure < 0 ? AIR.inverted : EXPLORE.path;
    const points = corners.map(({ at }) => at);
    const faces = points.length === 3 ? FACES.slice(0, 1) : FACES;
    this.faces.show(
      faces.map((face) => face.map((k) => points[k])),
      colour,
    );
    const edges = points.flatMap((to, i) => points.slice(0, i).map((from) => solid(from, to, colour, SIZES.edge)));
    const arrows = arrowsOf(corners).flatMap(({ from, to }) => arrowLines(from, to));
    this.lines.show([...edges, ...arrows]);
    this.dots.show(points.map((at, k): ScreenDot => ({ at, colour: colours[k], opacity: 1, size: SIZES.corner })));
  }

  dispose(): void {
    this.group.removeFromParent();
    this.faces.dispose();
    for (const { mesh } of [this.lines, this.dots]) mesh.geometry.dispose();
  }
}

const solid = (from: Point, to: Point, colour: Color, width: number): ScreenLine => ({
  from,
  to,
  colour,
  opacity: 1,
  width,
  dash: 0,
});

/** Returns the arrows of the gradients, which begin at the corners. The longest one has a fixed length beside the element. */
export function arrowsOf(corners: AirExplanation['corners']): { readonly from: Point; readonly to: Point }[] {
  const places = corners.map(({ at }) => at);
  const longestEdge = Math.max(...places.flatMap((p) => places.map((q) => Math.hypot(...p.map((x, k) => x - q[k])))));
  const longest = Math.max(...corners.map(({ gradient }) => Math.hypot(...gradient)));
  const scale = longest > 0 ? (ARROW_SHARE * longestEdge) / longest : 0;
  return corners.map(({ at, gradient }) => ({ from: at, to: at.map((x, k) => x + scale * gradient[k]) }));
}

function arrowLines(from: Point, to: Point): ScreenLine[] {
  const along = to.map((x, k) => x - from[k]);
  const length = Math.hypot(...along);
  if (length === 0) return [];
  // Two directions across the arrow. In the plane the first one lies in it.
  const [x, y, z] = along.map((one) => one / length);
  const flat = Math.hypot(x, y);
  const u = flat > 1e-6 ? [-y / flat, x / flat, 0] : [1, 0, 0];
  const v = [y * u[2] - z * u[1], z * u[0] - x * u[2], x * u[1] - y * u[0]];
  const barb = (aside: readonly number[], sign: number) =>
    to.map((one, k) => one - HEAD.along * along[k] + sign * HEAD.aside * length * aside[k]);
  const heads = [barb(u, 1), barb(u, -1), barb(v, 1), barb(v, -1)];
  return [from, ...heads].map((end) => solid(end, to, EXPLORE.point, SIZES.arrow));
}
