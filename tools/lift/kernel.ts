import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ESTree, parseAst } from 'vite';
import { type AxisLoop, readAxisLoop } from './axes.ts';
import { bare, type Expression, isNode, type Node, walk } from './nodes.ts';
import { BOX_TEST, traversalLines } from './traversal.ts';

/**
 * Kinds of values in a kernel: arrays of float32 numbers or of ids; an integer that is the same for all elements (`index`) or one per
 * element (`laneIndex`); and a number that is the same for all elements (`uniform`) or one per element (`vector`).
 */
export type Kind = 'floats' | 'ids' | 'index' | 'laneIndex' | 'uniform' | 'vector';

/** Number formats in which kernels compute. Arrays of numbers hold float32 in both. */
export type Precision = 'float64' | 'float32';

export interface Parameter {
  readonly name: string;
  readonly kind: Exclude<Kind, 'laneIndex' | 'vector'>;
}

/** Numbers of one array that an element reads or writes: `array[base + offset]` for the offsets 0 to `size` - 1. */
export interface Group {
  readonly array: string;
  readonly base: Expression;
  /** Text of `array` and `base`, which identifies the group. */
  readonly key: string;
  size: number;
}

export type Statement =
  | { readonly type: 'const'; readonly name: string; readonly kind: 'laneIndex' | 'vector'; readonly value: Expression }
  | { readonly type: 'skip'; readonly condition: Expression }
  | { readonly type: 'axes'; readonly loop: AxisLoop }
  | {
      readonly type: 'store';
      readonly group: Group;
      readonly offset: number;
      readonly operator: Operator;
      readonly value: Expression;
    };

export type Operator = '=' | '+=' | '-=';

/**
 * A loop over elements, read from the text of a TypeScript function. Elements are independent of each other. But if numbers are read and
 * written in loops over axes, elements are handled in order, and may depend on earlier ones.
 */
export interface LoopKernel {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** Paths of the files that were read. */
  readonly files: readonly string[];
  /** Numbers outside the function that its text names, such as TINY. */
  readonly constants: ReadonlyMap<string, number>;
  /** The loop's variable, its first value, and the name of the parameter that is its end. */
  readonly element: string;
  readonly begin: string;
  readonly end: string;
  readonly statements: readonly Statement[];
  /** Whether all numbers are read and written in loops over axes. */
  readonly isOverAxes: boolean;
  readonly groups: ReadonlyMap<string, Group>;
  kindOf(node: Expression): Kind | 'literal';
  /** The group and the offset of an access to an array of numbers. */
  accessOf(node: Expression): { readonly group: Group; readonly offset: number };
  /** Name of the function of `Math` that is called. */
  functionOf(node: ESTree.CallExpression): string;
  /** The text of a node. */
  textOf(node: Node): string;
  /** Makes an error that says where in the file the node is. */
  errorAt(node: Node, message: string): Error;
}

/** A function of one element that computes with integers and tests boxes (traversal.ts). It returns an integer. */
export interface Traversal {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly files: readonly string[];
  /** Its statements in AssemblyScript. */
  readonly lines: readonly string[];
}

export type Kernel = LoopKernel | Traversal;

const TYPES: Readonly<Record<string, Parameter['kind']>> = {
  Float32Array: 'floats',
  Uint32Array: 'ids',
  Index: 'index',
  number: 'uniform',
};
/** The only bit mask, which changes no index (INDEX_MASK in bvh/tree.ts). */
const MASK = 0x3fffffff;
const MASK_TEXT = '0x3fffffff';
/** WebAssembly's names of comparisons. */
export const COMPARISONS: Readonly<Record<string, string>> = {
  '===': 'eq',
  '!==': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
};
/** Functions of `Math` that a vector has too, with their numbers of operands. With NaN and zeros, they give the same as in JavaScript. */
const FUNCTIONS: Readonly<Record<string, number>> = { sqrt: 1, abs: 1, min: 2, max: 2, fround: 1 };
/** Functions that loops over axes and traversals may call, with the ends of their files' paths. */
const FUNCTION_FILES: Readonly<Record<string, string>> = {
  lower: '/select.ts',
  higher: '/select.ts',
  [BOX_TEST]: '/box-contains.ts',
};
/** Operators of integers. Of numbers, `&` is none. */
const INTEGER_OPERATORS = ['+', '-', '*', '&'];

