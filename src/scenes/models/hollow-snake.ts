import { ringedDisc } from '../../mesh/model/cross-sections.ts';
import { checkSizes, checkTetrahedra } from '../../mesh/model/round-bar.ts';
import { type CrossSection, straightLine, sweep } from '../../mesh/model/sweep.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import { lengthsAlong } from './knot-curve.ts';
import { between, meanSlimness, pointsAt, sectionPlaces } from './snake-shape.ts';

export interface HollowSnakeOptions {
  /** Requested number of tetrahedra; the result deviates by at most COUNT_TOLERANCE. */
  readonly tetrahedra?: number;
  /** Points of the centre line, from the tail's tip to the mouth [m], flat, 3 numbers per point; by default along x. */
  readonly line?: Float64Array;
  /** Radius of the body [m]. */
  readonly radius?: number;
  /** Called with the finished share of the work, 0 to 1. */
  readonly progress?: (fraction: number) => void;
}

/** A snake with a mouth and a gullet: a tube that is closed inside of the body. The rest of the body, and the tail, are solid. */
export interface HollowSnakeModel {
  readonly mesh: TetMesh;
  /** Number of vertices around the body, and of layers of elements in the gullet's wall. */
  readonly sides: number;
  readonly walls: number;
  /** Place of each cross-section along the body: 0 at the tail's tip, 1 at the mouth. */
  readonly places: Float64Array;
  /**
   * Place of each vertex, 3 numbers per vertex: that along the body, and direction from the centre line: cosines to up and to the side.
   */
  readonly sites: Float32Array;
  /** Per vertex, 1 if it is on the surface of the gullet, else 0. */
  readonly gullet: Uint8Array;
}

export const MIN_TETRAHEDRA = 3000;
export const MAX_TETRAHEDRA = 200_000;
const DEFAULT_TETRAHEDRA = 18_000;
/** Default length and radius of the body [m]. */
export const HOLLOW_LENGTH = 1.7;
export const HOLLOW_RADIUS = 0.05;
/** Maximum difference between the number of tetrahedra and the requested one, as a share of the latter. */
export const COUNT_TOLERANCE = 0.05;
const MIN_SIDES = 10;
const MAX_SIDES = 60;
/** Number of sides from which the wall has two layers of elements. */
const TWO_WALLS_SIDES = 24;
/** Distance of cross-sections over the mean edge length around the body. */
const ASPECT = 1.1;

/** Place where the gullet ends. */
export const GULLET_END = 0.42;
/** Radius of the surface, and of the gullet, or of the ring of vertices that continues it [body radii], at places from tail (0) to mouth (1). */
const OUTER = [
  [0, 0.14],
  [0.12, 0.4],
  [0.3, 0.85],
  [0.45, 1],
  [0.62, 1],
  [0.9, 0.98],
  [0.955, 1.08],
  [1, 0.9],
] as const;
const INNER = [
  [0, 0.07],
  [0.12, 0.2],
  [0.3, 0.5],
  [0.45, 0.74],
  [0.9, 0.74],
  [0.955, 0.84],
  [1, 0.74],
] as const;
/** Height over breadth of a cross-section: the mouth is a broad slit. */
const FLATNESS = [
  [0, 1],
  [0.9, 1],
  [0.955, 0.72],
  [1, 0.42],
] as const;

const outerAt = (place: number): number => between(OUTER, place);

/**
 * Makes a hollow snake along a centre line; its back is up. Every run gives the same bytes.
 * @throws RangeError if `tetrahedra` is not between MIN_TETRAHEDRA and MAX_TETRAHEDRA, or if the radius or the line's length isn't positive
 */
export function hollowSnake(options: HollowSnakeOptions = {}): HollowSnakeModel {
  const {
    tetrahedra = DEFAULT_TETRAHEDRA,
    line: curve = straightLine(HOLLOW_LENGTH, 2),
    radius = HOLLOW_RADIUS,
    progress = () => {},
  } = options;
  checkTetrahedra('A hollow snake', tetrahedra, MIN_TETRAHEDRA, MAX_TETRAHEDRA);
  const length = lengthsAlong(curve).at(-1) ?? 0;
  checkSizes('A hollow snake', [length, radius]);
  progress(0);
  const { sides, walls, layers } = chooseSections(tetrahedra, length / radius);
  const places = sectionPlaces(layers, outerAt);
  const line = pointsAt(curve, places);
  const section = ringedDisc(
    Array.from({ length: walls + 1 }, (_, ring) => ring + 1),
    sides,
  );
  const solid = sweep(section, line);
  const { sites, gullet } = shape(solid.positions, { section, line, places, sides, walls, radius });
  const { mesh, kept } = hollowOut(solid, places, sides, section.triangles.length / 3);
  progress(1);
  return {
    mesh,
    sides,
    walls,
    places,
    sites: sites.filter((_, i) => kept[Math.floor(i / 3)]),
    gullet: gullet.filter((_, v) => kept[v]),
  };
}

