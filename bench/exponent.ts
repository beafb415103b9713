/**
 * Exponent p of the power law t ~ n^p that fits times best: the slope of the least-squares line of log t over log n.
 * @param sizes above 0    @param times above 0, one a size; others are left out, since they say nothing of a power
 * @returns not a number where fewer than two sizes differ
 */
export function growth(sizes: readonly number[], times: readonly number[]): number {
  const used = sizes.map((n, i) => [Math.log(n), Math.log(times[i])]).filter((point) => point.every(Number.isFinite));
  const x0 = mean(used.map(([x]) => x));
  const y0 = mean(used.map(([, y]) => y));
  const over = used.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0);
  const under = used.reduce((sum, [x]) => sum + (x - x0) ** 2, 0);
  return over / under;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
