import type { ESTree } from 'vite';
import { bare, type Expression, type Node, walk } from './nodes.ts';

/**
 * A loop over axes in a kernel's element, such as `for (let axis = 0; axis < 3; axis++)`. Its rounds become the lanes of a vector. It
 * only selects numbers, so float32 is exact. A vector can't index an array by lane, so a variable that is an index in TypeScript
 * (`AxisIndex`) holds the number at this index instead: `low = lower(points, low, p + axis)` becomes `low = min(low, points[p ...])`.
 */
export interface AxisLoop {
  /** First axis, and the end (exclusive). Further numbers of a record may count as axes. */
  readonly begin: number;
  readonly end: number;
  readonly statements: readonly AxisStatement[];
}

type AxisStatement =
  | { readonly type: 'integer'; readonly name: string; readonly value: Expression }
  | { readonly type: 'index'; readonly name: string; readonly array: string; readonly value: AxisIndex }
  | { readonly type: 'assign'; readonly name: string; readonly array: string; readonly value: AxisIndex }
  | { readonly type: 'value'; readonly name: string; readonly value: AxisValue }
  | {
      readonly type: 'loop';
      readonly name: string;
      readonly begin: Expression;
      readonly end: Expression;
      readonly statements: readonly AxisStatement[];
    }
  | { readonly type: 'store'; readonly array: string; readonly base: Expression; readonly value: AxisValue };

/** An index that differs from axis to axis: `base + axis`, a variable, or the index of the lower or higher of two numbers. */
type AxisIndex =
  | { readonly type: 'place'; readonly base: Expression }
  | { readonly type: 'variable'; readonly name: string }
  | { readonly type: Selection; readonly a: AxisIndex; readonly b: AxisIndex };

/** A number per axis: `array[index]`, a constant, an infinity, or the lower or higher of two. */
type AxisValue =
  | { readonly type: 'number'; readonly array: string; readonly index: AxisIndex }
  | { readonly type: 'constant'; readonly name: string }
  | { readonly type: 'infinity'; readonly text: string }
  | { readonly type: Selection; readonly a: AxisValue; readonly b: AxisValue };

/** Functions of src/math/select.ts. */
type Selection = 'lower' | 'higher';
/** WebAssembly's instructions: pmin(a, b) is `b < a ? b : a`, pmax(a, b) is `a < b ? b : a`. */
const INSTRUCTIONS: Readonly<Record<Selection, string>> = { lower: 'pmin', higher: 'pmax' };

/** What reading needs to know of the kernel around the loop. */
export interface Scope {
  kindOf(node: Expression): string;
  textOf(node: Node): string;
  errorAt(node: Node, message: string): Error;
  /** Notes an integer that the loop defines. */
  defineInteger(node: Node, name: string): void;
  /** Whether a name has a meaning outside of the loop. */
  isKnown(name: string): boolean;
}

/** Reads a loop over axes. @throws Error that says where the first part is that can't be lifted */
export const readAxisLoop = (loop: ESTree.ForStatement, scope: Scope): AxisLoop => new Reader(loop, scope).read();

class Reader {
  private readonly axis: string;
  private readonly range: readonly [begin: number, end: number];
  /** Arrays into which variables are indices, by the variables' names. */
  private readonly indexed = new Map<string, string>();
  /** Names of constants that are numbers. */
  private readonly numbers = new Set<string>();
  /** Texts of the numbers that were written so far. */
  private readonly written = new Set<string>();
  /** All names that the loop defines. */
  private readonly names = new Set<string>();
  private readonly stores: { readonly array: string; readonly base: Expression }[] = [];
  private readonly places: { readonly array: string; readonly base: Expression }[] = [];

  constructor(
    private readonly loop: ESTree.ForStatement,
    private readonly scope: Scope,
  ) {
    const { init, test, update } = loop;
    const text = [init, test, update].map((part) => (part ? scope.textOf(part).replace(/;$/, '') : '')).join('; ');
    const [, axis, begin, end] = /^let (\w+) = (\d+); \1 < (\d+); \1\+\+$/.exec(text) ?? [];
    if (!axis)
      throw scope.errorAt(loop, 'the loop is not `for (let axis = 0; axis < 3; axis++)`, with numbers as its range');
    this.axis = axis;
    this.range = [Number(begin), Number(end)];
    this.define(loop, axis);
  }