interface Sections {
  readonly section: CrossSection;
  /** Points of the centre line, one per cross-section. */
  readonly line: Float64Array;
  readonly places: Float64Array;
  readonly sides: number;
  readonly walls: number;
  readonly radius: number;
}

/** Gives cross-sections of rings with the radii 1, 2, ... m their form. @returns their HollowSnakeModel.sites and gullet */
function shape(
  positions: Float32Array,
  { section, line, places, sides, walls, radius }: Sections,
): Pick<HollowSnakeModel, 'sites' | 'gullet'> {
  const count = section.points.length / 2;
  const sites = new Float32Array(positions.length);
  const gullet = new Uint8Array(positions.length / 3);
  places.forEach((place, layer) => {
    const [outer, inner, flatness] = [outerAt(place), between(INNER, place), between(FLATNESS, place)];
    for (let i = 0; i < count; i++) {
      const v = layer * count + i;
      const ring = i === 0 ? 0 : Math.floor((i - 1) / sides);
      const scale = (radius * (inner + (ring / walls) * (outer - inner))) / (ring + 1);
      gullet[v] = place >= GULLET_END && i > 0 && ring === 0 ? 1 : 0;
      sites.set([place, section.points[2 * i] / (ring + 1), section.points[2 * i + 1] / (ring + 1)], 3 * v);
      for (let k = 0; k < 3; k++) {
        const centre = line[3 * layer + k];
        positions[3 * v + k] = centre + scale * (k === 1 ? flatness : 1) * (positions[3 * v + k] - centre);
      }
    }
  });
  return { sites, gullet };
}

/** Removes the core of the cross-sections from the gullet's end to the mouth. `kept` says for each vertex whether the result has it. */
function hollowOut({ positions, tets }: TetMesh, places: Float64Array, sides: number, triangles: number) {
  const kept = new Uint8Array(positions.length / 3);
  const ids: number[] = [];
  for (let t = 0; t < tets.length; t += 4) {
    const prism = Math.floor(t / 4 / 3);
    const isCore = prism % triangles < sides;
    if (isCore && places[Math.floor(prism / triangles)] >= GULLET_END) continue;
    for (let k = 0; k < 4; k++) {
      ids.push(tets[t + k]);
      kept[tets[t + k]] = 1;
    }
  }
  const newIds = new Uint32Array(kept.length);
  for (let v = 0, next = 0; v < kept.length; v++) if (kept[v]) newIds[v] = next++;
  return {
    mesh: {
      positions: positions.filter((_, i) => kept[Math.floor(i / 3)]),
      tets: Uint32Array.from(ids, (v) => newIds[v]),
    },
    kept,
  };
}

/** Chooses the numbers of sides, of layers in the wall, and of cross-sections. @param slimness length over radius */
function chooseSections(tetrahedra: number, slimness: number): { sides: number; walls: number; layers: number } {
  const fine = sectionPlaces(2001, outerAt);
  const hollowShare = fine.filter((place) => place >= GULLET_END).length / fine.length;
  let best = { sides: 0, walls: 0, layers: 0 };
  let leastDistortion = Number.POSITIVE_INFINITY;
  for (let sides = MIN_SIDES; sides <= MAX_SIDES; sides += 2) {
    const walls = sides < TWO_WALLS_SIDES ? 1 : 2;
    // Between two cross-sections, each triangle makes three tetrahedra: those of the walls, and a core where the snake is solid.
    const tetsPerGap = 3 * sides * (2 * walls + (1 - hollowShare));
    const gaps = Math.round(tetrahedra / tetsPerGap);
    const aspect = (slimness * meanSlimness(outerAt)) / gaps / ((2 * Math.PI) / sides) / ASPECT;
    const distortion = Math.max(aspect, 1 / aspect);
    if (distortion >= leastDistortion) continue;
    leastDistortion = distortion;
    best = { sides, walls, layers: gaps + 1 };
  }
  return best;
}
