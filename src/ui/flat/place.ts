/** A place on the picture [pixels]. */
export type Place = readonly [number, number];
