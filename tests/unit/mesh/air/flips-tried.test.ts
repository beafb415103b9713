import { describe, expect, it } from 'vitest';
import { flipEdges } from '../../../../src/mesh/air/flips.ts';
import { flipsTried } from '../../../../src/mesh/air/flips-tried.ts';
import { optimiseTets } from '../../../../src/mesh/air/optimise-tets.ts';
import { removeEdge } from '../../../../src/mesh/air/edge-removal.ts';
import { removeFaces } from '../../../../src/mesh/air/multi-face-removal.ts';
import { beginOptimising, createAirOptimiser, AIR_OPTIONS } from '../../../../src/mesh/air/optimiser.ts';
import { createWalls, isWall } from '../../../../src/mesh/air/walls.ts';
import { NONE } from '../../../../src/mesh/topology.ts';
import { seededRandom } from '../../../../src/math/random.ts';
import { elementsOf, gridOfTets, gridOfTriangles, leastQuality, listsOf, shaken } from './air-meshes.ts';

describe('flips tried for one element', () => {
  it('tells three flips of a triangle: one helps, a rope stands against one, a body against one', () => {
    const triangles = [
      [0, 1, 2],
      [1, 0, 3],
      [2, 1, 4],
    ];
    const positions = Float64Array.from([-2, 0, 0, 2, 0, 0, 0, 1, 0, 0, -1, 0, 3, 3, 0]);
    const walls = createWalls(2, [2, 1], 5);
    const elements = elementsOf(triangles);
    const tried = flipsTried(elements, 3, positions, walls, 0);
    expect(tried.map(({ removed, verdict }) => [...removed, verdict])).toEqual([
      [1, 2, 'wall'],
      [2, 0, 'body'],
      [0, 1, 'helps'],
    ]);
    expect(tried[2].before).toBeCloseTo(leastQuality(positions, triangles.slice(0, 2)), 12);
    expect(tried[2].after).toBeCloseTo(leastQuality(positions, [[2, 0, 3]]), 12);
    const optimiser = createAirOptimiser(3, walls);
    expect(flipEdges(optimiser, elements, 3, positions)).toBe(1);
    const after = flipsTried(elements, 3, positions, walls, 0);
    expect(after.filter(({ verdict }) => verdict === 'helps')).toEqual([]);
  });

  it('tells for ten operations on each tetrahedron the qualities that they lead to', () => {
    const air = gridOfTets(3, (cube) => cube === 13);
    const positions = shaken(air.positions, seededRandom(1), 0.4, 3);
    const walls = createWalls(3, listsOf(air.elements, 1)[0].slice(0, 3), positions.length / 3);
    const seen = new Set<string>();
    let helpful = 0;
    for (let tet = 0; tet < air.count; tet++) {
      const tried = flipsTried(air.elements, air.count, positions, walls, tet);
      expect(tried).toHaveLength(10);
      tried.forEach(({ verdict, before, after }, operation) => {
        seen.add(verdict);
        const elements = air.elements.slice();
        const optimiser = createAirOptimiser(elements.length / 4, walls);
        beginOptimising(optimiser, elements, air.count, positions, AIR_OPTIONS);
        const done = operation < 6 ? removeEdge(optimiser, tet, operation) : removeFaces(optimiser, tet, operation - 6);
        // removeEdge and removeFaces leave it to the ring's first tetrahedron.
        if (done) expect(verdict).toBe('helps');
        if (!done) return;
        helpful++;
        const lists = listsOf(elements, optimiser.end).filter((list) => list.length === 4);
        const old = new Set(listsOf(air.elements, air.count).map(String));
        const made = lists.filter((list) => !old.has(String(list)));
        expect(leastQuality(positions, made)).toBeCloseTo(after!, 12);
        expect(after!).toBeGreaterThan(before!);
      });
    }
    expect(helpful).toBeGreaterThan(20);
    expect([...seen].sort()).toEqual(expect.arrayContaining(['body', 'helps', 'no gain', 'wall']));
  });

  it.each([2, 3] as const)('keeps to the rule of the optimisation, in dimension %d', (dimension) => {
    const options = { ...AIR_OPTIONS, below: 0.3 };
    const waiting = { ...options, waitBelow: 0 };
    const random = seededRandom(2);
    const air = dimension === 2 ? gridOfTriangles(6, random, () => false) : gridOfTets(3, () => false);
    const positions = shaken(air.positions, random, dimension === 2 ? 0.8 : 0.5, dimension);
    const walls = createWalls(dimension, [], positions.length / 3);
    const seen = new Map<string, number>();
    let helps = false;
    for (let element = 0; element < air.count; element++) {
      const published = flipsTried(air.elements, air.count, positions, walls, element);
      const held = flipsTried(air.elements, air.count, positions, walls, element, waiting);
      flipsTried(air.elements, air.count, positions, walls, element, options).forEach((tried, operation) => {
        const { verdict, before } = tried;
        expect(held[operation]).toEqual({ ...tried, verdict: verdict === 'helps' ? 'waits' : verdict });
        seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
        if (verdict === 'good enough') expect(before).toBeGreaterThanOrEqual(0.3);
        if (verdict === 'good enough') expect(published[operation].verdict).toBe('helps');
        helps ||= verdict === 'helps';
      });
    }
    expect(seen.get('good enough')).toBeGreaterThan(4);
    expect(helps).toBe(true);
    // No flip helps once the optimisation finds nothing more to do.
    const optimiser = createAirOptimiser(air.elements.length / 4, walls);
    let left = air.count;
    for (let changes = 1; changes > 0; ) {
      if (dimension === 2) changes = flipEdges(optimiser, air.elements, left, positions, options);
      else {
        const { count, edgeRemovals, faceRemovals } = optimiseTets(optimiser, air.elements, left, positions, options);
        left = count;
        changes = edgeRemovals + faceRemovals;
      }
    }
    for (let element = 0; element < left; element++)
      for (const { verdict } of flipsTried(air.elements, left, positions, walls, element, options))
        expect(verdict).not.toBe('helps');
  });
});

describe('walls', () => {
  it('are found in any order of their vertices, and nothing else is', () => {
    const cloth = createWalls(3, [5, 2, 7, 2, 3, 5], 8);
    for (const [u, v, w] of [
      [5, 2, 7],
      [7, 5, 2],
      [2, 7, 5],
      [3, 5, 2],
    ])
      expect(isWall(cloth, u, v, w)).toBe(true);
    expect(isWall(cloth, 2, 3, 7)).toBe(false);
    const rope = createWalls(2, [4, 1, 1, 2], 5);
    expect([isWall(rope, 1, 4, NONE), isWall(rope, 2, 1, NONE), isWall(rope, 2, 4, NONE)]).toEqual([true, true, false]);
    expect(isWall(createWalls(2, [], 5), 0, 1, NONE)).toBe(false);
    expect(() => createWalls(3, [0, 1], 5)).toThrow('Walls have 3 vertices each; found 2 ids');
    expect(() => createWalls(2, [0, 5], 5)).toThrow("A wall's vertices are below 5; found 0,5");
  });
});
