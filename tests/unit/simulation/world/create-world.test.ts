import { describe, expect, it } from 'vitest';
import { createModel } from '../../../../src/simulation/world/create-model.ts';
import { createSheet } from '../../../../src/simulation/world/create-sheet.ts';
import { createWorld } from '../../../../src/simulation/world/create-world.ts';
import { initialState } from '../../../../src/simulation/initial-state.ts';
import { MATERIALS } from '../../../../src/simulation/parameters.ts';
import type { OwnMaterial } from '../../../../src/simulation/world/material.ts';
import type { Batch } from '../../../../src/simulation/world/world.ts';
import { sheetMesh } from '../../../fixtures/sheet.ts';
import { boxMesh } from '../../mesh/box-mesh.ts';

const sum = (array: ArrayLike<number>) => Array.from(array).reduce((total, x) => total + x, 0);

describe('createModel', () => {
  const mesh = boxMesh(3, 2, 2);
  const model = createModel('box', mesh, 0.5);

  it('has a spring for every edge and an element for every tetrahedron, at rest in the mesh', () => {
    const { springs, elasticTets } = model;
    const edges = new Set<string>();
    for (let t = 0; t < mesh.tets.length; t += 4)
      for (const [i, j] of [
        [0, 1],
        [0, 2],
        [0, 3],
        [1, 2],
        [1, 3],
        [2, 3],
      ])
        edges.add([mesh.tets[t + i], mesh.tets[t + j]].sort((a, b) => a - b).join());
    const found = Array.from(springs.restLengths, (length, s) => {
      const [a, b] = springs.vertices.subarray(2 * s, 2 * s + 2);
      const [p, q] = [a, b].map((v) => mesh.positions.subarray(3 * v, 3 * v + 3));
      expect(length).toBeCloseTo(Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]), 6);
      return [a, b].sort((x, y) => x - y).join();
    });
    expect(found.sort()).toEqual([...edges].sort());
    const tets = (array: Uint32Array) =>
      Array.from({ length: array.length / 4 }, (_, t) => array.slice(4 * t, 4 * t + 4).join());
    expect(tets(elasticTets.vertices).sort()).toEqual(tets(mesh.tets).sort());
    elasticTets.restVolumes.forEach((volume, t) => {
      expect(volume).toBeCloseTo(1 / 6, 6);
      const [a, ...others] = elasticTets.vertices.subarray(4 * t, 4 * t + 4);
      const edge = (j: number, k: number) => mesh.positions[3 * others[j] + k] - mesh.positions[3 * a + k];
      const places = [0, 1, 2, 1, 3, 4, 2, 4, 5];
      for (let column = 0; column < 3; column++)
        for (let row = 0; row < 3; row++) {
          // Row of the metric by column of the edges' inner products: the identity.
          let product = 0;
          for (let j = 0; j < 3; j++)
            for (let k = 0; k < 3; k++)
              product += elasticTets.restMetrics[6 * t + places[3 * row + j]] * edge(j, k) * edge(column, k);
          expect(product).toBeCloseTo(row === column ? 1 : 0, 6);
        }
    });
  });

  it.each(['springs', 'elasticTets'] as const)('%s of a colour share no vertex', (kind) => {
    const { vertices, colourOffsets } = model[kind];
    const arity = kind === 'springs' ? 2 : 4;
    expect(colourOffsets.at(-1)).toBe(vertices.length / arity);
    for (let c = 0; c + 1 < colourOffsets.length; c++) {
      const ids = vertices.slice(arity * colourOffsets[c], arity * colourOffsets[c + 1]);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('shares the volume out, and refuses an inverted tetrahedron by name', () => {
    expect(sum(model.vertexVolumes)).toBeCloseTo(12, 5);
    const inverted = {
      positions: mesh.positions,
      tets: mesh.tets.slice(0, 4).fill(mesh.tets[2], 1, 2).fill(mesh.tets[1], 2, 3),
    };
    expect(() => createModel('wrong', inverted, 1)).toThrow(/Tetrahedron 0 of wrong/);
  });
});

describe('createWorld', () => {
  const [a, b] = [createModel('a', boxMesh(1, 1, 1), 1), createModel('b', boxMesh(2, 1, 1), 1)];
  const at = (model: typeof a, shift: number) => ({ model, positions: model.mesh.positions.map((x) => x + shift) });
  const { world, positions } = createWorld([at(a, 0), at(b, 10), at(a, 20)], []);

  it('brings bodies of a model together and keeps their order', () => {
    expect(world.bodies.map(({ model }) => world.models[model].name)).toEqual(['a', 'a', 'b']);
    expect(world.bodies.map(({ vertexBase }) => Math.floor(positions[3 * vertexBase] / 10))).toEqual([0, 2, 1]);
    expect(world.bodies.map(({ placement }) => placement)).toEqual([0, 2, 1]);
    expect(positions).toHaveLength(3 * world.vertexCount);
    expect(world.vertexCount).toBe(2 * a.topology.vertexCount + b.topology.vertexCount);
    expect(world.surfaceVertices).toHaveLength(world.surfaceVertexCount);
    world.surfaceVertices.forEach((v, s) => {
      const { model, vertexBase, surfaceBase } = world.bodies[world.surfaceBodies[s]];
      expect(v - vertexBase).toBe(world.models[model].topology.surfaceVertices[s - surfaceBase]);
    });
  });

  it.each(MATERIALS)('batches of %s hold every constraint of every body once', (kind) => {
    const batches = world.batches[kind];
    const count = batches.reduce((total, { begin, end, bodyCount }) => total + (end - begin) * bodyCount, 0);
    expect(count).toBe(kind === 'mass-spring' ? world.springCount : world.tetCount);
    for (const { model, firstBody, bodyCount } of batches)
      for (let body = firstBody; body < firstBody + bodyCount; body++) expect(world.bodies[body].model).toBe(model);
  });

  it('refuses positions that do not fit, saying how many it expected', () => {
    const wrong = { model: a, positions: new Float32Array(3) };
    const placements = [at(a, 0), at(b, 0), wrong];
    expect(() => createWorld(placements, [])).toThrow('Placement 2 (a) has 3 coordinates, expected 24');
  });

  it('starts with the mass that density gives, at the drop speed', () => {
    const state = initialState(world, positions, { density: 500, dropSpeed: 3 }, (bytes) => new ArrayBuffer(bytes));
    expect(sum(state.inverseMasses.map((w) => 1 / w))).toBeCloseTo(500 * (1 + 1 + 2), 1);
    expect(state.velocities.every((v, i) => v === (i % 3 === 1 ? -3 : 0))).toBe(true);
    expect(state.positionsT0).toEqual(positions);
  });
});

describe('materials of bodies', () => {
  const box = createModel('box', boxMesh(1, 1, 1), 1);
  const sheet = createSheet('sheet', sheetMesh(2, 1), 0.1);
  const placed = (model: typeof box, material?: OwnMaterial) => ({
    model,
    positions: model.mesh.positions,
    ...(material && { material }),
  });
  const make = (...materials: (OwnMaterial | undefined)[]) =>
    createWorld([...materials.map((material) => placed(box, material)), placed(sheet)], []).world;

  it('are listed once each, behind the empty one of the scene', () => {
    const world = make(undefined, { density: 5 }, {}, { density: 5, youngsModulus: 7 }, { density: 5 });
    expect(world.materials).toEqual([{}, { density: 5 }, { density: 5, youngsModulus: 7 }]);
    expect(world.bodies.map(({ material }) => material)).toEqual([0, 1, 0, 2, 1, 0]);
  });

  it('give each body its own density', () => {
    const { world, positions } = createWorld([placed(box), placed(box, { density: 20 }), placed(sheet)], []);
    const state = initialState(world, positions, { density: 500, dropSpeed: 0 }, (bytes) => new ArrayBuffer(bytes));
    const ends = [...world.bodies.map(({ vertexBase }) => vertexBase), world.vertexCount];
    const masses = world.bodies.map((_, i) => sum(state.inverseMasses.slice(ends[i], ends[i + 1]).map((w) => 1 / w)));
    [500, 20, 500 * 4 * 0.1].forEach((mass, i) => {
      expect(masses[i] / mass).toBeCloseTo(1, 5);
    });
  });

  it('give each kind of constraint the bodies that it holds together, and none of the others', () => {
    const springs = { material: 'mass-spring' } as const;
    const tets = { material: 'neo-hookean' } as const;
    const world = make(springs, undefined, tets, springs, undefined);
    const kinds = world.bodies.map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(
      [tets, springs, springs, springs, undefined, undefined].map((own) => own?.material).toSorted(),
    );
    const given = [springs, undefined, tets, springs, undefined, springs];
    expect(world.bodies.map(({ placement }) => given[placement]?.material)).toEqual(kinds);
    const bodiesOf = (batches: readonly Batch[]) =>
      new Set(
        batches.flatMap(({ firstBody, bodyCount }) =>
          Array.from({ length: bodyCount }, (_, i) => kinds[firstBody + i]),
        ),
      );
    expect(bodiesOf(world.batches['neo-hookean'])).toEqual(new Set(['neo-hookean', undefined]));
    expect(bodiesOf(world.batches['mass-spring'])).toEqual(new Set(['mass-spring', undefined]));
    expect(bodiesOf(world.ownBatches['neo-hookean'])).toEqual(new Set(['neo-hookean']));
    expect(bodiesOf(world.ownBatches['mass-spring'])).toEqual(new Set(['mass-spring']));
    const constraints = (batches: readonly Batch[]) =>
      batches.reduce((total, { begin, end, bodyCount }) => total + (end - begin) * bodyCount, 0);
    const [tetCount, springCount] = [6, box.springs.restLengths.length];
    expect(constraints(world.batches['neo-hookean'])).toBe(3 * tetCount);
    expect(constraints(world.ownBatches['neo-hookean'])).toBe(tetCount);
    expect(constraints(world.batches['mass-spring'])).toBe(4 * springCount + sheet.springs.restLengths.length);
    expect(constraints(world.ownBatches['mass-spring'])).toBe(2 * springCount + sheet.springs.restLengths.length);
    // The bodies of one kind need not be consecutive: here another kind lies between them.
    const third = make({ material: 'neo-hookean-xpbd' }, undefined, springs);
    expect(third.batches['neo-hookean-xpbd'].map(({ bodyCount }) => bodyCount)).toContain(1);
    expect(constraints(third.batches['neo-hookean-xpbd'])).toBe(2 * tetCount);
    expect(constraints(third.ownBatches['neo-hookean-xpbd'])).toBe(tetCount);
    expect(constraints(third.batches['neo-hookean'])).toBe(tetCount);
    // No two bodies share a multiplier.
    world.bodies.forEach(({ multiplierBase, model }, i) => {
      const { topology, springs: own } = world.models[model];
      const behind = world.bodies[i + 1]?.multiplierBase ?? world.multiplierCount;
      expect(behind - multiplierBase).toBe(Math.max(9 * topology.tetCount, own.restLengths.length));
    });
  });
});