  read(): AxisLoop {
    const [begin, end] = this.range;
    const statements = this.statements(this.loop.body);
    const indexed = new Set(this.indexed.values());
    for (const { array, base } of this.stores) {
      // The variable holds a number that was read before the store.
      if (indexed.has(array)) throw this.scope.errorAt(base, `${array} is written, and a variable is an index into it`);
      for (const place of this.places) this.checkOverlap(base, place.base, array === place.array);
    }
    return { begin, end, statements };
  }

  /** @throws Error if what one axis writes is what another one reads or writes */
  private checkOverlap(store: Expression, place: Expression, isSameArray: boolean): void {
    const [a, b] = [this.withoutLiteral(store), this.withoutLiteral(place)];
    const distance = Math.abs(a.literal - b.literal);
    if (isSameArray && a.text === b.text && distance > 0 && distance < this.range[1] - this.range[0])
      throw this.scope.errorAt(place, 'this is what another axis writes');
  }

  /** Splits `... + 4` into the text before the literal, and the literal; 0 if there is none. */
  private withoutLiteral(given: Expression): { text: string; literal: number } {
    const node = bare(given);
    const isSum = node.type === 'BinaryExpression' && node.operator === '+' && node.right.type === 'Literal';
    if (!isSum) return { text: this.scope.textOf(node), literal: 0 };
    const { left, right } = node as ESTree.BinaryExpression;
    return { text: this.scope.textOf(bare(left as Expression)), literal: Number(this.scope.textOf(right)) };
  }

  /** Notes a name that the loop defines. @throws Error if it has another meaning already */
  private define(node: Node, name: string): void {
    if (this.names.has(name) || this.scope.isKnown(name))
      throw this.scope.errorAt(node, `${name} is defined twice; give one of the two another name`);
    this.names.add(name);
  }

  private statements(body: ESTree.Statement): AxisStatement[] {
    if (body.type !== 'BlockStatement') return [this.statement(body)];
    return body.body.map((statement) => this.statement(statement));
  }

  private statement(node: ESTree.Statement): AxisStatement {
    if (node.type === 'VariableDeclaration' && node.declarations.length === 1) return this.declaration(node);
    if (node.type === 'ForStatement') return this.innerLoop(node);
    if (node.type === 'ExpressionStatement' && node.expression.type === 'AssignmentExpression')
      return this.assignment(node.expression);
    throw this.scope.errorAt(node, `a ${node.type} in a loop over axes can't be lifted`);
  }

  private declaration({ kind, declarations: [declaration] }: ESTree.VariableDeclaration): AxisStatement {
    const { id, init } = declaration!;
    if (id.type !== 'Identifier' || !init) throw this.scope.errorAt(id, 'a constant has no name or no value');
    const { name } = id;
    this.define(id, name);
    if (kind === 'let') {
      const array = this.arrayOf(id, name);
      const value = this.index(init, array);
      this.indexed.set(name, array);
      return { type: 'index', name, array, value };
    }
    if (this.isInteger(init)) {
      this.scope.defineInteger(id, name);
      return { type: 'integer', name, value: init };
    }
    const value = this.value(init);
    this.numbers.add(name);
    return { type: 'value', name, value };
  }

  /** The array into which a variable is an index, by the variable's uses. */
  private arrayOf(node: Node, name: string): string {
    const arrays = new Set<string>();
    walk(this.loop.body, (child) => {
      if (child.type === 'CallExpression' && child.arguments.slice(1).some((operand) => this.isName(operand, name)))
        arrays.add(this.scope.textOf(child.arguments[0]!));
      if (child.type === 'MemberExpression' && this.isName(child.property, name))
        arrays.add(this.scope.textOf(child.object));
    });
    const [array, ...others] = arrays;
    if (!array || others.length > 0)
      throw this.scope.errorAt(node, `${name} is an index into ${arrays.size} arrays, expected one`);
    return array;
  }

  private isName = (node: Node, name: string): boolean => node.type === 'Identifier' && node.name === name;

  private isInteger(given: Expression): boolean {
    const node = bare(given);
    if (node.type === 'MemberExpression') return this.scope.kindOf(node.object) === 'ids';
    return node.type === 'BinaryExpression' && ['index', 'laneIndex'].includes(this.scope.kindOf(node));
  }

