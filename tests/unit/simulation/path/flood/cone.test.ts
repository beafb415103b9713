import { describe, expect, test } from 'vitest';
import { NONE } from '../../../../../src/mesh/topology.ts';
import { isCovered } from '../../../../../src/simulation/path/clearance.ts';
import { mayPathReach } from '../../../../../src/simulation/path/flood/cone.ts';
import { refitCell } from '../../../../../src/simulation/path/flood/refit-cells.ts';
import { flood } from '../../../../../src/simulation/path/flood/flood.ts';
import { PATH_OPTIONS } from '../../../../../src/simulation/path/path-query.ts';
import { createPathScratch } from '../../../../../src/simulation/path/scratch.ts';
import { bentBars } from '../../../../fixtures/bent-bars.ts';
import { shake } from '../../../../fixtures/inverted-shapes.ts';
import { pathBody } from '../../../../fixtures/path-body.ts';
import { PathOracle } from '../../../../fixtures/path-oracle.ts';
import { pathQueries } from '../../../../fixtures/path-queries.ts';
import { nearCandidates } from '../near-candidates.ts';

const scratch = createPathScratch();

/** How far lines of the oracle may miss elements, as a share of the diagonal: rounding and no more. */
const TOUCHING = 1e-15;

/** Maximum displacement of a shaken vertex along each axis, in edges. It turns some of the elements inside out. */
const SHAKE = 0.45;

/** Cell and patch of each boundary face of a body. */
function placesOfFaces({ cells, topology }: ReturnType<typeof pathBody>): { cell: number; patch: number }[] {
  const { cellOf, faces, faceOffsets, patchOffsets } = cells.layout;
  const places = new Array<{ cell: number; patch: number }>(topology.faceCount);
  for (let cell = 0; cell + 1 < patchOffsets.length; cell++)
    for (let patch = patchOffsets[cell]; patch < patchOffsets[cell + 1]; patch++)
      for (const face of faces.subarray(faceOffsets[patch], faceOffsets[patch + 1])) {
        expect(cellOf[topology.faceTets[face]]).toBe(cell);
        places[face] = { cell, patch };
      }
  return places;
}

/** Bars of several cells that overlap themselves; the fan is but one cell. */
const BARS = bentBars(1).filter(({ name }) => name !== 'fan');

describe.each([...BARS, ...BARS.map((bar, i) => ({ ...shake(bar, SHAKE, i), name: `${bar.name}, shaken` }))])(
  '$name',
  ({ positions, tets, rest }) => {
    test('no patch with a valid path is out of reach', () => {
      const body = pathBody(positions, tets, rest);
      const oracle = new PathOracle(body.topology, positions);
      const places = placesOfFaces(body);
      const wrong: string[] = [];
      let [valid, closed] = [0, 0];
      for (const { point, tet, vertex } of pathQueries(oracle, 40, 30, true)) {
        flood(scratch, body, ...point, tet, vertex < 0 ? NONE : vertex, PATH_OPTIONS);
        // A point on the skin of its element was moved, by rounding.
        if (point.some((x, k) => x !== scratch.flooding.point[k])) continue;
        // Without a best path, cones reach as far as their patches.
        scratch.path.depthSquared = Infinity;
        const covered = isCovered(scratch.cover, body, ...point, 0);
        for (const { face, x, y, z } of nearCandidates(body, { point, tet, vertex }, 150)) {
          const { cell, patch } = places[face];
          refitCell(body, cell);
          const may = mayPathReach(scratch, body, cell, patch, covered);
          if (!may) closed++;
          oracle.line.through(point, x, y, z);
          if (!oracle.line.reaches(tet, body.topology.faceTets[face], TOUCHING * oracle.diagonal, 'twice')) continue;
          valid++;
          if (!may) wrong.push(`(${point}) in ${tet} to face ${face}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(valid).toBeGreaterThan(100);
      expect(closed).toBeGreaterThan(100);
    });
  },
);
