import { writeAxisLoop } from './axes.ts';
import { COMPARISONS, type Group, type Kernel, type LoopKernel, type Traversal } from './kernel.ts';
import type { Lanes } from './lanes.ts';
import { bare, type Expression } from './nodes.ts';
import { inParts } from './parts.ts';

const ARITHMETIC: Readonly<Record<string, string>> = { '+': 'add', '-': 'sub', '*': 'mul', '/': 'div' };
/** An index that no element has. */
const NO_ELEMENT = '0xffffffff';

/**
 * Writes a kernel in AssemblyScript. Each round of its loop handles as many elements as a vector has lanes. If the last round has fewer
 * elements, the last element fills the rest of the lanes. If an element is skipped (`continue`), the round starts again, with another
 * element in its lane. This is possible since a round reads and computes everything before it writes anything. So stores need no masks,
 * and a skipped element writes nothing, as in TypeScript.
 *
 * If the kernel has loops over axes, a round handles one element, in the order of the loop. The lanes are then the axes (axes.ts).
 * @param name name of the kernel in the module
 */
export function assemblyScript(kernel: Kernel, lanes: Lanes, name = kernel.name): string {
  if ('lines' in kernel) return traversalScript(kernel, name);
  return new Writer(kernel, kernel.isOverAxes ? { ...lanes, count: 1, indices: [0] } : lanes).write(name);
}

function traversalScript({ parameters, lines }: Traversal, name: string): string {
  const types = { floats: 'usize', ids: 'usize', index: 'i32', uniform: 'f32' };
  const typed = parameters.map((parameter) => `${parameter.name}: ${types[parameter.kind]}`);
  return [`export function ${name}(${typed.join(', ')}): i32 {`, ...lines, '}', ''].join('\n');
}

class Writer {
  private readonly lines: string[] = [];
  /** Vectors that are the same for all elements, computed before the loop: names by their AssemblyScript text. */
  private readonly uniforms = new Map<string, string>();
  /** Groups that have been read, by key, with the names of their numbers. */
  private readonly gathered = new Map<string, readonly string[]>();
  /** Names of the new values of a group's numbers, by offset. */
  private readonly results = new Map<Group, string[]>();
  private readonly skips: boolean;
  /** Number of lines up to the last skip. Its branch ends a basic block, as the end of a part does. */
  private afterSkips = 0;
  private names = 0;

  constructor(
    private readonly kernel: LoopKernel,
    private readonly lanes: Lanes,
  ) {
    this.skips = kernel.statements.some(({ type }) => type === 'skip');
  }

  write(name: string): string {
    const { kernel, lanes, skips } = this;
    const { element, begin, end } = kernel;
    this.writeBody();
    const types = { floats: 'usize', ids: 'usize', index: 'u32', uniform: lanes.scalar };
    const parameters = kernel.parameters.map((parameter) => `${parameter.name}: ${types[parameter.kind]}`);
    const elements = lanes.indices.map((lane) => {
      const own = lane === 0 ? element : `min<u32>(${element} + ${lane}, ${end} - 1)`;
      return `const ${element}_${lane}: u32 = ${skips ? `skipped$ & ${2 ** lane} ? kept$ : ${own}` : own};`;
    });
    return [
      `export function ${name}(${parameters.join(', ')}): void {`,
      ...[...this.uniforms].map(([text, uniform]) => `const ${uniform} = ${text};`),
      ...(skips ? ['let skipped$: u32 = 0, kept$: u32 = 0;'] : []),
      `let ${element}: u32 = ${begin};`,
      `while (${element} < ${end}) {`,
      ...elements,
      ...this.lines.slice(0, this.afterSkips),
      ...(kernel.isOverAxes ? this.lines : inParts(this.lines.slice(this.afterSkips), `${element} == ${NO_ELEMENT}`)),
      `${element} += ${lanes.count};`,
      ...(skips ? ['skipped$ = 0;'] : []),
      '}',
      '}',
      '',
    ].join('\n');
  }

  private writeBody(): void {
    const { kernel, lanes, lines } = this;
    for (const statement of kernel.statements)
      if (statement.type === 'skip') this.skip(statement.condition);
      else if (statement.type === 'axes')
        lines.push(...writeAxisLoop(statement.loop, (integer) => this.integer(integer, 0)));
      else if (statement.type === 'store') {
        const { group, offset, operator, value } = statement;
        const text = this.vector(value);
        const sum = () => lanes.call(ARITHMETIC[operator[0]!]!, this.gather(group)[offset]!, text);
        const results = this.results.get(group) ?? [];
        results[offset] = this.constant('n', operator === '=' ? text : sum());
        this.results.set(group, results);
      } else if (statement.kind === 'vector') {
        const value = this.vector(statement.value);
        lines.push(`const ${statement.name}: v128 = ${value};`);
      } else
        for (const lane of lanes.indices)
          lines.push(`const ${statement.name}_${lane}: u32 = ${this.integer(statement.value, lane)};`);
    for (const [group, values] of this.results) this.scatter(group, values);
  }

  /** Starts the round again, with another element in the lanes of skipped ones. Starts the next round if all elements are skipped. */
  private skip(condition: Expression): void {
    const { element, end } = this.kernel;
    const { count } = this.lanes;
    const bits = this.constant('b', this.lanes.bitmask(this.condition(condition)));
    this.lines.push(
      `if (${bits}) {`,
      `skipped$ |= ${bits};`,
      `if (skipped$ == ${2 ** count - 1}) { ${element} += ${count}; skipped$ = 0; }`,
      `else kept$ = min<u32>(${element} + ctz(~skipped$), ${end} - 1);`,
      'continue;',
      '}',
    );
    this.afterSkips = this.lines.length;
  }

