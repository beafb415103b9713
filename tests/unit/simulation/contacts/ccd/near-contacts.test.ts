import { describe, expect, it } from 'vitest';
import { contactOfHit } from '../../../../../src/simulation/capacities.ts';
import { NEARNESS, RECOVERY } from '../../../../../src/simulation/contacts/ccd/near-contacts.ts';
import { findContacts } from '../../../../../src/simulation/contacts/sources.ts';
import { initialOrders } from '../../../../../src/simulation/detect/rebuild.ts';
import { initialState } from '../../../../../src/simulation/initial-state.ts';
import { defaultParameters } from '../../../../../src/simulation/parameters.ts';
import { runPasses } from '../../../../../src/simulation/program/run-passes.ts';
import { CONTACT, CONTACT_KINDS, COUNTERS, type State } from '../../../../../src/simulation/state.ts';
import { createModel } from '../../../../../src/simulation/world/create-model.ts';
import { createSheet } from '../../../../../src/simulation/world/create-sheet.ts';
import { createWorld } from '../../../../../src/simulation/world/create-world.ts';
import type { Placement, World } from '../../../../../src/simulation/world/world.ts';
import { seededRandom } from '../../../../fixtures/box-world.ts';
import { sheetMesh } from '../../../../fixtures/sheet.ts';
import { dot, minus } from '../../../../fixtures/vectors.ts';
import { boxMesh } from '../../../mesh/box-mesh.ts';

const THICKNESS = 0.1;
const PARAMETERS = { ...defaultParameters(), mode: 'ccd', contactOffset: THICKNESS } as const;
type Map = (x: number, z: number) => readonly number[];

function sheet(n: number, cell: number, map: Map): Placement {
  const model = createSheet('sheet', sheetMesh(n, cell), 0.01);
  const { positions } = model.mesh;
  return { model, positions: positions.map((_, i) => map(positions[i - (i % 3)], positions[i - (i % 3) + 2])[i % 3]) };
}

interface Contact {
  readonly vertices: number[];
  readonly normal: number[];
  readonly offset: number;
  /** Difference between the contact's two points, in the state's positions and in the rest shape. */
  readonly gap: number[];
  readonly rest: number[];
  readonly isVertex: boolean;
}

/** The contacts of a world, which moves from `start` to `end`. */
function contactsOf(
  placements: readonly Placement[],
  move = (_v: number, x: readonly number[]) => x,
): { contacts: Contact[]; world: World; state: State } {
  const { world, positions } = createWorld(placements, []);
  const state = initialState(world, positions, PARAMETERS, (bytes) => new ArrayBuffer(bytes));
  initialOrders(world, state);
  state.positionsT0.set(positions);
  for (let v = 0; v < world.vertexCount; v++)
    state.positions.set(move(v, [...positions.subarray(3 * v, 3 * v + 3)]), 3 * v);
  runPasses({ world, state }, findContacts(PARAMETERS, world), PARAMETERS, {});
  const rest = Float32Array.from(world.bodies.flatMap(({ model }) => [...world.models[model].mesh.positions]));
  const { f32, u32 } = state.contacts;
  const contacts = Array.from({ length: state.counters[COUNTERS.contactsCcd] }, (_, i): Contact => {
    const at = CONTACT.stride * contactOfHit(world, i);
    const vertices = [...u32.subarray(at + CONTACT.vertices, at + CONTACT.vertices + 4)];
    const weights = [...f32.subarray(at + CONTACT.weights, at + CONTACT.weights + 4)];
    const sum = (x: Float32Array) =>
      [0, 1, 2].map((k) => vertices.reduce((s, v, j) => s + weights[j] * x[3 * v + k], 0));
    return {
      vertices,
      normal: [...f32.subarray(at + CONTACT.normal, at + CONTACT.normal + 3)],
      offset: f32[at + CONTACT.offset],
      gap: sum(state.positions),
      rest: sum(rest),
      isVertex: u32[at + CONTACT.kind] === CONTACT_KINDS.vertexFace,
    };
  });
  return { contacts, world, state };
}

const length = (x: readonly number[]): number => Math.sqrt(dot(x, x));
const bodyOf = ({ bodies }: World, v: number): number => bodies.findLastIndex(({ vertexBase }) => vertexBase <= v);

