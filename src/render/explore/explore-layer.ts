import { type Color, Group, Vector4 } from 'three/webgpu';
import type { Explanation, Point } from '../../simulation/view/explain/explanation.ts';
import type { World } from '../../simulation/world/world.ts';
import { EXPLORE } from '../overlay-palette.ts';
import { bodyColour } from '../palette.ts';
import { answerMarks, candidateMarks, elementEdges } from './path-marks.ts';
import { PolygonsMesh } from './polygons-mesh.ts';
import { type ScreenDot, ScreenDots } from '../screen/screen-dots.ts';
import { ScreenLines } from '../screen/screen-lines.ts';
import { overlapsOf } from './section-overlaps.ts';
import type { SectionPlane, SectionPolygon } from './section.ts';
import { type Presence, StillBodies } from './still-bodies.ts';

/** A shortest-path query with its explanation, to be drawn. */
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
/** Widths of the lines of equal depth [pixels]. Where both lie at one place, the narrow one is seen within the wide one. */
const DEPTH_LINE = {
  exact: { colour: EXPLORE.path, width: 3.2, opacity: 1 },
  carried: { colour: EXPLORE.distanceField, width: 1.5, opacity: 1 },
} as const;
/** Greatest number of pieces of lines of equal depth, of each kind. A section of 10 000 elements has some 20 000. */
const MAX_DEPTH_PIECES = 4e4;
/** Share of white (EXPLORE.paper) that is mixed into the body's colour for the section. */
const WHITE_SHARE = 0.6;

/** Everything that the page draws in its mode 'explore paths', instead of the moving bodies. */
export class ExploreLayer {
  readonly group = new Group();
  private readonly bodies: StillBodies;
  private readonly section = new PolygonsMesh({ opacity: 1, isAbove: false, renderOrder: 1, behind: 3 });
  private readonly overlaps = new PolygonsMesh({ opacity: 1, isAbove: false, renderOrder: 2, behind: 1.5 });
  private readonly sectionLines = new ScreenLines(false);
  private readonly depthLines = {
    exact: new ScreenLines(false, MAX_DEPTH_PIECES),
    carried: new ScreenLines(false, MAX_DEPTH_PIECES),
  };
  private readonly crossedElements = new PolygonsMesh({ opacity: 0.07, isAbove: true, renderOrder: 9, behind: 0 });
  private readonly crossedByOtherPaths = new PolygonsMesh({ opacity: 0.06, isAbove: true, renderOrder: 8, behind: 0 });
  private readonly lines = new ScreenLines(true);
  private readonly vertexDots = new ScreenDots(10);
  private readonly pathDots = new ScreenDots(12);

  /** @param positions of all bodies' vertices, 3 per vertex [m] */
  constructor(
    private readonly world: World,
    positions: Float32Array,
  ) {
    this.bodies = new StillBodies(world, positions);
    const { section, overlaps, sectionLines, crossedElements, crossedByOtherPaths, lines, vertexDots, pathDots } = this;
    const { exact, carried } = this.depthLines;
    exact.mesh.renderOrder = sectionLines.mesh.renderOrder + 1;
    carried.mesh.renderOrder = sectionLines.mesh.renderOrder + 2;
    const meshes = [
      section,
      overlaps,
      sectionLines,
      exact,
      carried,
      crossedElements,
      crossedByOtherPaths,
      lines,
      vertexDots,
      pathDots,
    ].map(({ mesh }) => mesh);
    this.group.add(...this.bodies.objects, ...meshes);
  }

  /**
   * Draws all bodies as glass.
   * @param presence how clearly a body is drawn
   * @param points dots at penetrating vertices, which can be clicked
   */
  showGlass(presence: (body: number) => Presence, points: readonly ScreenDot[]): void {
    this.bodies.show(presence, undefined, undefined);
    this.section.show([], EXPLORE.point);
    this.overlaps.show([], EXPLORE.point);
    this.sectionLines.show([]);
    this.showDepthLines('exact', []);
    this.showDepthLines('carried', []);
    this.vertexDots.show(points);
  }

  /** Draws none of the bodies, and nothing about points: another group takes their place. */
  showNothing(): void {
    this.showGlass(() => 'hidden', []);
  }

  /**
   * Draws one body cut open by a plane, and the others as faint glass.
   * @param polygons section of the body's elements by the plane
   * @param keepsBelow whether the side of the plane with smaller coordinates is drawn, rather than the other side
   * @returns whether the section overlaps itself somewhere
   */
  showSection(body: number, polygons: readonly SectionPolygon[], plane: SectionPlane, keepsBelow: boolean): boolean {
    const sign = keepsBelow ? 1 : -1;
    const normal = [0, 0, 0];
    normal[plane.axis] = sign;
    this.bodies.show(() => 'faint', body, new Vector4(...(normal as [number, number, number]), sign * plane.at));
    const corners = polygons.map((polygon) => polygon.corners);
    this.section.show(corners, bodyColour(body, this.world.bodies[body].skin).lerp(EXPLORE.paper, WHITE_SHARE));
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
    this.vertexDots.show([]);
    return overlaps.length > 0;
  }

  /** Draws lines of equal depth in a section. @param ends both ends of each piece of a line, 6 coordinates per piece [m] */
  showDepthLines(kind: keyof typeof DEPTH_LINE, ends: readonly number[]): void {
    this.depthLines[kind].showSegments(Float32Array.from(ends), ends.length / 6, DEPTH_LINE[kind]);
  }

  /** Draws paths. @param focus index of the path that is drawn with its candidates; the other paths are drawn without */
  showPaths(paths: readonly DrawnPath[], focus: number): void {
    const others = paths.filter((_, i) => i !== focus);
    const focusPath = paths[focus];
    const ofOthers = others.map(({ explanation, colour }) => answerMarks(explanation, false, colour));
    const ofFocus = focusPath
      ? [candidateMarks(focusPath.explanation), answerMarks(focusPath.explanation, true, focusPath.colour)]
      : [];
    const drawnMarks = [...ofOthers, ...ofFocus];
    const elements = focusPath?.elements ?? [];
    const otherElements = others.flatMap((path) => path.elements);
    this.lines.show([
      ...others.flatMap((path) => elementEdges(path.elements, path.colour)),
      ...elementEdges(elements, EXPLORE.path),
      ...drawnMarks.flatMap(({ lines }) => lines),
    ]);
    this.pathDots.show(drawnMarks.flatMap(({ dots }) => dots));
    this.crossedElements.show(facesOf(elements), EXPLORE.path);
    this.crossedByOtherPaths.show(facesOf(otherElements), EXPLORE.other);
  }

  dispose(): void {
    this.bodies.dispose();
    for (const polygons of [this.section, this.overlaps, this.crossedElements, this.crossedByOtherPaths])
      polygons.dispose();
    const { exact, carried } = this.depthLines;
    for (const marks of [this.sectionLines, exact, carried, this.lines, this.vertexDots, this.pathDots])
      marks.mesh.geometry.dispose();
  }
}

const facesOf = (elements: readonly (readonly Point[])[]): Point[][] =>
  elements.flatMap((corners) => FACES.map((face) => face.map((i) => corners[i])));