/**
 * Reads a kernel: a function that TypeScript exports from a file, whose body is one loop over elements, or a traversal that returns an
 * integer. docs/kernels.md says what they may contain.
 * @param file path, for messages
 * @param precision decides which operand of `FLOAT32 ? ... : ...` is read
 * @throws Error with file, line and column of the first part of the function that can't be lifted
 */
export function readKernel(text: string, file: string, name: string, precision: Precision = 'float64'): Kernel {
  return new Reader(text, file, precision).read(name);
}

class Reader {
  private readonly kinds = new Map<string, Kind>();
  private readonly groups = new Map<string, Group>();
  private readonly constants = new Map<string, number>();
  private readonly statements: Statement[] = [];
  /** Names of integers that loops over axes define. */
  private readonly axisNames = new Set<string>();
  /** The file, and those from which it imports constants. */
  private readonly files: string[];
  /** Keys and offsets of the numbers that were written so far. */
  private readonly written = new Set<string>();
  private readonly program: ESTree.Program;

  constructor(
    private readonly text: string,
    private readonly file: string,
    precision: Precision,
  ) {
    this.program = parseAst(text, { lang: 'ts' }, file);
    this.files = [file];
    choosePrecision(this.program, precision);
    this.noteConstants();
  }

  read(name: string): Kernel {
    const { params, body } = this.findFunction(name);
    const parameters = params.map((parameter) => this.readParameter(parameter));
    const { files } = this;
    const [loop, ...rest] = body!.body;
    if ((rest.at(-1) ?? loop)?.type === 'ReturnStatement')
      return { name, parameters, files, lines: this.traversal(body!.body as ESTree.Statement[], parameters) };
    if (loop?.type !== 'ForStatement' || rest.length > 0)
      throw this.errorAt(loop ?? body!, `the body of ${name} is not a single for loop`);
    const header = this.readHeader(loop);
    this.readBody(loop.body);
    const { constants, statements, groups } = this;
    return {
      name,
      parameters,
      constants,
      statements,
      groups,
      isOverAxes: this.isOverAxes(),
      files,
      ...header,
      kindOf: (node) => this.kindOf(node),
      accessOf: (node) => this.accessOf(node),
      functionOf: (node) => this.functionOf(node),
      textOf: (node) => this.textOf(node),
      errorAt: (node, message) => this.errorAt(node, message),
    };
  }

  private traversal(statements: readonly ESTree.Statement[], parameters: readonly Parameter[]): string[] {
    return traversalLines(statements, {
      kindOf: (node) => this.kindOf(node),
      textOf: (node) => this.textOf(node),
      errorAt: (node, message) => this.errorAt(node, message),
      constant: (name) => this.constants.get(name),
      numbers: parameters.flatMap(({ name, kind }) => (kind === 'uniform' ? [name] : [])),
    });
  }

  private findFunction(name: string): ESTree.Function {
    for (const declaration of declarationsOf(this.program))
      if (declaration.type === 'FunctionDeclaration' && declaration.id?.name === name) return declaration;
    throw new Error(`${this.file} has no function ${name}`);
  }

  /** Notes the numeric constants of the file, and those that it imports from another file. */
  private noteConstants(): void {
    for (const [name, value] of constantsOf(this.program)) this.constants.set(name, value);
    for (const statement of this.program.body) {
      if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') continue;
      const { value: from } = statement.source;
      if (!from.startsWith('.')) continue;
      const path = join(dirname(this.file), from);
      const exported = constantsOf(parseAst(readFileSync(path, 'utf8'), { lang: 'ts' }, path));
      this.files.push(path);
      for (const specifier of statement.specifiers) {
        const { local } = specifier;
        const expected = FUNCTION_FILES[local.name];
        if (expected && !from.endsWith(expected))
          throw this.errorAt(specifier, `${local.name} is imported from ${from}, expected ...${expected}`);
        const value = exported.get(specifier.type === 'ImportSpecifier' ? this.textOf(specifier.imported) : '');
        if (value !== undefined) this.constants.set(local.name, value);
      }
    }
  }

  private readParameter(parameter: ESTree.ParamPattern): Parameter {
    const type = parameter.type === 'Identifier' && parameter.typeAnnotation?.typeAnnotation;
    if (!type) throw this.errorAt(parameter, 'the parameter has no name or no type');
    const { name } = parameter as { name: string };
    const kind = TYPES[this.textOf(type)];
    if (!kind)
      throw this.errorAt(
        type,
        `the type of ${name} is ${this.textOf(type)}, expected ${Object.keys(TYPES).join(', ')}`,
      );
    this.define(parameter, name, kind);
    return { name, kind };
  }

