import type { ESTree } from 'vite';
import { bare, type Group, type Kernel } from './kernel.ts';
import type { Lanes } from './lanes.ts';

type Expression = ESTree.Expression;

const ARITHMETIC: Readonly<Record<string, string>> = { '+': 'add', '-': 'sub', '*': 'mul', '/': 'div' };
const COMPARISONS: Readonly<Record<string, string>> = {
  '===': 'eq',
  '!==': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
};
const FUNCTIONS: Readonly<Record<string, string>> = { sqrt: 'sqrt', abs: 'abs', min: 'min', max: 'max' };

/**
 * Writes a kernel in AssemblyScript. Each round of its loop handles as many elements as a vector has lanes. If the last round has fewer
 * elements, the last element fills the rest of the lanes. A skipped element writes back the numbers that it has read. (Masking results
 * by `and` instead would turn -0 into +0.) So no two elements of a range may share a number that one of them writes.
 */
export function assemblyScript(kernel: Kernel, lanes: Lanes): string {
  return new Writer(kernel, lanes).write();
}

class Writer {
  private readonly lines: string[] = [];
  /** Vectors that don't depend on the element, computed before the loop: names by their AssemblyScript text. */
  private readonly uniforms = new Map<string, string>();
  /** Groups that have been read, with the names of their numbers. */
  private readonly gathered = new Map<string, readonly string[]>();
  /** New values of a group's numbers, by offset. */
  private readonly results = new Map<Group, string[]>();
  private readonly masked: boolean;
  private names = 0;

  constructor(
    private readonly kernel: Kernel,
    private readonly lanes: Lanes,
  ) {
    this.masked = kernel.statements.some(({ type }) => type === 'skip');
  }

  write(): string {
    const { kernel, lanes, lines } = this;
    const { element, begin, end } = kernel;
    this.writeStatements();
    const types = { floats: 'usize', ids: 'usize', index: 'u32', uniform: lanes.scalar };
    const parameters = kernel.parameters.map(({ name, kind }) => `${name}: ${types[kind]}`);
    const others = lanes.indices
      .slice(1)
      .map((lane) => `const ${element}_${lane} = min<u32>(${element} + ${lane}, ${end} - 1);`);
    return [
      `export function ${kernel.name}(${parameters.join(', ')}): void {`,
      ...[...this.uniforms].map(([text, name]) => `const ${name} = ${text};`),
      `for (let ${element} = ${begin}; ${element} < ${end}; ${element} += ${lanes.count}) {`,
      `const ${element}_0 = ${element};`,
      ...others,
      ...lines,
      '}',
      '}',
      '',
    ].join('\n');
  }

  private writeStatements(): void {
    const { kernel, lanes, lines } = this;
    if (this.masked) lines.push(`let active = ${lanes.all};`);
    for (const statement of kernel.statements) {
      if (statement.type === 'skip') {
        const skipped = this.condition(statement.condition);
        lines.push(`active = v128.andnot(active, ${skipped});`);
      } else if (statement.type === 'store') {
        const { group, offset, operator, value } = statement;
        const text = this.vector(value);
        const old = operator === '=' ? '' : this.gather(group)[offset]!;
        const name = this.newName('n');
        lines.push(`const ${name} = ${old ? lanes.binary(ARITHMETIC[operator[0]!]!, old, text) : text};`);
        if (!this.results.has(group)) this.results.set(group, []);
        this.results.get(group)![offset] = name;
      } else if (statement.kind === 'vector') {
        const value = this.vector(statement.value);
        lines.push(`const ${statement.name}: v128 = ${value};`);
      } else
        for (const lane of lanes.indices)
          lines.push(`const ${statement.name}_${lane}: u32 = ${this.integer(statement.value, lane)};`);
    }
    for (const [group, values] of this.results) this.scatter(group, values);
  }

  private newName = (start: string): string => `${start}$${this.names++}`;

  /** Writes an integer of one lane. */
  private integer(given: Expression, lane: number): string {
    const node = bare(given);
    const { kernel } = this;
    if (node.type === 'Literal') return String(node.value);
    if (node.type === 'Identifier') return kernel.kindOf(node) === 'laneIndex' ? `${node.name}_${lane}` : node.name;
    if (node.type === 'BinaryExpression')
      return `(${this.integer(node.left as Expression, lane)} ${node.operator} ${this.integer(node.right, lane)})`;
    if (node.type === 'MemberExpression' && node.object.type === 'Identifier')
      return `load<u32>(${node.object.name} + (<usize>${this.integer(node.property as Expression, lane)} << 2))`;
    throw kernel.errorAt(node, `a ${node.type} is no integer`);
  }

