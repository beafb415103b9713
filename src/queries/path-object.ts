import { integers, type Json, numbers } from '../node/checked-json.ts';
import { UsageError } from '../node/errors.ts';

/**
 * An object of a file of shortest-path queries. Its elements are triangles if the file's number of dimensions, `dim`, is 2, and tetrahedra
 * if `dim` is 3.
 */
export interface PathObject {
  /** Rest positions, `dim` numbers per vertex. */
  readonly rest: Float32Array;
  /** Deformed positions, `dim` numbers per vertex. */
  readonly positions: Float32Array;
  /** Vertex ids, dim + 1 per element. */
  readonly elements: Uint32Array;
}

/**
 * Parses each object. If an object doesn't fit `dim` but would fit the other number of dimensions, the error's message suggests that.
 * @param parse receives an object, and for messages its place in the file, such as objects[0]
 * @throws UsageError
 */
export function parsePathObjects<T>(
  objects: readonly Json[],
  dim: 2 | 3,
  parse: (object: Json, name: string) => T,
): T[] {
  return objects.map((object, i) => {
    try {
      return parse(object, `objects[${i}]`);
    } catch (error) {
      const other = dim === 2 ? 3 : 2;
      if (!(error instanceof UsageError) || fits(object, dim) || !fits(object, other)) throw error;
      throw new UsageError(
        `${error.message}; dim ${dim} means ${ELEMENT_NOUNS[dim]}: was dim ${other} (${ELEMENT_NOUNS[other]}) meant?`,
      );
    }
  });
}

const ELEMENT_NOUNS = { 2: 'triangles', 3: 'tetrahedra' } as const;

/**
 * Whether an object looks like one of `dim` dimensions: the lengths of its lists fit, and its elements use the last vertex but no id
 * beyond.
 */
function fits({ rest, elem }: Json, dim: number): boolean {
  if (!Array.isArray(rest) || !Array.isArray(elem) || rest.length % dim !== 0 || elem.length % (dim + 1) !== 0)
    return false;
  const largestId = elem.reduce((max: number, id: unknown) => (typeof id === 'number' ? Math.max(max, id) : max), -1);
  return largestId === rest.length / dim - 1;
}

/** Checks the lists of an object. @param name the object's place in the file, such as objects[0], for messages. @throws UsageError */
export function parsePathObject(object: Json, name: string, dim: number): PathObject {
  const rest = numbers(object.rest, `${name}.rest`, dim);
  const positions = numbers(object.pos, `${name}.pos`, dim);
  if (rest.length !== positions.length) {
    throw new UsageError(`${name}.pos has ${positions.length} numbers; expected ${rest.length}, as many as rest`);
  }
  const corners = dim + 1;
  if (rest.length === 0) throw new UsageError(`${name}.rest is an empty list; expected at least ${corners} vertices`);
  const elements = integers(object.elem, `${name}.elem`, 0, rest.length / dim - 1);
  if (elements.length === 0 || elements.length % corners !== 0) {
    const looksLikeSurface = dim === 3 && elements.length > 0 && elements.length % 3 === 0;
    throw new UsageError(
      `${name}.elem has ${elements.length} indices; expected ${corners} per element, at least one element` +
        (looksLikeSurface ? ': paths lead out of volumes, and a surface of triangles contains nothing' : ''),
    );
  }
  return { rest, positions, elements: Uint32Array.from(elements) };
}

/**
 * Checks that every element is positively oriented in the rest shape.
 * @param sizes signed volume or area in the rest shape, 1 per element
 * @throws UsageError that names the first element that is negatively oriented or degenerate
 */
export function checkOrientation(sizes: Float64Array, name: string, dim: number): void {
  const badElement = sizes.findIndex((size) => !(size > 0));
  if (badElement < 0) return;
  const found = sizes[badElement] < 0 ? 'negatively oriented' : 'degenerate';
  const first = (dim + 1) * badElement;
  throw new UsageError(
    `${name}: element ${badElement} (elem[${first}..${first + dim}]) is ${found} in the rest shape, its ${dim === 3 ? 'volume' : 'area'} ` +
      `is ${sizes[badElement].toPrecision(3)}; expected a positive one`,
  );
}
