import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/node/errors.ts';
import { parseAnyPathCase, parsePathCase } from '../../../src/queries/path-case.ts';
import { NONE } from '../../../src/mesh/topology.ts';
import { CommandLine, type PathAnswers } from '../../fixtures/command-line.ts';
import { generatedPathCase2d } from '../../fixtures/generated-path-case-2d.ts';
import { NO_PATH_CASES } from '../../fixtures/path-cases.ts';
import { sharedData } from '../../fixtures/shared-data.ts';

/** A case of one triangle and a point inside. */
const valid = () => ({
  dim: 2 as unknown,
  objects: [
    { rest: [0, 0, 1, 0, 0, 1] as unknown, pos: [0, 0, 2, 0, 0, 2] as unknown, elem: [0, 1, 2] as unknown },
  ] as unknown[],
  queries: { obj: [-1], vertex: [-1], tobj: [0], elem: [0], p: [0.5, 0.5] } as Record<string, unknown>,
});
type Case = ReturnType<typeof valid>;

const withCase = (change: (file: Case) => void) => {
  const file = valid();
  change(file);
  return () => parseAnyPathCase(file, true);
};
const withObject = (fields: Record<string, unknown>) =>
  withCase(({ objects }) => void Object.assign(objects[0] as object, fields));
const withQueries = (fields: Record<string, unknown>) => withCase(({ queries }) => void Object.assign(queries, fields));

describe('a 2D case', () => {
  it('is read with several objects, own vertices of the body asked, and free points', () => {
    const file = valid();
    file.objects.push(file.objects[0]);
    file.queries = {
      obj: [0, 0, -1],
      vertex: [2, 2, -1],
      tobj: [0, 1, 1],
      elem: [0, 0, 0],
      p: [0, 2, 0, 2, 0.1, 0.7],
    };
    const found = parseAnyPathCase(file, true);
    if (found.dim !== 2) throw new Error('read as 3D');
    expect(found.bodies).toHaveLength(2);
    expect([...found.queries.vertices]).toEqual([2, NONE, NONE]);
    expect([...found.queries.points].slice(4)).toEqual([0.1, 0.7]); // not rounded to float32
    expect(parseAnyPathCase({ ...file, queries: undefined }, false)).toMatchObject({ dim: 2, queries: { count: 0 } });
  });

  it.each<[string, () => unknown, string]>([
    ['dim 4', withCase((file) => void Object.assign(file, { dim: 4 })), 'dim is 4; expected 3 (tetrahedra) or 2'],
    ['a broken pair', withObject({ rest: [1, 2, 3] }), 'objects[0].rest has 3 numbers; expected a multiple of 2'],
    ['pos shorter than rest', withObject({ pos: [1, 2] }), 'objects[0].pos has 2 numbers; expected 6'],
    [
      'no vertices',
      withObject({ rest: [], pos: [] }),
      'objects[0].rest is an empty list; expected at least 3 vertices',
    ],
    ['NaN', withObject({ pos: [0, 0, 1, 0, 0, Number.NaN] }), 'objects[0].pos[5] is NaN; expected a finite number'],
    ['a null', withObject({ pos: [0, 0, 1, null, 0, 1] }), 'objects[0].pos[3] is null; expected a finite number'],
    ['an index out of range', withObject({ elem: [0, 1, 3] }), 'elem[2] is 3; expected a whole number from 0 to 2'],
    ['a broken element', withObject({ elem: [0, 1, 2, 0] }), 'objects[0].elem has 4 indices; expected 3 per element'],
    [
      'tetrahedra',
      withObject({ rest: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], pos: Array(12).fill(0), elem: [0, 1, 2, 3] }),
      'per element, at least one element; dim 2 means triangles: was dim 3 (tetrahedra) meant?',
    ],
    ['no elements', withObject({ elem: [] }), 'objects[0].elem has 0 indices'],
    [
      'a negative element',
      withObject({ elem: [0, 2, 1] }),
      'objects[0]: element 0 (elem[0..2]) is negatively oriented in the rest shape, its area is -0.500; expected a positive one',
    ],
    [
      'a flat element',
      withObject({ rest: [0, 0, 1, 0, 2, 0] }),
      'element 0 (elem[0..2]) is degenerate in the rest shape',
    ],
    ['an element twice', withObject({ elem: [0, 1, 2, 0, 1, 2] }), "objects[0].elem isn't a triangle mesh"],
    ['no queries', withCase((file) => void Object.assign(file, { queries: null })), 'queries is null'],
    ['too few points', withQueries({ p: [0] }), 'queries.p has 1 numbers; expected a multiple of 2'],
    ['a short list', withQueries({ vertex: [] }), 'queries.vertex has 0 entries; expected 1'],
    ['no such object', withQueries({ tobj: [1] }), 'queries.tobj[0] is 1; expected 0, the only one'],
    ['no such element', withQueries({ elem: [1] }), 'queries.elem[0] is 1'],
    ['no such vertex', withQueries({ obj: [0], vertex: [3] }), 'queries.vertex[0] is 3'],
    [
      'a vertex of no object',
      withQueries({ vertex: [1] }),
      'queries.vertex[0] is 1 but queries.obj[0] is -1, no object',
    ],
    [
      'a point elsewhere than its vertex',
      withQueries({ obj: [0], vertex: [2] }),
      "queries.p[0..1] isn't at its vertex: it lies 1.58 from vertex 2 of object 0; expected the vertex's position",
    ],
    [
      'a point outside',
      withQueries({ p: [1.5, 1.5] }),
      "queries.p[0..1] isn't in its element: it lies 0.707 outside element 0 of object 0; expected a point inside",
    ],
  ])('refuses %s', (_, parse, message) => {
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(message);
  });

  it('takes points on a side and at a corner, moved by rounding, also of an inverted and a flat element', () => {
    expect(withQueries({ p: [0, 0] })).not.toThrow();
    expect(withQueries({ p: [1, -1e-6] })).not.toThrow();
    expect(withQueries({ p: [1, -1e-2] })).toThrow("isn't in its element");
    expect(withObject({ pos: [0, 0, 2, 0, 0, -2] })).toThrow("isn't in its element");
    const flattened = (p: number[]) =>
      withCase(({ objects, queries }) => {
        Object.assign(objects[0] as object, { pos: [0, 0, 2, 0, 1, 0] });
        queries.p = p;
      });
    expect(flattened([0.5, 0])).not.toThrow();
    expect(flattened([0.5, 0.1])).toThrow("isn't in its element");
  });

  it('is no 3D one', () => expect(() => parsePathCase(valid(), true)).toThrow('dim is 2; expected 3 (tetrahedra)'));
});

