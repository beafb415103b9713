/** First element of part `part` when `count` elements are split into `size` nearly equal parts. */
export const partBegin = (count: number, part: number, size: number): number => Math.floor((count * part) / size);
