import { describe, expect, it } from 'vitest';
import { airMesh } from '../../../../src/mesh/air/air-mesh.ts';
import { elementsAt, invertedElements } from '../../../../src/ui/explore/air-pick.ts';
import { flipInWords, measureInWords } from '../../../../src/ui/explore/air-words.ts';
import { toolsOf } from '../../../../src/ui/explore/explore-card.ts';

/** Pixels per metre, seen along -z. */
const SCALE = 100;
const project = ([x, y]: readonly number[]) => ({ x: SCALE * x, y: SCALE * y });
const lookAt = (x: number, y: number) => ({ origin: [x, y, 5], direction: [0, 0, -1] }) as const;

describe('picking elements of air', () => {
  it('finds the triangle under the pointer, and inverted ones by their edges', () => {
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 1.01, 0);
    // Two triangles of a square, and a nearly flat inverted one on its upper side.
    const { elements } = airMesh(2, [0, 1, 2, 0, 2, 3, 3, 4, 2]);
    const air = { dimension: 2, elements, count: 3, positions } as const;
    expect(invertedElements(air)).toEqual([2]);
    const at = (x: number, y: number) => elementsAt(air, lookAt(x, y), SCALE * x, SCALE * y, project);
    expect(at(0.8, 0.3)).toEqual([0]);
    expect(at(0.2, 0.7)).toEqual([1]);
    expect(at(0.3, 0.96)).toEqual([2, 1]);
    expect(at(3, 3)).toEqual([]);
  });

  it('puts the nearer tetrahedron first, and inverted ones before all', () => {
    const at = (z: number) => [0, 0, z, 1, 0, z, 0, 1, z, 0, 0, z + 1];
    const positions = Float32Array.from([...at(0), ...at(2), ...at(-2)]);
    const { elements } = airMesh(3, [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 9, 11]);
    const air = { dimension: 3, elements, count: 3, positions } as const;
    expect(elementsAt(air, lookAt(0.2, 0.2), 20, 20, project)).toEqual([2, 1, 0]);
  });
});

describe('words about air', () => {
  it('have a fitting unit and a sign', () => {
    expect(measureInWords(0.25, 3)).toBe('250 dm³');
    expect(measureInWords(-3.4567e-6, 3)).toBe('−3.46 cm³');
    expect(measureInWords(0, 2)).toBe('0 mm²');
  });

  it('tell what was tried', () => {
    const tried = { operation: 'flip', removed: [3, 8], verdict: 'helps', before: 0.2, after: 0.5 } as const;
    expect(flipInWords(tried)).toMatchObject({ name: 'flip of edge 3–8', qualities: '0.20 → 0.50' });
    expect(flipInWords(tried).outcome).toMatch(/^helps/);
    const waiting = { ...tried, verdict: 'waits', before: -0.2 } as const;
    expect(flipInWords(waiting)).toMatchObject({ qualities: '−0.20 → 0.50' });
    expect(flipInWords(waiting).outcome).toMatch(/^waits: while an element is inverted/);
    expect(flipInWords({ ...tried, verdict: 'good enough' }).outcome).toMatch(/^not tried: all/);
    expect(flipInWords({ ...tried, verdict: 'wall', before: undefined, after: undefined }).qualities).toBe('–');
  });
});

it('has the tool for air in scenes with air, and in the plane no other', () => {
  const air = { elements: new Uint32Array(4), walls: new Uint32Array() };
  const none = { ...air, elements: new Uint32Array() };
  expect(toolsOf({ dimension: 3, air: none })).toEqual(['points', 'section', 'patches']);
  expect(toolsOf({ dimension: 3, air })).toEqual(['points', 'section', 'patches', 'air']);
  expect(toolsOf({ dimension: 2, air })).toEqual(['air']);
});