  /** Writes an expression of numbers as a vector. What is the same for all elements is computed before the loop. */
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
    if (node.type === 'UnaryExpression' && node.operator === '-')
      return lanes.call('neg', [this.vector(node.argument)]);
    if (node.type === 'BinaryExpression' && node.operator in ARITHMETIC)
      return lanes.binary(ARITHMETIC[node.operator]!, this.vector(node.left as Expression), this.vector(node.right));
    if (node.type === 'CallExpression') {
      const operands = (node.arguments as Expression[]).map((operand) => this.vector(operand));
      const name = this.functionName(node);
      return name === 'fround' ? lanes.fround(operands[0]!) : lanes.call(FUNCTIONS[name]!, operands);
    }
    throw kernel.errorAt(node, `a ${node.type} of numbers can't be lifted`);
  }

  private functionName({ callee }: ESTree.CallExpression): string {
    const isMath =
      callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'Math';
    const name = isMath && callee.property.type === 'Identifier' ? callee.property.name : '';
    if (!(name in FUNCTIONS) && name !== 'fround')
      throw this.kernel.errorAt(
        callee,
        `only Math.fround and Math.${Object.keys(FUNCTIONS).join(', Math.')} can be lifted`,
      );
    return name;
  }

  private uniform(text: string): string {
    const known = this.uniforms.get(text);
    if (known) return known;
    const name = this.newName('c');
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
    throw kernel.errorAt(
      node,
      `a ${node.type} of numbers that all elements share can't be lifted; compute it before the call`,
    );
  }

  /** Writes a condition as a mask: all bits of a lane are 1 if it holds. */
  private condition(given: Expression): string {
    const node = bare(given);
    const { lanes } = this;
    if (node.type === 'UnaryExpression' && node.operator === '!') return `v128.not(${this.condition(node.argument)})`;
    if (node.type === 'LogicalExpression' && node.operator !== '??')
      return `v128.${node.operator === '&&' ? 'and' : 'or'}(${this.condition(node.left)}, ${this.condition(node.right)})`;
    if (node.type === 'BinaryExpression' && node.operator in COMPARISONS)
      return lanes.binary(COMPARISONS[node.operator]!, this.vector(node.left as Expression), this.vector(node.right));
    throw this.kernel.errorAt(node, 'expected a comparison of numbers, `!`, `&&` or `||`');
  }

  /** Writes loads of a group's numbers, unless they were read before. @returns the names of the numbers, by offset */
  private gather(group: Group): readonly string[] {
    const known = this.gathered.get(group.key);
    if (known) return known;
    const names = Array.from({ length: group.size }, () => this.newName('g'));
    const addresses = this.addresses(group);
    for (let at = 0; at < group.size; at += 4) {
      const chunk = names.slice(at, at + 4);
      const rows = this.lanes.indices.map(() => this.newName('r'));
      this.lines.push(...this.lanes.gather(addresses, 4 * at, rows, chunk));
    }
    this.gathered.set(group.key, names);
    return names;
  }

  /** Writes stores of a group's numbers. */
  private scatter(group: Group, values: readonly string[]): void {
    const { kernel, lanes, lines } = this;
    const missing = Array.from({ length: group.size }, (_, offset) => offset).filter((offset) => !values[offset]);
    if (missing.length > 0)
      throw kernel.errorAt(
        group.base,
        `${group.key} + ${missing[0]} is read but not written; write it too, or read it by another index`,
      );
    const old = this.masked ? this.gather(group) : [];
    const addresses = this.addresses(group);
    const results = values.map((value, offset) => {
      if (!this.masked) return value;
      const name = this.newName('s');
      lines.push(`const ${name} = v128.bitselect(${value}, ${old[offset]}, active);`);
      return name;
    });
    for (let at = 0; at < group.size; at += 4)
      lines.push(...lanes.scatter(addresses, 4 * at, this.newName('w'), results.slice(at, at + 4)));
  }

  /** Returns the address of the group's first number for each lane. */
  private addresses({ array, base }: Group): readonly string[] {
    return this.lanes.indices.map((lane) => `(${array} + (<usize>${this.integer(base, lane)} << 2))`);
  }
}