  /** Reads `for (let k = begin; k < end; k++)`, with integers that are the same for all axes. */
  private innerLoop(node: ESTree.ForStatement): AxisStatement {
    const { init, test, update, body } = node;
    const declared = init?.type === 'VariableDeclaration' ? init.declarations[0] : undefined;
    const name = declared?.id.type === 'Identifier' ? declared.id.name : '';
    const isUpTo = test?.type === 'BinaryExpression' && test.operator === '<' && this.isName(test.left, name);
    if (!declared?.init || !isUpTo || !update || this.scope.textOf(update) !== `${name}++`)
      throw this.scope.errorAt(node, 'the loop is not `for (let k = begin; k < end; k++)`');
    const [begin, end] = [declared.init, test.right];
    for (const bound of [begin, end])
      if (!['index', 'laneIndex', 'literal'].includes(this.scope.kindOf(bound)))
        throw this.scope.errorAt(bound, `\`${this.scope.textOf(bound)}\` is no integer`);
    this.define(declared, name);
    this.scope.defineInteger(declared, name);
    const statements = this.statements(body);
    this.names.delete(name); // another loop may use it
    return { type: 'loop', name, begin, end, statements };
  }

  private assignment({ operator, left, right }: ESTree.AssignmentExpression): AxisStatement {
    const target = left as Expression;
    if (operator !== '=') throw this.scope.errorAt(target, `${operator} in a loop over axes can't be lifted`);
    if (target.type === 'Identifier') {
      const array = this.indexed.get(target.name);
      if (!array) throw this.scope.errorAt(target, `${target.name} is no index of this loop over axes`);
      return { type: 'assign', name: target.name, array, value: this.index(right, array) };
    }
    const index = target.type === 'MemberExpression' ? this.index(target.property as Expression, '') : undefined;
    if (target.type !== 'MemberExpression' || index?.type !== 'place')
      throw this.scope.errorAt(
        target,
        `${this.scope.textOf(target)} is no number of an array at \`... + ${this.axis}\``,
      );
    const value = this.value(right);
    this.written.add(this.scope.textOf(target));
    const array = this.numbersOf(target.object);
    this.stores.push({ array, base: index.base });
    this.places.push({ array, base: index.base });
    return { type: 'store', array, base: index.base, value };
  }

  /** Name of an array of numbers. */
  private numbersOf(node: Expression): string {
    if (this.scope.kindOf(node) !== 'floats')
      throw this.scope.errorAt(node, `\`${this.scope.textOf(node)}\` is no array of numbers`);
    return this.scope.textOf(node);
  }

  private index(given: Expression, array: string): AxisIndex {
    const node = bare(given);
    if (node.type === 'BinaryExpression' && node.operator === '+' && this.isName(node.right, this.axis)) {
      const base = node.left as Expression;
      if (!['index', 'laneIndex'].includes(this.scope.kindOf(base)))
        throw this.scope.errorAt(base, `\`${this.scope.textOf(base)}\` is no integer`);
      if (array) this.places.push({ array, base });
      return { type: 'place', base };
    }
    if (node.type === 'Identifier' && this.indexed.get(node.name) === array)
      return { type: 'variable', name: node.name };
    const type = node.type === 'CallExpression' ? this.scope.textOf(node.callee) : '';
    if (node.type === 'CallExpression' && (type === 'lower' || type === 'higher')) {
      const [from, a, b] = node.arguments as Expression[];
      if (this.scope.textOf(from!) === array) return { type, a: this.index(a!, array), b: this.index(b!, array) };
    }
    throw this.scope.errorAt(
      node,
      `expected an index of ${array || 'an array'}: \`... + ${this.axis}\`, a variable, or lower or higher of two`,
    );
  }

