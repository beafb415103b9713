import type { ESTree } from 'vite';

export type Node = ESTree.Node;
export type Expression = ESTree.Expression;

/** Removes parentheses. */
export function bare(node: Expression): Expression {
  return node.type === 'ParenthesizedExpression' ? bare(node.expression) : node;
}

/** Calls `visit` for a node and all nodes in it. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit);
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
