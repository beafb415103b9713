import { Color, Group, type Material } from 'three/webgpu';
import type { Point } from '../../simulation/view/explain/explanation.ts';
import { type ScreenLine, ScreenLines } from '../screen/screen-lines.ts';

/** Layer of three.js for what helps to edit a scene. A camera that doesn't have it draws the scene alone. */
export const MARK_LAYER = 1;

/** A box in any position. */
export interface PartFrame {
  readonly centre: Point;
  /** From the centre to the middles of three sides [m]; (0, 0, 0) for a flat box. */
  readonly halfAxes: readonly [Point, Point, Point];
}

/** White lines with a dark border, so that they are seen on light and on dark bodies. */
const COLOURS = { line: new Color(0xffffff), border: new Color(0x1c2430) } as const;
/** Widths [pixels]. */
const WIDTH = { corner: 3, border: 6, edge: 1.5 } as const;
/** Opacities, and the share of them that is seen through what lies in front. */
const OPACITY = { corner: 1, border: 0.55, edge: 0.5 } as const;
const BEHIND = 0.3;
/** Length of the lines that meet in a corner [edge lengths]. */
const CORNER = 0.2;
const CORNERS = 8;
/** Per corner: three edges' ends, each with its border. Per box: 12 edges. */
const CAPACITY = CORNERS * 3 * 2 + 12;

/** Frames a part of the scene by the corners and, faintly, the edges of a box. What lies in front lets the lines shine through. */
export class PartMark {
  readonly group = new Group();
  private readonly lines = [
    { drawn: new ScreenLines(true, CAPACITY, true), share: BEHIND },
    { drawn: new ScreenLines(false, CAPACITY, true), share: 1 },
  ];

  constructor() {
    for (const { drawn } of this.lines) {
      drawn.mesh.layers.set(MARK_LAYER);
      this.group.add(drawn.mesh);
    }
  }

  /** @param frame undefined draws nothing */
  show(frame: PartFrame | undefined): void {
    const lines = frame ? linesOf(frame) : [];
    for (const { drawn, share } of this.lines)
      drawn.show(lines.map((line) => ({ ...line, opacity: share * line.opacity })));
  }

  dispose(): void {
    this.group.removeFromParent();
    for (const { drawn } of this.lines) {
      drawn.mesh.geometry.dispose();
      (drawn.mesh.material as Material).dispose();
    }
  }
}

/** The place in a box, given in halves of its axes. */
const placeIn = ({ centre, halfAxes }: PartFrame, shares: readonly number[]): Point => {
  const [x, y, z] = centre.map((c, k) => halfAxes.reduce((sum, axis, i) => sum + shares[i] * axis[k], c));
  return [x, y, z];
};

/** Returns the lines of a frame: the faint edges first, then the corners' borders, then the corners. */
function linesOf(frame: PartFrame): ScreenLine[] {
  const [edges, borders, corners]: ScreenLine[][] = [[], [], []];
  for (let corner = 0; corner < CORNERS; corner++) {
    const signs = [0, 1, 2].map((axis) => ((corner >> axis) & 1 ? 1 : -1));
    for (let axis = 0; axis < 3; axis++) {
      if (frame.halfAxes[axis].every((x) => x === 0)) continue;
      const along = (share: number) =>
        placeIn(
          frame,
          signs.map((sign, k) => (k === axis ? sign * share : sign)),
        );
      const from = along(1);
      if (signs[axis] < 0) edges.push(line(from, along(-1), 'line', 'edge'));
      const to = along(1 - 2 * CORNER);
      borders.push(line(from, to, 'border', 'border'));
      corners.push(line(from, to, 'line', 'corner'));
    }
  }
  return [...edges, ...borders, ...corners];
}

const line = (from: Point, to: Point, colour: keyof typeof COLOURS, kind: keyof typeof WIDTH): ScreenLine => ({
  ...{ from, to, colour: COLOURS[colour], opacity: OPACITY[kind], width: WIDTH[kind], dash: 0 },
});
