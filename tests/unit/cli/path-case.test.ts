import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/node/errors.ts';
import { parsePathCase } from '../../../src/queries/path-case.ts';
import { NO_PATH_CASES } from '../../fixtures/path-cases.ts';
import { generatedPathCase } from '../../fixtures/generated-path-case.ts';
import { sharedData } from '../../fixtures/shared-data.ts';

/** A case of one unit tetrahedron and a point inside. */
const valid = () => ({
  name: 'one',
  dim: 3 as unknown,
  objects: [
    {
      rest: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] as unknown,
      pos: [0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2] as unknown,
      elem: [0, 1, 2, 3] as unknown,
    },
  ] as unknown[],
  queries: { obj: [-1], vertex: [-1], tobj: [0], elem: [0], p: [0.5, 0.5, 0.5] } as Record<string, unknown>,
});
type Case = ReturnType<typeof valid>;

const withCase = (change: (file: Case) => void) => {
  const file = valid();
  change(file);
  return () => parsePathCase(file, true);
};
const withObject = (change: (object: Record<string, unknown>) => void) =>
  withCase(({ objects }) => change(objects[0] as Record<string, unknown>));
const withQueries = (fields: Record<string, unknown>) => withCase(({ queries }) => Object.assign(queries, fields));

describe('parsePathCase', () => {
  it('lays out a world whose body i is object i', () => {
    const file = valid();
    file.objects.push(file.objects[0]);
    const { world, positions, queries } = parsePathCase(file, true);
    expect(world.bodies.map(({ vertexBase, tetBase }) => [vertexBase, tetBase])).toEqual([
      [0, 0],
      [4, 1],
    ]);
    expect(Array.from(positions.subarray(12))).toEqual([0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2]);
    expect(queries.count).toBe(1);
  });

  it('asks for no queries where they are not needed, and takes an empty list', () => {
    const { queries, ...rest } = valid();
    expect(parsePathCase(rest, false).queries.count).toBe(0);
    expect(parsePathCase({ ...rest, queries: { ...queries, nonsense: 1 } }, false).queries.count).toBe(0);
    expect(withQueries({ obj: [], vertex: [], tobj: [], elem: [], p: [] })().queries.count).toBe(0);
  });

  it.each([null, 1, 'x', [], true])('refuses a file that is %j', (json) => {
    expect(() => parsePathCase(json, true)).toThrow(UsageError);
    expect(() => parsePathCase(json, true)).toThrow(/^the file is .*; expected an object$/);
  });

  it.each<[string, () => unknown, string]>([
    [
      'no dim',
      withCase((file) => {
        file.dim = undefined;
      }),
      'dim is missing; expected 3',
    ],
    [
      'triangles',
      withCase((file) => {
        file.dim = 2;
      }),
      'dim is 2; expected 3',
    ],
    [
      'dim as text',
      withCase((file) => {
        file.dim = '3';
      }),
      "dim is '3'; expected 3",
    ],
    [
      'no objects',
      withCase((file) => {
        file.objects = [];
      }),
      'objects is an empty list',
    ],
    [
      'objects of another kind',
      withCase((file) => {
        Object.assign(file, { objects: 7 });
      }),
      'objects is 7; expected a list of objects',
    ],
    [
      'an object of another kind',
      withCase((file) => {
        file.objects[0] = [];
      }),
      'objects[0] is a list of 0; expected an object',
    ],
    [
      'no rest',
      withObject((object) => {
        object.rest = undefined;
      }),
      'objects[0].rest is missing',
    ],
    [
      'no vertices',
      withObject((object) => {
        object.rest = object.pos = [];
      }),
      'objects[0].rest is an empty list',
    ],
    [
      'a broken triple',
      withObject((object) => {
        object.pos = [1, 2];
      }),
      'objects[0].pos has 2 numbers; expected a multiple of 3',
    ],
    [
      'pos shorter than rest',
      withObject((object) => {
        object.pos = [1, 2, 3];
      }),
      'objects[0].pos has 3 numbers; expected 12',
    ],
    [
      'a null number',
      withObject((object) => {
        object.pos = Array(12).fill(null);
      }),
      'objects[0].pos[0] is null; expected a finite number',
    ],
    [
      'NaN',
      withObject((object) => {
        object.rest = [Number.NaN, ...Array(11).fill(0)];
      }),
      'objects[0].rest[0] is NaN',
    ],
    [
      'past float32',
      withObject((object) => {
        object.rest = [1e39, ...Array(11).fill(0)];
      }),
      'objects[0].rest[0] is 1e+39; expected a finite number',
    ],
    [
      'an index out of range',
      withObject((object) => {
        object.elem = [0, 1, 2, 4];
      }),
      'objects[0].elem[3] is 4; expected a whole number from 0 to 3',
    ],
    [
      'a broken index',
      withObject((object) => {
        object.elem = [0, 1, 2, 2.5];
      }),
      'objects[0].elem[3] is 2.5',
    ],
    [
      'a broken element',
      withObject((object) => {
        object.elem = [0, 1, 2];
      }),
      'objects[0].elem has 3 indices; expected 4 per element',
    ],
    [
      'a surface of triangles',
      withObject((object) => {
        object.elem = [0, 1, 2, 0, 2, 3];
      }),
      'expected 4 per element, at least one element: paths lead out of volumes, and a surface of triangles contains nothing',
    ],
    [
      'no elements',
      withObject((object) => {
        object.elem = [];
      }),
      'objects[0].elem has 0 indices',
    ],
    [
      'a negative element',
      withObject((object) => {
        object.elem = [1, 0, 2, 3];
      }),
      'objects[0]: element 0 (elem[0..3]) is negatively oriented in the rest shape, its volume is -0.167',
    ],
    [
      'a degenerate element',
      withObject((object) => {
        object.elem = [0, 1, 2, 2];
      }),
      'objects[0]: element 0 (elem[0..3]) is degenerate in the rest shape',
    ],
    [
      'an element three times',
      withObject((object) => {
        object.elem = [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3];
      }),
      "objects[0].elem isn't a tetrahedral mesh",
    ],
    [
      'no queries',
      withCase((file) => {
        Object.assign(file, { queries: undefined });
      }),
      'queries is missing; expected an object',
    ],
    [
      'a missing list',
      withQueries({ vertex: undefined }),
      'queries.vertex is missing; expected a list of whole numbers',
    ],
    ['a short list', withQueries({ elem: [] }), 'queries.elem has 0 entries; expected 1, as many as queries.obj'],
    ['too few points', withQueries({ p: [] }), 'queries.p has 0 entries; expected 1'],
    ['no such object', withQueries({ tobj: [1] }), 'queries.tobj[0] is 1; expected 0, the only one'],
    ['no such element', withQueries({ elem: [1] }), 'queries.elem[0] is 1'],
    ['no such vertex', withQueries({ obj: [0], vertex: [4] }), 'queries.vertex[0] is 4'],
    [
      'a vertex of no object',
      withQueries({ vertex: [2] }),
      'queries.vertex[0] is 2 but queries.obj[0] is -1, no object; expected vertex -1',
    ],
    [
      'a point outside',
      withQueries({ p: [0.7, 0.7, 0.7] }),
      "queries.p[0..2] isn't in its element: it lies 0.0577 outside element 0 of object 0",
    ],
  ])('refuses %s', (_, parse, message) => {
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(message);
  });

  it('refuses ids that another object has', () => {
    const twice = (queries: Record<string, unknown>) =>
      withCase((file) => {
        const { rest, pos } = file.objects[0] as { rest: number[]; pos: number[] };
        file.objects.push({ rest: [...rest, 1, 1, 1], pos: [...pos, 2, 2, 2], elem: [0, 1, 2, 3, 1, 2, 3, 4] });
        Object.assign(file.queries, queries);
      });
    expect(twice({ tobj: [1], elem: [0] })).not.toThrow();
    expect(twice({ tobj: [0], elem: [1] })).toThrow('queries.elem[0] is 1; expected 0, the only element of object 0');
    expect(twice({ obj: [0], vertex: [4] })).toThrow('queries.vertex[0] is 4; expected -1 to 3, vertices of object 0');
  });

  it('takes points on a face and at a corner, moved by rounding, also of an inverted and a flat element', () => {
    expect(withQueries({ p: [0, 0, 0] })).not.toThrow();
    expect(withQueries({ p: [0.5, 0.5, -1e-6] })).not.toThrow();
    expect(withQueries({ p: [0.5, 0.5, -1e-2] })).toThrow("isn't in its element");
    const flattened = (height: number, p: number[]) =>
      withCase(({ objects, queries }) => {
        Object.assign(objects[0] as object, { pos: [0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, height] });
        queries.p = p;
      });
    expect(flattened(-2, [0.5, 0.5, -0.5])).not.toThrow();
    expect(flattened(-2, [0.5, 0.5, 0.5])).toThrow("isn't in its element");
    expect(flattened(0, [0.5, 0.5, 0])).not.toThrow();
    expect(flattened(0, [5, 0.5, 0])).toThrow("isn't in its element");
    expect(flattened(0, [0.5, 0.5, 0.5])).toThrow("isn't in its element");
  });

  it('refuses a point that is not at its vertex, as far as float32 can tell', () => {
    const at = (p: number[], vertex = 1) => withQueries({ obj: [0], vertex: [vertex], p });
    expect(at([0.5, 0.5, 0.5])).toThrow(UsageError);
    expect(at([0.5, 0.5, 0.5])).toThrow(
      "queries.p[0..2] isn't at its vertex: it lies 1.66 from vertex 1 of object 0; expected the vertex's position, or vertex -1",
    );
    expect(at([2, 0, 0])).not.toThrow();
    expect(at([2, 0, 2e-5])).not.toThrow();
    expect(at([2, 0, 1e-4])).toThrow("isn't at its vertex");
    expect(at([0.5, 0.5, 0.5], -1)).not.toThrow();
  });

  it('allows for rounding of a body far from the origin', () => {
    const away = (dz: number) =>
      withCase(({ objects, queries }) => {
        Object.assign(objects[0] as object, { pos: [0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2].map((x) => x + 4096) });
        Object.assign(queries, { obj: [0], vertex: [3], p: [4096, 4096, 4098 + dz] });
      });
    expect(away(-(2 ** -11))).not.toThrow(); // one unit of the last place
    expect(away(-(2 ** -7))).toThrow("isn't at its vertex");
  });

  it('asks whether the other dimension was meant, where that fits', () => {
    const triangle = { rest: [0, 0, 1, 0, 0, 1], pos: [0, 0, 1, 0, 0, 1], elem: [0, 1, 2] };
    const square = { ...triangle, rest: [0, 0, 1, 0, 1, 1, 0, 1], elem: [0, 1, 2, 0, 2, 3] };
    for (const object of [triangle, { ...square, pos: square.rest }]) {
      const parse = withObject((changed) => void Object.assign(changed, object));
      expect(parse).toThrow(/; dim 3 means tetrahedra: was dim 2 \(triangles\) meant\?$/);
    }
    expect(withObject((object) => void Object.assign(object, { elem: [1, 0, 2, 3] }))).toThrow(
      /expected a positive one$/,
    );
  });
});