  /** Reads `for (let t = begin; t < end; t++)`, with or without bit masks. */
  private readHeader({ init, test, update }: ESTree.ForStatement): Pick<LoopKernel, 'element' | 'begin' | 'end'> {
    const declared = init?.type === 'VariableDeclaration' ? init.declarations[0] : undefined;
    const [, element, begin] =
      new RegExp(`^let (\\w+) = (\\w+)(?: & ${MASK_TEXT})?$`).exec(init ? this.textOf(init).replace(/;$/, '') : '') ??
      [];
    const [, end] = new RegExp(`^${element} < (\\w+)$`).exec(test ? this.textOf(test) : '') ?? [];
    const step = new RegExp(`^(${element}\\+\\+|${element} = \\(${element} \\+ 1\\) & ${MASK_TEXT})$`);
    if (!declared || !begin || !end || !update || !step.test(this.textOf(update)))
      throw this.errorAt(init ?? this.program, 'the loop is not `for (let t = begin; t < end; t++)`');
    this.define(declared, element!, 'laneIndex');
    for (const name of [begin, end])
      if (this.kinds.get(name) !== 'index')
        throw this.errorAt(
          declared,
          `${name} is no parameter of the type Index, expected one as the loop's begin and end`,
        );
    return { element: element!, begin, end };
  }

  private readBody(body: ESTree.Statement): void {
    if (body.type !== 'BlockStatement') throw this.errorAt(body, 'the loop has no braces');
    for (const statement of body.body) {
      if (statement.type === 'VariableDeclaration' && statement.kind === 'const') this.readConstants(statement);
      else if (statement.type === 'IfStatement') this.readSkip(statement);
      else if (statement.type === 'ForStatement') this.readAxes(statement);
      else if (statement.type === 'ExpressionStatement') this.readStore(statement.expression);
      else
        throw this.errorAt(
          statement,
          `a ${statement.type} can't be lifted; expected const, if (...) continue, a loop over axes, or a store`,
        );
    }
    const isScalar = (statement: Statement) =>
      statement.type === 'axes' || (statement.type === 'const' && statement.kind === 'laneIndex');
    const other = this.statements.findIndex((statement) => !isScalar(statement));
    if (this.isOverAxes() && other >= 0)
      throw this.errorAt(body.body[other]!, 'numbers are read or written outside of the loops over axes');
  }

  private isOverAxes = (): boolean => this.statements.some(({ type }) => type === 'axes');

  private readAxes(statement: ESTree.ForStatement): void {
    const loop = readAxisLoop(statement, {
      kindOf: (node) => this.kindOf(node),
      textOf: (node) => this.textOf(node),
      errorAt: (node, message) => this.errorAt(node, message),
      defineInteger: (node, name) => {
        this.define(node, name, 'laneIndex');
        this.axisNames.add(name);
      },
      isKnown: (name) => this.constants.has(name) || (this.kinds.has(name) && !this.axisNames.has(name)),
    });
    this.statements.push({ type: 'axes', loop });
  }

  private readConstants({ declarations }: ESTree.VariableDeclaration): void {
    for (const { id, init } of declarations) {
      if (id.type !== 'Identifier' || !init) throw this.errorAt(id, 'a constant has no name or no value');
      this.noteLoads(init);
      const isInteger = ['index', 'laneIndex'].includes(this.kindOf(init));
      if (isInteger && bare(init).type === 'Identifier')
        throw this.errorAt(init, `${this.textOf(init)} would have two names; use the first`);
      const kind = isInteger ? 'laneIndex' : 'vector';
      if (!isInteger) this.numberKind([init]);
      this.define(id, id.name, kind);
      this.statements.push({ type: 'const', name: id.name, kind, value: init });
    }
  }

  private readSkip({ test, consequent, alternate }: ESTree.IfStatement): void {
    if (consequent.type !== 'ContinueStatement' || alternate)
      throw this.errorAt(consequent, "only `if (...) continue` can be lifted, since an element can't branch");
    if (this.written.size > 0)
      throw this.errorAt(test, 'an element is skipped after it has written a number; move the skip before the stores');
    this.checkCondition(test);
    this.noteLoads(test);
    this.statements.push({ type: 'skip', condition: test });
  }

