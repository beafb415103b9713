import { plural } from '../formats/file-mesh.ts';
import { cut, onOneLine } from '../math/text.ts';
import type { GuessedUnit } from '../formats/guess-unit.ts';
import { type Bounds, sidesOf } from '../formats/inspect/extent.ts';
import type { Found, Id } from '../formats/inspect/found.ts';
import type { SurfaceReport } from '../formats/inspect/inspect-surface.ts';
import type { TetsReport } from '../formats/inspect/inspect-tets.ts';
import type { SelfIntersections } from '../formats/inspect/overlaps.ts';

/** Digits of measured numbers. */
const DIGITS = 6;
/** Coordinates greater than this multiple of a mesh's longest side are written with as many digits as float64 surely has. */
const FAR = 100;
const FAR_DIGITS = 15;
/** Most materials that a report for a person names. Scans and city models have thousands. */
const SHOWN_MATERIALS = 20;

export const number = (x: number): string => String(Number(x.toPrecision(DIGITS)));

/** Writes a report on a file of tetrahedra for a person. */
export function tetsText(report: TetsReport): string {
  const { boundary, dihedral } = report;
  const rows: [string, string][] = [
    ['tetrahedra', report.tetrahedra.toLocaleString('en')],
    ['vertices', report.vertices.toLocaleString('en') + (report.unused > 0 ? `, ${report.unused} of them unused` : '')],
    ...((report.triangles > 0
      ? [['triangles', `${report.triangles.toLocaleString('en')}, which the file lists besides`]]
      : []) as [string, string][]),
    ...extentRows(report.bounds, report.unit),
    ['volume', `${number(report.volume)} cubic units`],
    ['dihedral angles', dihedral ? `${number(dihedral.min)} to ${number(dihedral.max)} degrees` : 'none'],
    ['pieces', String(report.pieces)],
    ['inverted', found(report.inverted, 'tetrahedron', 'tetrahedra')],
    ['flat', found(report.flat, 'tetrahedron', 'tetrahedra')],
    ['boundary', boundaryText(report)],
    ...(boundary.isClosedManifold
      ? []
      : ([
          ['  wrong faces', found(boundary.wrongFaces, 'face')],
          ['  wrong edges', found(boundary.wrongEdges, 'edge')],
          ['  wrong vertices', found(boundary.wrongVertices, 'vertex', 'vertices')],
        ] as [string, string][])),
    ...intersectionRows(boundary),
    ['vertices inside', notCounted(report.inside.uncounted) ?? found(report.inside, 'vertex', 'vertices')],
    ['for simulation', report.problem ?? 'yes'],
  ];
  return table(rows) + notesText(report.notes);
}

/** Writes a report on a file of a surface for a person. */
export function surfaceText(report: SurfaceReport): string {
  const { triangles, flat, repeated, vertices, places, materials, textures, volume } = report;
  const looks = [
    report.hasUvs ? 'texture coordinates' : '',
    report.hasColours ? 'colours of vertices' : '',
    ...(textures > 0 ? [plural(textures, 'texture')] : []),
  ].filter(Boolean);
  const rows: [string, string][] = [
    ['triangles', triangles.toLocaleString('en') + (flat > 0 ? `, ${flat.toLocaleString('en')} of them flat` : '')],
    ...(repeated > 0
      ? ([['there twice', `${plural(repeated, 'triangle')}, with the corners of an earlier one; measured once`]] as [
          string,
          string,
        ][])
      : []),
    ['vertices', `${vertices.toLocaleString('en')} at ${plural(places, 'place')}`],
    ...extentRows(report.bounds, report.unit),
    ['pieces', String(report.pieces)],
    ['manifold', report.isClosedManifold ? 'closed' : 'no closed 2-manifold'],
    ['open edges', found(report.openEdges, 'edge')],
    ['crowded edges', found(report.crowdedEdges, 'edge')],
    ['turned edges', found(report.turnedEdges, 'edge')],
    ['wrong vertices', found(report.wrongVertices, 'vertex', 'vertices')],
    ...intersectionRows(report),
    ['volume', volume === undefined ? 'none, since the surface is not closed' : `${number(volume)} cubic units`],
    ['materials', materialsText(materials)],
    ['looks', looks.join(', ') || 'plain'],
  ];
  return table(rows) + notesText(report.notes);
}

/** Names the first materials, and says how many there are if that isn't all. */
function materialsText(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const shown = names.slice(0, SHOWN_MATERIALS).map((name) => `'${cut(name)}'`);
  return names.length <= SHOWN_MATERIALS
    ? shown.join(', ')
    : `${names.length.toLocaleString('en')}: ${shown.join(', ')}, …`;
}

const boundaryText = ({ boundary: { triangles, isClosedManifold } }: TetsReport): string =>
  `${plural(triangles, 'triangle')}, ${isClosedManifold ? 'a closed 2-manifold' : 'no closed 2-manifold'}`;

export function extentRows(bounds: Bounds | undefined, unit: GuessedUnit | undefined): [string, string][] {
  if (!bounds || !unit) return [];
  // Far from the origin, a place needs more digits to be as exact as the size.
  const longest = Math.max(...sidesOf(bounds));
  const place = (x: number) => (Math.abs(x) > FAR * longest ? String(Number(x.toPrecision(FAR_DIGITS))) : number(x));
  const corners = [bounds.low, bounds.high].map((corner) => `(${corner.map(place).join(', ')})`).join(' to ');
  return [
    ['bounding box', `${sidesOf(bounds).map(number).join(' x ')}, from ${corners}`],
    ['unit', `guessed: ${unit.sentence}`],
  ];
}

export function intersectionRows(found: SelfIntersections): [string, string][] {
  const { uncounted, meetingTriangles } = found;
  const why = notCounted(uncounted);
  return [
    ['piercing edges', why ?? foundEdges(found)],
    ['meeting triangles', why ?? foundIds(meetingTriangles, 'pair')],
  ];
}

const notCounted = (bound: number | undefined): string | undefined =>
  bound === undefined ? undefined : `not counted: more than ${plural(bound, 'pair')} of boxes meet`;

const foundEdges = ({ piercingEdges, piercings }: SelfIntersections): string =>
  foundIds(piercingEdges, 'edge') + (piercings > 0 ? `; ${plural(piercings, 'piercing')}` : '');

export const found = (things: Found, one: string, several = `${one}s`): string => foundIds(things, one, several);

/** Names how many things were found and the first ones, by their ids or those of their vertices. */
function foundIds({ count, first }: Found, one: string, several = `${one}s`): string {
  if (count === 0) return 'none';
  const named = first.map(idText).join(', ');
  return `${plural(count, one, several)}: ${named}${count > first.length ? ', …' : ''}`;
}

const idText = (id: Id): string => (typeof id === 'number' ? String(id) : `(${id.join(', ')})`);

export const notesText = (notes: readonly string[]): string => notes.map((note) => `  ${onOneLine(note)}\n`).join('');

/** Writes rows of a name and a value, the values below one another. */
export function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`).join('');
}