describe('elements of sheets that are near', () => {
  it('make contacts along the way between them, which keep the gap that they have and a little more', () => {
    const random = seededRandom(1);
    const { contacts } = contactsOf([
      sheet(6, 0.15, (x, z) => [x, 0.03 * random(), z]),
      sheet(6, 0.15, (x, z) => [x + 0.04, 0.07 + 0.03 * random(), z + 0.06]),
    ]);
    expect(contacts.filter(({ isVertex }) => isVertex).length).toBeGreaterThan(40);
    expect(contacts.filter(({ isVertex }) => !isVertex).length).toBeGreaterThan(10);
    for (const { gap, normal, offset } of contacts) {
      const distance = length(gap);
      expect(distance).toBeLessThan(NEARNESS * THICKNESS);
      expect(dot(gap, normal)).toBeCloseTo(distance, 6);
      expect(offset).toBeCloseTo(Math.min(THICKNESS, distance + RECOVERY * THICKNESS), 6);
    }
  });

  it('keep the whole thickness if the step began with it', () => {
    const start = 0.15;
    const { contacts } = contactsOf(
      [sheet(4, 0.2, (x, z) => [x, 0, z]), sheet(4, 0.2, (x, z) => [x + 0.03, start, z + 0.05])],
      (v, [x, y, z]) => (v < 25 ? [x, y, z] : [x, y - 0.1, z]),
    );
    // Beside the rims there are oblique ones.
    const upright = contacts.filter(({ normal }) => Math.abs(normal[1]) > 0.999);
    expect(upright.length).toBeGreaterThan(20);
    for (const { gap, offset } of upright) {
      expect(length(gap)).toBeCloseTo(0.05, 5);
      expect(offset).toBeCloseTo(THICKNESS, 6);
    }
  });

  it('give a vertex between two layers a contact with each', () => {
    const { contacts, world } = contactsOf(
      [0, 0.06, 0.12].map((height, i) => sheet(4, 0.25, (x, z) => [0.9 * x + 0.01 * i, height, 0.9 * z + 0.02 * i])),
    );
    for (let v = 25; v < 50; v++) {
      const own = contacts.filter(({ vertices, isVertex }) => isVertex && vertices[0] === v);
      const sides = own.map(({ vertices, normal }) => [bodyOf(world, vertices[1]), Math.sign(normal[1])]);
      if (own.some(({ vertices }) => bodyOf(world, vertices[1]) === 2)) expect(sides).toContainEqual([2, -1]);
      expect(sides).toContainEqual([0, 1]);
    }
    const between = contacts.filter(({ vertices }) => bodyOf(world, vertices[0]) === 1);
    expect(between.filter(({ normal }) => normal[1] < 0).length).toBeGreaterThan(15);
  });

  it('are at most four per vertex, the nearest ones; the others are counted', () => {
    const apart = 0.15 * THICKNESS;
    const layers = (count: number) =>
      contactsOf(
        Array.from({ length: count }, (_, i) => sheet(2, 1, (x, z) => [x + 0.2 * i, apart * i, z + 0.13 * i])),
      );
    const few = layers(4);
    expect(few.state.counters[COUNTERS.vertexHitsLeftOut]).toBe(0);
    const { contacts, state, world } = layers(7);
    // The middle of the lowest sheet, below the middles of all others.
    const own = contacts.filter(({ vertices, isVertex }) => isVertex && vertices[0] === 4);
    expect(own.map(({ vertices }) => bodyOf(world, vertices[1])).sort()).toEqual([1, 2, 3, 4]);
    expect(state.counters[COUNTERS.vertexHitsLeftOut]).toBeGreaterThan(1);
  });

  it('include those of volumes, on both sides of a sheet', () => {
    const box = createModel('box', boxMesh(1, 1, 1), 1);
    const at = (height: number) => ({
      model: box,
      positions: box.mesh.positions.map((x, i) => x + [-0.5, height, -0.5][i % 3]),
    });
    const { contacts, world } = contactsOf([sheet(8, 0.25, (x, z) => [x + 0.03, 0, z + 0.04]), at(0.05), at(-1.05)]);
    for (const [body, sign] of [
      [1, -1],
      [2, 1],
    ])
      for (const from of [0, body]) {
        const own = contacts.filter(
          ({ vertices }) =>
            [vertices[0], vertices[3]].map((v) => bodyOf(world, v)).includes(body) &&
            bodyOf(world, vertices[0]) === from,
        );
        expect(own.length).toBeGreaterThan(3);
        for (const { normal } of own) expect(Math.sign(normal[1])).toBe(from === 0 ? sign : -sign);
      }
  });

  it('are not those of two volumes', () => {
    const box = createModel('box', boxMesh(1, 1, 1), 1);
    const at = (height: number) => ({
      model: box,
      positions: box.mesh.positions.map((x, i) => x + [0, height, 0][i % 3]),
    });
    expect(contactsOf([at(0), at(1.05), sheet(2, 0.5, (x, z) => [x + 10, 0, z])]).contacts).toEqual([]);
  });
});

describe('a sheet whose edges are a third of its thickness', () => {
  const CELL = THICKNESS / 3;

  it('has no contacts with itself where it is flat, or crumpled between neighbours', () => {
    const random = seededRandom(2);
    for (const roughness of [0, 0.3, 0.9]) {
      const { contacts } = contactsOf([
        sheet(14, CELL, (x, z) => [x, roughness * CELL * random(), z + 0.3 * roughness * CELL * random()]),
      ]);
      for (const { rest } of contacts) expect(length(rest)).toBeGreaterThanOrEqual(1.57 * THICKNESS);
      expect(contacts.length).toBe(0);
    }
  });

  it('folded over, has contacts between its two layers, but none in the fold', () => {
    // A level half, a half turn of radius r, and a level half above.
    const r = 0.4 * THICKNESS;
    const fold: Map = (x, z) => {
      const turn = x / r;
      if (turn < 0) return [x, 0, z];
      if (turn < Math.PI) return [r * Math.sin(turn), r * (1 - Math.cos(turn)), z + 0.01 * turn];
      return [Math.PI * r - x, 2 * r, z + 0.01 * Math.PI];
    };
    const { contacts, state } = contactsOf([sheet(30, CELL, fold)]);
    expect(contacts.length).toBeGreaterThan(100);
    for (const { rest, gap } of contacts) {
      expect(length(rest)).toBeGreaterThanOrEqual(1.57 * THICKNESS);
      expect(length(gap)).toBeLessThan(NEARNESS * THICKNESS);
    }
    // Each vertex well on one layer that has the other one below or above it has a contact.
    const touched = new Set(contacts.flatMap(({ vertices }) => vertices));
    const { positions } = state;
    for (let v = 0; v < positions.length / 3; v++) {
      const [x, , z] = minus(positions.subarray(3 * v, 3 * v + 3), [0, 0, 0]);
      if (x < -0.1 && x > -0.3 && Math.abs(z) < 0.3) expect(touched.has(v)).toBe(true);
    }
  });
});
