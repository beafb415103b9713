import { smooth } from '../models/snake-shape.ts';
import { TURN } from '../../mesh/model/cross-sections.ts';
import { cosineAndSine } from '../../simulation/script/motion.ts';
import { gridAnimation } from './grid-animation.ts';

/**
 * The centre line lies in the plane y = RADIUS: a straight piece, an arc, and another straight piece, with these lengths [m]. Only the
 * arc bends.
 */
const FIRST = 0.34;
const ARC = 0.94;
const LAST = 0.2;
const LENGTH = FIRST + ARC + LAST;
/** Radius of the wall [m]. */
const RADIUS = 0.065;
/**
 * The end that enters is narrowed to these shares of the radius, over the last part of the length: it is squashed, so that it fits
 * through the other end's wall.
 */
const END_BREADTH = 0.6;
const END_HEIGHT = 0.88;
const NARROWED = 0.3;
/** Angle by which the arc turns in the first keyframe, and by how much more in the last one [full turns]. */
const TURNS = 0.56;
const MORE_TURNS = 0.24;
const FRAMES = 48;
/** Breadth of the quads over their length. 78,000 triangles are 100 quads around and 390 along. */
const QUADS_ALONG = 3.9;
const MIN_TRIANGLES = 500;

/**
 * A hollow pipe on the ground, like the paper's. It bends like a C until its narrow end pierces the wall of the other one at nearly a right
 * angle. There, bottom meets bottom and top meets top. All along the bottom quarter of the wall, normals lie within 45 degrees of straight
 * down, although its two ends cross: cones of normals alone don't show it. The two open ends' binormals are then nearly a right angle apart too.
 * Triangles are stored in full-length stripes; a quarter of all are the bottom, then right, top and left.
 */
export const pipe = gridAnimation({
  name: 'pipe',
  title: 'A pipe bends until one end enters the other',
  triangles: { small: 4000, paper: 78_000 },
  frames: FRAMES,
  least: MIN_TRIANGLES,
  // A multiple of four columns, so that halves and quarters of the wall are whole columns.
  gridOf(triangles) {
    const columns = 4 * Math.round(Math.sqrt(triangles / 2 / QUADS_ALONG) / 4);
    return { columns, rows: Math.round(triangles / 2 / columns), closed: true };
  },
  placesAt(grid, frame) {
    const turns = TURNS + MORE_TURNS * smooth(frame / (FRAMES - 1));
    const sections = Array.from({ length: grid.rows + 1 }, (_, row) => sectionAt((row / grid.rows) * LENGTH, turns));
    return (column, row) => {
      const { x, z, leftX, leftZ, breadth, height } = sections[row];
      // Columns go from the left over the bottom to the right. The first quarter of them is the bottom.
      const [cosine, sine] = cosineAndSine(column / grid.columns + 1 / 8);
      const aside = breadth * cosine;
      return [x + aside * leftX, RADIUS - height * sine, z + aside * leftZ];
    };
  },
});

/** A cross-section: its centre, the direction to its left, and half of its breadth and height [m]. */
interface Section {
  readonly x: number;
  readonly z: number;
  readonly leftX: number;
  readonly leftZ: number;
  readonly breadth: number;
  readonly height: number;
}

/** @param distance along the centre line [m]    @param turns of the arc [full turns] */
function sectionAt(distance: number, turns: number): Section {
  const along = Math.min(Math.max((distance - FIRST) / ARC, 0), 1);
  const [cosine, sine] = cosineAndSine(turns * along);
  const bend = ARC / (TURN * turns);
  const straight = distance < FIRST ? distance - FIRST : Math.max(distance - FIRST - ARC, 0);
  const narrowed = smooth((distance / LENGTH - 1 + NARROWED) / NARROWED);
  return {
    x: bend * sine + straight * cosine,
    z: -bend * (1 - cosine) - straight * sine,
    leftX: -sine,
    leftZ: -cosine,
    breadth: RADIUS * (1 - narrowed * (1 - END_BREADTH)),
    height: RADIUS * (1 - narrowed * (1 - END_HEIGHT)),
  };
}
