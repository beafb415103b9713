import type { ESTree } from 'vite';
import type { Kernel, LoopKernel } from './kernel.ts';
import { bare } from './nodes.ts';

type Expression = ESTree.Expression;

const ARITHMETIC = ['+', '-', '*', '/'];

/**
 * Writes a kernel in JavaScript that computes in float32: each operation's result is rounded by Math.fround. Rounding the float64 result
 * of one operation on float32 numbers gives the float32 result (Figueroa 1995, When is double rounding innocuous?). So this has the bits
 * of the kernel with four lanes, and no code in common with it but the reading of the text. It replaces the kernel where SIMD is
 * missing, and is its oracle in tests.
 */
export function float32Script(kernel: Kernel): string {
  if ('lines' in kernel) throw new Error(`${kernel.name} computes with integers, so it needs no variant in float32`);
  const { name, parameters, element, begin, end, statements } = kernel;
  const write = (node: Expression) => writeNumber(kernel, node);
  const lines = statements.map((statement) => {
    if (statement.type === 'skip') return `if (${write(statement.condition)}) continue;`;
    if (statement.type === 'const') {
      const value = statement.kind === 'laneIndex' ? writeInteger(kernel, statement.value) : write(statement.value);
      return `const ${statement.name} = ${value};`;
    }
    if (statement.type === 'axes') throw new Error(`${name} only selects numbers, so it needs no variant in float32`);
    const { array, base } = statement.group;
    const target = `${array}[${writeInteger(kernel, base)} + ${statement.offset}]`;
    const value = write(statement.value);
    return `${target} = ${statement.operator === '=' ? value : `f$(${target} ${statement.operator[0]} ${value})`};`;
  });
  const rounded = parameters.filter(({ kind }) => kind === 'uniform').map((uniform) => uniform.name);
  return [
    `export function ${name}(${parameters.map((parameter) => parameter.name).join(', ')}) {`,
    'const f$ = Math.fround;',
    ...rounded.map((uniform) => `${uniform} = f$(${uniform});`),
    `for (let ${element} = ${begin}; ${element} < ${end}; ${element}++) {`,
    ...lines,
    '}',
    '}',
    '',
  ].join('\n');
}

/** Writes an integer, in whose text only constants of the file are replaced. */
function writeInteger(kernel: LoopKernel, given: Expression): string {
  const node = bare(given);
  const write = (operand: ESTree.Expression | ESTree.PrivateIdentifier) => writeInteger(kernel, operand as Expression);
  if (node.type === 'Identifier') return String(kernel.constants.get(node.name) ?? node.name);
  // A bit mask shows V8 that an index is small, and changes nothing (solve-tets.ts). Without it, the page is lighter.
  if (node.type === 'BinaryExpression' && node.operator === '&') return write(node.left);
  if (node.type === 'BinaryExpression') return `(${write(node.left)} ${node.operator} ${write(node.right)})`;
  if (node.type === 'MemberExpression') return `${write(node.object)}[${write(node.property as Expression)}]`;
  return kernel.textOf(node);
}

/** Writes an expression whose numbers, literals included, are float32. */
function writeNumber(kernel: LoopKernel, given: Expression): string {
  const node = bare(given);
  const write = (operand: ESTree.Expression | ESTree.PrivateIdentifier) => writeNumber(kernel, operand as Expression);
  switch (node.type) {
    case 'Literal':
      return Math.fround(Number(node.value)) === node.value ? String(node.value) : `f$(${node.value})`;
    case 'Identifier': {
      const constant = kernel.constants.get(node.name);
      return constant === undefined ? node.name : `f$(${constant})`;
    }
    case 'MemberExpression':
      return `${write(node.object)}[${writeInteger(kernel, node.property as Expression)}]`;
    case 'UnaryExpression':
      return `${node.operator}(${write(node.argument)})`;
    case 'LogicalExpression':
      return `(${write(node.left)} ${node.operator} ${write(node.right)})`;
    case 'CallExpression':
      return `f$(Math.${kernel.functionOf(node)}(${(node.arguments as Expression[]).map(write).join(', ')}))`;
    case 'BinaryExpression': {
      const text = `(${write(node.left)} ${node.operator} ${write(node.right)})`;
      return ARITHMETIC.includes(node.operator) ? `f$${text}` : text;
    }
    default:
      throw kernel.errorAt(node, `a ${node.type} can't be written in float32`);
  }
}
