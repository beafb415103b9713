/**
 * Number of lines per part. The tetrahedra's kernel, on an Intel Xeon: 48 and 80 lines made it 1.90 times as fast as TypeScript in Node
 * 20 (V8 11.3) and 1.76 and 1.85 times in Node 24 (V8 13.6); without parts it was 1.57 and 1.80 times as fast.
 */
const LINES = 80;

/** Name of the global variable that `inParts` writes, and of the exported function that reads it, so that the compiler keeps it. */
const ANCHOR = 'anchor$';

/** AssemblyScript that declares the global variable. A module needs it once. */
export const ANCHOR_TEXT = [
  `let ${ANCHOR}: v128 = f64x2.splat(0);`,
  `export function ${ANCHOR}0(): f64 { return f64x2.extract_lane(${ANCHOR}, 0); }`,
  '',
].join('\n');

/**
 * Cuts a round of a kernel's loop into parts, which doesn't change what it computes. V8 up to version 12 (Node 22) orders the operations
 * of a basic block breadth first, from the stores at its end backwards. In a block as long as a round, hundreds of numbers would then wait
 * for a register at the same time. A branch that is never taken ends each part's block. Numbers that only later parts use are stored in
 * a global variable, so that V8 computes them in their own part. Newer versions of V8, Firefox and WebKit keep the order of the text.
 * @param lines statements of a round. Only constants may be read by later statements.
 * @param never condition that is never true, which the compiler can't know
 */
export function inParts(lines: readonly string[], never: string): string[] {
  const parts: string[][] = [];
  for (let at = 0; at < lines.length; at += LINES) parts.push(lines.slice(at, at + LINES));
  return parts.flatMap((part, p) => {
    const later = namesIn(parts.slice(p + 1).flat());
    if (later.size === 0) return part;
    const results = vectorsOf(part).filter((name) => later.has(name) && !isReadIn(part, name));
    return [...part, ...results.map((name) => `${ANCHOR} = ${name};`), `if (${never}) return;`];
  });
}

const namesIn = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.match(/[A-Za-z_][\w$]*/g) ?? []));

/** Names of the vectors that lines define. Only integers have their type in the text. */
const vectorsOf = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => /^const ([\w$]+)(?:: v128)? = /.exec(line)?.[1] ?? []);

const isReadIn = (lines: readonly string[], name: string): boolean =>
  namesIn(lines.map((line) => line.replace(/^const [\w$]+/, ''))).has(name);
