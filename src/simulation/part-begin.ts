/** Where a worker's part of so many elements begins. */
export const partBegin = (count: number, part: number, size: number): number => Math.floor((count * part) / size);
