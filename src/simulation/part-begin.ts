/** First element of a worker's part of so many. */
export const partBegin = (count: number, part: number, size: number): number => Math.floor((count * part) / size);