it('takes a generated case of many queries, and refuses a point of it that was moved', () => {
  const { file } = generatedPathCase();
  expect(parsePathCase(file, true).queries.count).toBe(file.queries.obj.length);
  file.queries.p[3 * 100] += 1;
  expect(() => parsePathCase(file, true)).toThrow("queries.p[300..302] isn't at its vertex");
  file.queries.vertex[100] = -1;
  expect(() => parsePathCase(file, true)).toThrow("queries.p[300..302] isn't in its element");
});

describe.skipIf(NO_PATH_CASES)(`the shared path cases${NO_PATH_CASES}`, () => {
  const load = (name: string) => JSON.parse(readFileSync(sharedData(`paths/${name}.in.json`), 'utf8'));

  it.each(['octopus-self', 'noodle-coil', 'octopus-inverted'])('%s is taken', (name) => {
    const file = load(name);
    expect(parsePathCase(file, true).queries.count).toBe(file.queries.obj.length);
    for (const scale of [1 / 1024, 1024]) {
      const scaled = (list: number[]) => list.map((x) => scale * x);
      const objects = file.objects.map((object: { rest: number[]; pos: number[] }) => ({
        ...object,
        rest: scaled(object.rest),
        pos: scaled(object.pos),
      }));
      const large = { ...file, objects, queries: { ...file.queries, p: scaled(file.queries.p) } };
      expect(parsePathCase(large, true).queries.count).toBe(file.queries.obj.length);
    }
  });

  it('a point moved by a tenth of the model is refused', () => {
    const file = load('octopus-self');
    file.queries.vertex[100] = -1;
    file.queries.p[3 * 100] += 0.1 * (Math.max(...file.objects[0].pos) - Math.min(...file.objects[0].pos));
    expect(() => parsePathCase(file, true)).toThrow("queries.p[300..302] isn't in its element");
  });
});
