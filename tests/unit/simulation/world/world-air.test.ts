import { describe, expect, it } from 'vitest';
import { type AirMesh, airMesh } from '../../../../src/mesh/air/air-mesh.ts';
import { NONE } from '../../../../src/mesh/topology.ts';
import { createModel } from '../../../../src/simulation/world/create-model.ts';
import { createRope } from '../../../../src/simulation/world/create-rope.ts';
import { createPlanarModel, createSheet } from '../../../../src/simulation/world/create-sheet.ts';
import { createWorld } from '../../../../src/simulation/world/create-world.ts';
import type { Placement } from '../../../../src/simulation/world/world.ts';
import { rectangle } from '../../../fixtures/air-world.ts';
import { sheetMesh } from '../../../fixtures/sheet.ts';
import { boxMesh } from '../../mesh/box-mesh.ts';

const square = createPlanarModel('square', rectangle(1, 1), 0.1);
const other = createPlanarModel('other', rectangle(2, 1), 0.1);
const box = createModel('box', boxMesh(1, 1, 1), 0.1);
const place = (model: Placement['model']): Placement => ({ model, positions: model.mesh.positions.slice() });
const worldOf = (placements: readonly Placement[], air?: AirMesh) => createWorld(placements, [], {}, {}, air).world;

describe('air of a world', () => {
  it('has the ids of the world, which sorts bodies by model', () => {
    // Placements: square (0 to 3), other (4 to 9), square (10 to 13). In the world the squares come first.
    const world = worldOf([place(square), place(other), place(square)], airMesh(2, [1, 10, 12, 1, 4, 9]));
    expect(world.bodies.map(({ placement, vertexBase }) => [placement, vertexBase])).toEqual([
      [0, 0],
      [2, 4],
      [1, 8],
    ]);
    expect([...world.air.elements]).toEqual([1, 4, 6, NONE, 1, 8, 13, NONE]);
  });

  it('is empty without one', () => {
    const { air, arrayLengths } = worldOf([place(box)]);
    expect(air.elements).toHaveLength(0);
    expect(air.walls).toHaveLength(0);
    expect(arrayLengths).toMatchObject({ airElements: 0, airOffsets: 0, airTally: 0 });
  });

  it('lists the triangles of sheets as walls, and not the faces of volumes', () => {
    const sheet = createSheet('sheet', sheetMesh(2, 0.5), 0.01);
    const { bodies, air } = worldOf([place(box), place(sheet)], airMesh(3, [0, 8, 9, 10]));
    const base = bodies[1].vertexBase;
    expect([...air.walls]).toEqual([...sheet.topology.faces].map((v) => v + base));
  });

  it('refuses elements that do not fit', () => {
    const squares = [place(square), place(square)];
    expect(() => worldOf(squares, airMesh(3, [0, 1, 2, 4]))).toThrow(
      'The air mesh has 3 dimensions, expected 2 as the bodies have',
    );
    expect(() => worldOf([place(box)], airMesh(2, [0, 1, 2]))).toThrow(
      'The air mesh has 2 dimensions, expected 3 as the bodies have',
    );
    expect(() => worldOf(squares, airMesh(2, [0, 1, 4, 2, 8, 5]))).toThrow(
      'Element 1 of the air mesh has vertex 8, expected one below 8',
    );
    expect(() => worldOf(squares, airMesh(2, [0, 1, 4, 2, 5, 2]))).toThrow(
      'Element 1 of the air mesh has a vertex twice, expected 3 different ones',
    );
    expect(() => worldOf(squares, { dimension: 2, elements: Uint32Array.of(0, 1, 4) })).toThrow(
      'The air mesh has 3 vertex ids, expected a multiple of 4',
    );
  });

  it('refuses elements on the same side of a facet, and takes those on both sides', () => {
    const squares = [place(square), place(square)];
    const boxes = [place(box), place(box)];
    const sameSide = 'Elements 0 and 1 of the air mesh are on the same side of a facet that they share';
    expect(() => worldOf(squares, airMesh(2, [0, 1, 4, 0, 1, 5]))).toThrow(sameSide);
    expect(() => worldOf(squares, airMesh(2, [0, 1, 4, 1, 0, 5]))).not.toThrow();
    expect(() => worldOf(squares, airMesh(2, [0, 1, 4, 1, 0, 5, 4, 5, 0, 0, 1, 6]))).toThrow(
      'Elements 1 and 3 of the air mesh',
    );
    expect(() => worldOf(boxes, airMesh(3, [9, 2, 5, 0, 2, 5, 9, 1]))).toThrow(sameSide);
    expect(() => worldOf(boxes, airMesh(3, [9, 2, 5, 0, 5, 2, 9, 1]))).not.toThrow();
    expect(() => worldOf(boxes, airMesh(3, [0, 1, 2, 8, 0, 1, 2, 8]))).toThrow(sameSide);
  });

  it('refuses ropes in space, which no improvement would spare', () => {
    const rope = createRope('rope', [0, 0, 0, 1, 0, 0], { thickness: 0.1, dimension: 3 });
    expect(() => worldOf([place(box), place(rope)])).not.toThrow();
    expect(() => worldOf([place(box), place(rope)], airMesh(3, [0, 1, 2, 8]))).toThrow(
      'rope is a rope in a world of 3 dimensions with an air mesh, expected ropes with air in the plane only',
    );
  });
});
