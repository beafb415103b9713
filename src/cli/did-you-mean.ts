/** Maximum edit distance between a mistyped word and the name that an error message suggests [letters]. */
const MAX_DISTANCE = 2;

/**
 * Suggests the known name with the smallest edit distance to a word, for the end of an error message. Returns '' if that distance
 * is above MAX_DISTANCE, or if several names have it.
 */
export function didYouMean(word: string, names: readonly string[]): string {
  const distances = names.map((name) => editDistance(word.toLowerCase(), name.toLowerCase()));
  const least = Math.min(...distances);
  const nearest = names.filter((_, i) => distances[i] === least);
  return least <= MAX_DISTANCE && nearest.length === 1 ? `; did you mean '${nearest[0]}'?` : '';
}

/** Returns the number of letters to insert, remove or replace to turn one word into the other. Source: Levenshtein 1966. */
export function editDistance(a: string, b: string): number {
  let previousRow = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const byReplacement = previousRow[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(byReplacement, previousRow[j] + 1, row[j - 1] + 1));
    }
    previousRow = row;
  }
  return previousRow[b.length];
}
