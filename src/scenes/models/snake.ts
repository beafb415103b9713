import { disc, discRings, discTriangles } from '../../mesh/model/cross-sections.ts';
import { checkSizes, checkTetrahedra } from '../../mesh/model/round-bar.ts';
import { centrelineVertices, straightLine, sweep, sweptPositions } from '../../mesh/model/sweep.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import { lengthsAlong } from './knot-curve.ts';
import { headForm, headShare, meanSlimness, pointsAt, sectionPlaces, thicknessAt } from './snake-shape.ts';

export interface SnakeOptions {
  /** Requested number of tetrahedra; the result deviates by at most COUNT_TOLERANCE. */
  readonly tetrahedra?: number;
  /** Points of the centre line, from the tail's tip to the snout [m], flat, 3 numbers per point; by default along x. */
  readonly line?: Float64Array;
  /** Centre line at the start, likewise; by default the same. Its length may differ. */
  readonly laidLine?: Float64Array;
  /** Greatest radius [m]. */
  readonly radius?: number;
  /** Called with the finished share of the work, 0 to 1. */
  readonly progress?: (fraction: number) => void;
}

export interface SnakeModel {
  /** The snake at rest. */
  readonly mesh: TetMesh;
  /** Starting positions, 3 per vertex [m]. */
  readonly laid: Float32Array;
  /** Number of vertices around the body. */
  readonly sides: number;
  /** Number of cross-sections of vertices. */
  readonly layers: number;
  /** Place of each cross-section along the body: 0 at the tail's tip, 1 at the snout. */
  readonly places: Float64Array;
  /**
   * Place of each vertex, 3 numbers per vertex: that along the body, and direction from the centre line: cosines to up and to the side, for
   * vertices of the surface.
   */
  readonly sites: Float32Array;
  /** Ids of the vertices on the centre line, from the tail's tip to the snout. */
  readonly centreline: Uint32Array;
}

export const MIN_TETRAHEDRA = 2000;
export const MAX_TETRAHEDRA = 200_000;
const DEFAULT_TETRAHEDRA = 14_000;
/** Default length and greatest radius [m]. */
export const SNAKE_LENGTH = 1.6;
export const SNAKE_RADIUS = 0.026;
/** Maximum difference between the number of tetrahedra and the requested one, as a share of the latter. */
export const COUNT_TOLERANCE = 0.05;
/** Number of sides of the cross-section: fewer look angular. */
const MIN_SIDES = 10;
const MAX_SIDES = 60;
/** Distance of cross-sections over the mean edge length of a cross-section, at which elements bend best for their number. */
const ASPECT = 1.2;

/**
 * Makes a snake along a centre line; its back is up. Every run gives the same bytes.
 * @throws RangeError if `tetrahedra` is not between MIN_TETRAHEDRA and MAX_TETRAHEDRA, or if the radius or the line's length isn't positive
 */
export function snake(options: SnakeOptions = {}): SnakeModel {
  const {
    tetrahedra = DEFAULT_TETRAHEDRA,
    line: curve = straightLine(SNAKE_LENGTH, 2),
    laidLine = curve,
    radius = SNAKE_RADIUS,
    progress = () => {},
  } = options;
  const length = lengthsAlong(curve).at(-1) ?? 0;
  checkTetrahedra('A snake', tetrahedra, MIN_TETRAHEDRA, MAX_TETRAHEDRA);
  checkSizes('A snake', [length, radius]);
  progress(0);
  const { sides, layers } = chooseSections(tetrahedra, length / radius);
  const section = disc(1, sides);
  const places = sectionPlaces(layers, thicknessAt);
  const radii = places.map((place) => radius * thicknessAt(place));
  const positionsAlong = (along: Float64Array) => {
    const line = pointsAt(along, places);
    const positions = sweptPositions(section, line, radii);
    giveHead(positions, line, places);
    return positions;
  };
  const sites = Float32Array.from(
    Array.from(places)
      .flatMap((place) =>
        Array.from({ length: section.points.length / 2 }, (_, i) => [
          place,
          section.points[2 * i],
          section.points[2 * i + 1],
        ]),
      )
      .flat(),
  );
  const { tets } = sweep(section, straightLine(length, layers));
  const mesh = { positions: positionsAlong(curve), tets };
  progress(1);
  return {
    mesh,
    laid: positionsAlong(laidLine),
    sides,
    layers,
    places,
    sites,
    centreline: centrelineVertices(section, layers),
  };
}

/** Lists the vertices of the cross-sections from place `from` to place `to` that aren't on the surface. */
export function innerVertices({ sides, places, mesh }: SnakeModel, from: number, to: number): Uint32Array {
  const count = mesh.positions.length / 3 / places.length;
  // A disc's outermost ring comes last.
  const inner = Uint32Array.from({ length: count - sides }, (_, i) => i);
  return Uint32Array.from(
    Array.from(places).flatMap((place, layer) =>
      place >= from && place <= to ? Array.from(inner, (i) => layer * count + i) : [],
    ),
  );
}

/** Chooses the numbers of sides and of layers. @param slimness length over greatest radius */
function chooseSections(tetrahedra: number, slimness: number): { sides: number; layers: number } {
  let best = { sides: 0, layers: 0 };
  let leastDistortion = Number.POSITIVE_INFINITY;
  for (let sides = MIN_SIDES; sides <= MAX_SIDES; sides++) {
    const tetsPerGap = 3 * discTriangles(sides);
    const gaps = Math.round(tetrahedra / tetsPerGap);
    if (gaps < 1 || Math.abs((gaps * tetsPerGap) / tetrahedra - 1) > COUNT_TOLERANCE) continue;
    const edge = 0.5 / discRings(sides) + Math.PI / sides; // mean of a radial edge and one on the circle [radii]
    const aspect = (slimness * meanSlimness(thicknessAt)) / gaps / edge / ASPECT;
    const distortion = Math.max(aspect, 1 / aspect);
    if (distortion >= leastDistortion) continue;
    leastDistortion = distortion;
    best = { sides, layers: gaps + 1 };
  }
  return best;
}

/** Makes the head lower and broader than round. */
function giveHead(positions: Float32Array, line: Float64Array, places: Float64Array): void {
  const count = positions.length / 3 / places.length;
  places.forEach((place, layer) => {
    const { height, breadth } = headForm(headShare(place));
    for (let v = layer * count; v < (layer + 1) * count; v++) {
      for (let k = 0; k < 3; k++) {
        const centre = line[3 * layer + k];
        positions[3 * v + k] = centre + (k === 1 ? height : breadth) * (positions[3 * v + k] - centre);
      }
    }
  });
}