  /** Writes a constant. @param start beginning of its name */
  private constant(start: string, text: string): string {
    const name = this.newName(start);
    this.lines.push(`const ${name} = ${text};`);
    return name;
  }

  /** Makes a name that no TypeScript name equals. */
  private newName = (start: string): string => `${start}$${this.names++}`;

  /** Writes an integer of one lane. */
  private integer(given: Expression, lane: number): string {
    const node = bare(given);
    const { kernel } = this;
    if (node.type === 'Literal') return String(node.value);
    if (node.type === 'Identifier') {
      const constant = kernel.constants.get(node.name);
      if (constant !== undefined) return String(constant);
      return kernel.kindOf(node) === 'laneIndex' ? `${node.name}_${lane}` : node.name;
    }
    if (node.type === 'BinaryExpression') {
      const left = this.integer(node.left as Expression, lane);
      // A bit mask shows V8 that an index is small, and changes nothing (solve-tets.ts).
      return node.operator === '&' ? left : `(${left} ${node.operator} ${this.integer(node.right, lane)})`;
    }
    const { group, offset } = kernel.accessOf(node);
    return `load<u32>(${this.address(group, lane)}, ${4 * offset})`;
  }

  /** Writes an expression of numbers as a vector. */
  private vector(given: Expression): string {
    const node = bare(given);
    const { kernel, lanes } = this;
    const kind = kernel.kindOf(node);
    if (kind === 'literal') return lanes.splat(this.scalar(node));
    if (kind === 'uniform') return this.uniform(lanes.splat(this.scalar(node)));
    if (node.type === 'Identifier') return node.name;
    if (node.type === 'MemberExpression') {
      const { group, offset } = kernel.accessOf(node);
      return this.gather(group)[offset]!;
    }
    if (node.type === 'UnaryExpression' && node.operator === '-') return lanes.call('neg', this.vector(node.argument));
    if (node.type === 'BinaryExpression' && node.operator in ARITHMETIC)
      return lanes.call(ARITHMETIC[node.operator]!, this.vector(node.left as Expression), this.vector(node.right));
    if (node.type === 'CallExpression') {
      const name = kernel.functionOf(node);
      const operands = (node.arguments as Expression[]).map((operand) => this.vector(operand));
      return name === 'fround' ? lanes.fround(operands[0]!) : lanes.call(name, ...operands);
    }
    throw kernel.errorAt(node, `a ${node.type} of numbers can't be lifted`);
  }

  private uniform(text: string): string {
    const name = this.uniforms.get(text) ?? this.newName('c');
    this.uniforms.set(text, name);
    return name;
  }

  /** Writes a number that is the same for all elements. */
  private scalar(given: Expression): string {
    const node = bare(given);
    const { kernel, lanes } = this;
    if (node.type === 'Literal') return `<${lanes.scalar}>${node.value}`;
    if (node.type === 'Identifier') {
      const constant = kernel.constants.get(node.name);
      return constant === undefined ? node.name : `<${lanes.scalar}>${constant}`;
    }
    if (node.type === 'UnaryExpression' && node.operator === '-') return `(-${this.scalar(node.argument)})`;
    if (node.type === 'BinaryExpression' && node.operator in ARITHMETIC)
      return `(${this.scalar(node.left as Expression)} ${node.operator} ${this.scalar(node.right)})`;
    throw kernel.errorAt(node, `a ${node.type} that all elements share can't be lifted; compute it before the call`);
  }

  /** Writes a condition as a mask: all bits of a lane are 1 if it holds. */
  private condition(given: Expression): string {
    const node = bare(given);
    if (node.type === 'UnaryExpression' && node.operator === '!') return `v128.not(${this.condition(node.argument)})`;
    if (node.type === 'LogicalExpression' && node.operator !== '??')
      return `v128.${node.operator === '&&' ? 'and' : 'or'}(${this.condition(node.left)}, ${this.condition(node.right)})`;
    if (node.type === 'BinaryExpression' && node.operator in COMPARISONS)
      return this.lanes.call(
        COMPARISONS[node.operator]!,
        this.vector(node.left as Expression),
        this.vector(node.right),
      );
    throw this.kernel.errorAt(node, 'expected a comparison of numbers, `!`, `&&` or `||`');
  }

  /** Writes loads of a group's numbers, unless they were read before. @returns the names of the numbers, by offset */
  private gather(group: Group): readonly string[] {
    const known = this.gathered.get(group.key);
    if (known) return known;
    const names = Array.from({ length: group.size }, () => this.newName('g'));
    for (let at = 0; at < group.size; at += 4)
      this.lines.push(...this.lanes.gather(this.addresses(group), 4 * at, this.newName('r'), names.slice(at, at + 4)));
    this.gathered.set(group.key, names);
    return names;
  }

  /** Writes stores of a group's numbers. */
  private scatter(group: Group, values: readonly string[]): void {
    for (let offset = 0; offset < group.size; offset++)
      if (!values[offset])
        throw this.kernel.errorAt(
          group.base,
          `${group.key} + ${offset} isn't written, but neighbours are; write all of them`,
        );
    for (let at = 0; at < group.size; at += 4)
      this.lines.push(
        ...this.lanes.scatter(this.addresses(group), 4 * at, this.newName('w'), values.slice(at, at + 4)),
      );
  }

  /** Writes the address of the group's first number for each lane. */
  private addresses = (group: Group): readonly string[] => this.lanes.indices.map((lane) => this.address(group, lane));

  private address = ({ array, base }: Group, lane: number): string =>
    `(${array} + (<usize>${this.integer(base, lane)} << 2))`;
}