  /** @throws Error if a condition is anything but comparisons of numbers, `!`, `&&` and `||` */
  private checkCondition(given: Expression): void {
    const node = bare(given);
    if (node.type === 'UnaryExpression' && node.operator === '!') this.checkCondition(node.argument);
    else if (node.type === 'LogicalExpression' && node.operator !== '??') {
      this.checkCondition(node.left);
      this.checkCondition(node.right);
    } else if (node.type === 'BinaryExpression' && node.operator in COMPARISONS)
      this.numberKind([node.left as Expression, node.right]);
    else throw this.errorAt(node, 'expected a comparison of numbers, `!`, `&&` or `||`');
  }

  /** Notes the kind of a name. @throws Error if a constant of the file has the same name */
  private define(node: Node, name: string, kind: Kind): void {
    if (this.constants.has(name))
      throw this.errorAt(node, `${name} is also a constant of the file; give it another name`);
    this.kinds.set(name, kind);
  }

  private readStore(expression: Expression): void {
    if (expression.type !== 'AssignmentExpression' || !['=', '+=', '-='].includes(expression.operator))
      throw this.errorAt(expression, 'expected a store: `array[index] = value`, `+=` or `-=`');
    const target = expression.left as Expression;
    if (this.kindOf(target) !== 'vector' || target.type !== 'MemberExpression')
      throw this.errorAt(target, `${this.textOf(target)} is no number of an array`);
    this.numberKind([expression.right]);
    this.noteLoads(expression.right);
    if (expression.operator !== '=') this.noteLoads(target);
    const access = this.accessOf(target);
    const operator = expression.operator as Operator;
    this.statements.push({ type: 'store', ...access, operator, value: expression.right });
    this.written.add(`${access.group.key}+${access.offset}`);
  }

  /**
   * Notes which numbers an expression reads. The lifted kernel reads everything before it writes anything, so a number that the
   * element has written already can't be read.
   */
  private noteLoads(node: Expression): void {
    walk(node, (child) => {
      if (child.type !== 'MemberExpression' || child.object.type !== 'Identifier') return;
      if (this.kinds.get(child.object.name) !== 'floats') return;
      const { group, offset } = this.accessOf(child);
      if (this.written.has(`${group.key}+${offset}`))
        throw this.errorAt(child, `${this.textOf(child)} is read after it was written`);
    });
  }

  kindOf(given: Expression): Kind | 'literal' {
    const node = bare(given);
    if (node.type === 'Literal' && typeof node.value === 'number') return 'literal';
    if (node.type === 'Identifier') {
      if (this.constants.has(node.name)) return 'literal';
      const kind = this.kinds.get(node.name);
      if (!kind) throw this.errorAt(node, `${node.name} is neither a parameter nor a constant before this line`);
      return kind;
    }
    if (node.type === 'MemberExpression' && node.computed) {
      const array = this.kindOf(node.object);
      if (array === 'floats') return 'vector';
      if (array === 'ids') return 'laneIndex';
    }
    if (node.type === 'UnaryExpression' && ['-', '!'].includes(node.operator)) return this.numberKind([node.argument]);
    if (node.type === 'CallExpression') {
      this.functionOf(node);
      return this.numberKind(node.arguments as Expression[]);
    }
    if (node.type === 'LogicalExpression') return this.numberKind([node.left, node.right]);
    if (node.type === 'BinaryExpression') {
      const [left, right] = [this.kindOf(node.left as Expression), this.kindOf(node.right)];
      const isInteger = (kind: string) => kind === 'index' || kind === 'laneIndex' || kind === 'literal';
      if (!isInteger(left) || !isInteger(right)) return this.numberKind([node.left as Expression, node.right]);
      if (left === 'literal' && right === 'literal') return 'literal';
      if (node.operator === '&' && this.valueOf(node.right) !== MASK)
        throw this.errorAt(node.right, `a bit mask would change the integer; expected ${MASK_TEXT}`);
      if (!INTEGER_OPERATORS.includes(node.operator))
        throw this.errorAt(node, `${node.operator} of integers can't be lifted, only ${INTEGER_OPERATORS.join(' ')}`);
      return left === 'laneIndex' || right === 'laneIndex' ? 'laneIndex' : 'index';
    }
    throw this.errorAt(node, `\`${this.textOf(node)}\` can't be lifted`);
  }