  private value(given: Expression): AxisValue {
    const node = bare(given);
    const text = this.scope.textOf(node);
    if (text === 'Infinity' || text === '-Infinity') return { type: 'infinity', text };
    if (node.type === 'Identifier' && this.numbers.has(node.name)) return { type: 'constant', name: node.name };
    if (node.type === 'MemberExpression') {
      if (this.written.has(text)) throw this.scope.errorAt(node, `${text} is read after it was written`);
      const array = this.numbersOf(node.object);
      return { type: 'number', array, index: this.index(node.property as Expression, array) };
    }
    if (node.type === 'ConditionalExpression') {
      const [, a, operator, b] = /^(.*) ([<>]) (.*)$/.exec(this.scope.textOf(node.test)) ?? [];
      if (a === this.scope.textOf(node.consequent) && b === this.scope.textOf(node.alternate))
        return {
          type: operator === '<' ? 'lower' : 'higher',
          a: this.value(node.alternate),
          b: this.value(node.consequent),
        };
    }
    throw this.scope.errorAt(node, 'expected a number of an array, a constant, or `a < b ? a : b`');
  }
}

/** Lanes of a vector of float32. */
const LANES = 4;

/**
 * Writes a loop over axes in AssemblyScript: the statements once per four axes. Reading three numbers reads the four bytes beyond them
 * too.
 * @param integer writes an integer
 */
export function writeAxisLoop({ begin, end, statements }: AxisLoop, integer: (node: Expression) => string): string[] {
  const lines: string[] = [];
  for (let axis = begin; axis < end; axis += LANES) {
    const writer = new Writer(axis, Math.min(LANES, end - axis), integer);
    lines.push('{', ...statements.flatMap((statement) => writer.statement(statement)), '}');
  }
  return lines;
}

class Writer {
  /** Distance from `base` to the first lane's number [bytes]. */
  private readonly offset: number;
  private stores = 0;

  /** @param lanes number of axes */
  constructor(
    axis: number,
    private readonly lanes: number,
    private readonly integer: (node: Expression) => string,
  ) {
    this.offset = 4 * axis;
  }

  statement(statement: AxisStatement): string[] {
    switch (statement.type) {
      case 'integer':
        return [`const ${statement.name}_0: u32 = ${this.integer(statement.value)};`];
      case 'index':
        return [`let ${statement.name}: v128 = ${this.index(statement.value, statement.array)};`];
      case 'assign':
        return [`${statement.name} = ${this.index(statement.value, statement.array)};`];
      case 'value':
        return [`const ${statement.name} = ${this.value(statement.value)};`];
      case 'loop': {
        const { name, begin, end, statements } = statement;
        const head = `let ${name}_0: u32 = ${this.integer(begin)}, ${name}$: u32 = ${this.integer(end)}; <i32>${name}_0 < <i32>${name}$; ${name}_0++`;
        return [`for (${head}) {`, ...statements.flatMap((inner) => this.statement(inner)), '}'];
      }
      case 'store':
        return this.store(this.address(statement.array, statement.base), this.value(statement.value));
    }
  }

  /** Writes the numbers at an index. */
  private index(index: AxisIndex, array: string): string {
    if (index.type === 'variable') return index.name;
    if (index.type !== 'place')
      return `f32x4.${INSTRUCTIONS[index.type]}(${this.index(index.a, array)}, ${this.index(index.b, array)})`;
    const load = this.lanes > 2 ? 'load' : this.lanes === 2 ? 'load64_zero' : 'load32_zero';
    return `v128.${load}(${this.address(array, index.base)}, ${this.offset})`;
  }

  private value(value: AxisValue): string {
    if (value.type === 'number') return this.index(value.index, value.array);
    if (value.type === 'constant') return value.name;
    if (value.type === 'infinity') return `f32x4.splat(<f32>${value.text})`;
    return `f32x4.${INSTRUCTIONS[value.type]}(${this.value(value.a)}, ${this.value(value.b)})`;
  }

  private store(address: string, value: string): string[] {
    const { lanes, offset } = this;
    if (lanes === 4) return [`v128.store(${address}, ${value}, ${offset});`];
    const name = `stored$${this.stores++}`;
    const last = lanes - 1;
    return [
      `const ${name} = ${value};`,
      ...(lanes > 1 ? [`v128.store64_lane(${address}, ${name}, 0, ${offset});`] : []),
      ...(lanes !== 2 ? [`v128.store32_lane(${address}, ${name}, ${last}, ${offset + 4 * last});`] : []),
    ];
  }

  private address = (array: string, base: Expression): string => `(${array} + (<usize>${this.integer(base)} << 2))`;
}
