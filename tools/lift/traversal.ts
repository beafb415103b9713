import type { ESTree } from 'vite';
import { bare, type Expression, type Node } from './nodes.ts';

/**
 * Lifts the body of a traversal: a function of one element that computes with integers in nested loops, keeps lists of ids, and tests boxes.
 * Integers are translated as they are, since AssemblyScript has TypeScript's syntax. A box test, `halfOpenBoxContains(boxes, at, x, y, z)`, becomes
 * two comparisons of vectors.
 */

/** What lifting needs to know of the function. */
export interface Scope {
  kindOf(node: Expression): string;
  textOf(node: Node): string;
  errorAt(node: Node, message: string): Error;
  /** Value of a constant of the file; undefined if there is none of this name. */
  constant(name: string): number | undefined;
  /** Names of the parameters that are numbers: the coordinates of the point. */
  readonly numbers: readonly string[];
}

/** Function of src/bvh/box-contains.ts that tests a box. */
export const BOX_TEST = 'halfOpenBoxContains';
/** JavaScript's operators whose results are the same for integers of 32 bits with a sign. */
const OPERATORS = ['+', '-', '*', '&', '<<', '>>'];
const COMPARISONS = ['<', '<=', '>', '>='];
/** Name of the vector with the point's coordinates. */
const POINT = 'point$';

/**
 * Writes a traversal's statements in AssemblyScript. Integers lie between -2^31 and 2^31 - 1, as indices of arrays do.
 * @throws Error that says where the first part is that can't be lifted
 */
export function traversalLines(statements: readonly ESTree.Statement[], scope: Scope): string[] {
  const { numbers } = scope;
  const last = statements.at(-1);
  if (last?.type !== 'ReturnStatement') throw scope.errorAt(last!, 'a traversal ends without a return of an integer');
  if (numbers.length !== 3)
    throw scope.errorAt(last, `the traversal has ${numbers.length} numbers as parameters, expected a point's three`);
  const point = numbers.reduce((vector, name, i) => `f32x4.replace_lane(${vector}, ${i}, ${name})`, 'f32x4.splat(0)');
  return [`const ${POINT} = ${point};`, ...statements.flatMap((statement) => new Writer(scope).statement(statement))];
}

class Writer {
  constructor(private readonly scope: Scope) {}

  statement(node: ESTree.Statement): string[] {
    switch (node.type) {
      case 'VariableDeclaration':
        return [`${this.declaration(node)};`];
      case 'ForStatement':
        return this.loop(node);
      case 'BlockStatement':
        return ['{', ...node.body.flatMap((each) => this.statement(each)), '}'];
      case 'ExpressionStatement':
        return [`${this.change(node.expression)};`];
      case 'ReturnStatement':
        if (node.argument) return [`return ${this.integer(node.argument)};`];
    }
    throw this.scope.errorAt(node, `a ${node.type} in a traversal can't be lifted`);
  }

  private declaration({ kind, declarations }: ESTree.VariableDeclaration): string {
    const texts = declarations.map(({ id, init }) => {
      if (id.type !== 'Identifier' || !init) throw this.scope.errorAt(id, 'a variable has no name or no value');
      return `${id.name}: i32 = ${this.integer(init)}`;
    });
    return `${kind} ${texts.join(', ')}`;
  }

  private loop({ init, test, update, body, ...node }: ESTree.ForStatement): string[] {
    if (init?.type !== 'VariableDeclaration' || test?.type !== 'BinaryExpression' || !update)
      throw this.scope.errorAt(node as Node, 'the loop is not `for (let i = begin; i < end; i++)`');
    if (!COMPARISONS.includes(test.operator))
      throw this.scope.errorAt(test, `expected ${COMPARISONS.join(', ')}, found ${test.operator}`);
    const condition = `${this.integer(test.left as Expression)} ${test.operator} ${this.integer(test.right)}`;
    const head = `for (${this.declaration(init)}; ${condition}; ${this.change(update)}) {`;
    const statements = body.type === 'BlockStatement' ? body.body : [body];
    return [head, ...statements.flatMap((each) => this.statement(each)), '}'];
  }

  /** Writes an assignment to a variable or to a list of ids. */
  private change(node: Expression): string {
    if (node.type === 'UpdateExpression' && node.argument.type === 'Identifier')
      return `${node.argument.name}${node.operator}`;
    if (node.type === 'AssignmentExpression' && ['=', '+=', '-='].includes(node.operator)) {
      const target = node.left as Expression;
      const value = this.integer(node.right);
      if (target.type === 'Identifier') return `${target.name} ${node.operator} ${value}`;
      if (target.type === 'MemberExpression' && node.operator === '=')
        return `store<i32>(${this.address(target)}, ${value})`;
    }
    throw this.scope.errorAt(node, 'expected an assignment of an integer');
  }

  private integer(given: Expression): string {
    const node = bare(given);
    if (node.type === 'Literal' && Number.isInteger(node.value)) return String(node.value);
    if (node.type === 'Identifier') return String(this.scope.constant(node.name) ?? node.name);
    if (node.type === 'BinaryExpression' && OPERATORS.includes(node.operator))
      return `(${this.integer(node.left as Expression)} ${node.operator} ${this.integer(node.right)})`;
    if (node.type === 'MemberExpression') return `load<i32>(${this.address(node)})`;
    if (node.type === 'CallExpression') return this.boxTest(node);
    throw this.scope.errorAt(node, `\`${this.scope.textOf(node)}\` is no integer that can be lifted`);
  }

  private address({ object, property }: ESTree.MemberExpression): string {
    const array = object as Expression;
    if (array.type !== 'Identifier' || this.scope.kindOf(array) !== 'ids')
      throw this.scope.errorAt(array, `\`${this.scope.textOf(array)}\` is no array of ids`);
    return `${array.name} + (<usize>${this.integer(property as Expression)} << 2)`;
  }

  /** Writes a box test: no coordinate is below that of the lower corner, and all are below those of the upper corner. */
  private boxTest({ callee, arguments: operands }: ESTree.CallExpression): string {
    const [boxes, at, ...point] = operands as Expression[];
    const isPoint = point.map((each) => this.scope.textOf(each)).join() === this.scope.numbers.join();
    if (this.scope.textOf(callee) !== BOX_TEST || !isPoint)
      throw this.scope.errorAt(callee, `expected ${BOX_TEST} with the point ${this.scope.numbers.join(', ')}`);
    if (boxes?.type !== 'Identifier' || this.scope.kindOf(boxes) !== 'floats')
      throw this.scope.errorAt(callee, 'the boxes are no array of numbers');
    const address = `${boxes.name} + (<usize>${this.integer(at!)} << 2)`;
    const isFromLower = `f32x4.ge(${POINT}, v128.load(${address}))`;
    const isBelow = `f32x4.lt(${POINT}, v128.load(${address}, 16))`;
    return `<i32>((i32x4.bitmask(v128.and(${isFromLower}, ${isBelow})) & 7) == 7)`;
  }
}