  /** Value of a literal or a constant. */
  private valueOf(node: Expression): unknown {
    return node.type === 'Literal' ? node.value : this.constants.get(this.textOf(node));
  }

  functionOf({ callee, arguments: operands }: ESTree.CallExpression): string {
    const name = /^Math\.(\w+)$/.exec(this.textOf(callee))?.[1] ?? '';
    if (!(name in FUNCTIONS))
      throw this.errorAt(
        callee,
        `only ${Object.keys(FUNCTIONS)
          .map((one) => `Math.${one}`)
          .join(', ')} can be lifted`,
      );
    if (operands.length !== FUNCTIONS[name])
      throw this.errorAt(callee, `Math.${name} has ${operands.length} operands, expected ${FUNCTIONS[name]}`);
    return name;
  }

  /** Kind of an operation on numbers: uniform if all of them are. @throws Error if one is an integer or an array */
  private numberKind(operands: readonly Expression[]): 'uniform' | 'vector' | 'literal' {
    const kinds = operands.map((operand) => this.kindOf(operand));
    const wrong = kinds.findIndex((kind) => !['uniform', 'vector', 'literal'].includes(kind));
    if (wrong >= 0) throw this.errorAt(operands[wrong]!, `\`${this.textOf(operands[wrong]!)}\` is no number`);
    if (kinds.includes('vector')) return 'vector';
    return kinds.includes('uniform') ? 'uniform' : 'literal';
  }

  accessOf(given: Expression): { group: Group; offset: number } {
    const node = bare(given);
    if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier')
      throw this.errorAt(node, `\`${this.textOf(node)}\` is no number of an array`);
    const array = node.object.name;
    const index = bare(node.property as Expression);
    const isOffset =
      index.type === 'BinaryExpression' && index.operator === '+' && bare(index.right).type === 'Literal';
    const base = isOffset ? (index.left as Expression) : index;
    const offset = isOffset ? (bare(index.right) as ESTree.NumericLiteral).value : 0;
    if (this.kindOf(base) !== 'laneIndex')
      throw this.errorAt(index, `\`${this.textOf(index)}\` is no index of an element`);
    const key = `${array}[${this.textOf(bare(base))}]`;
    const group = this.groups.get(key) ?? { array, base, key, size: 0 };
    group.size = Math.max(group.size, offset + 1);
    this.groups.set(key, group);
    return { group, offset };
  }

  private textOf = (node: Node): string => this.text.slice(node.start, node.end);

  errorAt(node: Node, message: string): Error {
    const lines = this.text.slice(0, node.start).split('\n');
    return new Error(`${this.file}:${lines.length}:${lines.at(-1)!.length + 1}: ${message}`);
  }
}

/** The functions and variables that a file declares. */
const declarationsOf = ({ body }: ESTree.Program): Node[] =>
  body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? []) : statement,
  );

/** The numeric constants that a file declares. */
function constantsOf(program: ESTree.Program): Map<string, number> {
  const found = new Map<string, number>();
  for (const declaration of declarationsOf(program))
    if (declaration.type === 'VariableDeclaration' && declaration.kind === 'const')
      for (const { id, init } of declaration.declarations)
        if (id.type === 'Identifier' && init?.type === 'Literal' && typeof init.value === 'number')
          found.set(id.name, init.value);
  return found;
}

/** Replaces each `FLOAT32 ? a : b` in a node by a or b. */
function choosePrecision(node: Node, precision: Precision): void {
  const members = node as unknown as Record<string, unknown>;
  for (const [name, value] of Object.entries(members)) {
    const chosen = Array.isArray(value) ? value.map((child) => choice(child, precision)) : choice(value, precision);
    if (Array.isArray(value)) value.splice(0, value.length, ...(chosen as unknown[]));
    else members[name] = chosen;
    for (const child of Array.isArray(chosen) ? chosen : [chosen]) if (isNode(child)) choosePrecision(child, precision);
  }
}

function choice(value: unknown, precision: Precision): unknown {
  if (!isNode(value) || value.type !== 'ConditionalExpression') return value;
  if (value.test.type !== 'Identifier' || value.test.name !== 'FLOAT32') return value;
  return precision === 'float32' ? value.consequent : value.alternate;
}
