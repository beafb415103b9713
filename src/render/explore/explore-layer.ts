import { type Color, Group, Vector4 } from 'three/webgpu';
import type { Explanation, Point } from '../../simulation/view/explain/explanation.ts';
import type { World } from '../../simulation/world.ts';
import { bodyColour, EXPLORE } from '../palette.ts';
import { answerMarks, candidateMarks, elementEdges } from './path-marks.ts';
import { PolygonsMesh } from './polygons-mesh.ts';
import { type ScreenDot, ScreenDots } from './screen-dots.ts';
import { ScreenLines } from './screen-lines.ts';
import { overlapsOf } from './section-overlaps.ts';
import type { SectionPlane, SectionPolygon } from './section.ts';
import { type Presence, StillBodies } from './still-bodies.ts';

/** One explained shortest-path query as it is drawn. */
export interface DrawnPath {
  readonly explanation: Explanation;
  /** Corners of the elements (tetrahedra) that the path crosses, 4 points per element [m]. */
  readonly elements: readonly (readonly Point[])[];
  readonly colour: Color;
}

/** Corner indices of a tetrahedron's four faces. */
const FACES = [
  [1, 2, 3],
  [0, 3, 2],
  [0, 1, 3],
  [0, 2, 1],
] as const;
/** Share of white (EXPLORE.paper) that is mixed into the body's colour for the section. */
const PALE = 0.6;

/** Everything that the page's 'explore paths' mode draws instead of the moving bodies. */
export class ExploreLayer {
  readonly group = new Group();
  private readonly bodies: StillBodies;
  private readonly section = new PolygonsMesh({ opacity: 1, isAbove: false, renderOrder: 1, behind: 3 });
  private readonly overlaps = new PolygonsMesh({ opacity: 1, isAbove: false, renderOrder: 2, behind: 1.5 });
  private readonly sectionLines = new ScreenLines(false);
  private readonly crossed = new PolygonsMesh({ opacity: 0.07, isAbove: true, renderOrder: 9, behind: 0 });
  private readonly crossedByOther = new PolygonsMesh({ opacity: 0.06, isAbove: true, renderOrder: 8, behind: 0 });
  private readonly lines = new ScreenLines(true);
  private readonly marks = new ScreenDots(10);
  private readonly dots = new ScreenDots(12);

  /** @param positions of all bodies' vertices, 3 per vertex [m] */
  constructor(world: World, positions: Float32Array) {
    this.bodies = new StillBodies(world, positions);
    const { section, overlaps, sectionLines, crossed, crossedByOther, lines, marks, dots } = this;
    const meshes = [section, overlaps, sectionLines, crossed, crossedByOther, lines, marks, dots].map(
      ({ mesh }) => mesh,
    );
    this.group.add(...this.bodies.objects, ...meshes);
  }

  /**
   * Draws all bodies as glass.
   * @param points marks of penetrating vertices, which can be clicked
   */
  showGlass(presence: (body: number) => Presence, points: readonly ScreenDot[]): void {
    this.bodies.show(presence, undefined, undefined);
    this.section.show([], EXPLORE.point);
    this.overlaps.show([], EXPLORE.point);
    this.sectionLines.show([]);
    this.marks.show(points);
  }

  /**
   * Draws one body cut open, and the others as faint glass.
   * @param keepsBelow whether the side of smaller coordinates is kept
   * @returns whether the section overlaps itself somewhere
   */
  showSection(body: number, polygons: readonly SectionPolygon[], plane: SectionPlane, keepsBelow: boolean): boolean {
    const sign = keepsBelow ? 1 : -1;
    const normal = [0, 0, 0];
    normal[plane.axis] = sign;
    this.bodies.show(() => 'faint', body, new Vector4(...(normal as [number, number, number]), sign * plane.at));
    const corners = polygons.map((polygon) => polygon.corners);
    this.section.show(corners, bodyColour(body).lerp(EXPLORE.paper, PALE));
    const overlaps = overlapsOf(polygons, plane.axis);
    this.overlaps.show(overlaps, EXPLORE.shared);
    this.sectionLines.show(
      corners.flatMap((ring) =>
        ring.map((from, i) => ({
          from,
          to: ring[(i + 1) % ring.length],
          colour: EXPLORE.point,
          opacity: 0.3,
          width: 0.8,
          dash: 0,
        })),
      ),
    );
    this.marks.show([]);
    return overlaps.length > 0;
  }

  /** @param focus index of the path that is drawn in full; the others are drawn without candidates */
  showPaths(paths: readonly DrawnPath[], focus: number): void {
    const others = paths.filter((_, i) => i !== focus);
    const shown = paths[focus];
    const ofOthers = others.map(({ explanation, colour }) => answerMarks(explanation, false, colour));
    const ofFocus = shown
      ? [candidateMarks(shown.explanation), answerMarks(shown.explanation, true, shown.colour)]
      : [];
    const all = [...ofOthers, ...ofFocus];
    const elements = shown?.elements ?? [];
    const otherElements = others.flatMap((path) => path.elements);
    this.lines.show([
      ...others.flatMap((path) => elementEdges(path.elements, path.colour)),
      ...elementEdges(elements, EXPLORE.path),
      ...all.flatMap(({ lines }) => lines),
    ]);
    this.dots.show(all.flatMap(({ dots }) => dots));
    this.crossed.show(facesOf(elements), EXPLORE.path);
    this.crossedByOther.show(facesOf(otherElements), EXPLORE.other);
  }

  dispose(): void {
    this.bodies.dispose();
    for (const polygons of [this.section, this.overlaps, this.crossed, this.crossedByOther]) polygons.dispose();
    for (const marks of [this.sectionLines, this.lines, this.marks, this.dots]) marks.mesh.geometry.dispose();
  }
}

const facesOf = (elements: readonly (readonly Point[])[]): Point[][] =>
  elements.flatMap((corners) => FACES.map((face) => face.map((i) => corners[i])));