describe('on the command line', () => {
  const line = new CommandLine();
  afterAll(() => line.remove());
  const succeed = (...words: string[]) => {
    const { code, stdout, stderr } = line.run(words);
    expect(code, stderr).toBe(0);
    return stdout;
  };
  const farthest = (found: PathAnswers, distances: readonly number[]) =>
    Math.max(...found.distance.map((distance, i) => Math.abs((distance ?? Infinity) - distances[i])));

  it('shortest-path agrees with the brute force, with culling on and off', () => {
    const { file, distances } = generatedPathCase2d();
    line.write('flat.json', file);
    const stdout = succeed('shortest-path', 'flat.json', '--threads', '2', '--out', 'on.json');
    expect(stdout).toMatch(/^\d+ queries\/s\n\d+ queries by tree on cpu \(.+\), answers written to on\.json\n/);
    expect(stdout).toMatch(/\n2D queries run on one thread\n$/);
    const on = line.json<PathAnswers>('on.json');
    expect(on.distance).toHaveLength(distances.length);
    expect(on.point).toHaveLength(2 * distances.length);
    expect(on.face).toHaveLength(2 * distances.length);
    expect(farthest(on, distances)).toBeLessThan(1e-11);
    succeed('shortest-path', 'flat.json', '--culling', 'off', '--out', 'off.json');
    expect(line.json('off.json')).toEqual(on);
  });

  it('bad input ends with exit code 2 and no file', () => {
    line.write('bad.json', { ...valid(), dim: 5 });
    const before = line.files();
    const { code, stderr } = line.run(['shortest-path', 'bad.json', '--out', 'bad-out.json']);
    expect(stderr).toBe("untangle: 'bad.json': dim is 5; expected 3 (tetrahedra) or 2 (triangles)\n");
    expect({ code, files: line.files() }).toEqual({ code: 2, files: before });
  });

  it.skipIf(NO_PATH_CASES)(`spiral-2d: every answer, and contains finds every query${NO_PATH_CASES}`, () => {
    const input = sharedData('paths/spiral-2d.in.json');
    const { queries } = JSON.parse(readFileSync(input, 'utf8'));
    const expected = JSON.parse(readFileSync(sharedData('paths/spiral-2d.expected.json'), 'utf8'));
    succeed('shortest-path', input, '--out', 'spiral.json');
    const found = line.json<PathAnswers>('spiral.json');
    expect(found.distance).toHaveLength(470);
    expect(farthest(found, expected.distance)).toBeLessThanOrEqual(1e-9 * expected.bbox_diag);
    expect(succeed('contains', input, '--out', 'pairs.json')).toMatch(/^470 pairs\n\d+ vertices\/s: 616 surface/);
    const { obj, vertex, tobj, elem } = queries;
    expect(line.json('pairs.json')).toEqual({ obj, vertex, tobj, elem });
  });
});
